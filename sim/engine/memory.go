package engine

import (
	"errors"
	"fmt"

	"github.com/tenure-sim/tenure/sim"
)

// Memory is a log that is kept in memory and gone with it. It may go on from a point in another log, which is then
// read up to there and not written. The zero Memory is an empty log.
type Memory struct {
	past     Log
	at       uint64 // the last event of the past
	events   [][]byte
	contents map[sim.Hash][]byte
}

// NewMemory makes a log that goes on after event number at of another. The other may go on as well: what it has by now
// never changes, so that the two can be used side by side.
func NewMemory(past Log, at uint64) *Memory {
	if m, ok := past.(*Memory); ok {
		past = m.freeze()
	}
	return &Memory{past: past, at: at}
}

// freeze puts what the log has by now into one that nobody appends to, and goes on after it.
func (m *Memory) freeze() Log {
	if len(m.events) == 0 && m.past != nil {
		return m.past
	}
	f := &Memory{past: m.past, at: m.at, events: m.events, contents: m.contents}
	m.past, m.at, m.events, m.contents = f, m.at+uint64(len(m.events)), nil, nil
	return f
}

// Append implements Log.
func (m *Memory) Append(b sim.Batch) error {
	if last := m.at + uint64(len(m.events)); b.After != last {
		return fmt.Errorf("append after event %d to a log that ends at %d", b.After, last)
	}
	if m.contents == nil {
		m.contents = map[sim.Hash][]byte{}
	}
	for _, c := range b.Contents {
		m.contents[sim.HashOf(c)] = c
	}
	m.events = append(m.events, b.Events...)
	return nil
}

// Read implements Log.
func (m *Memory) Read(after uint64, each func(seq uint64, event []byte) error) error {
	if after < m.at {
		if err := ReadTo(m.past, after, m.at, each); err != nil {
			return err
		}
		after = m.at
	}
	for seq := after + 1; seq <= m.at+uint64(len(m.events)); seq++ {
		if err := each(seq, m.events[seq-m.at-1]); err != nil {
			return err
		}
	}
	return nil
}

// Content implements Log.
func (m *Memory) Content(h sim.Hash) ([]byte, error) {
	if c, ok := m.contents[h]; ok {
		return c, nil
	}
	if m.past != nil {
		return m.past.Content(h)
	}
	return nil, fmt.Errorf("content %s is in no log", h)
}

// ReadTo reads the events of a log after one and up to another, which it must have.
func ReadTo(log Log, after, last uint64, each func(uint64, []byte) error) error {
	if after >= last {
		return nil
	}
	err := log.Read(after, func(seq uint64, raw []byte) error {
		if err := each(seq, raw); err != nil || seq < last {
			return err
		}
		return errThere
	})
	switch {
	case errors.Is(err, errThere):
		return nil
	case err == nil:
		return fmt.Errorf("the log ends before event %d", last)
	}
	return err
}

var errThere = errors.New("the last event wanted is read")
