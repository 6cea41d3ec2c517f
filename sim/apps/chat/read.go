package chat

import (
	"fmt"
	"slices"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/index/people"
)

// Shown is a message as a tool shows it.
type Shown struct {
	ID        string   `json:"id"`
	Channel   string   `json:"channel,omitempty"`
	Thread    string   `json:"thread,omitempty"` // of a reply: the thread it is in
	From      string   `json:"from"`
	Time      string   `json:"time"`
	Text      string   `json:"text"`
	Unread    bool     `json:"unread,omitempty"`
	Urgent    bool     `json:"urgent,omitempty"`
	Replies   int      `json:"replies,omitempty"`
	Was       []string `json:"was,omitempty"` // earlier wordings of an edited message
	Reactions []string `json:"reactions,omitempty"`
}

// Messages is what chat_read gives.
type Messages struct {
	Channel  string  `json:"channel"`
	Topic    string  `json:"topic,omitempty"`
	Messages []Shown `json:"messages"`
	Before   string  `json:"before,omitempty"` // the value of before that reads on
}

func (p *Part) show(v sim.View, by sim.ActorID, m *Message) Shown {
	s := Shown{
		ID: messageID(m.Number), From: string(m.From), Time: people.Local(v, by, m.At), Text: m.Text,
		Urgent: m.Urgent, Replies: m.Replies,
	}
	for _, old := range m.Was {
		s.Was = append(s.Was, old.Text)
	}
	if m.Thread > 0 {
		s.Thread = place{m.Channel, m.Thread}.String()
	}
	for _, r := range m.Reactions {
		s.Reactions = append(s.Reactions, r.Emoji+" "+string(r.Who))
	}
	return s
}

func (p *Part) readTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	c, at, err := p.find(v, by, a.String("channel"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	root, err := p.threadOf(c, at, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	before, err := p.before(v, by, a, c)
	if err != nil {
		return sim.Result{}, nil, err
	}
	limit, err := limitOf(a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	found, more := p.back(c, root, before, limit)
	return p.shownPage(v, by, c, root, found, more, a.Has("before"))
}

func (p *Part) shownPage(v sim.View, by sim.ActorID, c *conversation, root *Message, found []*Message, more, earlier bool) (sim.Result, []sim.Fact, error) {
	fresh := map[uint64]bool{}
	if by != sim.Script {
		p.unread(v, by, c, func(m *Message) { fresh[m.Number] = true })
	}
	out := Messages{Channel: place{conv: c.id}.String(), Topic: c.topic, Messages: []Shown{}}
	if root != nil {
		out.Channel = place{c.id, root.Number}.String()
	}
	words := 0
	for _, m := range found {
		s := p.show(v, by, m)
		s.Unread = fresh[m.Number]
		out.Messages = append(out.Messages, s)
		words += sim.Words(m.Text) + 2 // with name and time
	}
	if more {
		out.Before = out.Messages[0].ID
	}
	var facts []sim.Fact
	if b, ok := p.markRead(by, c, root, fresh); ok && !earlier {
		facts = append(facts, sim.Fact{Body: b, Audience: []sim.ActorID{by}})
	}
	text := fmt.Sprintf("%d messages of %s", len(found), shown(out.Channel, 0))
	return sim.Result{Data: out, Text: text, Read: words}, facts, nil
}

// markRead is the fact that all of a conversation, or of one thread, is read now; false when it was before.
func (p *Part) markRead(by sim.ActorID, c *conversation, root *Message, fresh map[uint64]bool) (Read, bool) {
	if root == nil {
		return Read{Who: by, Channel: c.id, Upto: c.last}, len(fresh) > 0
	}
	upto := max(root.Number, root.newest)
	some := false
	for n := range fresh {
		some = some || p.messages[n-1].thread() == root.Number
	}
	return Read{Who: by, Channel: c.id, Thread: root.Number, Upto: upto}, some
}

// before is the number of the message that a page ends ahead of; 0 for the newest page.
func (p *Part) before(v sim.View, by sim.ActorID, a sim.Args, c *conversation) (uint64, error) {
	if a.String("before") == "" {
		return 0, nil
	}
	m, err := p.message(v, by, a.String("before"))
	if err != nil {
		return 0, err
	}
	if m.Channel != c.id {
		return 0, sim.Reject("%s is not in %s", messageID(m.Number), shown(c.id, 0))
	}
	return m.Number, nil
}

// limitOf is the limit of a page where the number of things is not known beforehand.
func limitOf(a sim.Args) (int, error) {
	_, limit, _, err := sim.Page(a, 1<<30)
	return limit, err
}

// back walks from the newest message, or from before one, and returns at most so many, oldest first.
func (p *Part) back(c *conversation, root *Message, before uint64, limit int) (found []*Message, more bool) {
	n := c.last
	switch {
	case before > 0 && root != nil:
		n = p.messages[before-1].beforeHere
		if before == root.Number {
			return nil, false
		}
	case before > 0:
		n = p.messages[before-1].before
	case root != nil:
		n = root.newest
	}
	for n > 0 && len(found) < limit {
		m := p.messages[n-1]
		found = append(found, m)
		n = m.before
		if root != nil {
			n = m.beforeHere
		}
	}
	if root != nil && len(found) < limit {
		found, n = append(found, root), 0
	} else if root != nil {
		n = root.Number
	}
	slices.Reverse(found)
	return found, n > 0
}
