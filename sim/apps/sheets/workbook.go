package sheets

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// everyone in place of names means the whole company.
const everyone sim.ActorID = "all"

// workbook is one record; it is replaced, never changed. Its versions are a linked list, newest first: worlds that part
// ways share the past and each adds its own.
type workbook struct {
	id, title string
	owner     sim.ActorID
	editors   []sim.ActorID // sorted; may hold everyone
	readers   []sim.ActorID
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

func (w *workbook) mayEdit(by sim.ActorID) bool {
	return by == sim.Script || by == sim.Nature || by == w.owner || holds(w.editors, by)
}

func (w *workbook) mayRead(by sim.ActorID) bool { return w.mayEdit(by) || holds(w.readers, by) }

func (w *workbook) right(by sim.ActorID) string {
	switch {
	case by == w.owner:
		return "owner"
	case w.mayEdit(by):
		return string(Edit)
	}
	return string(Read)
}

func holds(list []sim.ActorID, a sim.ActorID) bool {
	return slices.Contains(list, a) || slices.Contains(list, everyone)
}

// audience is who perceives that something happened to the workbook: its owner, whoever wrote in it and may still
// read it, and the extra people, whose right the caller has checked.
func (w *workbook) audience(extra ...sim.ActorID) []sim.ActorID {
	out := append([]sim.ActorID{w.owner}, extra...)
	for _, a := range w.writers {
		if w.mayRead(a) {
			out = append(out, a)
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

func join(list []sim.ActorID) string {
	names := make([]string, len(list))
	for i, a := range list {
		names[i] = string(a)
	}
	return strings.Join(names, ", ")
}

// share changes the rights by the fact.
func (w *workbook) share(b Shared) {
	w.editors, w.readers = without(w.editors, b.Who...), without(w.readers, b.Who...)
	switch b.Right {
	case Edit:
		w.editors = with(w.editors, b.Who...)
	case Read:
		w.readers = with(w.readers, b.Who...)
	}
}
