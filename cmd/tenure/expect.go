package main

import (
	"context"
	"errors"

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

// expected plays a scenario once without any model: the coworkers say what the templates say, and the agent is the one that
// follows a script. Prompts and answers are counted by our own estimate, which is above the truth for English; what an
// endpoint will have cached is what it was sent before as the beginning of a prompt. What an agent that is a model itself
// would ask is not in it, nor are repairs: plain words need none.
func expected(ctx context.Context, sc *scenarios.Scenario, b personas.Backing) (profile, error) {
	sheet, err := rehearse(ctx, sc, b)
	if err != nil {
		return nil, err
	}
	return expectedOf(sheet), nil
}

func expectedOf(sheet *spend.Sheet) profile {
	out := profile(spend.By(sheet, func(k spend.Key) string { return k.Role }))
	for role, c := range out {
		c.In, c.Cached = c.Prompt, c.Again
		out[role] = c
	}
	return out
}

// rehearse is that play, counted.
func rehearse(ctx context.Context, sc *scenarios.Scenario, b personas.Backing) (*spend.Sheet, error) {
	log := unsaved{map[sim.Hash][]byte{}}
	sheet := spend.New(spend.Setup{Hours: sc.Hours(), Content: log.Content})
	var fault error
	conf := engine.Config{Log: log, Model: standin.Model{}, Watch: func(e sim.Event) { fault = errors.Join(fault, sheet.Take(e)) }}
	w := sim.NewWorld(sc.Parts()...)
	steady, _, err := agents.Seat("steady", sc, w)
	if err != nil {
		return nil, err
	}
	e, err := engine.Create(w, conf, sc.Lay(benchSeed, personas.Back(b)))
	if err != nil {
		return nil, err
	}
	defer e.Close()
	_, err = e.Run(ctx, map[sim.ActorID]engine.Agent{sc.Agent.ID: steady}, engine.Limits{})
	if err := errors.Join(err, fault, ctx.Err()); err != nil {
		return nil, err
	}
	return sheet, sheet.Finish()
}
