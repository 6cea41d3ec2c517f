package work

import (
	"fmt"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// DeliverablePlanned is a result that somebody will hand over.
type DeliverablePlanned struct {
	ID    string      `cbor:"1,keyasint"`
	Title string      `cbor:"2,keyasint,omitempty"`
	Owner sim.ActorID `cbor:"3,keyasint"`
	Ref   string      `cbor:"4,keyasint,omitempty"`
	Reqs  []string    `cbor:"5,keyasint,omitempty"`
	Due   clock.Time  `cbor:"6,keyasint,omitempty"`
}

// Kind implements sim.Body.
func (DeliverablePlanned) Kind() string { return "work.deliverable_planned" }

func (b DeliverablePlanned) String() string {
	return fmt.Sprintf("deliverable %s of %s is planned: %s, %s", b.ID, b.Owner, b.Title, b.Ref)
}

func (l *Ledger) planDeliverable(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	b := DeliverablePlanned{ID: a.String("id"), Title: a.String("title"), Owner: sim.ActorID(a.String("owner")),
		Ref: a.String("ref"), Reqs: a.Strings("requirements")}
	b.Due, _ = a.Time("due")
	c := check{l: l, v: v, by: by}
	c.fresh(l.deliverables.has(b.ID), "deliverable", b.ID)
	c.people(b.Owner)
	for _, id := range b.Reqs {
		c.refs([]string{"requirement/" + id}, "requirement")
	}
	return c.propose(b, b.Owner)
}

func (l *Ledger) applyDeliverable(e sim.Event) {
	b, ok := e.Body.(DeliverablePlanned)
	if !ok {
		return
	}
	l.deliverables.put(b.ID, &Deliverable{ID: b.ID, Title: b.Title, Owner: b.Owner, Ref: b.Ref, Reqs: b.Reqs, Due: b.Due, Event: e.Seq})
	for _, req := range b.Reqs {
		l.bases.add("deliverable/"+b.ID, req)
	}
}

// RequirementsOf returns the requirements that a deliverable or package builds on.
func (l *Ledger) RequirementsOf(what string) []*Requirement {
	var out []*Requirement
	for _, id := range l.bases[what] {
		if r, ok := l.requirements.get(id); ok {
			out = append(out, r)
		}
	}
	return out
}

// BasedOn returns the version of a requirement that a deliverable or package was last brought up to; 1, the version
// it was planned by, when it never was.
func (l *Ledger) BasedOn(what, req string) int {
	var based map[string]int
	switch kind, id := Split(what); kind {
	case "deliverable":
		if d, ok := l.deliverables.get(id); ok {
			based = d.BasedOn
		}
	case "package":
		if p, ok := l.packages.get(id); ok {
			based = p.BasedOn
		}
	}
	return max(1, based[req])
}

// Stale returns the requirements that a deliverable or package has not been brought up to.
func (l *Ledger) Stale(what string) []string {
	var out []string
	for _, r := range l.RequirementsOf(what) {
		if l.BasedOn(what, r.ID) < len(r.Versions) {
			out = append(out, r.ID)
		}
	}
	return out
}
