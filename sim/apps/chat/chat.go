package chat

import (
	"cmp"
	"maps"
	"slices"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/index"
	"github.com/tenure-sim/tenure/sim/index/people"
)

// Config is what a scenario gives: the channels there are from the start.
type Config struct{ Channels []Channel }

// Channel is one of them. Its members are listed, or everybody in the company, whoever joins later included.
type Channel struct {
	ID       string
	Topic    string
	Private  bool
	Everyone bool
	Members  []sim.ActorID
}

// Part is the chat of one world.
type Part struct {
	convs    map[string]*conversation
	messages []*Message // by number, from 1
	read     map[reader]mark
	status   map[sim.ActorID]StatusSet
	index    *index.Index `state:"-"` // of the messages
	opened   uint64       // messages before the start
}

// conversation is a channel or a direct one. It is replaced, never changed: clones share it.
type conversation struct {
	id, topic string
	private   bool
	direct    bool
	everyone  bool
	members   []sim.ActorID // sorted
	last      uint64        // newest message
	count     int
}

// Message is one message as it stands. It is replaced, never changed.
type Message struct {
	Posted
	Seq       uint64
	At        clock.Time
	Was       []Version // earlier wordings, oldest first
	Reactions []Reaction
	Replies   int

	before     uint64 // the message before in the conversation
	beforeHere uint64 // the message before in the thread
	newest     uint64 // the newest reply
}

// Version is a wording that an edit replaced.
type Version struct {
	Text  string
	Until clock.Time
}

// Reaction is a sign somebody put on a message.
type Reaction struct {
	Emoji string
	Who   sim.ActorID
}

type reader struct {
	who sim.ActorID
	place
}

type mark struct {
	upto uint64
	kept bool // marked by hand: it survives the start, by which all else counts as read
}

// New makes the chat that a scenario describes.
func New(cfg Config) *Part {
	p := &Part{
		convs: map[string]*conversation{}, read: map[reader]mark{},
		status: map[sim.ActorID]StatusSet{}, index: index.New(),
	}
	for _, c := range cfg.Channels {
		members := slices.Clone(c.Members)
		slices.Sort(members)
		p.convs[c.ID] = &conversation{
			id: c.ID, topic: c.Topic, private: c.Private, everyone: c.Everyone, members: slices.Compact(members),
		}
	}
	return p
}

// Name implements sim.Part.
func (*Part) Name() string { return "chat" }

// Kinds implements sim.Part.
func (*Part) Kinds() []sim.Body {
	return []sim.Body{Posted{}, Edited{}, Reacted{}, Read{}, Created{}, Invited{}, Joined{}, StatusSet{}}
}

// Clone implements sim.Part.
func (p *Part) Clone() sim.Part {
	return &Part{
		convs: maps.Clone(p.convs), messages: slices.Clone(p.messages), read: maps.Clone(p.read),
		status: maps.Clone(p.status), index: p.index.Clone(), opened: p.opened,
	}
}

// Restored implements sim.Restorer.
func (p *Part) Restored(sim.View) {
	p.index = index.New()
	for _, m := range p.messages {
		p.index.Put(m.Number, m.Text)
	}
}

// Observe implements sim.Observer: at the start everything written so far counts as read, but for what somebody
// marked as unread.
func (p *Part) Observe(_ sim.View, e sim.Event) {
	if _, ok := e.Body.(sim.Opened); !ok {
		return
	}
	p.opened = uint64(len(p.messages))
	maps.DeleteFunc(p.read, func(_ reader, m mark) bool { return !m.kept })
}

// Apply implements sim.Part.
func (p *Part) Apply(e sim.Event) {
	switch b := e.Body.(type) {
	case Posted:
		p.post(e, b)
	case Edited:
		m := *p.messages[b.Number-1]
		m.Was = append(slices.Clip(m.Was), Version{Text: m.Text, Until: e.At})
		m.Text, m.Mentions = b.Text, union(m.Mentions, b.Mentions)
		p.messages[b.Number-1] = &m
		p.index.Put(b.Number, b.Text)
	case Reacted:
		p.react(b)
	case Read:
		p.read[reader{b.Who, place{b.Channel, b.Thread}}] = mark{b.Upto, b.Marked}
	case Created:
		p.convs[b.Channel] = &conversation{id: b.Channel, topic: b.Topic, private: b.Private, members: b.Members}
	case Invited:
		p.join(b.Channel, b.Who)
	case Joined:
		p.join(b.Channel, []sim.ActorID{b.Who})
	case StatusSet:
		p.status[b.Who] = b
	}
}

func (p *Part) post(e sim.Event, b Posted) {
	c := conversation{id: b.Channel, direct: true}
	if old := p.convs[b.Channel]; old != nil {
		c = *old
	} else {
		c.members = directMembers(b.Channel)
	}
	m := &Message{Posted: b, Seq: e.Seq, At: e.At, before: c.last}
	c.last, c.count = b.Number, c.count+1
	p.convs[c.id] = &c
	p.messages = append(p.messages, m)
	p.index.Put(b.Number, b.Text)
	if b.Thread > 0 {
		root := *p.messages[b.Thread-1]
		m.beforeHere = root.newest
		root.newest, root.Replies = b.Number, root.Replies+1
		p.messages[b.Thread-1] = &root
	}
}

func (p *Part) react(b Reacted) {
	m := *p.messages[b.Number-1]
	r := Reaction{b.Emoji, b.Who}
	m.Reactions = slices.DeleteFunc(slices.Clone(m.Reactions), func(x Reaction) bool { return x == r })
	if !b.Removed {
		m.Reactions = append(m.Reactions, r)
	}
	p.messages[b.Number-1] = &m
}

// join makes members of people; what was said before they came is read to them.
func (p *Part) join(id string, who []sim.ActorID) {
	c := *p.convs[id]
	c.members = union(c.members, who)
	p.convs[id] = &c
	for _, w := range who {
		p.read[reader{w, place{conv: id}}] = mark{upto: c.last}
	}
}

// union is both lists in one, sorted; neither is changed.
func union(a, b []sim.ActorID) []sim.ActorID {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// members of a conversation who are in the company by now, sorted.
func (p *Part) members(v sim.View, c *conversation) []sim.ActorID {
	if c.everyone {
		ids := people.All(v)
		slices.Sort(ids)
		return ids
	}
	var out []sim.ActorID
	for _, id := range c.members {
		if here(v, id) {
			out = append(out, id)
		}
	}
	return out
}

func (p *Part) isMember(v sim.View, who sim.ActorID, c *conversation) bool {
	_, listed := slices.BinarySearch(c.members, who)
	return (listed || c.everyone) && here(v, who)
}

func here(v sim.View, id sim.ActorID) bool {
	a, ok := v.Actor(id)
	return ok && people.Here(v, a)
}

func (p *Part) maySee(v sim.View, by sim.ActorID, c *conversation) bool {
	return by == sim.Script || !c.private && !c.direct || p.isMember(v, by, c)
}

// sorted returns all conversations, channels first, by name.
func (p *Part) sorted() []*conversation {
	out := slices.Collect(maps.Values(p.convs))
	slices.SortFunc(out, func(a, b *conversation) int {
		if a.direct != b.direct {
			if b.direct {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.id, b.id)
	})
	return out
}

// unreadMost bounds how many messages back a conversation is searched for unread ones.
const unreadMost = 500

// unread calls see for every message that somebody has not read, from the newest back: to a member all of a
// conversation, to others what mentions them.
func (p *Part) unread(v sim.View, who sim.ActorID, c *conversation, see func(*Message)) {
	upto := p.opened
	if m, ok := p.read[reader{who, place{conv: c.id}}]; ok {
		upto = m.upto
	}
	member := p.isMember(v, who, c)
	n := c.last
	for range unreadMost {
		if n <= upto {
			return
		}
		m := p.messages[n-1]
		n = m.before
		skip := m.From == who || !member && !slices.Contains(m.Mentions, who)
		if !skip && p.read[reader{who, place{c.id, m.thread()}}].upto < m.Number {
			see(m)
		}
	}
}

func (p *Part) unreadCount(v sim.View, who sim.ActorID, c *conversation) int {
	n := 0
	p.unread(v, who, c, func(*Message) { n++ })
	return n
}

// thread is the number of the thread that a message is in or would begin.
func (m *Message) thread() uint64 {
	if m.Thread > 0 {
		return m.Thread
	}
	return m.Number
}

// Exhibit implements sim.Exhibitor: a conversation by its name, a message by its id.
func (p *Part) Exhibit(v sim.View, name string) (map[string]any, bool) {
	if c := p.convs[parsePlace(name).conv]; c != nil {
		var last string
		if c.last > 0 {
			last = p.messages[c.last-1].Text
		}
		ids := p.members(v, c)
		members := make([]string, len(ids))
		for i, id := range ids {
			members[i] = string(id)
		}
		return map[string]any{
			"messages": int64(c.count), "last": last, "topic": c.topic, "private": c.private || c.direct, "members": members,
		}, true
	}
	if n, ok := parseMessage(name); ok && n <= uint64(len(p.messages)) {
		m := p.messages[n-1]
		return map[string]any{
			"from": string(m.From), "text": m.Text, "channel": m.Channel, "edits": int64(len(m.Was)),
			"replies": int64(m.Replies), "reactions": int64(len(m.Reactions)),
		}, true
	}
	return nil, false
}
