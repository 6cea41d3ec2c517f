package score

import (
	"fmt"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// propagation is D4, propagation completeness: of the agent's deliverables that have to meet a requirement it was
// told has changed, per cent that are up to date now. One that is not counts only when the agent had a reply time to
// do it. Packages are left out: an agent has no way to bring one up to a version.
type propagation struct{ news *news }

func (propagation) id() string { return "D4" }

func (p propagation) measure(t *Trajectory) Measure {
	m := Measure{ID: "D4", Name: "propagation", Unit: "%"}
	fresh := 0
	for _, n := range p.news.force {
		for _, d := range t.dependents(n.req) {
			switch {
			case t.meets(d, n):
				m.N++
				fresh++
			case !t.recent(n.first.at):
				m.N++
				m.Evidence = cite(m.Evidence, n.first.seq)
			}
		}
	}
	m.Value, m.Why = percent(fresh, m.N), fmt.Sprintf("%d of %d dependents are up to date", fresh, m.N)
	return m
}

// staleWork is D5: minutes of the agent's time in calls, composing included, that changed one of its deliverables and
// left out a change it had been told of. N counts the changes of such deliverables.
type staleWork struct {
	news    *news
	began   clock.Time // of the call in hand
	stale   bool       // it left something out
	spent   clock.Duration
	touches int
	cited   []uint64
}

func (*staleWork) id() string { return "D5" }

func (s *staleWork) watch(t *Trajectory, e sim.Event) {
	if e.Actor != t.setup.Agent {
		return
	}
	switch b := e.Body.(type) {
	case sim.Began:
		s.began, s.stale = e.At, false
	case sim.Called:
		if s.stale {
			s.spent += e.At.Sub(s.began) + clock.Duration(b.Cost)
			s.cited = cite(s.cited, e.Seq)
		}
		s.stale = false
	case sim.Toucher:
		s.touch(t, b.Touched().Ref)
	}
}

func (s *staleWork) touch(t *Trajectory, ref string) {
	concerned := false
	for _, n := range s.news.force {
		for _, d := range t.dependents(n.req) {
			if d.Ref == ref {
				concerned = true
				s.stale = s.stale || !t.meets(d, n)
			}
		}
	}
	if concerned {
		s.touches++
	}
}

func (s *staleWork) measure(*Trajectory) Measure {
	spent := int(s.spent / time.Minute)
	return Measure{ID: "D5", Name: "stale work", Unit: "min", Value: spent, N: s.touches, Evidence: s.cited,
		Why: fmt.Sprintf("%d minutes went into artifacts that left out a change already known", spent)}
}
