package personas

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// What coworkers look up in the ledger. An id that names nothing gives nil.

func req(l *work.Ledger, id string) *work.Requirement         { return orNil(l.Requirement(id)) }
func pkg(l *work.Ledger, id string) *work.Package             { return orNil(l.Package(id)) }
func deliverable(l *work.Ledger, id string) *work.Deliverable { return orNil(l.Deliverable(id)) }
func promise(l *work.Ledger, id string) *work.Commitment      { return orNil(l.Commitment(id)) }
func approval(l *work.Ledger, id string) *work.Approval       { return orNil(l.Approval(id)) }
func fact(l *work.Ledger, id string) *work.FactItem           { return orNil(l.Fact(id)) }
func risk(l *work.Ledger, id string) *work.Risk               { return orNil(l.Risk(id)) }

func orNil[T any](x *T, ok bool) *T {
	if !ok {
		return nil
	}
	return x
}

// dependants is the owners of the packages that need a package.
func dependants(l *work.Ledger, id string) []sim.ActorID {
	var out []sim.ActorID
	for _, w := range l.Needing("package/" + id) {
		out = appendNew(out, w.Owner)
	}
	return out
}

// ownerOf is who is in charge of a thing named "kind/id".
func ownerOf(l *work.Ledger, ref string) sim.ActorID {
	kind, id, _ := strings.Cut(ref, "/")
	return concerned(l, refAct(kind, id))
}

func refAct(kind, id string) *speech.Act {
	a := &speech.Act{}
	switch kind {
	case "package":
		a.Package = id
	case "approval":
		a.Approval = id
	case "deliverable":
		a.Deliverable = id
	case "requirement":
		a.Req = id
	case "fact":
		a.Fact = id
	case "risk":
		a.Risk = id
	}
	return a
}

// titleOf is what people call a thing named "kind/id".
func titleOf(l *work.Ledger, ref string) string {
	kind, id, _ := strings.Cut(ref, "/")
	switch kind {
	case "package":
		if w := pkg(l, id); w != nil {
			return w.Title
		}
	case "approval":
		if g := approval(l, id); g != nil {
			return g.Title
		}
	}
	return id
}

// concerned is who is in charge of what an act is about, "" when nobody is.
func concerned(l *work.Ledger, a *speech.Act) sim.ActorID {
	if a.Fact != "" {
		if f := fact(l, a.Fact); f != nil && len(f.Owners) > 0 {
			return f.Owners[0]
		}
	}
	if r := req(l, a.Req); r != nil {
		return r.Owner
	}
	if w := pkg(l, a.Package); w != nil {
		return w.Owner
	}
	if g := approval(l, a.Approval); g != nil {
		return g.Approver
	}
	if c := promise(l, a.Commitment); c != nil {
		return c.By
	}
	if d := deliverable(l, a.Deliverable); d != nil {
		return d.Owner
	}
	if r := risk(l, a.Risk); r != nil {
		return r.Owner
	}
	return a.Who
}

// promiseAbout is the open promise of one person to another about something.
func promiseAbout(l *work.Ledger, by, to sim.ActorID, what string) *work.Commitment {
	if what == "" {
		return nil
	}
	for _, c := range l.OpenCommitments(by, to) {
		if strings.EqualFold(c.What, what) {
			return c
		}
	}
	return nil
}

// promiseOf is the open promise that an act of somebody is about: named, or by what it was about, or in words that
// the act repeats.
func promiseOf(l *work.Ledger, by, to sim.ActorID, a *speech.Act) *work.Commitment {
	if c := promise(l, a.Commitment); c != nil && c.By == by && c.State == work.Open {
		return c
	}
	what := topic(a)
	if what == "" {
		what = a.Note
	}
	return promiseAbout(l, by, to, what)
}

// settledBy is the promise that an act has just made good: kept or late, and not long ago.
func settledBy(l *work.Ledger, by, to sim.ActorID, a *speech.Act) *work.Commitment {
	for _, c := range slices.Backward(l.Commitments()) {
		if c.By == by && c.To == to && (c.State == work.Kept || c.State == work.Late) && (c.ID == a.Commitment || c.What == promised(a)) {
			return c
		}
	}
	return nil
}

// dependsOn says whether a package builds on a requirement.
func dependsOn(l *work.Ledger, w *work.Package, id string) bool {
	if _, ok := w.BasedOn[id]; ok {
		return true
	}
	r := req(l, id)
	if r == nil {
		return false
	}
	for _, ref := range r.Dependents {
		if ref == "package/"+w.ID {
			return true
		}
	}
	return false
}

// exists refuses acts about things that the ledger does not have.
func exists(l *work.Ledger, a *speech.Act) error {
	for _, x := range []struct {
		kind, id string
		missing  bool
	}{{"package", a.Package, pkg(l, a.Package) == nil}, {"deliverable", a.Deliverable, deliverable(l, a.Deliverable) == nil},
		{"commitment", a.Commitment, promise(l, a.Commitment) == nil}, {"approval", a.Approval, approval(l, a.Approval) == nil},
		{"risk", a.Risk, risk(l, a.Risk) == nil}} {
		if x.id != "" && x.missing {
			return sim.Reject("there is no %s %q", x.kind, x.id)
		}
	}
	return nil
}
