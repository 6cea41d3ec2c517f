package score

import (
	"slices"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// newMetrics makes a fold of each metric, in the order of the table in the package comment.
func newMetrics() []metric {
	in, ch, as := &inbox{}, &changes{}, &asks{}
	return []metric{
		in, missed{in}, ch, propagation{ch}, &stale{changes: ch}, informed{ch}, as, selfServed{as}, redundant{as}, premature{as},
		followed{as}, &cost{}, &afterHours{}, &leaks{}, promises{}, &warnings{}, &escalations{asks: as}, &blockers{},
		authorised{}, &claims{}, &reports{}, &trust{},
	}
}

// metricIDs are the ids of newMetrics, for who checks a rubric.
func metricIDs() []string {
	var out []string
	for _, m := range newMetrics() {
		out = append(out, m.id())
	}
	return out
}

// hoursOf is a person's working calendar; the agent's own when the person has none.
func (t *Trajectory) hoursOf(id sim.ActorID) *clock.Hours {
	if a, ok := t.world.Actor(id); ok {
		return a.Hours()
	}
	return t.agent.Hours()
}

// worked is the working time of a person between two moments.
func (t *Trajectory) worked(id sim.ActorID, from, to clock.Time) clock.Duration {
	return t.hoursOf(id).Between(from, to)
}

// limit is how soon a message wants its answer.
func (t *Trajectory) limit(m message) clock.Duration {
	if m.speech.Urgent {
		return t.setup.Policy.ReplyUrgent
	}
	return t.setup.Policy.ReplyNormal
}

// spoke returns the message of the event and whether it is one.
func (t *Trajectory) spoke(e sim.Event) (message, bool) {
	if _, ok := e.Body.(sim.Speaker); !ok {
		return message{}, false
	}
	return t.talk.message[e.Seq], true
}

// read returns how the event says that a message of the agent was understood.
func (t *Trajectory) read(e sim.Event) (speech.Understood, message, bool) {
	u, ok := e.Body.(speech.Understood)
	if !ok || u.From != t.setup.Agent {
		return u, message{}, false
	}
	m, ok := t.talk.message[u.Message]
	return u, m, ok
}

// hearers are those whom a message addresses: by name, or all who perceive it when it names nobody.
func hearers(m message) []sim.ActorID {
	named := slices.Concat(m.speech.To, m.speech.Mentions)
	if len(named) == 0 {
		named = m.seen
	}
	out := make([]sim.ActorID, 0, len(named))
	for _, a := range named {
		if a != m.from && !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	return out
}
