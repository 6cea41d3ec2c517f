package score

import (
	"fmt"
	"time"
)

// acknowledged is D3, change acknowledgement: from the moment a new version of a requirement is told to the agent
// until it names the requirement to anybody, answers the notice, or edits a deliverable so that it states the new
// value, in the agent's working time. Value: the median in minutes. A version that is over before the agent took note
// is censored at that moment, one that is open at the end is censored there; the latter counts only when the agent had
// a reply time to take note.
type acknowledged struct{ news *news }

func (acknowledged) id() string { return "D3" }

func (k acknowledged) measure(t *Trajectory) Measure {
	m := Measure{ID: "D3", Name: "change acknowledgement", Unit: "min"}
	var times []time.Duration
	var good []uint64
	for _, n := range k.news.notices {
		until := n.ackedAt
		if n.acked == 0 {
			until = n.over
			if until == 0 {
				if t.recent(n.first.at) {
					continue
				}
				until = t.now()
			}
			m.Censored++
			m.Evidence = cite(m.Evidence, n.first.seq)
		}
		good = cite(good, n.acked)
		times = append(times, t.worked(t.setup.Agent, n.first.at, until))
	}
	m.timed(times)
	m.Evidence = cite(m.Evidence, good...)
	m.Why = fmt.Sprintf("%d of %d changes acknowledged", m.N-m.Censored, m.N)
	return m
}
