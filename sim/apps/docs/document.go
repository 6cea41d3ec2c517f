package docs

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// everyone in place of names means the whole company.
const everyone sim.ActorID = "all"

// document is one record; it is replaced, never changed. Its histories are linked lists, newest first: worlds that
// part ways share the past and each adds its own.
type document struct {
	id, title   string
	owner       sim.ActorID
	editors     []sim.ActorID // sorted; may hold everyone
	readers     []sim.ActorID
	followers   []sim.ActorID // sorted: who wrote in it or commented on it, besides owner and editors
	latest      *version
	comments    *comment
	suggestions *suggestion
}

type version struct {
	number int
	text   sim.Hash
	words  int
	by     sim.ActorID
	at     clock.Time
	seq    uint64
	before *version
}

type comment struct {
	number  int
	answers int
	by      sim.ActorID
	at      clock.Time
	seq     uint64
	text    string
	before  *comment
}

type suggestion struct {
	number              int
	id                  string
	by                  sim.ActorID
	at                  clock.Time
	find, replace, note string
	state               string // open, accepted, rejected
	decidedBy           sim.ActorID
	before              *suggestion
}

const (
	open     = "open"
	accepted = "accepted"
	rejected = "rejected"
)

func (d *document) mayEdit(by sim.ActorID) bool {
	return by == sim.Script || by == sim.Nature || by == d.owner || holds(d.editors, by)
}

func (d *document) mayRead(by sim.ActorID) bool { return d.mayEdit(by) || holds(d.readers, by) }

func (d *document) right(by sim.ActorID) string {
	switch {
	case by == d.owner:
		return "owner"
	case d.mayEdit(by):
		return string(Edit)
	}
	return string(Read)
}

func holds(list []sim.ActorID, a sim.ActorID) bool {
	return slices.Contains(list, a) || slices.Contains(list, everyone)
}

// audience is who perceives that something happened to the document: those who follow it and may read it, and the
// extra people, whose right the caller has checked.
func (d *document) audience(extra ...sim.ActorID) []sim.ActorID {
	out := append([]sim.ActorID{d.owner}, extra...)
	for _, list := range [][]sim.ActorID{d.editors, d.followers} {
		for _, a := range list {
			if a != everyone && d.mayRead(a) {
				out = append(out, a)
			}
		}
	}
	return people(out)
}

// people sorts actors and leaves out those who perceive nothing.
func people(list []sim.ActorID) []sim.ActorID {
	out := slices.Clone(list)
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(a sim.ActorID) bool {
		return a == sim.Script || a == sim.Nature || a == everyone || a == ""
	})
}

func with(list []sim.ActorID, who ...sim.ActorID) []sim.ActorID {
	out := append(slices.Clone(list), who...)
	slices.Sort(out)
	return slices.Compact(out)
}

func without(list []sim.ActorID, who ...sim.ActorID) []sim.ActorID {
	return slices.DeleteFunc(slices.Clone(list), func(a sim.ActorID) bool { return slices.Contains(who, a) })
}

func (d *document) version(n int) *version {
	for v := d.latest; v != nil; v = v.before {
		if v.number == n {
			return v
		}
	}
	return nil
}

func (d *document) comment(n int) *comment {
	for c := d.comments; c != nil; c = c.before {
		if c.number == n {
			return c
		}
	}
	return nil
}

func (d *document) suggestion(id string) *suggestion {
	for s := d.suggestions; s != nil; s = s.before {
		if s.id == id {
			return s
		}
	}
	return nil
}

func join(list []sim.ActorID) string {
	names := make([]string, len(list))
	for i, a := range list {
		names[i] = string(a)
	}
	return strings.Join(names, ", ")
}
