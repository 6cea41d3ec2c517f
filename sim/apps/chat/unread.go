package chat

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/index/people"
)

// Unread is one conversation with messages not read.
type Unread struct {
	Channel  string `json:"channel"`
	Unread   int    `json:"unread"`
	Mentions int    `json:"mentions,omitempty"` // of you, among them
	From     string `json:"from"`               // the newest of them
	Time     string `json:"time"`
	Text     string `json:"text"`

	newest uint64
}

// UnreadList is what chat_unread gives.
type UnreadList struct {
	Conversations []Unread `json:"conversations"`
	Next          string   `json:"next,omitempty"`
}

func (p *Part) unreadTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	var all []Unread
	total := 0
	for _, c := range p.convs {
		if by == sim.Script || !p.maySee(v, by, c) {
			continue
		}
		u := p.unreadOf(v, by, c)
		if u.Unread > 0 {
			all = append(all, u)
			total += u.Unread
		}
	}
	slices.SortFunc(all, func(a, b Unread) int { return cmp.Compare(b.newest, a.newest) })
	from, to, next, err := sim.Page(a, len(all))
	if err != nil {
		return sim.Result{}, nil, err
	}
	out, words := UnreadList{Conversations: append([]Unread{}, all[from:to]...), Next: next}, 0
	for _, u := range out.Conversations {
		words += sim.Words(u.Text) + 4
	}
	return sim.Result{Data: out, Text: fmt.Sprintf("%d unread messages in %d conversations", total, len(all)), Read: words}, nil, nil
}

func (p *Part) unreadOf(v sim.View, by sim.ActorID, c *conversation) Unread {
	u := Unread{Channel: c.id}
	p.unread(v, by, c, func(m *Message) {
		if u.Unread == 0 {
			u.From, u.Time, u.Text, u.newest = string(m.From), people.Local(v, by, m.At), beginning(m.Text), m.Number
		}
		u.Unread++
		if slices.Contains(m.Mentions, by) {
			u.Mentions++
		}
	})
	return u
}

func (p *Part) markTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m, err := p.message(v, by, a.String("message"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	who, err := people.FindAll(v, a.Strings("who"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	var facts []sim.Fact
	for _, w := range who {
		b := Read{Who: w, Channel: m.Channel, Upto: m.Number - 1, Marked: true}
		facts = append(facts, sim.Fact{Body: b, Audience: []sim.ActorID{w}})
	}
	return sim.Result{Text: "unread from " + messageID(m.Number)}, facts, nil
}
