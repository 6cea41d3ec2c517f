package engine

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Ended says how a run ended. The first three are for good; a stopped or crashed episode can be resumed.
type Ended string

// The ways a run ends.
const (
	Finished Ended = "finished"
	Horizon  Ended = "horizon"
	Broken   Ended = "broken"
	Stopped  Ended = "stopped"
	Crashed  Ended = "crashed"
)

// Over says whether the episode came to its end, and to a good one: a broken one has ended too.
func (e Ended) Over() bool { return e == Finished || e == Horizon }

// Limits say when a run stops by itself.
type Limits struct {
	Until clock.Time // virtual moment; 0: none
	Steps int        // actions of agents in this run; 0: any number
}

// Run lets the agents act until the episode ends, the context is done or a limit is reached. It always leaves the
// log complete. The error is nil for finished and horizon, and for stopped unless the log could not be written or a model
// gave no answer: then it wraps ErrStop.
func (e *Episode) Run(ctx context.Context, agents map[sim.ActorID]Agent, lim Limits) (Ended, error) {
	e.until = lim.Until
	for steps := 0; ; steps++ {
		o, ok, err := e.Advance(ctx)
		switch {
		case errors.Is(err, ErrStop):
			return e.stopFor(err)
		case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.Is(err, errUntil):
			return Stopped, errors.Join(e.failed, e.leave())
		case e.failed != nil:
			return Stopped, err // the world is well; what was saved can be gone on with
		case err != nil:
			return Broken, err
		case !ok:
			return Ended(e.world.Ended().How), nil
		case ctx.Err() != nil, lim.Until != 0 && o.Now >= lim.Until, lim.Steps > 0 && steps >= lim.Steps:
			return Stopped, e.leave()
		}
		if err := e.pause(o); err != nil {
			return Stopped, err
		}
		a, seated := agents[o.Agent]
		if !seated {
			return Crashed, fmt.Errorf("nobody plays %s", o.Agent)
		}
		act, err := actSafely(ctx, a, o)
		if ctx.Err() != nil && err != nil {
			return Stopped, e.leave()
		}
		if errors.Is(err, ErrStop) {
			return e.stopFor(err)
		}
		if err != nil {
			return Crashed, fmt.Errorf("agent %s at step %d: %w", o.Agent, o.Step, err)
		}
		if err := e.Act(o.Agent, act); err != nil {
			if errors.Is(err, ErrAction) || errors.Is(err, ErrStepTaken) {
				return Crashed, errors.Join(fmt.Errorf("agent %s at step %d: %w", o.Agent, o.Step, err), e.flush())
			}
			err = errors.Join(err, e.flush())
			if e.failed != nil {
				return Stopped, err
			}
			return Broken, err
		}
	}
}

// pause is what is done when an agent is to act and everything is saved.
func (e *Episode) pause(o sim.Observation) error {
	if e.turn != nil {
		if err := e.turn(e, o); err != nil {
			return err
		}
	}
	return e.snapshot(runTail)
}

// leave spares whoever opens the episode next the folding.
func (e *Episode) leave() error {
	if e.failed != nil {
		return nil
	}
	return e.snapshot(openTail)
}

// stopFor stops the run for a model that gives no answer. What goes wrong then is the graver: it hides the reason.
func (e *Episode) stopFor(err error) (Ended, error) {
	if left := e.leave(); left != nil {
		return Stopped, fmt.Errorf("%w, when the run had stopped: %v", left, err)
	}
	return Stopped, err
}

// actSafely keeps an agent's panic from taking the episode with it.
func actSafely(ctx context.Context, a Agent, o sim.Observation) (act Action, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return a.Act(ctx, o)
}
