package score

import (
	"fmt"

	"github.com/tenure-sim/tenure/sim"
)

// trust is D31, relationship delta: the mean over coworkers of their trust in the agent now less that at the start, in
// points, rounded. Package personas moves trust by its fixed table and shows it.
type trust struct {
	start map[sim.ActorID]int64
	cited []uint64 // where it fell
}

// trusting is how a body tells of trust that moved.
type trusting interface {
	Trust() (who, of sim.ActorID, delta int)
}

func newTrust() *trust { return &trust{start: map[sim.ActorID]int64{}} }

func (*trust) id() string { return "D31" }

func (r *trust) watch(t *Trajectory, e sim.Event) {
	switch b := e.Body.(type) {
	case sim.Opened:
		for _, a := range t.world.Actors() {
			if n, ok := t.trustOf(a.ID); ok {
				r.start[a.ID] = n
			}
		}
	case trusting:
		if _, of, delta := b.Trust(); of == t.setup.Agent && delta < 0 {
			r.cited = cite(r.cited, e.Seq)
		}
	}
}

// trustOf is a coworker's trust in the agent.
func (t *Trajectory) trustOf(who sim.ActorID) (int64, bool) {
	shown, ok := t.exhibit("players/" + string(who))
	if !ok {
		return 0, false
	}
	n, ok := shown["trust_"+string(t.setup.Agent)].(int64)
	return n, ok
}

func (r *trust) measure(t *Trajectory) Measure {
	m := Measure{ID: "D31", Name: "trust gained", Unit: "points", Evidence: r.cited}
	sum, moved := int64(0), 0
	for _, a := range t.world.Actors() {
		was, known := r.start[a.ID]
		now, ok := t.trustOf(a.ID)
		if !known || !ok {
			continue
		}
		m.N++
		sum += now - was
		if now != was {
			moved++
		}
	}
	if m.N > 0 {
		m.Value = int(rounded(sum, int64(m.N)))
	}
	m.Why = fmt.Sprintf("trust of %d coworkers moved, by %d points in all", moved, sum)
	return m
}

// rounded is a quotient to the nearest whole number, halves away from zero.
func rounded(a, n int64) int64 {
	if a < 0 {
		return -rounded(-a, n)
	}
	return (2*a + n) / (2 * n)
}
