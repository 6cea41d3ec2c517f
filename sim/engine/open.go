package engine

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/tenure-sim/tenure/sim"
)

// Visitor looks on while a log is folded. Either may be nil.
type Visitor struct {
	Before func(sim.Event) error // the world is as it was before the event
	After  func(sim.Event)       // the world is as it is after it
}

// Replay folds a log into an empty world, checks that every event can follow the one before, and returns the
// chain's hash. It calls no model and no agent.
func Replay(w *sim.World, log Log, v Visitor) (sim.Chain, error) {
	var chain sim.Chain
	w.Provide(log.Content)
	codec := sim.NewCodec(w.Parts()...)
	err := protect(func() error {
		return log.Read(0, func(_ uint64, raw []byte) error {
			ev, err := codec.Decode(raw)
			if err != nil {
				return err
			}
			chain = chain.Next(raw)
			if v.Before != nil {
				if err := v.Before(ev); err != nil {
					return err
				}
			}
			w.Apply(ev)
			if v.After != nil {
				v.After(ev)
			}
			return nil
		})
	})
	if err != nil {
		return chain, fmt.Errorf("replay after event %d: %w", w.Seq(), err)
	}
	return chain, nil
}

// Open folds a log into the world and goes on from its end. The agents live through their past again: each is
// shown what it saw and must do what it did (or is told, when it is a Recaller). No model is called for the past.
func Open(ctx context.Context, w *sim.World, c Config, agents map[sim.ActorID]Agent) (*Episode, error) {
	e := bare(w, c)
	var err error
	e.chain, err = Replay(w, c.Log, Visitor{
		Before: func(ev sim.Event) error {
			b, ok := ev.Body.(sim.Began)
			if !ok || agents[ev.Actor] == nil {
				return nil
			}
			return relive(ctx, agents[ev.Actor], w.Last(ev.Actor), b)
		},
		After: c.Watch,
	})
	if err != nil {
		return nil, err
	}
	// The codec of this episode has seen no event yet; it must know the cast before it writes one.
	e.codec.Learn(w.Founding())
	return e, e.ask()
}

// relive shows an agent a moment of its past.
func relive(ctx context.Context, a Agent, seen sim.Observation, b sim.Began) error {
	did := Action{Tool: b.Tool, Args: []byte(b.Args)}
	if r, ok := a.(Recaller); ok {
		return r.Recall(Step{Seen: seen, Did: did})
	}
	got, err := actSafely(ctx, a, seen)
	if err != nil {
		return fmt.Errorf("agent %s at step %d: %w", seen.Agent, seen.Step, err)
	}
	if strings.ToValidUTF8(got.Tool, "\ufffd") != did.Tool || !bytes.Equal(bytes.ToValidUTF8(got.Args, []byte("\ufffd")), did.Args) {
		return fmt.Errorf("agent %s is not the one of this log: at step %d it did %s %s and now does %s %s",
			seen.Agent, seen.Step, did.Tool, did.Args, got.Tool, got.Args)
	}
	return nil
}
