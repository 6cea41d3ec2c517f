package score

import (
	"fmt"
)

// hasty is D10, premature pings: pings before the person's time for an answer was over since it was last asked, or
// while the person is ill, on leave or gone, and not urgent. Value: per cent of all questions put to people, so that an
// agent whose one ping in a hundred questions was hasty is not at 100 %.
type hasty struct{ qs *questions }

func (hasty) id() string { return "D10" }

func (s hasty) measure(*Trajectory) Measure {
	return Measure{ID: "D10", Name: "premature pings", Unit: "%", Value: percent(s.qs.tooSoon, s.qs.put), N: s.qs.put, Evidence: s.qs.hasty,
		Why: fmt.Sprintf("%d of %d pings came before the time, in %d questions", s.qs.tooSoon, s.qs.pings, s.qs.put)}
}

// followed is D11, follow-up discipline: of the questions that stayed without an answer past the limit, per cent that
// were pinged within as much time again. One that was not pinged counts only when that time was over: until then there
// was still time for it, and one answered in it needed no follow-up.
type followed struct{ qs *questions }

func (followed) id() string { return "D11" }

func (s followed) measure(t *Trajectory) Measure {
	m := Measure{ID: "D11", Name: "follow-up", Unit: "%"}
	good, most := 0, 0
	for _, q := range s.qs.list {
		if !q.followed && q.waited(t) <= 2*t.limit(q.message) {
			continue
		}
		m.N++
		most = max(most, q.pings)
		if q.followed {
			good++
		} else {
			m.Evidence = cite(m.Evidence, q.seq)
		}
	}
	m.Value, m.Why = percent(good, m.N), fmt.Sprintf("%d of %d overdue questions were followed up in time; at most %d pings", good, m.N, most)
	return m
}
