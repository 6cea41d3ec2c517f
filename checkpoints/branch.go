package checkpoints

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Branch is one episode's log by name. A fork has a parent, whose events up to At are its own past.
type Branch struct {
	ID       uint64   `cbor:"1,keyasint"`
	Name     string   `cbor:"2,keyasint"`
	Parent   string   `cbor:"3,keyasint,omitempty"`
	At       uint64   `cbor:"4,keyasint,omitempty"`
	Scenario string   `cbor:"5,keyasint,omitempty"`
	Agent    string   `cbor:"6,keyasint,omitempty"`
	Seed     uint64   `cbor:"7,keyasint,omitempty"`
	Bundle   sim.Hash `cbor:"8,keyasint,omitempty"`  // the scenario's files as they were, a content
	Futures  Futures  `cbor:"9,keyasint,omitempty"`  // of a log that came from elsewhere
	Policy   string   `cbor:"10,keyasint,omitempty"` // by which its last run that had one marked checkpoints
	Ran      string   `cbor:"11,keyasint,omitempty"` // how its last run was set up, in the words of whoever ran it: see KeepRun
}

// Staging says whether the branch is one that is still being made.
func (b Branch) Staging() bool { return strings.HasPrefix(b.Name, stagingMark) }

// Head is where a branch's log ends, and who writes it.
type Head struct {
	Seq     uint64     `cbor:"1,keyasint"`
	Chain   sim.Chain  `cbor:"2,keyasint"`
	At      clock.Time `cbor:"3,keyasint"`
	Note    string     `cbor:"4,keyasint,omitempty"` // how the episode ended, or how the last run of it did
	Rollout string     `cbor:"5,keyasint,omitempty"` // who has taken it; none: nobody
	Attempt uint64     `cbor:"6,keyasint,omitempty"`

	// Released says that the holder gave the branch up: nobody has it, and who had it last is kept so that neither that
	// attempt nor an earlier one of the rollout comes back. A version that does not know this takes it for held.
	Released bool `cbor:"7,keyasint,omitempty"`

	// Former are those rollouts of which format 4 kept here that they had the branch before; see former.
	Former Former `cbor:"8,keyasint,omitempty"`

	// Spent is what the episode has spent on models, in the words of whoever spends: see Log.NoteSpent. It is no part of the log,
	// and neither a fork nor an export takes it along.
	Spent string `cbor:"9,keyasint,omitempty"`
}

// Tip is a branch with its head.
type Tip struct {
	Branch Branch
	Head   Head
}

// stagingMark begins the name of a branch that is still being made. No user can give such a name.
const stagingMark = "~"

// Create makes an empty branch, with the scenario's files as a content. One that has a parent is a fork, as by Fork.
func (s *Store) Create(b Branch, bundle []byte) (Branch, error) {
	if err := CheckName(b.Name); err != nil {
		return Branch{}, fmt.Errorf("create episode: %w", err)
	}
	return s.create(b, bundle, nil)
}

// Stage makes an empty branch that Branches leaves out, for a log that is not whole yet: an import, a copy. Rename
// makes it a real one, in one transaction; one that is left over is removed by gc. It chooses a free name, in which
// b.Name is for people.
func (s *Store) Stage(b Branch, bundle []byte) (Branch, error) {
	return s.create(b, bundle, func(b *Branch) { b.Name = fmt.Sprintf("%s%s.%d", stagingMark, b.Name, b.ID) })
}

func (s *Store) create(b Branch, bundle []byte, name func(*Branch)) (Branch, error) {
	h := Head{Seq: b.At}
	if err := cmp.Or(b.check(), checkSize("a scenario", len(bundle))); err != nil {
		return Branch{}, fmt.Errorf("create episode %s: %w", b.Name, err)
	}
	if b.Parent != "" {
		err := s.checkEnds(b.Parent, b.At)
		if err != nil {
			return Branch{}, fmt.Errorf("create episode %s: %w", b.Name, err)
		}
		if h.Chain, h.At, err = s.Link(b.Parent, b.At); err != nil {
			return Branch{}, fmt.Errorf("create episode %s: %w", b.Name, err)
		}
	} else if b.At != 0 {
		return Branch{}, fmt.Errorf("create episode %s: %w: it begins at event %d of no parent", b.Name, ErrPoint, b.At)
	}
	err := s.update(func(tx *bolt.Tx) error {
		var err error
		if b.ID, err = tx.Bucket(bucketBranches).NextSequence(); err != nil {
			return err
		}
		if name != nil {
			name(&b)
		}
		if len(bundle) > 0 {
			if b.Bundle, err = s.putContent(tx, bundle); err != nil {
				return err
			}
		}
		return putNew(tx, b, h)
	})
	if err != nil {
		return Branch{}, fmt.Errorf("create episode %s: %w", b.Name, err)
	}
	return b, nil
}

// putNew writes a branch that must not be there yet.
func putNew(tx *bolt.Tx, b Branch, h Head) error {
	if value(tx, bucketBranches, []byte(b.Name)) != nil {
		return fmt.Errorf("%w: there is an episode %s", ErrExists, b.Name)
	}
	if b.Parent != "" && value(tx, bucketBranches, []byte(b.Parent)) == nil {
		return fmt.Errorf("its parent %s: %w", b.Parent, ErrMissing)
	}
	if tx.Bucket(bucketHeads).Get(number(b.ID)) != nil { // the count of episodes was altered: their logs would mix
		return fmt.Errorf("%w: the next episode would be number %d, and there is one of that number", ErrDamaged, b.ID)
	}
	if err := put(tx, bucketBranches, []byte(b.Name), b); err != nil {
		return err
	}
	return put(tx, bucketHeads, number(b.ID), h)
}

// Branch returns the branch of that name, or ErrMissing.
func (s *Store) Branch(name string) (Branch, error) {
	var b Branch
	err := s.view(func(tx *bolt.Tx) error { return getBranch(tx, name, &b) })
	if err != nil {
		return Branch{}, fmt.Errorf("episode %s: %w", name, err)
	}
	return b, nil
}

// Branches returns all branches in the order they were made, without those that are still being made.
func (s *Store) Branches() ([]Branch, error) {
	all, err := s.AllBranches()
	return slices.DeleteFunc(all, Branch.Staging), err
}

// AllBranches returns all branches in the order they were made, those too that are still being made.
func (s *Store) AllBranches() ([]Branch, error) {
	var out []Branch
	err := s.view(func(tx *bolt.Tx) (err error) {
		out, err = allBranches(tx)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the episodes: %w", err)
	}
	return out, nil
}

// Heads returns all branches with their heads as they were at one moment, in the order they were made, without those
// that are still being made.
func (s *Store) Heads() ([]Tip, error) {
	var out []Tip
	err := s.view(func(tx *bolt.Tx) error {
		bs, err := allBranches(tx)
		if err != nil {
			return err
		}
		for _, b := range slices.DeleteFunc(bs, Branch.Staging) {
			t := Tip{Branch: b}
			if err := getHead(tx, b.ID, &t.Head); err != nil {
				return fmt.Errorf("episode %s: %w", b.Name, err)
			}
			out = append(out, t)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list the episodes: %w", err)
	}
	return out, nil
}

func allBranches(tx *bolt.Tx) ([]Branch, error) {
	var out []Branch
	err := within(tx, bucketBranches, nil, func(k, v []byte) error {
		var b Branch
		if err := readBranch(tx, k, v, &b); err != nil {
			return err
		}
		out = append(out, b)
		return nil
	})
	slices.SortFunc(out, func(a, b Branch) int { return cmp.Compare(a.ID, b.ID) })
	return out, err
}

// Head returns where the branch's log ends.
func (s *Store) Head(name string) (Head, error) {
	var h Head
	err := s.view(func(tx *bolt.Tx) error {
		id, err := branchID(tx, name)
		if err != nil {
			return err
		}
		return getHead(tx, id, &h)
	})
	if err != nil {
		return Head{}, fmt.Errorf("head of episode %s: %w", name, err)
	}
	return h, nil
}

func getBranch(tx *bolt.Tx, name string, b *Branch) error {
	v := value(tx, bucketBranches, []byte(name))
	if v == nil {
		return ErrMissing
	}
	return readBranch(tx, []byte(name), v, b)
}

func readBranch(tx *bolt.Tx, key, raw []byte, into any) error {
	if err := (record{bucketBranches, key, raw}).read(tx, into); err != nil {
		return fmt.Errorf("%w: branch record of %s: %w", ErrDamaged, Tidy(string(key), NameMost), err)
	}
	return nil
}

// branchID reads no more of a branch record than its number: every append asks for it.
func branchID(tx *bolt.Tx, name string) (uint64, error) {
	v := value(tx, bucketBranches, []byte(name))
	if v == nil {
		return 0, ErrMissing
	}
	var b struct {
		ID uint64 `cbor:"1,keyasint"`
	}
	err := readBranch(tx, []byte(name), v, &b)
	return b.ID, err
}

func getHead(tx *bolt.Tx, id uint64, h *Head) error {
	key := number(id)
	v := value(tx, bucketHeads, key)
	if v == nil {
		return fmt.Errorf("%w: it has no head", ErrDamaged)
	}
	if err := (record{bucketHeads, key, v}).read(tx, h); err != nil {
		return fmt.Errorf("%w: its head: %w", ErrDamaged, err)
	}
	return nil
}

// The lengths of the keys that are a number, and of those of the log and the snapshots, which are two.
const (
	numberLength = 8
	logKeyLength = 2 * numberLength
)

func logKey(branch, seq uint64) []byte {
	return binary.BigEndian.AppendUint64(number(branch), seq)
}
