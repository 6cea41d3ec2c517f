package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/tenure-sim/tenure/sim"
)

// ErrStepTaken is another action under the name of a step that was taken.
var ErrStepTaken = errors.New("another step has that id")

// again looks whether a step of that name was begun, and brings it to its end if the episode stopped in it.
func (e *Episode) again(ctx context.Context, act Action) (o sim.Observation, again bool, err error) {
	if err := e.name(); err != nil {
		return o, false, err
	}
	event, known := e.steps[act.ID]
	if !known {
		return o, false, nil
	}
	var did sim.Began
	var whose sim.ActorID
	found := false
	err = e.past(func(seen sim.Observation, b sim.Began) error {
		if b.ID == act.ID {
			did, whose = b, seen.Agent
		}
		return nil
	}, func(shown sim.Observation) error {
		if whose != "" && shown.Agent == whose && !found {
			o, found = shown, true
		}
		return nil
	})
	switch {
	case err != nil:
		return o, true, fmt.Errorf("look for step %q: %w", act.ID, err)
	case !did.SameAs(act.began()):
		return o, true, fmt.Errorf("%w: step %q, begun at event %d, did %s %s", ErrStepTaken, act.ID, event, did.Tool, did.Args)
	case found:
		return o, true, nil
	}
	o, ok, err := e.Advance(ctx) // it stopped on the way to its observation
	if err == nil && !ok {
		o = e.world.Last(whose)
	}
	return o, true, err
}

// name learns the names of all steps so far, once.
func (e *Episode) name() error {
	if e.steps != nil {
		return nil
	}
	steps := map[string]uint64{}
	codec := sim.NewCodec() // the episode's own may be shared with forks
	codec.Learn(e.world.Founding())
	err := e.log.Read(0, func(seq uint64, raw []byte) error {
		o, err := sim.OutlineOf(raw)
		if err != nil || o.Kind() != (sim.Began{}).Kind() {
			return err
		}
		ev, err := codec.Decode(raw)
		if err != nil {
			return err
		}
		if b := ev.Body.(sim.Began); b.ID != "" {
			steps[b.ID] = seq
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read the steps: %w", err)
	}
	e.steps = steps
	return nil
}
