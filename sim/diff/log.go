package diff

import (
	"bytes"
	"errors"
	"fmt"
	"iter"

	"github.com/tenure-sim/tenure/sim"
)

// Log is where a side's events and the contents they name are read from.
type Log interface {
	Read(after uint64, each func(seq uint64, event []byte) error) error
	Content(sim.Hash) ([]byte, error)
}

// Side is one of the two episodes.
type Side struct {
	Name  string
	Log   Log
	Last  uint64     // the newest event to look at; there is at least one
	World *sim.World // empty; it is folded
}

// errEnough ends a read before the log's end.
var errEnough = errors.New("far enough")

// events are the side's encoded events after a number. An error is the last thing it gives.
func (s Side) events(after uint64) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		err := s.Log.Read(after, func(seq uint64, raw []byte) error {
			if seq > s.Last || !yield(raw, nil) {
				return errEnough
			}
			return nil
		})
		if err != nil && !errors.Is(err, errEnough) {
			yield(nil, fmt.Errorf("read %s: %w", s.Name, err))
		}
	}
}

// firstDifference is the number of the first event after a number in which two logs differ; found is false when
// there is none. It compares bytes: equal logs are equal in them.
func firstDifference(a, b Side, after uint64) (seq uint64, found bool, err error) {
	nextA, stopA := iter.Pull2(a.events(after))
	defer stopA()
	nextB, stopB := iter.Pull2(b.events(after))
	defer stopB()
	for seq = after + 1; ; seq++ {
		x, errA, moreA := nextA()
		y, errB, moreB := nextB()
		if err := errors.Join(errA, errB); err != nil {
			return 0, false, err
		}
		if !moreA && !moreB {
			return 0, false, nil
		}
		if moreA != moreB || !bytes.Equal(x, y) {
			return seq, true, nil
		}
	}
}

// reader decodes single events of a side.
type reader struct {
	side  Side
	codec *sim.Codec
}

// newReader reads the founding, which tells the codec the cast.
func newReader(s Side) (*reader, error) {
	r := &reader{s, sim.NewCodec(s.World.Parts()...)}
	_, ok, err := r.event(1)
	if err == nil && !ok {
		err = fmt.Errorf("%s has no events", s.Name)
	}
	return r, err
}

// event is the event of that number; ok is false past the side's end.
func (r *reader) event(seq uint64) (e sim.Event, ok bool, err error) {
	for raw, err := range r.side.events(seq - 1) {
		if err != nil {
			return e, false, err
		}
		e, err = r.codec.Decode(raw)
		if err != nil {
			return e, false, fmt.Errorf("read %s: %w", r.side.Name, err)
		}
		return e, true, nil
	}
	return e, false, nil
}

// ledTo is the chain of causes up to an event, the root first and the event itself left out.
func (r *reader) ledTo(e sim.Event) ([]sim.Event, error) {
	var out []sim.Event
	for e.Cause != 0 && e.Cause < e.Seq {
		before, ok, err := r.event(e.Cause)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, fmt.Errorf("event %d of %s names event %d as its cause, which is not there", e.Seq, r.side.Name, e.Cause)
		}
		out = append([]sim.Event{before}, out...)
		e = before
	}
	return out, nil
}

// chainOf is the hash of all events of a side.
func chainOf(s Side) (sim.Chain, error) {
	var c sim.Chain
	for raw, err := range s.events(0) {
		if err != nil {
			return c, err
		}
		c = c.Next(raw)
	}
	return c, nil
}
