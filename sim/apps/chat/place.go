package chat

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/index/people"
)

// place is a conversation or a thread in it: "general", "general/41", "dm:lena,robin".
type place struct {
	conv   string
	thread uint64 // 0: the conversation itself
}

const directPrefix = "dm:"

func (p place) String() string {
	if p.thread == 0 {
		return p.conv
	}
	return p.conv + "/" + strconv.FormatUint(p.thread, 10)
}

// shown is a place as people write it.
func shown(conv string, thread uint64) string {
	p := place{conv, thread}.String()
	if strings.HasPrefix(p, directPrefix) {
		return p
	}
	return "#" + p
}

// parsePlace reads a place. What comes after a slash that is no message number belongs to the name, which will then
// not be found.
func parsePlace(text string) place {
	text = strings.TrimPrefix(strings.TrimSpace(text), "#")
	conv, after, cut := strings.Cut(text, "/")
	if !cut {
		return place{conv: canonical(text)}
	}
	n, ok := parseMessage(after)
	if !ok {
		return place{conv: text}
	}
	return place{canonical(conv), n}
}

// canonical sorts the people of a direct conversation, so that "dm:robin,lena" is "dm:lena,robin".
func canonical(conv string) string {
	list, direct := strings.CutPrefix(conv, directPrefix)
	if !direct {
		return conv
	}
	var ids []sim.ActorID
	for s := range strings.SplitSeq(list, ",") {
		if s = strings.TrimSpace(s); s != "" {
			ids = append(ids, sim.ActorID(s))
		}
	}
	return directName(ids)
}

// directName names the conversation of these people.
func directName(ids []sim.ActorID) string {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	var b strings.Builder
	b.WriteString(directPrefix)
	for i, id := range ids {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(string(id))
	}
	return b.String()
}

func directMembers(conv string) []sim.ActorID {
	var ids []sim.ActorID
	for s := range strings.SplitSeq(strings.TrimPrefix(conv, directPrefix), ",") {
		ids = append(ids, sim.ActorID(s))
	}
	return ids
}

func messageID(n uint64) string { return "m" + strconv.FormatUint(n, 10) }

// parseMessage reads "m41", "41" or a thread's name that ends so.
func parseMessage(text string) (uint64, bool) {
	if _, after, cut := strings.Cut(text, "/"); cut {
		text = after
	}
	n, err := strconv.ParseUint(strings.TrimPrefix(strings.TrimSpace(text), "m"), 10, 63)
	return n, err == nil && n > 0
}

// find returns the conversation of a place if the caller may see it; else a rejection that is the same as for one
// that does not exist.
func (p *Part) find(v sim.View, by sim.ActorID, name string) (*conversation, place, error) {
	at := parsePlace(name)
	c := p.convs[at.conv]
	if c == nil {
		at.conv = strings.ToLower(at.conv)
		c = p.convs[at.conv]
	}
	if c == nil || !p.maySee(v, by, c) {
		return nil, at, p.noChannel(v, by, name)
	}
	return c, at, nil
}

func (p *Part) noChannel(v sim.View, by sim.ActorID, name string) error {
	if who, ok := people.Lookup(v, name); ok {
		return sim.Reject("there is no channel %q; to write to %s alone use chat_direct", name, who)
	}
	var names []string
	for _, c := range p.sorted() {
		if !c.direct && p.maySee(v, by, c) {
			names = append(names, c.id)
		}
	}
	return sim.Reject("there is no channel %q: %s", name, people.Hint(name, names))
}

// message returns a message the caller may see.
func (p *Part) message(v sim.View, by sim.ActorID, id string) (*Message, error) {
	n, ok := parseMessage(id)
	if ok && n <= uint64(len(p.messages)) {
		if m := p.messages[n-1]; p.maySee(v, by, p.convs[m.Channel]) {
			return m, nil
		}
	}
	return nil, sim.Reject("there is no message %q; chat_read shows messages with their ids, such as m41", id)
}

// root returns the first message of a thread that a post in a conversation names.
func (p *Part) root(c *conversation, thread uint64, name string) (*Message, error) {
	if thread > 0 && thread <= uint64(len(p.messages)) {
		m := p.messages[thread-1]
		if m.Channel == c.id && m.Thread != 0 {
			m = p.messages[m.Thread-1] // a reply names the thread it is in
		}
		if m.Channel == c.id {
			return m, nil
		}
	}
	return nil, sim.Reject("there is no thread %q in %s; chat_read shows its messages with their ids", name, shown(c.id, 0))
}
