package engine

import (
	"context"
	"fmt"

	"github.com/tenure-sim/tenure/sim"
)

// Visitor looks on while a log is folded. Either may be nil.
type Visitor struct {
	Before func(sim.Event) error // the world is as it was before the event
	After  func(sim.Event)       // the world is as it is after it
}

// Replay folds a log into an empty world, checks that every event can follow the one before, and returns the
// chain's hash. It calls no model and no agent, and uses no snapshot.
func Replay(w *sim.World, log Log, v Visitor) (sim.Chain, error) {
	w.Provide(log.Content)
	f := folding{world: w, codec: sim.NewCodec(w.Parts()...), visitor: v}
	err := f.fold(log, everything)
	return f.chain, err
}

// Open folds a log into the world and goes on from its end. The agents live through their past again: each is
// shown what it saw and must do what it did (or is told, when it is a Recaller). No model is called for the past.
func Open(ctx context.Context, w *sim.World, c Config, agents map[sim.ActorID]Agent) (*Episode, error) {
	e := bare(w, c)
	again := func(seen sim.Observation, did sim.Began) error {
		if a := agents[seen.Agent]; a != nil {
			return relive(ctx, c.Log, a, seen, did)
		}
		return nil
	}
	var err error
	if c.Past != nil {
		e.chain, err = Replay(w, c.Log, Visitor{After: c.Past, Before: func(ev sim.Event) error {
			if b, ok := ev.Body.(sim.Began); ok {
				return again(w.Last(ev.Actor), b)
			}
			return nil
		}})
		if err == nil {
			err = whole(c.Log, w.Seq(), e.chain)
		}
	} else if err = e.restore(); err == nil && len(agents) > 0 {
		err = e.past(again, nil)
	}
	if err != nil {
		return nil, err
	}
	// The codec of this episode has seen no event yet; it must know the cast before it writes one.
	e.codec.Learn(w.Founding())
	return e, e.ask()
}

// past follows the agents through the log.
func (e *Episode) past(began func(sim.Observation, sim.Began) error, ready func(sim.Observation) error) error {
	seats := sim.NewSeats(sim.NewCodec())
	return protect(func() error {
		return e.log.Read(0, func(_ uint64, raw []byte) error { return seats.Follow(raw, began, ready) })
	})
}

// relive shows an agent a moment of its past.
func relive(ctx context.Context, log Log, a Agent, seen sim.Observation, b sim.Began) error {
	did := Action{Tool: b.Tool, Args: []byte(b.Args), ID: b.ID}
	if r, ok := a.(Recaller); ok {
		if b.Trace != "" {
			trace, err := log.Content(b.Trace)
			if err != nil {
				return fmt.Errorf("the trace of step %d of agent %s: %w", seen.Step, seen.Agent, err)
			}
			did.Trace = trace
		}
		return r.Recall(Step{Seen: seen, Did: did})
	}
	got, err := actSafely(ctx, a, seen)
	if err != nil {
		return fmt.Errorf("agent %s at step %d: %w", seen.Agent, seen.Step, err)
	}
	if !b.SameAs(got.began()) {
		return fmt.Errorf("agent %s is not the one of this log: at step %d it did %s %s and now does %s %s",
			seen.Agent, seen.Step, did.Tool, did.Args, got.Tool, got.Args)
	}
	return nil
}
