package simcheck

import (
	"context"
	"errors"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// twin is one of the episodes that go on from the same moment.
type twin struct {
	episode *engine.Episode
	compare *comparer
	agents  map[sim.ActorID]engine.Agent
	over    bool
}

const (
	twinsMost = 3 // the episode itself and two forks
	turnMost  = 12
)

// clone forks an episode in memory and lets it and its forks take turns, so that what they share by mistake is changed
// by one before another looks at it. The agents and models of the plain run act and answer as they did then: an agent
// that ships need not be forked, and what differs differs in the world.
func (b *bench) clone(ctx context.Context, at uint64) error {
	c, log, w := b.comparer(), &engine.Memory{}, sim.NewWorld(b.subject.Parts()...)
	until, watch := stoppable(ctx, at)
	conf := engine.Config{Log: &tap{Log: log, hear: c.hear}, Model: b.tape, Watch: watch}
	e, err := engine.Create(w, conf, b.subject.Lay(b.seed))
	if e != nil {
		defer e.Close()
	}
	if err != nil {
		return err
	}
	agents := b.echoes(w)
	if _, err := e.Run(until, agents, engine.Limits{}); err != nil {
		return err
	}
	twins := []*twin{{episode: e, compare: c, agents: agents}}
	logs := make([]engine.Log, twinsMost-1)
	for i := range logs {
		t := &twin{compare: b.comparer(), agents: agents}
		t.compare.seq, t.compare.chain = c.seq, c.chain
		logs[i] = &tap{Log: engine.NewMemory(log, c.seq), hear: t.compare.hear}
		twins = append(twins, t)
	}
	forks, err := e.ForkTo(logs...)
	if err != nil {
		return err
	}
	for i, f := range forks {
		defer f.Close()
		twins[i+1].episode = f
	}
	return b.takeTurns(ctx, twins)
}

// takeTurns lets the twins act a few steps each, in an order that is drawn, until all are over.
func (b *bench) takeTurns(ctx context.Context, twins []*twin) error {
	for n, left := uint64(0), len(twins); left > 0 && ctx.Err() == nil; n++ {
		t := twins[within(uint64(len(twins)), b.seed, "whose turn", n)]
		if t.over {
			continue
		}
		steps := int(1 + within(turnMost, b.seed, "turn", n))
		ended, err := t.episode.Run(ctx, t.agents, engine.Limits{Steps: steps})
		switch {
		case errors.Is(err, errEnough):
			err = nil
		case err == nil && ended == engine.Stopped:
			continue
		case err == nil:
			err = t.compare.end()
		}
		if err != nil {
			return err
		}
		t.over = true
		left--
	}
	return ctx.Err()
}

func (b *bench) echoes(w *sim.World) map[sim.ActorID]engine.Agent {
	out := map[sim.ActorID]engine.Agent{}
	for _, who := range w.Seated() {
		out[who] = echo{b.tape, who}
	}
	return out
}
