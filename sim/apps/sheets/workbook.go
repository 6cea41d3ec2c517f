package sheets

import (
	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

// workbook is one record; it is replaced, never changed. Its versions are a linked list, newest first: worlds that part
// ways share the past and each adds its own.
type workbook struct {
	company.Rights
	id, title string
	writers   []sim.ActorID // sorted: who wrote in it before
	latest    *version
}

// version is either a base, a whole book stored as a content, or the changes since the version before.
type version struct {
	number  int
	base    sim.Hash
	source  string
	newTab  string
	changes []Cell
	by      sim.ActorID
	at      clock.Time
	seq     uint64
	before  *version
}

func (w *workbook) version(n int) *version {
	for x := w.latest; x != nil; x = x.before {
		if x.number == n {
			return x
		}
	}
	return nil
}

// audience is who perceives that something happened to the workbook: its owner, whoever wrote in it and may still
// read it, and the extra people, whose right the caller has checked.
func (w *workbook) audience(extra ...sim.ActorID) []sim.ActorID {
	out := append([]sim.ActorID{w.Owner}, extra...)
	for _, a := range w.writers {
		if w.MayRead(a) {
			out = append(out, a)
		}
	}
	return company.Audience(out)
}
