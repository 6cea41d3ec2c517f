package simcheck

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// unruly stands between an agent and the world and lets things go wrong. What the agent does not know of it is not told:
// the observation of an action that it did not send is held back, and its news are passed on with the next one.
type unruly struct {
	inner engine.Agent
	plan  plan
	held  *sim.Observation // what the agent has not been shown yet
	again *engine.Action   // what is to be sent a second time
	acts  int              // of the agent itself
	tries uint64           // observations seen
}

// garbage is what no tool takes.
var garbage = []engine.Action{
	{Tool: "chat_pots", Args: json.RawMessage(`{}`)},
	{Tool: "", Args: json.RawMessage(`{}`)},
	{Tool: "chat_post", Args: json.RawMessage(`{"channel":`)},
	{Tool: "chat_post", Args: json.RawMessage(`[]`)},
	{Tool: "mail_send", Args: json.RawMessage(`{"to":{"a":1}}`)},
	{Tool: "wait_for", Args: json.RawMessage(`{"span":"soon"}`)},
	{Tool: "players_absent", Args: json.RawMessage(`{"who":"everybody"}`)},
	{Tool: "directory_list\x00", Args: nil},
}

// Act implements engine.Agent.
func (u *unruly) Act(ctx context.Context, o sim.Observation) (engine.Action, error) {
	n := u.tries
	u.tries++
	if u.again != nil {
		act := *u.again
		u.again = nil
		u.hold(o)
		return act, nil
	}
	if u.held == nil { // no second fault before the agent has acted
		switch {
		case u.plan.strikes(Late, "late", n, lateOften, o.Now):
			u.hold(o)
			span := time.Duration(1+within(180, u.plan.seed, "late by", n)) * time.Minute
			return engine.Action{Tool: "wait_for", Args: json.RawMessage(`{"span":"` + span.String() + `"}`)}, nil
		case u.plan.strikes(Tools, "garbage", n, garbageOften, o.Now):
			u.hold(o)
			return garbage[within(uint64(len(garbage)), u.plan.seed, "which garbage", n)], nil
		}
	}
	act, err := u.inner.Act(ctx, u.shown(o))
	if err != nil {
		return act, err
	}
	switch {
	case u.plan.strikes(Tools, "refused", n, refusedOften, o.Now):
		act.Args = json.RawMessage(`{"simcheck":"refused"}`)
	case u.plan.strikes(Twice, "twice", n, twiceOften, o.Now):
		u.again = &act
	}
	return act, nil
}

// hold keeps an observation for later.
func (u *unruly) hold(o sim.Observation) {
	if u.held != nil {
		o = merged(*u.held, o)
	}
	u.held = &o
}

// shown is the observation as the agent gets it: with what was held back, and its own count of steps.
func (u *unruly) shown(o sim.Observation) sim.Observation {
	if u.held != nil {
		o = merged(*u.held, o)
		u.held = nil
	}
	o.Step = u.acts
	u.acts++
	return o
}

// arrivedMost is how many lines of news an observation has.
const arrivedMost = 10

// merged is the first observation's result with the second's time and the news of both.
func merged(first, second sim.Observation) sim.Observation {
	o := first
	o.Now, o.Local, o.Step, o.Ended = second.Now, second.Local, second.Step, second.Ended
	o.Arrived = append(slices.Clone(first.Arrived), second.Arrived...)
	o.More = first.More + second.More
	if over := len(o.Arrived) - arrivedMost; over > 0 {
		o.Arrived, o.More = o.Arrived[:arrivedMost], o.More+over
	}
	return o
}
