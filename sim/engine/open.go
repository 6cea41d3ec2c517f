package engine

import (
	"bytes"
	"context"
	"fmt"

	"github.com/tenure-sim/tenure/sim"
)

// Open folds a log into the world and goes on from its end. The agents live through their past again: each is
// shown what it saw and must do what it did (or is told, when it is a Recaller). Nobody's models are called.
func Open(ctx context.Context, w *sim.World, c Config, agents map[sim.ActorID]Agent) (*Episode, error) {
	e := bare(w, c)
	err := protect(func() error {
		return c.Log.Read(0, func(_ uint64, raw []byte) error { return e.fold(ctx, raw, agents) })
	})
	if err != nil {
		return nil, fmt.Errorf("open the episode after event %d: %w", w.Seq(), err)
	}
	return e, e.ask()
}

func (e *Episode) fold(ctx context.Context, raw []byte, agents map[sim.ActorID]Agent) error {
	ev, err := e.codec.Decode(raw)
	if err != nil {
		return err
	}
	e.chain = e.chain.Next(raw)
	if b, ok := ev.Body.(sim.Began); ok && agents[ev.Actor] != nil {
		if err := e.relive(ctx, ev.Actor, b, agents[ev.Actor]); err != nil {
			return err
		}
	}
	e.world.Apply(ev)
	if e.watch != nil {
		e.watch(ev)
	}
	return nil
}

// relive shows an agent a moment of its past.
func (e *Episode) relive(ctx context.Context, id sim.ActorID, b sim.Began, a Agent) error {
	s := Step{Seen: e.world.Last(id), Did: Action{Tool: b.Tool, Args: []byte(b.Args)}}
	if r, ok := a.(Recaller); ok {
		return r.Recall(s)
	}
	got, err := a.Act(ctx, s.Seen)
	if err != nil {
		return fmt.Errorf("agent %s at step %d: %w", id, s.Seen.Step, err)
	}
	if got.Tool != s.Did.Tool || !bytes.Equal(got.Args, s.Did.Args) {
		return fmt.Errorf("agent %s is not the one of this log: at step %d it did %s %s and now does %s %s",
			id, s.Seen.Step, s.Did.Tool, s.Did.Args, got.Tool, got.Args)
	}
	return nil
}
