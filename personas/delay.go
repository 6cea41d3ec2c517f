package personas

import (
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/work"
)

// pace is a log-normal delay: its median and its sigma in thousandths.
type pace struct {
	median clock.Duration
	sigma  int
}

// The paces of replies in working time. Mail: Kooti et al. 2015 and business figures; chat: assumption. See
// persona-parameters.
var (
	mailPace = map[string]pace{
		"fast":   {45 * time.Minute, 1400},
		"normal": {60 * time.Minute, 1600},
		"slow":   {75 * time.Minute, 1800},
	}
	chatPace    = pace{8 * time.Minute, 1500}
	runningPace = pace{45 * time.Second, 1000} // within a running exchange
	// A change is passed on at these paces: to an agent soon, to colleagues late.
	tellAgentPace = pace{30 * time.Minute, 1000}
	tellOthers    = pace{9 * time.Hour, 1000}
)

// Limits of one reply: what a log-normal can draw is not always what a person would do.
const (
	soonest = 20 * time.Second
	latest  = 40 * time.Hour // of working time: a week
)

func (x pace) draw(draw uint64) clock.Duration {
	return work.LogNormal(draw, x.median, x.sigma)
}

// replyAt is when a coworker turns to a message that came now, on its own calendar.
func (p *Players) replyAt(v sim.View, m *player, x *message, r reception) clock.Time {
	n := m.noted + 1
	d := m.paceFor(x, v.Now()).draw(v.Draw(m.id, "reply", n))
	switch {
	case x.said.Urgent:
		d /= 4
	case r.ping:
		d = d * 4 / 9 // Microsoft Nudge: a reminder multiplies the hazard by 2 to 2.5
	}
	switch trust := m.trustIn(x.from); {
	case !x.agent:
	case trust < TrustLow:
		d *= 2
	case trust > TrustHigh:
		d = d * 2 / 3
	}
	if r.silent {
		d *= 2
	}
	d = max(soonest, min(latest, d)).Round(time.Second)
	if x.said.App == "calendar" {
		return m.after(v.Now(), d) // said in a meeting, answered in it
	}
	return m.after(m.freeFrom(v.Now(), x.said.Urgent), d)
}

func (m *player) paceFor(x *message, now clock.Time) pace {
	switch x.said.App {
	case "chat":
		if t := m.talks[x.from]; m.spoken > 0 && t.turns > 0 && now.Sub(t.last) <= exchange {
			return runningPace
		}
		return chatPace
	case "calendar":
		return runningPace
	}
	return mailPace[m.persona.Reply]
}

// freeFrom is when a coworker can look at its messages: after a meeting, and after a block of focus unless it is urgent.
func (m *player) freeFrom(now clock.Time, urgent bool) clock.Time {
	switch m.state {
	case Meeting, Away:
		return max(now, m.until)
	case Focused:
		if !urgent {
			return max(now, m.until)
		}
	case Sick, OnLeave:
		return max(now, m.back)
	}
	return now
}

// after is the moment by which the coworker has worked for d from t on; at least the beginning of its next work.
func (m *player) after(t clock.Time, d clock.Duration) clock.Time {
	at, ok := m.hours.Add(t, d)
	if !ok {
		return clock.Never
	}
	return at
}
