package checkpoints

import (
	"cmp"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/sim"
)

// Holder is who writes a branch: one try at a rollout. The next try shuts out the one before.
type Holder struct {
	Rollout string
	Attempt uint64
}

func (h Holder) String() string {
	if h.Rollout == "" {
		return "nobody"
	}
	return fmt.Sprintf("attempt %d of rollout %s", h.Attempt, Tidy(h.Rollout, NameMost))
}

// Holder is who has taken the branch and has not given it up.
func (h Head) Holder() Holder {
	if h.Released {
		return Holder{}
	}
	return h.last()
}

// last is who took the branch last.
func (h Head) last() Holder { return Holder{h.Rollout, h.Attempt} }

// bars says why the branch cannot be taken by a holder, whose rollout had it before, or not, with an attempt; nil when it
// can.
func (h Head) bars(by Holder, was uint64, had bool) error {
	last := h.last()
	switch {
	case h.Released && last.Rollout == by.Rollout && last.Attempt >= by.Attempt:
		return gaveUp(last)
	case !h.Released && last.Rollout != "" && (last.Rollout != by.Rollout || last.Attempt > by.Attempt):
		return fmt.Errorf("%w: %s has it", ErrFenced, last)
	case last.Rollout != by.Rollout && had && was >= by.Attempt:
		return gaveUp(Holder{by.Rollout, was})
	}
	return nil
}

func gaveUp(h Holder) error {
	return fmt.Errorf("%w: %s gave it up, and only a later attempt of that rollout may take it again", ErrFenced, h)
}

// Log is one branch of a store: what sim/engine writes an episode to.
type Log struct {
	store  *Store
	name   string
	id     uint64 // 0: whichever branch has the name
	holder Holder
}

// Log returns the branch's log for one who does not hold it: it appends only while nobody does. The branch must exist
// when it is used.
func (s *Store) Log(name string) Log { return Log{store: s, name: name} }

// Take opens the branch for writing as a holder. Nobody's branch can be taken by anyone; one that is held by the same
// rollout again by the same attempt or a later one, which shuts the earlier out: its next Append returns ErrFenced.
// Everyone else gets ErrFenced at once, and so does an attempt that was given up by Release, with those before it, whoever
// and however many had the branch since. The holder is on the disk when Take returns.
func (s *Store) Take(branch string, h Holder) (Log, error) {
	l := Log{store: s, name: branch, holder: h}
	err := s.update(func(tx *bolt.Tx) (err error) {
		l.id, err = take(tx, branch, h)
		return err
	})
	if err != nil {
		return Log{}, fmt.Errorf("take episode %s as %s: %w", branch, h, err)
	}
	return l, nil
}

func take(tx *bolt.Tx, branch string, h Holder) (uint64, error) {
	if h.Rollout == "" || CheckText("a rollout", h.Rollout, NameMost) != nil {
		return 0, fmt.Errorf("%w: a rollout's has 1 to %d bytes, no line breaks and no control characters; got %.200q", ErrName, NameMost, h.Rollout)
	}
	id, err := branchID(tx, branch)
	if err != nil {
		return 0, err
	}
	var head Head
	if err := getHead(tx, id, &head); err != nil {
		return 0, err
	}
	was, had, err := formerAttempt(tx, id, head, h.Rollout)
	if err != nil {
		return 0, err
	}
	if err := head.bars(h, was, had); err != nil {
		return 0, err
	}
	if head.Rollout != h.Rollout {
		if err := head.remember(tx, id); err != nil {
			return 0, err
		}
	}
	head.Rollout, head.Attempt, head.Released = h.Rollout, h.Attempt, false
	return id, put(tx, bucketHeads, number(id), head)
}

// Release gives the branch up for a holder, who can write to it no more; then anybody may write to it, and any rollout take
// it. Of the holder's own rollout only a later attempt may: a process of the one that gave it up, or of one before, that
// comes back late stays shut out. It returns ErrFenced when somebody else has the branch, or nobody, and nil when the same
// holder has given it up already.
func (s *Store) Release(branch string, h Holder) error {
	err := s.update(func(tx *bolt.Tx) error {
		id, err := branchID(tx, branch)
		if err != nil {
			return err
		}
		var head Head
		if err := getHead(tx, id, &head); err != nil {
			return err
		}
		switch {
		case h.Rollout == "" || head.last() != h:
			return fmt.Errorf("%w: %s has it", ErrFenced, head.Holder())
		case head.Released:
			return nil
		}
		head.Released = true
		return put(tx, bucketHeads, number(id), head)
	})
	if err != nil {
		return fmt.Errorf("give up episode %s as %s: %w", branch, h, err)
	}
	return nil
}

// Append saves a batch, as Store.Append does, unless somebody else has taken the branch since: then it returns
// ErrFenced and saves nothing.
func (l Log) Append(b sim.Batch) error { return l.store.append(l, b) }

// Annotate notes how the run of the episode ended, unless somebody else has taken the branch since.
func (l Log) Annotate(note string) error {
	err := CheckText("the note", note, NoteMost)
	if err != nil {
		return fmt.Errorf("annotate episode %s: %w", l.name, err)
	}
	err = l.store.update(func(tx *bolt.Tx) error {
		id, h, err := l.find(tx)
		if err != nil {
			return err
		}
		h.Note = note
		return put(tx, bucketHeads, number(id), h)
	})
	if err != nil {
		return fmt.Errorf("annotate episode %s: %w", l.name, err)
	}
	return nil
}

// Read hands out the events after a number, as Store.Read does.
func (l Log) Read(after uint64, each func(seq uint64, event []byte) error) error {
	return l.store.Read(l.name, after, each)
}

// Content returns what a hash names.
func (l Log) Content(h sim.Hash) ([]byte, error) { return l.store.Content(h) }

// find returns the branch's number and head, or why this log may not write to it.
func (l Log) find(tx *bolt.Tx) (uint64, Head, error) {
	var h Head
	id, err := branchID(tx, l.name)
	if err != nil {
		return 0, h, err
	}
	if id != cmp.Or(l.id, id) {
		return 0, h, fmt.Errorf("%w: another one has its name now", ErrMissing)
	}
	if err := getHead(tx, id, &h); err != nil {
		return 0, h, err
	}
	if held := h.Holder(); held != l.holder {
		return 0, h, fmt.Errorf("%w: %s has it, and this is %s", ErrFenced, held, l.holder)
	}
	return id, h, nil
}
