package simcheck

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// Tape is the log of the plain run, and what went into the world from outside.
type Tape struct {
	events [][]byte
	chains []sim.Chain // after each event
	cuts   []cut       // where the log can be cut and gone on with: between two steps of the world
	last   clock.Time  // of the last event
	laid   uint64      // the last event of the foundation
	ended  bool        // the episode is over; false: the tape was cut short

	actions map[sim.ActorID][]engine.Action
	replies map[question]sim.Replied
}

type question struct {
	owner string
	id    uint64
}

type cut struct {
	seq uint64
	at  clock.Time
}

// Len is the number of the last event.
func (t *Tape) Len() uint64 { return uint64(len(t.events)) }

// Chain is the hash of the events up to and with the given one.
func (t *Tape) Chain(seq uint64) sim.Chain {
	if seq == 0 {
		return sim.Chain{}
	}
	return t.chains[seq-1]
}

func (t *Tape) add(raw []byte) error {
	o, err := sim.OutlineOf(raw)
	if err != nil {
		return err
	}
	if o.Begins() {
		t.cuts = append(t.cuts, cut{t.Len(), t.last})
	}
	before := t.Chain(t.Len())
	t.events = append(t.events, slices.Clone(raw))
	t.chains = append(t.chains, before.Next(raw))
	t.last = o.At
	return nil
}

// note keeps what the world was given and where its foundation ends.
func (t *Tape) note(e sim.Event) {
	switch b := e.Body.(type) {
	case sim.Opened:
		t.laid = e.Seq
	case sim.Began:
		t.actions[e.Actor] = append(t.actions[e.Actor], engine.Action{Tool: b.Tool, Args: json.RawMessage(b.Args), ID: b.ID})
	case sim.Replied:
		t.replies[question{b.Owner, b.ID}] = b
	case sim.Ended:
		t.ended = true
	}
}

func newTape() *Tape {
	return &Tape{actions: map[sim.ActorID][]engine.Action{}, replies: map[question]sim.Replied{}}
}

// echo plays an agent of the tape again: it acts as it did then, whatever it sees.
type echo struct {
	tape *Tape
	who  sim.ActorID
}

// Act implements engine.Agent.
func (a echo) Act(_ context.Context, o sim.Observation) (engine.Action, error) {
	did := a.tape.actions[a.who]
	if o.Step >= len(did) {
		return engine.Action{}, errEnough // the tape was cut here
	}
	return did[o.Step], nil
}

// Complete implements engine.Model: what was answered then is answered again.
func (t *Tape) Complete(_ context.Context, r engine.Request) (engine.Response, error) {
	b, ok := t.replies[question{r.Owner, r.ID}]
	switch {
	case !ok:
		return engine.Response{}, fmt.Errorf("%s/%d was not asked in the plain run", r.Owner, r.ID)
	case b.Fault != "":
		return engine.Response{}, errors.New(b.Fault)
	}
	return engine.Response{Text: b.Text, Model: b.Model, In: b.In, Out: b.Out}, nil
}

// cutAt is the first place at or after an event where the log may be cut, or the last one before it when there is none.
func (t *Tape) cutAt(seq uint64) cut {
	for _, c := range t.cuts {
		if c.seq >= seq {
			return c
		}
	}
	if len(t.cuts) == 0 {
		return cut{}
	}
	return t.cuts[len(t.cuts)-1]
}

// point draws an event after the foundation.
func (t *Tape) point(seed uint64, what string) uint64 {
	return t.laid + within(t.Len()-t.laid, seed, what, 0)
}

// Divergence is the first event in which a log differs from the tape. One of the two is nil when its log has ended.
type Divergence struct {
	Seq       uint64
	Want, Got []byte
}

func (d *Divergence) Error() string { return "the logs differ" }

// errEnough says that a log is as long as it was to be compared.
var errEnough = errors.New("compared as far as was asked")

// comparer follows a log and holds it against the tape.
type comparer struct {
	tape  *Tape
	upto  uint64 // the last event to compare; 0: all
	seq   uint64
	chain sim.Chain
	found *Divergence
}

// hear takes the next event. Its error is the divergence, or errEnough.
func (c *comparer) hear(seq uint64, raw []byte) error {
	if c.found != nil {
		return c.found
	}
	if seq != c.seq+1 { // a log that is read again, or from a later event on
		c.seq, c.chain = seq-1, c.tape.Chain(min(seq-1, c.tape.Len()))
	}
	c.seq, c.chain = seq, c.chain.Next(raw)
	switch {
	case seq > c.tape.Len():
		c.found = &Divergence{Seq: seq, Got: slices.Clone(raw)}
	case c.chain != c.tape.Chain(seq):
		c.found = &Divergence{Seq: seq, Want: c.tape.events[seq-1], Got: slices.Clone(raw)}
	case c.upto != 0 && seq >= c.upto:
		return errEnough
	default:
		return nil
	}
	return c.found
}

// end says that the log is over: one that is shorter than the tape differs, if the tape holds the whole episode.
func (c *comparer) end() error {
	if c.found == nil && c.tape.ended && c.seq < c.tape.Len() {
		c.found = &Divergence{Seq: c.seq + 1, Want: c.tape.events[c.seq]}
	}
	if c.found != nil {
		return c.found
	}
	return nil
}
