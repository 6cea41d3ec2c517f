package checkpoints

import (
	"bytes"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// Carried is what comes with the events by which an episode is carried on.
type Carried struct {
	Note        string
	Checkpoints []Checkpoint // of the whole log
	Futures     Futures
}

// CarryOn lengthens an episode by what a staging branch has that was forked from its end, and drops that, in one
// transaction. The episode keeps its place in the tree. Of the checkpoints it is given those whose names it does not have:
// one that it has stays where it is. It returns ErrConflict when the episode has gone on meanwhile and ErrFenced when
// somebody holds it.
func (s *Store) CarryOn(staging string, c Carried) error {
	if err := CheckText("the note", c.Note, NoteMost); err != nil {
		return fmt.Errorf("carry on from %s: %w", staging, err)
	}
	var name string
	err := s.update(func(tx *bolt.Tx) error {
		var b Branch
		if err := getBranch(tx, staging, &b); err != nil {
			return err
		}
		name = b.Parent
		return s.carryOn(tx, b, c)
	})
	if err != nil {
		return fmt.Errorf("carry on episode %s: %w", name, err)
	}
	return nil
}

func (s *Store) carryOn(tx *bolt.Tx, from Branch, c Carried) error {
	var to Branch
	var h, end Head
	if err := getBranch(tx, from.Parent, &to); err != nil {
		return err
	}
	if err := getHead(tx, to.ID, &h); err != nil {
		return err
	}
	if err := getHead(tx, from.ID, &end); err != nil {
		return err
	}
	if h.Seq != from.At {
		return fmt.Errorf("%w: it ends at event %d, not %d", ErrConflict, h.Seq, from.At)
	}
	if who := h.Holder(); who.Rollout != "" {
		return fmt.Errorf("%w: %s has it", ErrFenced, who)
	}
	if err := s.moveChunks(tx, from, to); err != nil {
		return err
	}
	h.Seq, h.Chain, h.At, h.Note = end.Seq, end.Chain, end.At, c.Note
	if err := put(tx, bucketHeads, number(to.ID), h); err != nil {
		return err
	}
	to.Futures = to.Futures.join(c.Futures, from.At)
	if err := put(tx, bucketBranches, []byte(to.Name), to); err != nil {
		return err
	}
	if err := addMarks(tx, to.Name, c.Checkpoints); err != nil {
		return err
	}
	return drop(tx, from)
}

// moveChunks puts a branch's own chunks behind another's. They are copied first: what a transaction reads may move when
// it writes.
func (s *Store) moveChunks(tx *bolt.Tx, from, to Branch) error {
	var all []chunk
	err := chunksFrom(tx, from.ID, from.At+1, func(c chunk) bool {
		all = append(all, chunk{c.first, bytes.Clone(c.raw)})
		return true
	})
	if err != nil {
		return err
	}
	sh := &shelf{ahead: s.ahead}
	for _, c := range all {
		if err := sh.put(tx, to.ID, c.first, c.raw); err != nil {
			return err
		}
	}
	return nil
}

// addMarks gives a branch those of the checkpoints whose names it does not have.
func addMarks(tx *bolt.Tx, branch string, cs []Checkpoint) error {
	t, err := markTaken(tx, branch)
	if err != nil {
		return fmt.Errorf("checkpoints of episode %s: %w", branch, err)
	}
	return putMarks(tx, branch, slices.DeleteFunc(slices.Clone(cs), func(c Checkpoint) bool {
		_, taken := t.names[c.Name]
		return taken
	}))
}
