package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/predicate"
	"github.com/tenure-sim/tenure/sim/speech"
)

// Oracle plays the solution of a scenario. It looks at the world behind the scenes, so it proves that the work can be
// done and is no contestant. A call of it that is refused is a mistake of the solution: it is kept in Refused, and
// the oracle goes on.
type Oracle struct {
	briefing  Briefing
	hours     *clock.Hours
	world     predicate.World
	steps     []step
	reactions []reaction

	next  int                        // the step that comes
	since clock.Time                 // when the step before was done with
	came  bool                       // the event that the step waits for has happened
	tries int                        // refused calls of this step
	again clock.Time                 // when the refused call is made again
	queue []errand                   // what reactions still have to do, by time
	made  map[string]json.RawMessage // results by the id of their step

	doing   *doing
	meant   map[uint64][]speech.Act // what a coworker is about to say, by the event that says so
	watched bool
	refused []string
}

// errand is a call of a reaction that is to be made from a moment on.
type errand struct {
	at   clock.Time
	call scripted
	data cue
}

// doing is the call whose result the next observation brings.
type doing struct {
	tool  string
	id    string
	where string
	step  bool // a call of the step that comes, not of a reaction
}

// pollEvery is how often a predicate is asked that a step waits for.
const pollEvery = 15 * time.Minute

// NewOracle makes the agent that plays the scenario's own solution in the world w. When the solution waits for
// events, the caller hands it the episode's events by Watch, before anything acts on them.
func NewOracle(b Briefing, sc *scenarios.Scenario, w *sim.World) (engine.Agent, error) {
	if len(sc.Oracle.Steps) == 0 && len(sc.Oracle.Reactions) == 0 {
		return nil, fmt.Errorf("scenario %s brings no solution along", sc.Name)
	}
	o := &Oracle{briefing: b, hours: hoursOf(b.Me), world: predicate.Over(w, w.Part), since: b.Start, made: map[string]json.RawMessage{}, meant: map[uint64][]speech.Act{}}
	if err := o.compile(sc.Oracle); err != nil {
		return nil, fmt.Errorf("solution of %s: %w", sc.Name, err)
	}
	return o, nil
}

// Refused lists the calls that were refused or could not be made, with the reasons.
func (o *Oracle) Refused() []string { return slices.Clone(o.refused) }

// Act implements engine.Agent.
func (o *Oracle) Act(_ context.Context, seen sim.Observation) (engine.Action, error) {
	if !o.watched && o.listens() {
		return engine.Action{}, fmt.Errorf("the solution waits for events: hand them to Watch")
	}
	o.settle(seen)
	for {
		if len(o.queue) > 0 && o.queue[0].at <= seen.Now {
			e := o.queue[0]
			o.queue = o.queue[1:]
			if act, ok := o.make(e.call, e.data, doing{where: e.call.where}); ok {
				return act, nil
			}
			continue
		}
		if o.next == len(o.steps) || !o.ready(seen.Now) {
			return o.wait(seen.Now), nil
		}
		s := &o.steps[o.next]
		if act, ok := o.make(s.scripted, cue{}, doing{where: s.where, id: s.ID, step: true}); ok {
			return act, nil
		}
		o.proceed(seen.Now)
	}
}

// settle takes the result of the call that was made.
func (o *Oracle) settle(seen sim.Observation) {
	d := o.doing
	o.doing = nil
	if d == nil {
		return
	}
	if seen.Rejected == "" {
		if d.id != "" {
			o.made[d.id] = seen.Data
		}
		if d.step {
			o.proceed(seen.Now)
		}
		return
	}
	o.refuse(d.where, d.tool+": "+seen.Rejected)
	if !d.step {
		return
	}
	o.tries++
	if r := o.steps[o.next].Retry; r != nil && o.tries <= r.Most {
		o.again = o.later(seen.Now, clock.Duration(r.Every))
		return
	}
	o.proceed(seen.Now)
}

func (o *Oracle) refuse(where, why string) { o.refused = append(o.refused, where+": "+why) }

// proceed goes on to the next step.
func (o *Oracle) proceed(now clock.Time) {
	o.next, o.since, o.came, o.tries, o.again = o.next+1, now, false, 0, 0
}

// later is the moment by which so much of the agent's working time has passed.
func (o *Oracle) later(from clock.Time, d clock.Duration) clock.Time {
	if t, ok := o.hours.Add(from, d); ok {
		return t
	}
	return from.Add(d)
}

// ready says whether the next step's moment has come.
func (o *Oracle) ready(now clock.Time) bool {
	s := &o.steps[o.next]
	switch {
	case o.again != 0:
		return o.again <= now
	case s.At != 0:
		return s.At <= now
	case s.when != nil:
		holds, err := s.when.Holds(o.world)
		return err == nil && holds
	case s.On != nil:
		return o.came
	}
	return o.later(o.since, clock.Duration(s.After)) <= now
}

// make makes a call unless its condition does not hold or its texts cannot be written.
func (o *Oracle) make(c scripted, data cue, d doing) (engine.Action, bool) {
	if c.cond != nil {
		holds, err := c.cond.Holds(o.world)
		if err != nil {
			o.refuse(c.where, err.Error())
		}
		if err != nil || !holds {
			return engine.Action{}, false
		}
	}
	args, err := o.fill(c.tool, c.args, data)
	if err != nil {
		o.refuse(c.where, err.Error())
		return engine.Action{}, false
	}
	d.tool = c.tool
	o.doing = &d
	return engine.Action{Tool: c.tool, Args: args.JSON()}, true
}

// wait lets time pass until the next thing is due, or until something arrives when arrivals matter.
func (o *Oracle) wait(now clock.Time) engine.Action {
	due := o.due(now)
	if !o.listens() {
		return call("wait_until", map[string]any{"time": due.String()})
	}
	return call("wait_any", map[string]any{"span": due.Sub(now).String(), "for": "anything"})
}

// due is the next moment at which there may be something to do.
func (o *Oracle) due(now clock.Time) clock.Time {
	due := now.Add(24 * time.Hour)
	if len(o.queue) > 0 {
		due = o.queue[0].at
	}
	if o.next == len(o.steps) {
		return due
	}
	s := &o.steps[o.next]
	switch {
	case o.again != 0:
		due = min(due, o.again)
	case s.At != 0 && len(o.queue) == 0:
		due = s.At
	case s.At != 0:
		due = min(due, s.At)
	case s.when != nil:
		due = min(due, now.Add(pollEvery))
	case s.On == nil:
		due = min(due, o.later(o.since, clock.Duration(s.After)))
	}
	return max(due, now.Add(time.Second))
}
