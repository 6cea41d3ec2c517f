package main

import (
	"context"
	"errors"
	"time"

	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/personas/standin"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/agents"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/spend"
)

// profile is what models of coworkers are expected to be asked for in an episode, by role.
type profile map[string]spend.Count

// played is how a scenario is played to find out what models would be asked.
type played struct {
	scenario *scenarios.Scenario
	backing  personas.Backing
	agent    string
	seed     uint64
	until    time.Duration      // working hours; 0: to its end
	steps    int                // of the agent; 0: as many as there are
	loop     *agents.LoopConfig // of a model that is to play the agent in its place; nil: none is
}

// usually is the play where nothing else is said.
func usually(sc *scenarios.Scenario, b personas.Backing) played {
	return played{scenario: sc, backing: b, agent: "steady", seed: benchSeed}
}

// expected plays a scenario once without any model: the coworkers say what the templates say, and the agent is one that
// follows a script, also where a model is to play it: then its conversation is counted for the same steps. Prompts and answers are counted by our own estimate, which is above the truth for English; what an
// endpoint will have cached is what it was sent before as the beginning of a prompt. Repairs are
// not in it: plain words need none.
func expected(ctx context.Context, p played) (profile, error) {
	sheet, shadow, err := p.rehearse(ctx)
	if err != nil {
		return nil, err
	}
	out := expectedOf(sheet)
	if shadow != nil {
		t := shadow.Takes()
		out[agents.RoleAgent] = spend.Count{Calls: t.Calls, In: t.In, Cached: t.Cached, Out: t.Out}
	}
	return out, nil
}

func expectedOf(sheet *spend.Sheet) profile {
	out := profile(spend.By(sheet, func(k spend.Key) string { return k.Role }))
	for role, c := range out {
		c.In, c.Cached = c.Prompt, c.Again
		out[role] = c
	}
	return out
}

// seat is the agent of the play, with its shadow where a model is to take its place.
func (p played) seat(w *sim.World) (engine.Agent, func(sim.Event), *agents.Shadow, error) {
	agent, behind, err := agents.Seat(p.agent, p.scenario, w)
	if err != nil || p.loop == nil {
		return agent, behind, nil, err
	}
	s, err := agents.NewShadow(agent, agents.Brief(p.scenario, w), *p.loop)
	return s, behind, s, err
}

// rehearse is that play, counted.
func (p played) rehearse(ctx context.Context) (*spend.Sheet, *agents.Shadow, error) {
	log, sc := unsaved{map[sim.Hash][]byte{}}, p.scenario
	sheet := spend.New(spend.Setup{Hours: sc.Hours(), Content: log.Content})
	var fault error
	w := sim.NewWorld(sc.Parts()...)
	agent, behind, shadow, err := p.seat(w)
	if err != nil {
		return nil, nil, err
	}
	watch := func(e sim.Event) {
		fault = errors.Join(fault, sheet.Take(e))
		if behind != nil {
			behind(e)
		}
	}
	var laid []sim.Call
	if p.backing != (personas.Backing{}) {
		laid = append(laid, personas.Back(p.backing))
	}
	e, err := engine.Create(w, engine.Config{Log: log, Model: standin.Model{}, Watch: watch}, sc.Lay(p.seed, laid...))
	if err != nil {
		return nil, nil, err
	}
	defer e.Close()
	lim := engine.Limits{Steps: p.steps}
	if p.until > 0 {
		lim.Until = sc.At(p.until)
	}
	_, err = e.Run(ctx, map[sim.ActorID]engine.Agent{sc.Agent.ID: agent}, lim)
	if err := errors.Join(err, fault, ctx.Err()); err != nil {
		return nil, nil, err
	}
	return sheet, shadow, sheet.Finish()
}
