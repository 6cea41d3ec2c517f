package work

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
)

// CheckAdded is something that an approver looks for in a deliverable from now on.
type CheckAdded struct {
	Deliverable string `cbor:"1,keyasint"`
	Cell        string `cbor:"2,keyasint,omitempty"`
	Req         string `cbor:"3,keyasint,omitempty"`
	Expr        string `cbor:"4,keyasint,omitempty"`
	Says        string `cbor:"5,keyasint,omitempty"`
}

// Kind implements sim.Body.
func (CheckAdded) Kind() string { return "work.check_added" }

func (b CheckAdded) String() string {
	if b.Expr == "" {
		return "approvers of " + b.Deliverable + " look for requirement " + b.Req + " in " + b.Cell
	}
	return "approvers of " + b.Deliverable + " look whether " + b.Expr
}

func (l *Ledger) addCheck(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	d, err := named(l.deliverables, "deliverable", a.String("deliverable"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	b := CheckAdded{Deliverable: d.ID, Cell: a.String("cell"), Req: a.String("requirement"), Expr: a.String("expr"), Says: a.String("says")}
	c := check{l: l, v: v, by: by}
	switch {
	case (b.Expr == "") == (b.Cell == "") || (b.Expr == "") != (b.Says == "") || (b.Cell == "") != (b.Req == ""):
		c.reject("a check has either cell and requirement, or expr and says")
	case b.Cell != "" && !strings.HasPrefix(d.Ref, "sheets/"):
		c.reject("%s is at %q and has no cells; leave cell and requirement out", d.ID, d.Ref)
	case b.Req != "":
		c.refs([]string{"requirement/" + b.Req}, "requirement")
	}
	return c.propose(b)
}

func (l *Ledger) applyCheck(e sim.Event) {
	b, ok := e.Body.(CheckAdded)
	if !ok {
		return
	}
	d := *l.deliverables.must(b.Deliverable)
	d.Checks = append(slices.Clip(d.Checks), Check{Cell: b.Cell, Req: b.Req, Expr: b.Expr, Says: b.Says})
	d.Event = e.Seq
	l.deliverables.put(d.ID, &d)
}
