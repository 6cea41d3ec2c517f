package score

import (
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// fold follows the log. What was said and meant by the event in hand is in the trajectory's talk.
type fold interface {
	watch(*Trajectory, sim.Event)
}

// metric tells its measure at any time. Many are folds themselves; the others look at one.
type metric interface {
	id() string
	measure(*Trajectory) Measure
}

// newMetrics makes a set of metrics, in the order of the table in the package comment, and the folds they rest on.
func newMetrics() ([]metric, []fold) {
	in, news, qs, vows := &inbox{open: map[sim.ActorID][]*received{}}, newNews(), newQuestions(), newVows()
	metrics := []metric{
		latency{in}, missed{in}, acknowledged{news}, propagation{news}, &staleWork{news: news}, informed{news}, rightPerson{qs},
		selfServed{qs}, redundant{qs}, hasty{qs}, followed{qs}, newBurden(), &afterHours{}, newLeaks(), kept{vows}, warned{vows},
		escalations{qs}, &blockers{}, authorised{}, &claims{}, &reports{}, newTrust(),
	}
	folds := []fold{in, news, qs, vows}
	for _, m := range metrics {
		if f, ok := m.(fold); ok {
			folds = append(folds, f)
		}
	}
	return metrics, folds
}

// MetricIDs lists the metrics a criterion can name, in the order of the package comment.
func MetricIDs() []string {
	var out []string
	metrics, _ := newMetrics()
	for _, m := range metrics {
		out = append(out, m.id())
	}
	return out
}

// now is the moment as of which the trajectory is judged: a milestone, or that of the newest event.
func (t *Trajectory) now() clock.Time {
	if t.asOf != 0 {
		return t.asOf
	}
	return t.world.Now()
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
func (t *Trajectory) limit(m *message) clock.Duration {
	if m.speech.Urgent {
		return t.setup.Policy.ReplyUrgent
	}
	return t.setup.Policy.ReplyNormal
}

// recent says whether something is too young to be held against the agent: it had no reply time yet.
func (t *Trajectory) recent(at clock.Time) bool {
	return t.worked(t.setup.Agent, at, t.now()) <= t.setup.Policy.ReplyNormal
}

// isPersona says whether an actor is a simulated coworker.
func (t *Trajectory) isPersona(id sim.ActorID) bool {
	a, ok := t.world.Actor(id)
	return ok && a.Kind == sim.Persona
}

// stateOf is a coworker's availability as package personas shows it: "focus", "leave" ...; "" when it is not known.
func (t *Trajectory) stateOf(id sim.ActorID) string {
	shown, ok := t.exhibit("players/" + string(id))
	if !ok {
		return ""
	}
	state, _ := shown["state"].(string)
	return state
}

// owns says whether the person is who decides or knows a topic such as "fact/price".
func (t *Trajectory) owns(who sim.ActorID, topic string) bool {
	kind, id, _ := strings.Cut(topic, "/")
	l := t.ledger()
	switch kind {
	case "fact":
		f, ok := l.Fact(id)
		return ok && slices.Contains(f.Owners, who)
	case "requirement":
		r, ok := l.Requirement(id)
		return ok && r.Owner == who
	case "package":
		p, ok := l.Package(id)
		return ok && p.Owner == who
	case "deliverable":
		d, ok := l.Deliverable(id)
		return ok && d.Owner == who
	case "approval":
		a, ok := l.Approval(id)
		return ok && a.Approver == who
	case "commitment":
		c, ok := l.Commitment(id)
		return ok && c.By == who
	}
	return false
}

// timed fills in value, percentiles and spread of a measure whose value is the median in minutes.
func (m *Measure) timed(times []time.Duration) {
	times = sortTimes(times)
	m.N, m.P50, m.P90 = len(times), percentile(times, 50), percentile(times, 90)
	if m.Unit == "min" {
		m.Value = int(m.P50 / time.Minute)
	}
}
