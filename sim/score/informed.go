package score

import (
	"fmt"

	"github.com/tenure-sim/tenure/clock"
)

// informed is D6, stakeholder recall: of those who have to know of a requirement that changed, the agent and the
// owner apart, per cent whom the agent told the version in force within the policy's normal limit, in their working
// time, after it knew. Whoever heard of it in that time from others alone is left out, and so is whoever can still be told in time.
type informed struct{ news *news }

func (informed) id() string { return "D6" }

func (p informed) measure(t *Trajectory) Measure {
	m := Measure{ID: "D6", Name: "stakeholders told", Unit: "%"}
	limit, good := t.setup.Policy.ReplyNormal, 0
	for _, n := range p.news.force {
		r, ok := t.ledger().Requirement(n.req)
		if !ok {
			continue
		}
		for _, who := range r.Informed {
			inTime := func(at clock.Time) bool { return t.worked(who, n.first.at, at) <= limit }
			at, told := n.told[who]
			heardAt, heard := n.heard[who]
			switch {
			case who == t.setup.Agent || who == r.Owner:
			case told && inTime(at):
				m.N++
				good++
			case heard && inTime(heardAt) || inTime(t.now()):
			default:
				m.N++
				m.Evidence = cite(m.Evidence, n.first.seq)
			}
		}
	}
	m.Value, m.Why = percent(good, m.N), fmt.Sprintf("%d of %d were told in time", good, m.N)
	return m
}
