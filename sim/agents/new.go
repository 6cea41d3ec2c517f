package agents

import (
	"fmt"
	"strings"

	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// Brief is what an agent is told of a scenario before it starts.
func Brief(sc *scenarios.Scenario, w *sim.World) Briefing {
	b := Briefing{Task: sc.Task(), Start: sc.Start, Horizon: sc.End(), Tools: w.Tools()}
	for _, a := range sc.Founding(0).Actors { // the cast is that of every seed
		if a.ID == sc.Agent.ID {
			b.Me = a
		}
	}
	return b
}

// Seat makes the agent of that name for a scenario's world and tells it what it is told before it starts. Only some watch
// what happens behind the scenes: watch, when it is not nil, is to be handed every event of the episode.
func Seat(name string, sc *scenarios.Scenario, w *sim.World) (agent engine.Agent, watch func(sim.Event), err error) {
	b := Brief(sc, w)
	if name != "oracle" {
		agent, err = New(name, b)
		return agent, nil, err
	}
	agent, err = NewOracle(b, sc, w)
	if o, ok := agent.(*Oracle); ok {
		watch = o.Watch
	}
	return agent, watch, err
}

// New makes the agent of that name. The oracle is made by NewOracle, for it needs more than a briefing.
func New(name string, b Briefing) (engine.Agent, error) {
	switch name {
	case "null":
		return Null{}, nil
	case "spammer":
		return newSpammer(b), nil
	case "steady":
		return newSteady(b), nil
	case "oracle":
		return nil, fmt.Errorf("the oracle plays the solution of a scenario and is made by NewOracle")
	}
	return nil, fmt.Errorf("there is no agent %q; the agents are %s", name, strings.Join(Names(), ", "))
}
