package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/point"
)

// ErrStepTaken is another action under the name of a step that was taken.
var ErrStepTaken = errors.New("another step has that id")

// again looks whether a step of that name was begun, and brings it to its end if the episode stopped in it. The name is
// one of the agent that is to act; while none is, of whichever has a step of that name.
func (e *Episode) again(ctx context.Context, act Action) (o sim.Observation, again bool, err error) {
	if err := e.flush(); err != nil { // what was begun a moment ago is looked for in the log too
		return o, false, err
	}
	if err := e.name(); err != nil {
		return o, false, err
	}
	agents := e.world.Seated()
	if next, ok := e.world.Waits(); ok {
		agents = []sim.ActorID{next.Agent}
	}
	for _, a := range agents {
		if event, known := e.steps[step{a, act.ID}]; known {
			o, err := e.answered(ctx, a, event, act)
			return o, true, err
		}
	}
	return o, false, nil
}

// answered is what an agent observed after a step that it began at an event, if it is the same step.
func (e *Episode) answered(ctx context.Context, a sim.ActorID, event uint64, act Action) (o sim.Observation, err error) {
	var did sim.Began
	begun, found := false, false
	err = e.past(func(seen sim.Observation, b sim.Began) error {
		if seen.Agent == a && b.ID == act.ID && !begun {
			did, begun = b, true
		}
		return nil
	}, func(shown sim.Observation) error {
		if begun && shown.Agent == a && !found {
			o, found = shown, true
		}
		return nil
	})
	switch {
	case err != nil:
		return o, fmt.Errorf("look for step %q: %w", act.ID, err)
	case !did.SameAs(act.began()):
		return o, fmt.Errorf("%w: step %q, begun at event %d, did %s %s", ErrStepTaken, act.ID, event, did.Tool, point.Short(did.Args))
	case found:
		return o, nil
	}
	o, ok, err := e.Advance(ctx) // it stopped on the way to its observation
	if err == nil && !ok {
		o = e.world.Last(a)
	}
	return o, err
}

// taken says whether an agent has begun a step of that name, and at which event.
func (e *Episode) taken(s step) (event uint64, taken bool, err error) {
	if s.id == "" {
		return 0, false, nil
	}
	if event, taken = e.pending.steps[s]; taken {
		return event, true, nil
	}
	if err := e.name(); err != nil {
		return 0, false, err
	}
	event, taken = e.steps[s]
	return event, taken, nil
}

// learn adds the names of steps that have been saved, once the names of those before them are known.
func (e *Episode) learn(steps map[step]uint64) {
	if e.steps == nil || len(steps) == 0 {
		return
	}
	if e.lent {
		e.steps, e.lent = maps.Clone(e.steps), false
	}
	maps.Copy(e.steps, steps)
}

// name learns the names of all saved steps, once.
func (e *Episode) name() error {
	if e.steps != nil {
		return nil
	}
	steps := map[step]uint64{}
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
		s := step{ev.Actor, ev.Body.(sim.Began).ID}
		if _, known := steps[s]; s.id != "" && !known {
			steps[s] = seq
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read the steps: %w", err)
	}
	e.steps = steps
	return nil
}
