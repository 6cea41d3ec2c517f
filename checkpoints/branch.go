package checkpoints

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fxamacker/cbor/v2"
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
	Bundle   sim.Hash `cbor:"8,keyasint,omitempty"` // the scenario's files as they were, a content
}

// Head is where a branch's log ends.
type Head struct {
	Seq   uint64     `cbor:"1,keyasint"`
	Chain sim.Chain  `cbor:"2,keyasint"`
	At    clock.Time `cbor:"3,keyasint"`
	Note  string     `cbor:"4,keyasint,omitempty"` // how the episode ended, or how the last run of it did
}

// nameMost bounds an episode's name.
const nameMost = 120

// Create makes an empty branch, with the scenario's files as a content.
func (s *Store) Create(b Branch, bundle []byte) (Branch, error) {
	if b.Name == "" || len(b.Name) > nameMost || !isName(b.Name) {
		return Branch{}, fmt.Errorf("%w: it has 1 to %d letters, digits and marks, and no space, slash or @; got %q", ErrName, nameMost, b.Name)
	}
	err := s.update(func(tx *bolt.Tx) error {
		if tx.Bucket(bucketBranches).Get([]byte(b.Name)) != nil {
			return ErrExists
		}
		var err error
		if b.ID, err = tx.Bucket(bucketBranches).NextSequence(); err != nil {
			return err
		}
		if len(bundle) > 0 {
			if b.Bundle, err = s.putContent(tx, bundle); err != nil {
				return err
			}
		}
		if err := put(tx.Bucket(bucketBranches), []byte(b.Name), b); err != nil {
			return err
		}
		return put(tx.Bucket(bucketHeads), number(b.ID), Head{Seq: b.At})
	})
	if err != nil {
		return Branch{}, fmt.Errorf("create episode %s: %w", b.Name, err)
	}
	return b, nil
}

// isName says whether a name can stand in a path and in a command: points in an episode are written NAME@POINT.
func isName(name string) bool {
	return utf8.ValidString(name) && strings.IndexFunc(name, func(r rune) bool {
		return !unicode.IsGraphic(r) || unicode.IsSpace(r) || strings.ContainsRune(`@/\`, r)
	}) < 0
}

// Branch returns the branch of that name, or ErrMissing with the nearest names.
func (s *Store) Branch(name string) (Branch, error) {
	var b Branch
	err := s.view(func(tx *bolt.Tx) error { return getBranch(tx, name, &b) })
	if err != nil {
		return Branch{}, fmt.Errorf("episode %s: %w", name, err)
	}
	return b, nil
}

// Branches returns all branches by name.
func (s *Store) Branches() ([]Branch, error) {
	var out []Branch
	err := s.view(func(tx *bolt.Tx) error {
		bucket := tx.Bucket(bucketBranches)
		if bucket == nil {
			return nil
		}
		return bucket.ForEach(func(_, v []byte) error {
			var b Branch
			if err := cbor.Unmarshal(v, &b); err != nil {
				return fmt.Errorf("%w: a branch record: %w", ErrDamaged, err)
			}
			out = append(out, b)
			return nil
		})
	})
	slices.SortFunc(out, func(a, b Branch) int { return int(a.ID) - int(b.ID) })
	return out, err
}

// Head returns where the branch's log ends.
func (s *Store) Head(name string) (Head, error) {
	var h Head
	err := s.view(func(tx *bolt.Tx) error {
		var b Branch
		if err := getBranch(tx, name, &b); err != nil {
			return err
		}
		return getHead(tx, b, &h)
	})
	if err != nil {
		return Head{}, fmt.Errorf("head of episode %s: %w", name, err)
	}
	return h, nil
}

// Annotate notes how the last run of the episode ended. It changes no event.
func (s *Store) Annotate(name, note string) error {
	err := s.update(func(tx *bolt.Tx) error {
		var b Branch
		var h Head
		if err := getBranch(tx, name, &b); err != nil {
			return err
		}
		if err := getHead(tx, b, &h); err != nil {
			return err
		}
		h.Note = note
		return put(tx.Bucket(bucketHeads), number(b.ID), h)
	})
	if err != nil {
		return fmt.Errorf("annotate episode %s: %w", name, err)
	}
	return nil
}

func getBranch(tx *bolt.Tx, name string, b *Branch) error {
	bucket := tx.Bucket(bucketBranches)
	if bucket == nil {
		return ErrMissing
	}
	v := bucket.Get([]byte(name))
	if v == nil {
		return ErrMissing
	}
	if err := cbor.Unmarshal(v, b); err != nil {
		return fmt.Errorf("%w: branch record of %s: %w", ErrDamaged, name, err)
	}
	return nil
}

func getHead(tx *bolt.Tx, b Branch, h *Head) error {
	v := tx.Bucket(bucketHeads).Get(number(b.ID))
	if v == nil {
		return fmt.Errorf("%w: %s has no head", ErrDamaged, b.Name)
	}
	if err := cbor.Unmarshal(v, h); err != nil {
		return fmt.Errorf("%w: head of %s: %w", ErrDamaged, b.Name, err)
	}
	return nil
}

func put(bucket *bolt.Bucket, key []byte, v any) error {
	raw, err := cbor.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode %T: %w", v, err)
	}
	return bucket.Put(key, raw)
}

func logKey(branch, seq uint64) []byte {
	return binary.BigEndian.AppendUint64(number(branch), seq)
}
