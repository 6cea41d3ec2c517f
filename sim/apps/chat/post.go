package chat

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/index/people"
)

// Limits of what one message holds.
const (
	textMost  = 8_000 // characters
	groupMost = 20    // people in a direct conversation
	emojiMost = 32
	wordsMost = 60 // characters of a message quoted with a reaction
)

// Receipt is what chat_post and chat_direct give back.
type Receipt struct {
	Message string   `json:"message"` // its id
	Channel string   `json:"channel"` // where it stands; takes a reply in place
	Thread  string   `json:"thread"`  // where an answer to this message alone goes
	Quiet   []string `json:"quiet,omitempty"`
}

func (p *Part) postTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	name := a.String("channel")
	at := parsePlace(name)
	if strings.HasPrefix(at.conv, directPrefix) {
		return p.postDirect(v, by, a, at)
	}
	c, at, err := p.find(v, by, name)
	if err != nil {
		return sim.Result{}, nil, err
	}
	var facts []sim.Fact
	members := p.members(v, c)
	if !p.isMember(v, by, c) && by != sim.Script {
		members = union(members, []sim.ActorID{by})
		facts = append(facts, sim.Fact{Body: Joined{Channel: c.id, Who: by}, Audience: members})
	}
	b, err := p.compose(v, by, a, c, at)
	if err != nil {
		return sim.Result{}, nil, err
	}
	among := members
	if !c.private {
		among = people.All(v)
	}
	b.Mentions = mentions(v, by, b.Text, among)
	b.Cc = others(members, by)
	facts = append(facts, sim.Fact{Body: b, Audience: union(members, b.Mentions)})
	return p.receipt(v, b), facts, nil
}

func (p *Part) directTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	to, err := people.FindAll(v, a.Strings("to"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	if len(others(to, by)) == 0 {
		return sim.Result{}, nil, sim.Reject("chat_direct needs somebody else in to")
	}
	if by != sim.Script {
		to = append(to, by)
	}
	return p.postDirect(v, by, a, place{conv: directName(to)})
}

// postDirect writes in a direct conversation, which begins with its first message.
func (p *Part) postDirect(v sim.View, by sim.ActorID, a sim.Args, at place) (sim.Result, []sim.Fact, error) {
	members := directMembers(at.conv)
	c := p.convs[at.conv]
	if c == nil {
		if err := checkGroup(v, members); err != nil {
			return sim.Result{}, nil, err
		}
		c = &conversation{id: at.conv, direct: true, members: members}
	}
	if !p.maySee(v, by, c) {
		return sim.Result{}, nil, sim.Reject("%s is no conversation of yours; the name lists everybody in it, you as well", at.conv)
	}
	b, err := p.compose(v, by, a, c, at)
	if err != nil {
		return sim.Result{}, nil, err
	}
	b.To = others(members, by)
	b.Mentions = mentions(v, by, b.Text, members)
	return p.receipt(v, b), []sim.Fact{{Body: b, Audience: members}}, nil
}

func checkGroup(v sim.View, ids []sim.ActorID) error {
	for _, id := range ids {
		if _, ok := v.Actor(id); !ok {
			_, err := people.Find(v, string(id))
			if err == nil {
				err = sim.Reject("a direct conversation is named by ids, and %q is none", id)
			}
			return err
		}
	}
	if len(ids) < 2 || len(ids) > groupMost {
		return sim.Reject("a direct conversation has 2 to %d people, not %d; open a channel for more", groupMost, len(ids))
	}
	return nil
}

// compose makes the message, but for those it addresses.
func (p *Part) compose(v sim.View, by sim.ActorID, a sim.Args, c *conversation, at place) (Posted, error) {
	text, err := checkText(a.String("text"))
	if err != nil {
		return Posted{}, err
	}
	b := Posted{Number: uint64(len(p.messages)) + 1, Channel: c.id, From: by, Text: text}
	b.Urgent = a.Bool("urgent") || strings.HasPrefix(text, "URGENT")
	root, err := p.threadOf(c, at, a)
	if err != nil || root == nil {
		return b, err
	}
	b.Thread, b.ReplyTo = root.Number, root.Seq
	if root.From != by && root.From != sim.Script {
		b.To = []sim.ActorID{root.From}
	}
	return b, nil
}

// threadOf is the first message of the thread that a call means, by the place or by the argument; nil when none.
func (p *Part) threadOf(c *conversation, at place, a sim.Args) (*Message, error) {
	name := a.String("thread")
	switch {
	case name != "" && name != c.id:
		n, _ := parseMessage(name)
		return p.root(c, n, name)
	case at.thread > 0:
		return p.root(c, at.thread, at.String())
	}
	return nil, nil
}

func checkText(text string) (string, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return "", sim.Reject("the text is empty")
	}
	if n := utf8.RuneCountInString(text); n > textMost {
		return "", sim.Reject("a message has at most %d characters, this has %d; use a document", textMost, n)
	}
	return text, nil
}

func others(ids []sim.ActorID, but sim.ActorID) []sim.ActorID {
	var out []sim.ActorID
	for _, id := range ids {
		if id != but {
			out = append(out, id)
		}
	}
	return out
}

func (p *Part) receipt(v sim.View, b Posted) sim.Result {
	r := Receipt{Message: messageID(b.Number), Channel: place{b.Channel, b.Thread}.String()}
	r.Thread = place{b.Channel, b.Thread}.String()
	if b.Thread == 0 {
		r.Thread = place{b.Channel, b.Number}.String()
	}
	for _, id := range union(b.To, b.Mentions) {
		if s, ok := p.quiet(v, b.From, id); ok {
			r.Quiet = append(r.Quiet, s)
		}
	}
	return sim.Result{Data: r, Text: "posted " + r.Message + " in " + shown(b.Channel, b.Thread)}
}

func (p *Part) editTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m, err := p.message(v, by, a.String("message"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	if m.From != by {
		return sim.Result{}, nil, sim.Reject("%s is by %s; only its author can change it", messageID(m.Number), m.From)
	}
	text, err := checkText(a.String("text"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	if text == m.Text {
		return sim.Result{}, nil, sim.Reject("%s says that already", messageID(m.Number))
	}
	c := p.convs[m.Channel]
	members := p.members(v, c)
	among := members
	if !c.private && !c.direct {
		among = people.All(v)
	}
	b := Edited{Number: m.Number, Channel: c.id, Thread: m.Thread, Original: m.Seq, From: by, Text: text, Cc: others(members, by)}
	called := mentions(v, by, text, among)
	b.Mentions = slices.DeleteFunc(slices.Clone(called), func(id sim.ActorID) bool { return slices.Contains(m.Mentions, id) })
	heard := union(union(members, m.Mentions), called)
	return sim.Result{Data: Receipt{Message: messageID(m.Number), Channel: c.id, Thread: place{c.id, m.thread()}.String()},
		Text: "changed " + messageID(m.Number)}, []sim.Fact{{Body: b, Audience: heard}}, nil
}

func (p *Part) reactTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m, err := p.message(v, by, a.String("message"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	emoji := strings.Trim(strings.TrimSpace(a.String("emoji")), ":")
	if emoji == "" || utf8.RuneCountInString(emoji) > emojiMost || strings.ContainsAny(emoji, " \n\t") {
		return sim.Result{}, nil, sim.Reject("emoji must be one short sign such as +1, got %q", emoji)
	}
	b := Reacted{Number: m.Number, Channel: m.Channel, Who: by, Emoji: emoji, Removed: a.Bool("remove"), Words: beginning(m.Text)}
	if slices.Contains(m.Reactions, Reaction{emoji, by}) != b.Removed {
		if b.Removed {
			return sim.Result{}, nil, sim.Reject("you have put no %s on %s", emoji, messageID(m.Number))
		}
		return sim.Result{}, nil, sim.Reject("you have put %s on %s already", emoji, messageID(m.Number))
	}
	var told []sim.ActorID
	if m.From != sim.Script {
		told = []sim.ActorID{m.From}
	}
	if by != sim.Script {
		told = append(told, by)
	}
	return sim.Result{Text: "reacted to " + messageID(m.Number)}, []sim.Fact{{Body: b, Audience: told}}, nil
}

func beginning(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) <= wordsMost {
		return text
	}
	return string([]rune(text)[:wordsMost-1]) + "…"
}
