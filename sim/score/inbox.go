package score

import (
	"fmt"
	"slices"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// inbox follows the messages that ask the agent by name for a reply, and how long each waited, in the agent's
// working time.
type inbox struct {
	all  []*received
	open map[sim.ActorID][]*received
}

type received struct {
	seq      uint64
	limit    clock.Duration
	message  *message // nil once it is answered
	answered uint64
	took     clock.Duration
}

func (b *inbox) watch(t *Trajectory, _ sim.Event) {
	if m := t.talk.mine(); m != nil {
		b.answer(t, m)
	}
	if m := t.talk.heard(); m != nil && m.directed(t.setup.Agent) && wantsReply(m.acts) {
		r := &received{seq: m.seq, limit: t.limit(m), message: m}
		b.all = append(b.all, r)
		b.open[m.from] = append(b.open[m.from], r)
	}
}

// answer closes what the message answers, for everybody who reads it.
func (b *inbox) answer(t *Trajectory, m *message) {
	for _, who := range m.seen {
		b.open[who] = slices.DeleteFunc(b.open[who], func(r *received) bool {
			if !m.answersTo(r.message) {
				return false
			}
			r.took = t.worked(t.setup.Agent, r.message.at, m.at)
			r.answered, r.message = m.seq, nil
			return true
		})
	}
}

// waited is how long a message waited for its answer, or waits so far.
func (r *received) waited(t *Trajectory) clock.Duration {
	if r.message == nil {
		return r.took
	}
	return t.worked(t.setup.Agent, r.message.at, t.now())
}

// pending says whether a message is open and still within its limit: nobody can say yet how it comes out.
func (r *received) pending(t *Trajectory) bool { return r.message != nil && r.waited(t) <= r.limit }

// latency is D1: for each directed message that needs a reply, the agent's working time until it answers, by reply or
// in the same thread to the sender. Value: per cent answered within the policy's limit. A message open and within
// its limit at the end counts nowhere; one open and past it is not in time, and its latency is censored there.
type latency struct{ in *inbox }

func (latency) id() string { return "D1" }

func (l latency) measure(t *Trajectory) Measure {
	m := Measure{ID: "D1", Name: "response latency", Unit: "%"}
	var times []time.Duration
	inTime := 0
	for _, r := range l.in.all {
		if r.pending(t) {
			continue
		}
		took := r.waited(t)
		times = append(times, took)
		switch {
		case r.message != nil:
			m.Censored++
			m.Evidence = cite(m.Evidence, r.seq)
		case took <= r.limit:
			inTime++
		default:
			m.Evidence = cite(m.Evidence, r.answered)
		}
	}
	m.timed(times)
	m.Value = percent(inTime, m.N)
	m.Why = fmt.Sprintf("%d of %d answered in time, %d not at all; half within %s of working time", inTime, m.N, m.Censored, span(m.P50))
	return m
}

// missed is D2: per cent of those messages that had no reply within the limit times RepliesKept, or none by the end
// of the episode when the limit itself had passed.
type missed struct{ in *inbox }

func (missed) id() string { return "D2" }

func (s missed) measure(t *Trajectory) Measure {
	m := Measure{ID: "D2", Name: "missed replies", Unit: "%"}
	lost := 0
	for _, r := range s.in.all {
		if r.pending(t) {
			continue
		}
		m.N++
		if r.message != nil || r.took > r.limit*time.Duration(t.setup.Policy.RepliesKept) {
			lost++
			m.Evidence = cite(m.Evidence, r.seq)
		}
	}
	m.Value, m.Why = percent(lost, m.N), fmt.Sprintf("%d of %d had no reply", lost, m.N)
	return m
}
