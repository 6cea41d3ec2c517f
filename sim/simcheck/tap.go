package simcheck

import (
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// tap is a log that lets the checker hear what is read from it and written to it.
type tap struct {
	engine.Log
	hear func(seq uint64, raw []byte) error
	// before may refuse a batch, as a full disk does; after may claim that a saved batch was not. Either may be nil.
	before, after func(sim.Batch) error
}

// Append implements engine.Log. What differs is not saved.
func (t *tap) Append(b sim.Batch) error {
	if t.before != nil {
		if err := t.before(b); err != nil {
			return err
		}
	}
	for i, raw := range b.Events {
		if err := t.hear(b.After+uint64(i)+1, raw); err != nil {
			return err
		}
	}
	if err := t.Log.Append(b); err != nil {
		return err
	}
	if t.after != nil {
		return t.after(b)
	}
	return nil
}

// Read implements engine.Log.
func (t *tap) Read(after uint64, each func(uint64, []byte) error) error {
	return t.Log.Read(after, func(seq uint64, raw []byte) error {
		if err := t.hear(seq, raw); err != nil {
			return err
		}
		return each(seq, raw)
	})
}

// recorder is a tap that makes a tape. It stops the run after the batch that brings event upto.
func recorder(log engine.Log, tape *Tape, upto uint64) *tap {
	return &tap{Log: log,
		hear: func(_ uint64, raw []byte) error { return tape.add(raw) },
		after: func(sim.Batch) error {
			if upto != 0 && tape.Len() >= upto {
				return errEnough
			}
			return nil
		}}
}
