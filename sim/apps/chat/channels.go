package chat

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/index/people"
)

// membersShown is how many members a list of channels names.
const membersShown = 20

// Listed is a conversation in a list.
type Listed struct {
	Channel string   `json:"channel"`
	Topic   string   `json:"topic,omitempty"`
	Private bool     `json:"private,omitempty"`
	Member  bool     `json:"member"`
	People  int      `json:"people"`
	With    []string `json:"with,omitempty"`
	Unread  int      `json:"unread,omitempty"`
	Last    string   `json:"last,omitempty"` // when the newest message was written
}

// ChannelList is what chat_channels gives.
type ChannelList struct {
	Channels []Listed `json:"channels"`
	Next     string   `json:"next,omitempty"`
}

func (p *Part) channelsTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	seen := slices.DeleteFunc(p.sorted(), func(c *conversation) bool { return !p.maySee(v, by, c) })
	from, to, next, err := sim.Page(a, len(seen))
	if err != nil {
		return sim.Result{}, nil, err
	}
	out, words := ChannelList{Channels: []Listed{}, Next: next}, 0
	for _, c := range seen[from:to] {
		out.Channels = append(out.Channels, p.listed(v, by, c))
		words += 4 + sim.Words(c.topic)
	}
	return sim.Result{Data: out, Text: fmt.Sprintf("%d conversations", len(seen)), Read: words}, nil, nil
}

func (p *Part) listed(v sim.View, by sim.ActorID, c *conversation) Listed {
	members := p.members(v, c)
	l := Listed{
		Channel: c.id, Topic: c.topic, Private: c.private || c.direct, Member: p.isMember(v, by, c),
		People: len(members), Unread: p.unreadCount(v, by, c),
	}
	for _, id := range members[:min(membersShown, len(members))] {
		l.With = append(l.With, string(id))
	}
	if c.last > 0 {
		l.Last = people.Local(v, by, p.messages[c.last-1].At)
	}
	return l
}

func (p *Part) createTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	id := strings.TrimPrefix(strings.TrimSpace(a.String("channel")), "#")
	if err := checkName(id); err != nil {
		return sim.Result{}, nil, err
	}
	if p.convs[id] != nil {
		return sim.Result{}, nil, sim.Reject("the name %q is taken; choose another", id)
	}
	members, err := people.FindAll(v, a.Strings("members"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	if by != sim.Script {
		members = append(members, by)
	}
	b := Created{Channel: id, Topic: strings.TrimSpace(a.String("topic")), Private: a.Bool("private"), By: by, Members: union(members, nil)}
	c := &conversation{id: id, topic: b.Topic, private: b.Private, members: b.Members}
	return sim.Result{Data: p.listed(v, by, c), Text: "opened " + shown(id, 0)}, []sim.Fact{{Body: b, Audience: b.Members}}, nil
}

// checkName keeps names apart from places, people and message ids.
func checkName(id string) error {
	plain := func(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' }
	if _, number := parseMessage(id); number || id == "" || len(id) > 40 || strings.TrimFunc(id, plain) != "" {
		return sim.Reject("a channel's name has 1 to 40 small letters, digits and hyphens, such as launch-week; got %q", id)
	}
	return nil
}

func (p *Part) inviteTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	c, _, err := p.find(v, by, a.String("channel"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	if c.direct {
		return sim.Result{}, nil, sim.Reject("nobody can be brought into a direct conversation; write to all of them with chat_direct")
	}
	if by != sim.Script && !p.isMember(v, by, c) {
		return sim.Result{}, nil, sim.Reject("only members bring others into %s", shown(c.id, 0))
	}
	who, err := people.FindAll(v, a.Strings("who"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	who = slices.DeleteFunc(union(who, nil), func(id sim.ActorID) bool { return p.isMember(v, id, c) })
	if len(who) == 0 {
		return sim.Result{}, nil, sim.Reject("they are all members of %s already", shown(c.id, 0))
	}
	b := Invited{Channel: c.id, By: by, Who: who}
	text := "brought " + joinIDs(who) + " into " + shown(c.id, 0)
	return sim.Result{Text: text}, []sim.Fact{{Body: b, Audience: union(p.members(v, c), who)}}, nil
}
