package simcheck

import (
	"errors"
	"slices"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Tape is the log of the plain run, and what went into the world from outside.
type Tape struct {
	events [][]byte
	chains []sim.Chain // after each event
	cuts   []cut       // where the log may be cut: the ends of what was saved at once
	inputs []sim.Event // agent.began and sim.replied, in order
	laid   uint64      // the last event of the foundation
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

func (t *Tape) add(raw []byte) {
	t.events = append(t.events, slices.Clone(raw))
	t.chains = append(t.chains, t.Chain(t.Len()-1).Next(raw))
}

// note keeps what the world was given and where its foundation ends.
func (t *Tape) note(e sim.Event) {
	switch e.Body.(type) {
	case sim.Began, sim.Replied:
		t.inputs = append(t.inputs, e)
	}
	if len(t.inputs) == 0 {
		t.laid = e.Seq
	}
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

// end says that the log is over: one that is shorter than the tape differs.
func (c *comparer) end() error {
	if c.found == nil && c.seq < c.tape.Len() {
		c.found = &Divergence{Seq: c.seq + 1, Want: c.tape.events[c.seq]}
	}
	if c.found != nil {
		return c.found
	}
	return nil
}
