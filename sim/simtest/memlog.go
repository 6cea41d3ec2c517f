package simtest

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/tenure-sim/tenure/sim"
)

// MemLog is a log in memory. FailAt makes the append that would bring it past that event fail, as a full disk
// does: nothing of the batch is kept.
type MemLog struct {
	Events   [][]byte
	Contents map[sim.Hash][]byte
	FailAt   uint64
}

// Append implements engine.Log.
func (m *MemLog) Append(b sim.Batch) error {
	if b.After != uint64(len(m.Events)) {
		return fmt.Errorf("the log ends at %d, not %d", len(m.Events), b.After)
	}
	if m.FailAt > 0 && b.After+uint64(len(b.Events)) >= m.FailAt {
		return fmt.Errorf("disk full")
	}
	for _, e := range b.Events {
		m.Events = append(m.Events, bytes.Clone(e))
	}
	if m.Contents == nil {
		m.Contents = map[sim.Hash][]byte{}
	}
	for _, c := range b.Contents {
		m.Contents[sim.HashOf(c)] = c
	}
	return nil
}

// Read implements engine.Log.
func (m *MemLog) Read(after uint64, each func(uint64, []byte) error) error {
	for i := after; i < uint64(len(m.Events)); i++ {
		if err := each(i+1, m.Events[i]); err != nil {
			return err
		}
	}
	return nil
}

// Content implements engine.Log.
func (m *MemLog) Content(h sim.Hash) ([]byte, error) {
	c, ok := m.Contents[h]
	if !ok {
		return nil, fmt.Errorf("no content %s", h)
	}
	return c, nil
}

// Upto is a copy of the log that ends after n events, as a killed process leaves it.
func (m *MemLog) Upto(n int) *MemLog {
	return &MemLog{Events: slices.Clone(m.Events[:n]), Contents: m.Contents}
}

// Difference says where two logs differ first, or "" when they are equal byte for byte.
func (m *MemLog) Difference(o *MemLog) string {
	for i := range min(len(m.Events), len(o.Events)) {
		if !bytes.Equal(m.Events[i], o.Events[i]) {
			return fmt.Sprintf("event %d: %q and %q", i+1, m.Events[i], o.Events[i])
		}
	}
	if len(m.Events) != len(o.Events) {
		return fmt.Sprintf("%d events and %d events", len(m.Events), len(o.Events))
	}
	return ""
}
