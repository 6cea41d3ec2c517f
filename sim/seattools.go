package sim

import (
	"fmt"
	"time"

	"github.com/tenure-sim/tenure/clock"
)

// waitMost bounds one wait: an agent that wants more waits again.
const waitMost = 31 * 24 * time.Hour

// seatTools are the tools that the kernel itself offers an agent: to let time pass and to hand in.
func (w *World) seatTools() []Tool {
	return []Tool{
		{Name: "wait_until", Doc: "Let time pass until a moment.",
			Params: []Param{{Name: "time", Type: Moment, Doc: "when to go on"}}, Decide: w.waitUntil},
		{Name: "wait_for", Doc: "Let a span of time pass, nights included.",
			Params: []Param{{Name: "span", Type: Duration, Doc: "how long"}}, Decide: w.waitFor},
		{Name: "wait_any", Doc: "Let time pass until something arrives, or until the span is over.",
			Params: []Param{
				{Name: "span", Type: Duration, Optional: true, Doc: "how long at most; 8h when not given"},
				{Name: "for", Type: String, Optional: true, Enum: []string{"anything", "directed"},
					Doc: "what ends the wait: anything you perceive, or only what is addressed to you (the default)"},
			}, Decide: w.waitAny},
		{Name: "done", Doc: "Hand in the work. The episode ends for you; nothing can be changed afterwards.",
			Params: []Param{{Name: "summary", Type: String, Writes: true, Doc: "what you deliver, in a few sentences"}},
			Decide: w.handIn},
	}
}

func (w *World) waitUntil(v View, by ActorID, a Args) (Result, []Fact, error) {
	t, _ := a.Time("time")
	if t <= v.Now() {
		return Result{}, nil, Reject("wait_until: %s is not in the future; it is %s", local(v, by, t), local(v, by, v.Now()))
	}
	return wait(v, by, Waiting{Until: t})
}

func (w *World) waitFor(v View, by ActorID, a Args) (Result, []Fact, error) {
	d, _ := a.Duration("span")
	if d <= 0 {
		return Result{}, nil, Reject("wait_for: the span must be longer than nothing")
	}
	return wait(v, by, Waiting{Until: v.Now().Add(d)})
}

func (w *World) waitAny(v View, by ActorID, a Args) (Result, []Fact, error) {
	d, ok := a.Duration("span")
	if !ok {
		d = 8 * time.Hour
	}
	if d <= 0 {
		return Result{}, nil, Reject("wait_any: the span must be longer than nothing")
	}
	g := Waiting{Until: v.Now().Add(d), For: "directed"}
	if a.String("for") == "anything" {
		g.For = "anything"
	}
	return wait(v, by, g)
}

func wait(v View, by ActorID, g Waiting) (Result, []Fact, error) {
	if a, ok := v.Actor(by); !ok || a.Kind != Agent {
		return Result{}, nil, Reject("only an agent under test waits; others have their own timers")
	}
	g.Until = min(g.Until, v.Now().Add(waitMost))
	return Result{Text: fmt.Sprintf("waiting until %s at the latest", local(v, by, g.Until))}, []Fact{{Body: g}}, nil
}

// local is a moment as the actor's wall shows it.
func local(v View, by ActorID, t clock.Time) string {
	a, _ := v.Actor(by)
	return t.Format(a.zone())
}

func (w *World) handIn(v View, by ActorID, a Args) (Result, []Fact, error) {
	s := w.seat(by)
	if s == nil {
		return Result{}, nil, Reject("only an agent under test hands in")
	}
	facts := []Fact{{Body: Done{Summary: a.String("summary")}}}
	last := true
	for _, o := range w.seats {
		last = last && (o == s || o.state == gone)
	}
	if last {
		facts = append(facts, Fact{Body: Ended{How: Finished}})
	}
	return Result{Text: "handed in"}, facts, nil
}
