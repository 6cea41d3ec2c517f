package checkpoints

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/fxamacker/cbor/v2"
	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Checkpoint is a named event on a branch.
type Checkpoint struct {
	Name  string     `cbor:"1,keyasint"`
	Seq   uint64     `cbor:"2,keyasint"`
	At    clock.Time `cbor:"3,keyasint"` // virtual
	Chain sim.Chain  `cbor:"4,keyasint"`
	Why   string     `cbor:"5,keyasint,omitempty"` // "hand", "every", "steps", "milestone"
	Note  string     `cbor:"6,keyasint,omitempty"`
}

// markKey begins with the branch and the event, so that a branch's checkpoints lie in the order of its log.
func markKey(branch, seq uint64, name string) []byte { return append(logKey(branch, seq), name...) }

const markNameAt = 16 // where the name begins in a key

// Mark names an event of the branch. It returns ErrExists when the branch, or the past it shares with its parents,
// has a checkpoint of that name, and ErrPoint when the log has no such event. When c.Chain is zero it and c.At are
// found by reading the log up to there.
func (s *Store) Mark(branch string, c Checkpoint) error {
	err := checkName(c.Name)
	if err == nil && c.Seq == 0 {
		err = fmt.Errorf("%w: a checkpoint is an event, and the first has the number 1", ErrPoint)
	}
	if err == nil && c.Chain == (sim.Chain{}) {
		c.Chain, c.At, err = s.Link(branch, c.Seq)
	}
	if err == nil {
		err = s.update(func(tx *bolt.Tx) error { return putMark(tx, branch, c) })
	}
	if err != nil {
		return fmt.Errorf("checkpoint %q of episode %s: %w", c.Name, branch, err)
	}
	return nil
}

func putMark(tx *bolt.Tx, branch string, c Checkpoint) error {
	line, err := lineage(tx, branch)
	if err != nil {
		return err
	}
	var h Head
	if err := getHead(tx, line[0].ID, &h); err != nil {
		return err
	}
	if err := h.admits(c.Seq, c.Chain); err != nil {
		return err
	}
	for _, f := range line {
		err := within(tx, bucketMarks, number(f.ID), func(k, _ []byte) error {
			if seq, name := markOf(k); seq <= f.upto && name == c.Name {
				return fmt.Errorf("%w: it is event %d of %s", ErrExists, seq, f.Name)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return put(tx.Bucket(bucketMarks), markKey(line[0].ID, c.Seq, c.Name), c)
}

// Checkpoints returns the branch's checkpoints in the order of its log, with those of its parents up to where it forks
// off. Where a parent was given a name after the fork that the branch has too, the branch's own counts.
func (s *Store) Checkpoints(branch string) ([]Checkpoint, error) {
	var out []Checkpoint
	err := s.view(func(tx *bolt.Tx) error {
		line, err := lineage(tx, branch)
		if err != nil {
			return err
		}
		taken := map[string]bool{}
		for _, f := range line {
			err := within(tx, bucketMarks, number(f.ID), func(k, v []byte) error {
				seq, name := markOf(k)
				if seq > f.upto || taken[name] {
					return nil
				}
				var c Checkpoint
				if err := cbor.Unmarshal(v, &c); err != nil {
					return fmt.Errorf("%w: checkpoint %s: %w", ErrDamaged, name, err)
				}
				taken[name] = true
				out = append(out, c)
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("checkpoints of episode %s: %w", branch, err)
	}
	slices.SortFunc(out, func(a, b Checkpoint) int {
		return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.Name, b.Name))
	})
	return out, nil
}

// Unmark takes a checkpoint of the branch's own away. Its event stays. One in a parent is taken away there.
func (s *Store) Unmark(branch, name string) error {
	err := s.update(func(tx *bolt.Tx) error {
		line, err := lineage(tx, branch)
		if err != nil {
			return err
		}
		for i, f := range line {
			key, err := findMark(tx, f, name)
			if err != nil {
				return err
			}
			if key != nil && i > 0 {
				return fmt.Errorf("%w of its own: it is one of %s, take it away there", ErrUnmarked, f.Name)
			}
			if key != nil {
				return tx.Bucket(bucketMarks).Delete(key)
			}
		}
		return ErrUnmarked
	})
	if err != nil {
		return fmt.Errorf("take away checkpoint %q of episode %s: %w", name, branch, err)
	}
	return nil
}

// findMark returns the key of a branch's own checkpoint, nil when it has none of that name.
func findMark(tx *bolt.Tx, f forebear, name string) ([]byte, error) {
	var key []byte
	err := within(tx, bucketMarks, number(f.ID), func(k, _ []byte) error {
		if seq, own := markOf(k); seq <= f.upto && own == name {
			key = bytes.Clone(k)
		}
		return nil
	})
	return key, err
}

func markOf(key []byte) (seq uint64, name string) {
	if len(key) < markNameAt {
		return ^uint64(0), "" // no key of ours; verify tells of it
	}
	return binary.BigEndian.Uint64(key[8:]), string(key[markNameAt:])
}
