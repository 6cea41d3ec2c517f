package checkpoints

import (
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/sim"
)

// checkEnds says whether a step of the world ends with each of the events: an episode can be gone on with from there
// and from nowhere else, so no checkpoint and no fork may stand elsewhere. What lies beyond the log's end is not looked
// at; admits refuses it.
func (s *Store) checkEnds(name string, seqs ...uint64) error {
	h, err := s.Head(name)
	if err != nil {
		return err
	}
	begin := map[uint64]bool{} // the events that must begin a step
	first, last := ^uint64(0), uint64(0)
	for _, seq := range seqs {
		switch {
		case seq == 0 || seq > h.Seq:
		case seq == h.Seq:
			if err := s.checkOpened(name, seq); err != nil {
				return err
			}
		default:
			begin[seq+1] = true
			first, last = min(first, seq+1), max(last, seq+1)
		}
	}
	if last == 0 {
		return nil
	}
	return s.ReadTo(name, first-1, last, func(seq uint64, event []byte) error {
		if !begin[seq] {
			return nil
		}
		b, err := begins(event)
		if err == nil && !b {
			err = s.inside(name, seq-1, h.Seq)
		}
		return err
	})
}

// isEvent says whether bytes look like an event of a world. A log may hold others; those have no steps and no times.
func isEvent(raw []byte) bool {
	const array = 4 // the major type of CBOR that an event is (RFC 8949, 3.1)
	return len(raw) > 0 && raw[0]>>5 == array
}

// begins says whether the event is the first of a step, or none of a world.
func begins(event []byte) (bool, error) {
	if !isEvent(event) {
		return true, nil
	}
	o, err := sim.OutlineOf(event)
	if err != nil {
		return false, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return o.Begins(), nil
}

// checkOpened says whether the log, which ends at the event, has been opened: before that it is history, laid in one go.
func (s *Store) checkOpened(name string, seq uint64) error {
	b, err := s.stepBefore(name, seq)
	if err == nil && !b.opened {
		err = fmt.Errorf("%w: the history of %s, which ends at event %d, is not whole: the episode has not begun", ErrPoint, name, seq)
	}
	return err
}

// beginning is what lies before an event: the first of the step that holds it, if the log has been opened by then.
type beginning struct {
	first  uint64 // 0 in the opening, which has no step before it
	opened bool
}

// stepBefore looks back from an event, chunk by chunk.
func (s *Store) stepBefore(name string, seq uint64) (beginning, error) {
	for upto := seq; upto > 0; {
		first, err := s.chunkOf(name, upto)
		if err != nil {
			return beginning{}, err
		}
		var b beginning
		err = s.ReadTo(name, first-1, upto, func(seq uint64, event []byte) error {
			yes, err := begins(event)
			if yes {
				b = beginning{first: seq, opened: true}
			} else if err == nil {
				b.opened = b.opened || isOpening(event)
			}
			return err
		})
		if err != nil || b.opened {
			return b, err
		}
		upto = first - 1
	}
	return beginning{}, nil
}

func isOpening(event []byte) bool {
	o, err := sim.OutlineOf(event)
	return err == nil && o.Kind() == (sim.Opened{}).Kind()
}

// chunkOf is the first event of the chunk that holds an event of the branch or of its past.
func (s *Store) chunkOf(name string, seq uint64) (uint64, error) {
	var first uint64
	err := s.view(func(tx *bolt.Tx) error {
		line, err := lineage(tx, name)
		if err != nil {
			return err
		}
		f := line[0]
		for i := 0; seq <= f.At && i+1 < len(line); i++ {
			f = line[i+1]
		}
		missing := true
		err = chunksFrom(tx, f.ID, seq, func(c chunk) bool {
			first, missing = max(1, c.first), c.first > seq
			return false
		})
		if err == nil && missing {
			err = fmt.Errorf("%w: event %d of %s is missing", ErrDamaged, seq, f.Name)
		}
		return err
	})
	return first, err
}

// errThere ends a reading that has found what it looked for.
var errThere = errors.New("found")

// inside is the error for an event within a step. It names the nearest events at which one ends.
func (s *Store) inside(name string, seq, end uint64) error {
	b, err := s.stepBefore(name, seq)
	if err != nil {
		return err
	}
	after := end
	err = s.ReadTo(name, seq, end, func(at uint64, event []byte) error {
		yes, err := begins(event)
		if yes {
			after = at - 1
			return errThere
		}
		return err
	})
	if err != nil && !errors.Is(err, errThere) {
		return err
	}
	if b.first <= 1 {
		return fmt.Errorf("%w: event %d lies before the episode begins, in what is laid in one go; the first event to stand on is %d", ErrPoint, seq, after)
	}
	return fmt.Errorf("%w: event %d lies within a step; the nearest events at which one ends are %d and %d", ErrPoint, seq, b.first-1, after)
}
