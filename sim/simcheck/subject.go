package simcheck

import (
	"fmt"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/agents"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/score"
)

// Subject is what is checked. Its functions make everything anew: two worlds must share nothing that changes.
type Subject struct {
	Name     string // as it is typed: a scenario of the library or a folder
	Agent    string
	Bundle   []byte // the scenario's files; may be nil
	Parts    func() []sim.Part
	Lay      func(seed uint64) engine.Lay
	Seats    func(*sim.World) (Seats, error)
	Model    engine.Model   // nil when nobody asks
	Start    clock.Time     // of the episode
	Horizon  clock.Time     // of the episode, at the latest
	Zone     *time.Location // in which differences are told; nil: UTC
	Scoring  *score.Setup   // nil: promises are not looked at
	Describe string         // what is passed on to the episode's record: the scenario's name
}

// Seats are the agents of one episode.
type Seats struct {
	Agents map[sim.ActorID]engine.Agent
	Watch  func(sim.Event) // may be nil
}

// OfScenario is an agent that ships in a scenario.
func OfScenario(name, agent string) (Subject, error) {
	sc, err := scenarios.Open(name)
	if err != nil {
		return Subject{}, err
	}
	bundle, err := sc.Bundle()
	if err != nil {
		return Subject{}, err
	}
	setup := sc.Scoring()
	return Subject{Name: name, Agent: agent, Bundle: bundle, Parts: sc.Parts, Lay: func(seed uint64) engine.Lay { return sc.Lay(seed) }, Start: sc.Start, Horizon: sc.End(),
		Zone: sc.TimeZone(), Scoring: &setup, Describe: sc.Name,
		Seats: func(w *sim.World) (Seats, error) { return seats(sc, agent, w) }}, nil
}

func seats(sc *scenarios.Scenario, agent string, w *sim.World) (Seats, error) {
	player, watch, err := agents.Seat(agent, sc, w)
	if err != nil {
		return Seats{}, fmt.Errorf("seat the agent: %w", err)
	}
	return Seats{Agents: map[sim.ActorID]engine.Agent{sc.Agent.ID: player}, Watch: watch}, nil
}

func (s Subject) zone() *time.Location {
	if s.Zone == nil {
		return time.UTC
	}
	return s.Zone
}
