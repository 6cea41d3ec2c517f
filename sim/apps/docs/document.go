package docs

import (
	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

// document is one record; it is replaced, never changed. Its histories are linked lists, newest first: worlds that
// part ways share the past and each adds its own.
type document struct {
	company.Rights
	id, title   string
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

// audience is who perceives that something happened to the document: those who follow it and may read it, and the
// extra people, whose right the caller has checked.
func (d *document) audience(extra ...sim.ActorID) []sim.ActorID {
	out := append([]sim.ActorID{d.Owner}, extra...)
	for _, list := range [][]sim.ActorID{d.Editors, d.followers} {
		for _, a := range list {
			if a != company.Everyone && d.MayRead(a) {
				out = append(out, a)
			}
		}
	}
	return company.Audience(out)
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
