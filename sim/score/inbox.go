package score

import (
	"fmt"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// inbox is D1, response latency: for each directed message that needs a reply, the agent's working time until it
// answers, by reply or in the same thread where the sender reads it. Value: per cent answered within the policy's
// limit. A message still within its limit at the end counts nowhere; one past it that has no answer is censored.
type inbox struct {
	all  []*received
	open map[sim.ActorID][]*received
}

type received struct {
	message
	answered   uint64
	answeredAt clock.Time
}

func (*inbox) id() string { return "D1" }

func (b *inbox) watch(t *Trajectory, e sim.Event) {
	m, ok := t.spoke(e)
	if !ok {
		return
	}
	if m.from == t.setup.Agent {
		b.answer(m)
		return
	}
	if m.directed(t.setup.Agent) && wantsReply(t.talk.meant[m.seq]) {
		if b.open == nil {
			b.open = map[sim.ActorID][]*received{}
		}
		r := &received{message: m}
		b.all = append(b.all, r)
		b.open[m.from] = append(b.open[m.from], r)
	}
}

// answer closes what the message answers for everybody who reads it.
func (b *inbox) answer(m message) {
	for _, who := range m.seen {
		left := b.open[who][:0]
		for _, r := range b.open[who] {
			if m.speech.ReplyTo == r.seq || sameThread(m.speech, r.speech) {
				r.answered, r.answeredAt = m.seq, m.at
				continue
			}
			left = append(left, r)
		}
		if b.open != nil {
			b.open[who] = left
		}
	}
}

func sameThread(a, b sim.Speech) bool {
	return a.App == b.App && a.Thread != "" && a.Thread == b.Thread
}

func (b *inbox) measure(t *Trajectory) Measure {
	m := Measure{ID: "D1", Name: "response latency", Unit: "%"}
	var times []time.Duration
	inTime := 0
	for _, r := range b.all {
		took := t.worked(t.setup.Agent, r.at, r.until(t))
		switch {
		case r.answered == 0 && took <= t.limit(r.message):
			continue
		case r.answered == 0:
			m.Censored++
			m.Evidence = cite(m.Evidence, r.seq)
		case took <= t.limit(r.message):
			inTime++
		default:
			m.Evidence = cite(m.Evidence, r.answered)
		}
		m.N++
		times = append(times, took)
	}
	times = sortTimes(times)
	m.Value, m.P50, m.P90 = percent(inTime, m.N), percentile(times, 50), percentile(times, 90)
	m.Why = fmt.Sprintf("%d of %d answered in time, %d not at all; half within %s of working time", inTime, m.N, m.Censored, m.P50.Round(time.Minute))
	return m
}

// until is when the message was answered, or now.
func (r *received) until(t *Trajectory) clock.Time {
	if r.answered != 0 {
		return r.answeredAt
	}
	return t.world.Now()
}

// missed is D2, missed replies: per cent of those messages that had no reply within the limit times RepliesKept, or
// by the end of the episode when the limit itself had passed.
type missed struct{ *inbox }

func (missed) id() string                   { return "D2" }
func (missed) watch(*Trajectory, sim.Event) {}

func (b missed) measure(t *Trajectory) Measure {
	m := Measure{ID: "D2", Name: "missed replies", Unit: "%"}
	lost := 0
	for _, r := range b.all {
		took, limit := t.worked(t.setup.Agent, r.at, r.until(t)), t.limit(r.message)
		if r.answered == 0 && took <= limit {
			continue
		}
		m.N++
		if r.answered == 0 || took > limit*time.Duration(t.setup.Policy.RepliesKept) {
			lost++
			m.Evidence = cite(m.Evidence, r.seq)
		}
	}
	m.Value, m.Why = percent(lost, m.N), fmt.Sprintf("%d of %d had no reply", lost, m.N)
	return m
}
