package tickets

import (
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

const (
	titleMost    = 200
	textMost     = 20_000
	labelsMost   = 20
	labelMost    = 40
	estimateMost = 10_000 * time.Hour
)

func text(name, doc string, optional bool) sim.Param {
	return sim.Param{Name: name, Type: sim.String, Doc: doc, Optional: optional, Writes: true}
}

func name(name, doc string, optional bool) sim.Param {
	return sim.Param{Name: name, Type: sim.String, Doc: doc, Optional: optional}
}

func priority(doc string) sim.Param {
	p := name("priority", doc, true)
	for _, x := range priorities {
		p.Enum = append(p.Enum, string(x))
	}
	return p
}

// Tools implements sim.Part.
func (p *Part) Tools() []sim.Tool { return append(p.lookTools(), p.workTools()...) }

func (p *Part) lookTools() []sim.Tool {
	ticket := name("ticket", "id of the ticket, such as PORT-12", false)
	return []sim.Tool{
		{Name: "tickets_list", Doc: "Find tickets, the newest first. All conditions given must hold.", Base: 10 * time.Second,
			Params: append([]sim.Param{name("text", "words in title, text, labels or a comment", true), name("state", "state of the workflow", true),
				name("assignee", "id of a person, me or nobody", true), name("label", "one label", true),
				priority("only this priority"), name("board", "id of a board", true)}, sim.PageParams()...), Decide: p.find},
		{Name: "tickets_show", Doc: "Show a ticket with its links and comments, the newest comment first.", Base: 20 * time.Second,
			Params: append([]sim.Param{ticket}, sim.PageParams()...), Decide: p.show},
		{Name: "tickets_history", Doc: "Who changed what in a ticket and when, the newest first.", Base: 15 * time.Second,
			Params: append([]sim.Param{ticket}, sim.PageParams()...), Decide: p.history},
		{Name: "tickets_board", Doc: "Show a board: its columns with the most pressing tickets of each, and the moves its workflow allows.", Base: 20 * time.Second,
			Params: []sim.Param{name("board", "id of the board; not needed when there is one", true)}, Decide: p.showBoard},
	}
}

func (p *Part) workTools() []sim.Tool {
	ticket := name("ticket", "id of the ticket, such as PORT-12", false)
	estimate := sim.Param{Name: "estimate", Type: sim.Duration, Optional: true, Doc: "working time it takes, such as 16h"}
	labels := sim.Param{Name: "labels", Type: sim.Strings, Optional: true, Doc: "all labels it has; an empty list takes them away"}
	return []sim.Tool{
		{Name: "tickets_create", Doc: "Make a ticket. It begins in the first state of the board's workflow.", Base: 30 * time.Second,
			Params: []sim.Param{text("title", "what is to be done", false), text("text", "the details", true),
				name("board", "id of the board; not needed when there is one", true), priority("normal when not given"),
				name("assignee", "id of the person who shall do it", true), estimate, labels,
				name("id", "not for you: the scenario's own id", true), name("state", "not for you: state of an imported ticket", true)},
			Decide: p.create},
		{Name: "tickets_update", Doc: "Change title, text, priority, estimate or labels of a ticket. What you leave out stays.", Base: 20 * time.Second,
			Params: []sim.Param{ticket, text("title", "new title", true), text("text", "new text", true), priority("new priority"), estimate, labels},
			Decide: p.update},
		{Name: "tickets_assign", Doc: "Give a ticket to somebody, or to nobody.", Base: 15 * time.Second,
			Params: []sim.Param{ticket, name("to", "id of the person; nobody when not given", true)}, Decide: p.assign},
		{Name: "tickets_move", Doc: "Move a ticket to another state of its board's workflow.", Base: 15 * time.Second,
			Params: []sim.Param{ticket, name("to", "the new state", false)}, Decide: p.move},
		{Name: "tickets_comment", Doc: "Comment on a ticket. Its author and assignee are addressed, and whoever you name with @.", Base: 20 * time.Second,
			Params: []sim.Param{ticket, text("text", "what you say", false)}, Decide: p.comment},
		{Name: "tickets_link", Doc: "Say what a ticket is to another one: it blocks, relates to or duplicates it.", Base: 15 * time.Second,
			Params: []sim.Param{ticket, {Name: "kind", Type: sim.String, Enum: []string{string(Blocks), string(Relates), string(Duplicates)}, Doc: "what it is to the other"},
				name("to", "id of the other ticket", false), {Name: "remove", Type: sim.Bool, Optional: true, Doc: "take the link away"}},
			Decide: p.tie},
	}
}

// visible finds a ticket for somebody who may see it.
func (p *Part) visible(by sim.ActorID, id string) (*ticket, *board, error) {
	if t := p.ticket(id); t != nil {
		if b := p.board(t.board); b.reads(by) {
			return t, b, nil
		}
	}
	var near []string
	for _, i := range p.readable(by).newest(5) {
		near = append(near, p.list[i].id)
	}
	if len(near) == 0 {
		return nil, nil, sim.Reject("there is no ticket %q, and no other yet", id)
	}
	return nil, nil, sim.Reject("there is no ticket %q; the newest are %s", id, strings.Join(near, ", "))
}

// readable is all tickets that somebody may see.
func (p *Part) readable(by sim.ActorID) set {
	var out set
	for _, b := range p.boards {
		if b.reads(by) {
			out = out.or(p.facets["board/"+b.ID])
		}
	}
	return out
}

// boardFor finds the board that a call names or that is the only one the caller sees.
func (p *Part) boardFor(by sim.ActorID, id string) (*board, error) {
	var seen []*board
	var names []string
	for _, b := range p.boards {
		if b.reads(by) {
			seen, names = append(seen, b), append(names, b.ID)
		}
	}
	if id == "" && len(seen) == 1 {
		return seen[0], nil
	}
	for _, b := range seen {
		if strings.EqualFold(b.ID, strings.TrimSpace(id)) {
			return b, nil
		}
	}
	switch {
	case len(seen) == 0:
		return nil, sim.Reject("there is no board")
	case id == "":
		return nil, sim.Reject("say which board: %s", strings.Join(names, ", "))
	}
	return nil, sim.Reject("there is no board %q; there is %s", id, strings.Join(names, ", "))
}

// audience is who perceives what happens to a ticket: its followers, the board's watchers and some more, as far as
// they may see it.
func (b *board) audience(t *ticket, more ...sim.ActorID) []sim.ActorID {
	all := slices.Concat(t.followers, b.Watchers, more)
	return slices.DeleteFunc(all, func(who sim.ActorID) bool { return who == "" || company.Above(who) || !b.reads(who) })
}

// cleanLabels trims labels and refuses too many or too long ones.
func cleanLabels(list []string) ([]string, error) {
	var out []string
	for _, l := range list {
		l = strings.TrimSpace(l)
		if len(l) > labelMost {
			return nil, sim.Reject("a label can have %d bytes at most", labelMost)
		}
		if l != "" && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	if len(out) > labelsMost {
		return nil, sim.Reject("a ticket can have %d labels at most", labelsMost)
	}
	return out, nil
}

func hours(d clock.Duration) string {
	if d == 0 {
		return ""
	}
	s := d.String()
	s = strings.TrimSuffix(s, "0s")
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
