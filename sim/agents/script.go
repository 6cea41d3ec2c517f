package agents

import (
	"fmt"
	"slices"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/predicate"
	"github.com/tenure-sim/tenure/sim/speech"
)

// scripted is one call of a solution, with its condition compiled.
type scripted struct {
	where string
	tool  string
	args  map[string]any
	cond  *predicate.Predicate
}

type step struct {
	scenarios.OracleStep
	scripted
	when *predicate.Predicate
	on   listener
}

type reaction struct {
	on    listener
	after clock.Duration
	cond  *predicate.Predicate
	do    []scripted
}

// listener recognises the events that a solution waits for.
type listener struct {
	kind  string
	act   speech.Verb
	from  sim.ActorID
	match *predicate.EventPredicate
}

// cue is what set a reaction off, for its texts: {{.From}}, {{.Req}}, {{.Value}}.
type cue struct {
	From                                             sim.ActorID
	Req, Value, Package, Deliverable, Approval, Fact string
	Ref, Thread, Subject, Text                       string
}

func (o *Oracle) compile(script scenarios.OracleScript) error {
	for i, s := range script.Steps {
		where := fmt.Sprintf("steps[%d]", i)
		if s.ID != "" {
			where += " " + s.ID
		}
		st := step{OracleStep: s}
		var err error
		if st.scripted, err = compileCall(where, s.Call, s.Args, s.If); err != nil {
			return err
		}
		if st.when, err = optional(s.When); err != nil {
			return fmt.Errorf("%s: when: %w", where, err)
		}
		if s.On != nil {
			if st.on, err = compileOn(*s.On); err != nil {
				return fmt.Errorf("%s: on: %w", where, err)
			}
		}
		o.steps = append(o.steps, st)
	}
	for i, r := range script.Reactions {
		if err := o.compileReaction(fmt.Sprintf("reactions[%d]", i), r); err != nil {
			return err
		}
	}
	return nil
}

func (o *Oracle) compileReaction(where string, r scenarios.Reaction) error {
	out := reaction{after: clock.Duration(r.After)}
	var err error
	if out.on, err = compileOn(r.On); err != nil {
		return fmt.Errorf("%s: on: %w", where, err)
	}
	if out.cond, err = optional(r.If); err != nil {
		return fmt.Errorf("%s: if: %w", where, err)
	}
	for i, d := range r.Do {
		c, err := compileCall(fmt.Sprintf("%s.do[%d]", where, i), d.Call, d.Args, d.If)
		if err != nil {
			return err
		}
		out.do = append(out.do, c)
	}
	o.reactions = append(o.reactions, out)
	return nil
}

func compileCall(where, tool string, args map[string]any, cond string) (scripted, error) {
	p, err := optional(cond)
	if err != nil {
		return scripted{}, fmt.Errorf("%s: if: %w", where, err)
	}
	return scripted{where: where, tool: tool, args: args, cond: p}, nil
}

func optional(expr string) (*predicate.Predicate, error) {
	if expr == "" {
		return nil, nil
	}
	return predicate.Compile(expr)
}

func compileOn(on scenarios.On) (listener, error) {
	l := listener{kind: on.Kind, act: speech.Verb(on.Act), from: on.From}
	if on.Match == "" {
		return l, nil
	}
	var err error
	l.match, err = predicate.CompileEvent(on.Match)
	return l, err
}

// listens says whether the solution waits for events at all.
func (o *Oracle) listens() bool {
	return len(o.reactions) > 0 || slices.ContainsFunc(o.steps, func(s step) bool { return s.On != nil })
}

// Watch takes an event of the episode, in the order of the log.
func (o *Oracle) Watch(e sim.Event) {
	o.watched = true
	if e.At < o.briefing.Start || !o.listens() { // the history is no event to wait for
		return
	}
	if said, ok := e.Body.(speech.Said); ok {
		if slices.Contains(said.To, o.briefing.Me.ID) {
			o.meant[e.Seq] = said.Acts
		}
		return
	}
	perceived := e.Reaches(o.briefing.Me.ID) && e.Actor != o.briefing.Me.ID
	if perceived {
		for _, a := range o.meant[e.Cause] {
			o.hear(e, a, false) // the message itself is heard below, as an event
		}
		delete(o.meant, e.Cause)
	}
	o.hear(e, speech.Act{}, perceived)
}

// hear lets the steps and reactions that wait for it take note of an event or of an act in it.
func (o *Oracle) hear(e sim.Event, a speech.Act, perceived bool) {
	if o.next < len(o.steps) && o.steps[o.next].On != nil && o.matches(o.steps[o.next].on, e, a, perceived) {
		o.came = true
	}
	for i := range o.reactions {
		r := &o.reactions[i]
		if !o.matches(r.on, e, a, perceived) {
			continue
		}
		if r.cond != nil {
			if holds, err := r.cond.Holds(o.world); err != nil || !holds {
				continue
			}
		}
		at := o.later(e.At, r.after)
		for _, c := range r.do {
			o.queue = append(o.queue, errand{at, c, cueOf(e, a)})
		}
	}
	slices.SortStableFunc(o.queue, func(a, b errand) int { return int(min(1, max(-1, a.at-b.at))) })
}

func (o *Oracle) matches(l listener, e sim.Event, a speech.Act, perceived bool) bool {
	if l.kind != "" && (l.kind != e.Body.Kind() || !perceived) || l.act != "" && l.act != a.Verb || l.from != "" && l.from != e.Actor {
		return false
	}
	if l.match == nil {
		return true
	}
	holds, err := l.match.Holds(o.world, e)
	return err == nil && holds
}

func cueOf(e sim.Event, a speech.Act) cue {
	c := cue{From: e.Actor, Req: a.Req, Value: a.Value, Package: a.Package, Deliverable: a.Deliverable, Approval: a.Approval, Fact: a.Fact}
	if b, ok := e.Body.(sim.Speaker); ok {
		s := b.Speech()
		c.Thread, c.Subject, c.Text = s.Thread, s.Subject, s.Text
	}
	if b, ok := e.Body.(sim.Toucher); ok {
		c.Ref = b.Touched().Ref
	}
	return c
}
