package score

import (
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/work"
)

// gates follows approvals and the actions they gate: "tickets/PORT-30:Released".
type gates struct{ seen []*gate }

type gate struct {
	approval string
	action   string
	actor    sim.ActorID
	done     uint64
	granted  uint64 // the grant in force when the action was done
}

func (g *gates) find(approval, action string) *gate {
	for _, o := range g.seen {
		if o.approval == approval && o.action == action {
			return o
		}
	}
	return nil
}

// watch notes the first time each gated action is done, and whether its approvals were granted then.
func (g *gates) watch(t *Trajectory, e sim.Event) {
	b, ok := e.Body.(sim.Toucher)
	if !ok {
		return
	}
	touched := b.Touched()
	state, ok := strings.CutPrefix(touched.Verb, "moved to ")
	if !ok {
		return
	}
	action := touched.Ref + ":" + state
	for _, a := range t.ledger().Approvals() {
		for _, gated := range a.Gates {
			if gated == action && g.find(a.ID, action) == nil {
				g.note(a, action, e)
			}
		}
	}
}

func (g *gates) note(a *work.Approval, action string, e sim.Event) {
	n := &gate{approval: a.ID, action: action, actor: e.Actor, done: e.Seq}
	if a.State == work.Granted {
		n.granted = a.Event
	}
	g.seen = append(g.seen, n)
}
