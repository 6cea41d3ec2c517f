package checkpoints

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

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

// Mark names events of the branch, all or none, in one transaction. It returns ErrExists when the branch, or the past it
// shares with its parents, has a checkpoint of that name, ErrName when one made ByHand is called as policies call theirs, and
// ErrPoint when no step ends with the event, or the log has none of that number. Where a checkpoint's Chain is zero, it and
// the moment are found by reading the log up to there.
func (s *Store) Mark(branch string, cs ...Checkpoint) error {
	cs = slices.Clone(cs)
	seqs := make([]uint64, len(cs))
	for i := range cs {
		if err := cs[i].Check(); err != nil {
			return markError(cs[i], branch, err)
		}
		imported := strings.HasPrefix(branch, stagingMark) // it was made before
		if cs[i].Why == ByHand && !imported && OfPolicies(cs[i].Name) {
			return markError(cs[i], branch, fmt.Errorf("%w for a checkpoint made by hand: policies call theirs so", ErrName))
		}
		seqs[i] = cs[i].Seq
	}
	if err := s.checkEnds(branch, seqs...); err != nil {
		return markError(cs[0], branch, err)
	}
	for i, c := range cs {
		if c.Chain == (sim.Chain{}) {
			var err error
			if cs[i].Chain, cs[i].At, err = s.Link(branch, c.Seq); err != nil {
				return markError(c, branch, err)
			}
		}
	}
	return s.update(func(tx *bolt.Tx) error { return putMarks(tx, branch, cs) })
}

func markError(c Checkpoint, branch string, err error) error {
	return fmt.Errorf("checkpoint %.200q of episode %s: %w", c.Name, branch, err)
}

func putMarks(tx *bolt.Tx, branch string, cs []Checkpoint) error {
	t, err := markTaken(tx, branch)
	if err != nil {
		return fmt.Errorf("checkpoints of episode %s: %w", branch, err)
	}
	for _, c := range cs {
		if err := t.put(tx, c); err != nil {
			return markError(c, branch, err)
		}
	}
	return nil
}

// taken is what checkpoints a branch has, with those of its past.
type taken struct {
	branch string
	id     uint64
	head   Head
	names  map[string]markPlace // what has the name
	bytes  int
}

// markPlace is where a name stands.
type markPlace struct {
	seq    uint64
	branch string
}

func markTaken(tx *bolt.Tx, branch string) (taken, error) {
	t := taken{names: map[string]markPlace{}}
	line, err := lineage(tx, branch)
	if err != nil {
		return t, err
	}
	t.id, t.branch = line[0].ID, branch
	for _, f := range line {
		err := within(tx, bucketMarks, number(f.ID), func(k, v []byte) error {
			if err := (record{bucketMarks, k, v}).check(); err != nil {
				return markDamaged(k, err)
			}
			if seq, name := markOf(k); seq <= f.upto {
				t.names[name] = markPlace{seq, f.Name}
				t.bytes += len(k) + len(v)
			}
			return nil
		})
		if err != nil {
			return t, err
		}
	}
	return t, getHead(tx, t.id, &t.head)
}

func (t *taken) put(tx *bolt.Tx, c Checkpoint) error {
	if err := t.head.admits(c.Seq, c.Chain); err != nil {
		return err
	}
	if at, ok := t.names[c.Name]; ok {
		return fmt.Errorf("%w: it is event %d of %s", ErrExists, at.seq, at.branch)
	}
	key := markKey(t.id, c.Seq, c.Name)
	raw, err := encodeRecord(bucketMarks, key, c)
	if err != nil {
		return err
	}
	t.bytes += len(key) + len(raw)
	if len(t.names) >= MarksMost || t.bytes > MarkBytesMost {
		return fmt.Errorf("%w: an episode has at most %d checkpoints of %d bytes together; take some away first", ErrLarge, MarksMost, MarkBytesMost)
	}
	t.names[c.Name] = markPlace{c.Seq, t.branch}
	return tx.Bucket(bucketMarks).Put(key, raw)
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
				if err := readMark(tx, k, v, &c); err != nil {
					return err
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

// OwnCheckpoints returns those that were made on the branch itself and come after its fork, in the order of its log.
func (s *Store) OwnCheckpoints(branch string) ([]Checkpoint, error) {
	var out []Checkpoint
	err := s.view(func(tx *bolt.Tx) error {
		var b Branch
		if err := getBranch(tx, branch, &b); err != nil {
			return err
		}
		return within(tx, bucketMarks, number(b.ID), func(k, v []byte) error {
			if seq, _ := markOf(k); seq <= b.At {
				return nil
			}
			var c Checkpoint
			if err := readMark(tx, k, v, &c); err != nil {
				return err
			}
			out = append(out, c)
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("checkpoints of episode %s: %w", branch, err)
	}
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
	err := within(tx, bucketMarks, number(f.ID), func(k, v []byte) error {
		seq, own := markOf(k)
		if seq > f.upto || own != name {
			return nil
		}
		key = bytes.Clone(k)
		if err := (record{bucketMarks, k, v}).check(); err != nil {
			return markDamaged(k, err)
		}
		return nil
	})
	return key, err
}

func readMark(tx *bolt.Tx, key, raw []byte, c *Checkpoint) error {
	err := record{bucketMarks, key, raw}.read(tx, c)
	if len(key) <= markNameAt {
		err = errors.Join(err, errors.New("its key is cut short"))
	}
	if err != nil {
		return markDamaged(key, err)
	}
	return nil
}

func markDamaged(key []byte, err error) error {
	_, name := markOf(key)
	return fmt.Errorf("%w: checkpoint %s: %w", ErrDamaged, Tidy(name, NameMost), err)
}

func markOf(key []byte) (seq uint64, name string) {
	if len(key) < markNameAt {
		return ^uint64(0), "" // no key of ours; verify tells of it
	}
	return binary.BigEndian.Uint64(key[8:]), string(key[markNameAt:])
}
