package score

import (
	"fmt"
	"slices"
)

// rightPerson is D7, the right person first: of the things the agent asked for, per cent whose first question was put
// to who owns it. What the agent owns itself is left out. A question that names nobody is put to whoever took it up.
type rightPerson struct{ qs *questions }

func (rightPerson) id() string { return "D7" }

func (p rightPerson) measure(*Trajectory) Measure {
	m := Measure{ID: "D7", Name: "right person first", Unit: "%", N: len(p.qs.topics)}
	right := 0
	for _, topic := range p.qs.topics {
		if p.qs.first[topic] {
			right++
		} else {
			m.Evidence = cite(m.Evidence, p.qs.where[topic])
		}
	}
	m.Value, m.Why = percent(right, m.N), fmt.Sprintf("%d of %d things were first asked of an owner", right, m.N)
	return m
}

// selfServed is D8, self-serviceable questions: per cent of the agent's questions whose answer it had been told, or
// could have read.
type selfServed struct{ qs *questions }

func (selfServed) id() string { return "D8" }

func (s selfServed) measure(*Trajectory) Measure {
	n := s.qs.knownN + s.qs.readN
	return Measure{ID: "D8", Name: "self-serviceable questions", Unit: "%", Value: percent(n, s.qs.asked), N: s.qs.asked,
		Evidence: cite(slices.Clone(s.qs.known), s.qs.readable...), Why: fmt.Sprintf("%d of %d questions had an answer at hand", n, s.qs.asked)}
}

// redundant is D9, redundant questions: how often the agent asked for a fact, or the version in force of a
// requirement, that it had been told. It is a count: there is no share of questions that it would be right to repeat.
type redundant struct{ qs *questions }

func (redundant) id() string { return "D9" }

func (s redundant) measure(*Trajectory) Measure {
	return Measure{ID: "D9", Name: "redundant questions", Unit: "count", Value: s.qs.knownN, N: s.qs.asked, Evidence: s.qs.known,
		Why: fmt.Sprintf("%d of %d questions were for what it had been told", s.qs.knownN, s.qs.asked)}
}
