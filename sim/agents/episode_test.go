package agents

import (
	"context"
	"testing"

	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/simtest"
)

// desk is an episode of a scenario with one of the agents.
type desk struct {
	t      testing.TB
	sc     *scenarios.Scenario
	log    *simtest.MemLog
	world  *sim.World
	agent  engine.Agent
	events []sim.Event
}

func seat(t testing.TB, scenario, name string) *desk {
	t.Helper()
	sc, err := scenarios.Open(scenario)
	if err != nil {
		t.Fatal(err)
	}
	return seatIn(t, sc, name)
}

func seatIn(t testing.TB, sc *scenarios.Scenario, name string) *desk {
	t.Helper()
	d := &desk{t: t, sc: sc, log: &simtest.MemLog{}, world: sim.NewWorld(sc.Parts()...)}
	b := Briefing{Task: sc.Task(), Start: sc.Start, Horizon: sc.End(), Tools: d.world.Tools()}
	for _, a := range sc.Founding(1).Actors {
		if a.ID == sc.Agent.ID {
			b.Me = a
		}
	}
	var err error
	if name == "oracle" {
		d.agent, err = NewOracle(b, sc, d.world)
	} else {
		d.agent, err = New(name, b)
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *desk) config() engine.Config {
	watch := func(e sim.Event) {
		d.events = append(d.events, e)
		if o, ok := d.agent.(*Oracle); ok {
			o.Watch(e)
		}
	}
	return engine.Config{Log: d.log, Watch: watch, Past: watch}
}

// play runs an episode to its end or for so many actions.
func (d *desk) play(seed uint64, steps int) engine.Ended {
	d.t.Helper()
	e, err := engine.Create(d.world, d.config(), d.sc.Lay(seed))
	if err != nil {
		d.t.Fatal(err)
	}
	return d.run(e, steps)
}

// goOn opens the log of another episode and runs it to its end.
func (d *desk) goOn(log *simtest.MemLog) engine.Ended {
	d.t.Helper()
	d.log = log
	e, err := engine.Open(context.Background(), d.world, d.config(), d.seats())
	if err != nil {
		d.t.Fatal(err)
	}
	return d.run(e, 0)
}

func (d *desk) seats() map[sim.ActorID]engine.Agent {
	return map[sim.ActorID]engine.Agent{d.sc.Agent.ID: d.agent}
}

func (d *desk) run(e *engine.Episode, steps int) engine.Ended {
	d.t.Helper()
	ended, err := e.Run(context.Background(), d.seats(), engine.Limits{Steps: steps})
	if err != nil {
		d.t.Fatal(err)
	}
	return ended
}

// calls lists what the agent did, and what was refused of it.
func (d *desk) calls() (did []sim.Called, refused []string) {
	var args string
	for _, e := range d.events {
		switch b := e.Body.(type) {
		case sim.Began:
			args = b.Args
		case sim.Called:
			did = append(did, b)
			if b.Rejected != "" {
				refused = append(refused, b.Tool+" "+args+": "+b.Rejected)
			}
		}
	}
	return did, refused
}
