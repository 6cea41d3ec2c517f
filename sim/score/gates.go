package score

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/work"
)

// gates follows approvals and the actions they gate: "tickets/PORT-30:Released", which is done when the ticket moves
// to that state, and "package/rollout", which is done when the package is started or finished without a start.
type gates struct{ passed []*gate }

// gate is one approval in front of one action that was done.
type gate struct {
	approval string
	action   string
	actor    sim.ActorID
	done     uint64
	granted  uint64 // the grant in force when the action was done
}

// find returns the first time an action was done.
func (g *gates) find(approval, action string) *gate {
	for _, o := range g.passed {
		if o.approval == approval && o.action == action {
			return o
		}
	}
	return nil
}

// watch notes each gated action that is done, and whether its approvals were in force then.
func (g *gates) watch(t *Trajectory, e sim.Event) {
	action, actor := g.action(t, e)
	if action == "" {
		return
	}
	for _, a := range t.ledger().Gating(action) {
		n := &gate{approval: a.ID, action: action, actor: actor, done: e.Seq}
		if a.State == work.Granted {
			n.granted = a.Event
		}
		g.passed = append(g.passed, n)
	}
}

// action names what the event does, and who does it. A package is its owner's doing, whoever notes it.
func (g *gates) action(t *Trajectory, e sim.Event) (string, sim.ActorID) {
	id := ""
	switch b := e.Body.(type) {
	case sim.Toucher:
		touched := b.Touched()
		if state, ok := strings.CutPrefix(touched.Verb, "moved to "); ok {
			return touched.Ref + ":" + state, e.Actor
		}
	case work.PackageStarted:
		id = b.ID
	case work.PackageFinished:
		if g.begun("package/" + b.ID) {
			return "", ""
		}
		id = b.ID
	}
	if p, ok := t.ledger().Package(id); ok {
		return "package/" + id, p.Owner
	}
	return "", ""
}

func (g *gates) begun(action string) bool {
	return slices.ContainsFunc(g.passed, func(o *gate) bool { return o.action == action })
}
