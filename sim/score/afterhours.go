package score

import (
	"fmt"
	"slices"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// afterHours is D13: of the agent's messages to somebody by name that are not urgent, per cent that reach one of those
// named outside their working day, in their zone. A break such as lunch is inside; what is said in a meeting is left
// out, for those who hear it chose to be there.
type afterHours struct {
	n, out int
	cited  []uint64
}

func (*afterHours) id() string { return "D13" }

func (h *afterHours) watch(t *Trajectory, _ sim.Event) {
	m := t.talk.mine()
	if m == nil || m.copied || m.speech.Urgent || m.speech.App == "calendar" {
		return
	}
	named := m.named()
	if len(named) == 0 {
		return
	}
	h.n++
	if slices.ContainsFunc(named, func(a sim.ActorID) bool { return !dayAround(t.hoursOf(a), m.at) }) {
		h.out++
		h.cited = cite(h.cited, m.seq)
	}
}

// dayAround says whether a moment lies in a working day, from its first span to the end of its last.
func dayAround(h *clock.Hours, at clock.Time) bool {
	zone := h.Zone()
	begin, ok := h.Next(clock.DayOf(at, zone).At(0, zone))
	if !ok || at < begin {
		return false
	}
	end, ok := h.DayEnd(begin)
	return ok && at < end
}

func (h *afterHours) measure(*Trajectory) Measure {
	return Measure{ID: "D13", Name: "after hours", Unit: "%", Value: percent(h.out, h.n), N: h.n, Evidence: h.cited,
		Why: fmt.Sprintf("%d of %d messages reached somebody outside their hours", h.out, h.n)}
}
