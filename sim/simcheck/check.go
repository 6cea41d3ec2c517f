package simcheck

import (
	"context"
	"errors"
	"fmt"
)

// Config says what to check of each seed.
type Config struct {
	Legs   []Leg   // nil: all of Legs
	Storm  bool    // the leg "faults" as well
	Faults []Fault // of that leg; nil: drawn by the seed
	At     uint64  // where legs leave the plain run; 0: drawn by the seed
	Upto   uint64  // compare so many events; 0: all
	Shrink int     // most runs spent on a smaller case
	Dir    string  // for stores; "" is the system's folder for such
	// Progress is called before each leg; may be nil.
	Progress func(seed uint64, l Leg)
}

// Result is what one seed showed.
type Result struct {
	Scenario string      `json:"scenario"`
	Agent    string      `json:"agent"`
	Seed     uint64      `json:"seed"`
	Events   uint64      `json:"events"`
	Hash     string      `json:"log_hash,omitempty"`
	Ended    string      `json:"ended,omitempty"`
	Legs     []LegResult `json:"legs"`
	OK       bool        `json:"ok"`
}

// LegResult is what one leg showed.
type LegResult struct {
	Leg     Leg      `json:"leg"`
	At      uint64   `json:"at,omitempty"`
	Faults  []Fault  `json:"faults,omitempty"`
	Events  uint64   `json:"events,omitempty"` // of the run with faults
	OK      bool     `json:"ok"`
	Finding *Finding `json:"finding,omitempty"`
	Repeat  string   `json:"repeat,omitempty"` // the command that goes this leg again
	Shrunk  *Shrunk  `json:"shrunk,omitempty"`
}

// ErrAt is wrapped when legs were to leave the plain run after its end.
var ErrAt = errors.New("no such event")

// beyond refuses a point that the run does not come to: legs from there would show nothing.
func (c Config) beyond(b *bench) error {
	if last := b.tape.Len(); c.At > last {
		return fmt.Errorf("%w: legs were to leave the run of %s with seed %d at event %d, and it has %d", ErrAt, b.subject.Name, b.seed, c.At, last)
	}
	return nil
}

// Check checks one seed. The error is not nil when the check could not be made: the context is done, or there is no room
// for a store.
func Check(ctx context.Context, s Subject, seed uint64, c Config) (Result, error) {
	r := Result{Scenario: s.Name, Agent: s.Agent, Seed: seed, OK: true}
	if c.Legs == nil {
		c.Legs = Legs()
	}
	c.tell(seed, Plain)
	b, err := newBench(ctx, c.Dir, s, seed, c.Upto)
	if isMachinery(ctx, err) {
		return r, err
	}
	if err != nil {
		r.add(LegResult{Leg: Plain, Finding: &Finding{Why: err.Error()}, Repeat: c.of(s, seed, Plain).Command()})
		return r, nil
	}
	if err := c.beyond(b); err != nil {
		return r, errors.Join(err, b.close())
	}
	r.Events, r.Hash, r.Ended = b.tape.Len(), b.tape.Chain(b.tape.Len()).String(), string(b.ended)
	r.add(LegResult{Leg: Plain, Repeat: c.of(s, seed, Plain).Command(), Finding: b.promised()})
	for _, l := range c.Legs {
		if err == nil && l != Storm && l != Plain {
			err = c.leg(ctx, b, l, &r)
		}
	}
	if err == nil && c.Storm {
		err = c.storm(ctx, s, seed, &r)
	}
	return r, errors.Join(err, b.close())
}

func (r *Result) add(l LegResult) {
	l.OK = l.Finding == nil
	if l.OK {
		l.Repeat = ""
	}
	r.OK = r.OK && l.OK
	r.Legs = append(r.Legs, l)
}

func (c Config) tell(seed uint64, l Leg) {
	if c.Progress != nil {
		c.Progress(seed, l)
	}
}

func (c Config) of(s Subject, seed uint64, l Leg) Case {
	return Case{Scenario: s.Name, Agent: s.Agent, Seed: seed, Leg: l, Upto: c.Upto}
}

// promised looks at the promises of a whole run.
func (b *bench) promised() *Finding {
	if !b.tape.ended {
		return nil
	}
	var all []Overlooked
	err := guard(func() (err error) {
		all, err = b.overlooked()
		return err
	})
	if err != nil {
		return &Finding{Why: err.Error()}
	}
	if len(all) == 0 {
		return nil
	}
	f := b.forgotten(all)
	return &f
}

// leg goes one leg, and makes what differs smaller.
func (c Config) leg(ctx context.Context, b *bench, l Leg, r *Result) error {
	c.tell(b.seed, l)
	out := LegResult{Leg: l}
	if l.branches() {
		out.At = c.At
		if out.At == 0 {
			out.At = b.tape.point(b.seed, string(l))
		}
		out.At = b.pointFor(l, out.At)
	}
	err := b.run(ctx, l, out.At)
	if isMachinery(ctx, err) {
		return err
	}
	if err != nil {
		f := b.explain(l, err)
		x := c.of(b.subject, b.seed, l)
		x.At = out.At
		out.Finding, out.Repeat = &f, x.Command()
		if out.Shrunk, err = c.smaller(ctx, b.subject, x, f.Event, b.tape.laid); err != nil {
			return err
		}
	}
	r.add(out)
	return nil
}

// storm goes the leg with faults.
func (c Config) storm(ctx context.Context, s Subject, seed uint64, r *Result) error {
	c.tell(seed, Storm)
	x := c.of(s, seed, Storm)
	if x.Faults = c.Faults; x.Faults == nil {
		x.Faults = DrawFaults(seed, s.fitting())
	}
	out := LegResult{Leg: Storm, Faults: x.Faults, Repeat: x.Command()}
	f, events, err := c.stormy(ctx, s, x)
	if err != nil {
		return err
	}
	out.Events, out.Finding = events, f
	if f != nil {
		if out.Shrunk, err = c.smaller(ctx, s, x, f.Event, 0); err != nil {
			return err
		}
	}
	r.add(out)
	return nil
}

// stormy goes a case with faults once.
func (c Config) stormy(ctx context.Context, s Subject, x Case) (*Finding, uint64, error) {
	b, p, err := faultyBench(ctx, c.Dir, s, x.Seed, x.Upto, x.Faults)
	if isMachinery(ctx, err) {
		return nil, 0, err
	}
	if err != nil {
		return &Finding{Why: "with faults, " + err.Error()}, 0, nil
	}
	err = b.weather(ctx, p)
	if errors.Is(err, errEnough) {
		err = nil
	}
	if isMachinery(ctx, err) {
		return nil, 0, errors.Join(err, b.close())
	}
	if err != nil {
		f := b.explain(Storm, err)
		return &f, b.tape.Len(), b.close()
	}
	return b.promised(), b.tape.Len(), b.close()
}

// smaller looks for a smaller case that is still at fault.
func (c Config) smaller(ctx context.Context, s Subject, x Case, event, first uint64) (*Shrunk, error) {
	if c.Shrink == 0 {
		return nil, nil
	}
	out, err := shrink(x, event, first, c.Shrink, func(x Case) (uint64, bool, error) { return c.attempt(ctx, s, x) })
	return &out, err
}

// attempt goes a case again, its plain run included.
func (c Config) attempt(ctx context.Context, s Subject, x Case) (uint64, bool, error) {
	f, err := c.once(ctx, s, x)
	if err != nil || f == nil {
		return 0, false, err
	}
	return f.Event, true, nil
}

func (c Config) once(ctx context.Context, s Subject, x Case) (*Finding, error) {
	if x.Leg == Storm {
		f, _, err := c.stormy(ctx, s, x)
		return f, err
	}
	b, err := newBench(ctx, c.Dir, s, x.Seed, x.Upto)
	if isMachinery(ctx, err) {
		return nil, err
	}
	if err != nil {
		return &Finding{Why: err.Error()}, nil
	}
	err = b.run(ctx, x.Leg, b.pointFor(x.Leg, x.At))
	if isMachinery(ctx, err) {
		return nil, errors.Join(err, b.close())
	}
	if err != nil {
		f := b.explain(x.Leg, err)
		return &f, b.close()
	}
	return nil, b.close()
}

// isMachinery tells what keeps a check from being made from what a check finds.
func isMachinery(ctx context.Context, err error) bool {
	var m *machinery
	return err != nil && (ctx.Err() != nil || errors.As(err, &m))
}

// GoAgain goes a case as it was found, and says what it showed: nil when it is well.
func GoAgain(ctx context.Context, c Case) (*Finding, error) {
	s, err := OfScenario(c.Scenario, c.Agent)
	if err != nil {
		return nil, fmt.Errorf("scenario of the case: %w", err)
	}
	legs := []Leg{c.Leg}
	if c.Leg == Plain || c.Leg == Storm {
		legs = []Leg{}
	}
	r, err := Check(ctx, s, c.Seed, Config{Legs: legs, Storm: c.Leg == Storm, Faults: c.Faults, At: c.At, Upto: c.Upto})
	if err != nil {
		return nil, err
	}
	for _, l := range r.Legs {
		if l.Finding != nil {
			return l.Finding, nil
		}
	}
	return nil, nil
}
