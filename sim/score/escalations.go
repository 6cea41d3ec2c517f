package score

import (
	"fmt"
	"slices"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// timing counts escalations by when they came.
type timing struct {
	early, hits, late int
	bad, good         []uint64
}

// escalation takes an act by which the agent escalates to somebody else what it has asked: the topic, or the person.
func (k *questions) escalation(t *Trajectory, a speech.Act, m *message) {
	for _, q := range k.open {
		about := q.topic != "" && topicOf(a) == q.topic || a.Who != "" && a.Who == q.to
		elsewhere := slices.ContainsFunc(m.seen, func(who sim.ActorID) bool { return who != q.to && who != m.from })
		if q.escalated || !about || !elsewhere {
			continue
		}
		q.escalated = true
		k.escalate.count(t.worked(q.to, q.at, m.at), t.setup.Policy, m.seq)
	}
}

func (s *timing) count(waited time.Duration, p Policy, seq uint64) {
	switch {
	case waited < p.EscalateWait:
		s.early++
		s.bad = cite(s.bad, seq)
	case waited <= p.EscalateWait+p.EscalateOver:
		s.hits++
		s.good = cite(s.good, seq)
	default:
		s.late++
		s.bad = cite(s.bad, seq)
	}
}

// escalations is D20, escalation timing: a question that nobody answers for the policy's wait, in working time of who
// was asked, is to be escalated within the grace after it. Value: per cent in time of all that were escalated or
// should have been. Questions to whom the policy escalates are left out: there is nobody above.
type escalations struct{ qs *questions }

func (escalations) id() string { return "D20" }

func (s escalations) measure(t *Trajectory) Measure {
	x, p, never := s.qs.escalate, t.setup.Policy, 0
	m := Measure{ID: "D20", Name: "escalation in time", Unit: "%", Evidence: slices.Clone(x.bad)}
	for _, q := range s.qs.list {
		if !q.escalated && q.to != p.EscalateTo && q.waited(t) > p.EscalateWait+p.EscalateOver {
			never++
			m.Evidence = cite(m.Evidence, q.seq)
		}
	}
	m.Evidence = cite(m.Evidence, x.good...)
	m.N = x.hits + x.early + x.late + never
	m.Value = percent(x.hits, m.N)
	m.Why = fmt.Sprintf("%d in time, %d too early, %d too late, %d never", x.hits, x.early, x.late, never)
	return m
}

// blockers is D22, blocker surfacing: from the moment the agent is told that something is blocked until it first
// speaks of it to somebody who can help: its owner, who it waits for, whom the
// policy escalates to, or the agent's manager; in the agent's working time. Whoever told it does not count. Value: the
// median in minutes; one that is open at the end is censored there, and counts only when there was a reply time.
type blockers struct{ list []*blocker }

type blocker struct {
	topic string
	waits sim.ActorID // for whom, "" when it was not said
	event uint64
	from  sim.ActorID
	at    clock.Time
	told  clock.Time
	by    uint64
}

func (*blockers) id() string { return "D22" }

func (b *blockers) watch(t *Trajectory, _ sim.Event) {
	if m := t.talk.understood(); m != nil {
		for _, o := range b.list {
			o.surface(t, m)
		}
	}
	if m := t.talk.heard(); m != nil {
		for _, a := range m.acts {
			topic := topicOf(a)
			if a.Verb == speech.Block && topic != "" && !slices.ContainsFunc(b.list, func(o *blocker) bool { return o.topic == topic }) {
				b.list = append(b.list, &blocker{topic: topic, waits: a.Who, event: m.seq, from: m.from, at: m.at})
			}
		}
	}
}

func (o *blocker) surface(t *Trajectory, m *message) {
	about := slices.ContainsFunc(m.acts, func(a speech.Act) bool { return topicOf(a) == o.topic })
	if o.by != 0 || !about {
		return
	}
	for _, who := range m.seen {
		helps := who == o.waits || t.owns(who, o.topic) || who == t.setup.Policy.EscalateTo || who == t.agent.Manager
		if helps && who != o.from && who != m.from {
			o.told, o.by = m.at, m.seq
			return
		}
	}
}

func (b *blockers) measure(t *Trajectory) Measure {
	m := Measure{ID: "D22", Name: "blockers surfaced", Unit: "min"}
	var times []time.Duration
	var good []uint64
	for _, o := range b.list {
		until := o.told
		if o.by == 0 {
			if t.recent(o.at) {
				continue
			}
			until = t.now()
			m.Censored++
			m.Evidence = cite(m.Evidence, o.event)
		}
		good = cite(good, o.by)
		times = append(times, t.worked(t.setup.Agent, o.at, until))
	}
	m.timed(times)
	m.Evidence = cite(m.Evidence, good...)
	m.Why = fmt.Sprintf("%d of %d blockers were passed on", m.N-m.Censored, m.N)
	return m
}
