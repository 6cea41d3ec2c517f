package checkpoints

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Fork says what branches to make: one for each name, all with the parent's past up to the event At, with which a step
// must end. Chain and Time are the chain's hash and the moment at that event; when Chain is zero both are found by reading
// the log up to there.
type Fork struct {
	Parent string
	At     uint64
	Chain  sim.Chain
	Time   clock.Time
	Names  []string
	Agent  string // "" keeps the parent's
	// First is what each branch begins with, in the order of Names: the seed of another future. None when empty.
	First []sim.Batch
}

// Fork makes the branches, all or none, in one transaction. Nobody holds them yet.
func (s *Store) Fork(f Fork) ([]Branch, error) {
	if err := s.completeFork(&f); err != nil {
		return nil, fmt.Errorf("fork episode %s: %w", f.Parent, err)
	}
	var out []Branch
	err := s.update(func(tx *bolt.Tx) (err error) {
		out, err = s.putForks(tx, f)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("fork episode %s: %w", f.Parent, err)
	}
	return out, nil
}

func (s *Store) completeFork(f *Fork) (err error) {
	if len(f.First) > 0 && len(f.First) != len(f.Names) {
		return fmt.Errorf("%d first batches for %d branches", len(f.First), len(f.Names))
	}
	for _, b := range f.First {
		if err := checkFirst(b, f.At); err != nil {
			return err
		}
	}
	if len(f.Names) == 0 {
		return fmt.Errorf("%w: a fork needs one for each branch", ErrName)
	}
	for _, name := range f.Names {
		if err := CheckName(name); err != nil {
			return err
		}
	}
	if err := s.checkEnds(f.Parent, f.At); err != nil {
		return err
	}
	if f.Chain == (sim.Chain{}) {
		f.Chain, f.Time, err = s.Link(f.Parent, f.At)
	}
	return err
}

// checkFirst says whether a batch can be what a branch begins with.
func checkFirst(b sim.Batch, at uint64) error {
	if b.After != at || len(b.Events) == 0 || len(b.Contents) > 0 {
		return fmt.Errorf("a first batch that has no events, does not follow event %d or brings contents", at)
	}
	ok, err := begins(b.Events[0])
	if err == nil && !ok {
		err = fmt.Errorf("%w: event %d, which a branch is to begin with, does not begin a step", ErrPoint, at+1)
	}
	return errors.Join(err, checkBatch(b))
}

func (s *Store) putForks(tx *bolt.Tx, f Fork) ([]Branch, error) {
	var parent Branch
	var h Head
	if err := getBranch(tx, f.Parent, &parent); err != nil {
		return nil, err
	}
	if err := getHead(tx, parent.ID, &h); err != nil {
		return nil, err
	}
	if err := h.admits(f.At, f.Chain); err != nil {
		return nil, err
	}
	child := parent
	child.Parent, child.At, child.Agent = parent.Name, f.At, cmp.Or(f.Agent, parent.Agent)
	child.Futures, child.Policy = "", ""
	if err := child.check(); err != nil {
		return nil, err
	}
	var out []Branch
	for i, name := range f.Names {
		var err error
		child.Name = name
		if child.ID, err = tx.Bucket(bucketBranches).NextSequence(); err != nil {
			return nil, err
		}
		h := Head{Seq: f.At, Chain: f.Chain, At: f.Time}
		if err := putNew(tx, child, h); err != nil {
			return nil, err
		}
		if len(f.First) > 0 {
			first := &appending{batch: f.First[i], chunk: s.seal(join(f.First[i].Events), packChunk)}
			if err := putChunk(tx, &shelf{}, child.ID, h, first); err != nil {
				return nil, err
			}
		}
		out = append(out, child)
	}
	return out, nil
}

// admits says whether a log that ends here can have an event of that number and that hash.
func (h Head) admits(seq uint64, chain sim.Chain) error {
	if seq > h.Seq {
		return fmt.Errorf("%w: it ends at event %d, before %d", ErrPoint, h.Seq, seq)
	}
	if seq == h.Seq && chain != h.Chain {
		return fmt.Errorf("%w: event %d has the hash %s, not %s", ErrPoint, seq, h.Chain, chain)
	}
	return nil
}

// Remove deletes a branch with its log, checkpoints and snapshots, but for contents: others may name them, and gc knows
// which do. It returns ErrChildren while another branch forks from it; what is left of an import that was to carry it on
// goes with it.
func (s *Store) Remove(branch string) error {
	err := s.update(func(tx *bolt.Tx) error {
		id, err := branchID(tx, branch)
		if err != nil {
			return err
		}
		children, err := childrenOf(tx, branch)
		if err != nil {
			return err
		}
		real := slices.DeleteFunc(slices.Clone(children), Branch.Staging)
		if len(real) > 0 {
			return fmt.Errorf("%w: %s and %d more; remove those first", ErrChildren, real[0].Name, len(real)-1)
		}
		for _, b := range append(children, Branch{ID: id, Name: branch}) {
			if err := drop(tx, b); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("remove episode %s: %w", branch, err)
	}
	return nil
}

// drop deletes a branch and all that is kept of it.
func drop(tx *bolt.Tx, b Branch) error {
	if err := wipeBranch(tx, b.ID); err != nil {
		return err
	}
	return tx.Bucket(bucketBranches).Delete([]byte(b.Name))
}

// wipeBranch deletes all that is kept under a branch's number.
func wipeBranch(tx *bolt.Tx, id uint64) error {
	for _, bucket := range [][]byte{bucketHeads, bucketLog, bucketMarks, bucketSnaps} {
		if err := wipe(tx, bucket, number(id)); err != nil {
			return err
		}
	}
	return wipeJournal(tx, id)
}

func childrenOf(tx *bolt.Tx, name string) ([]Branch, error) {
	all, err := allBranches(tx)
	return slices.DeleteFunc(all, func(b Branch) bool { return b.Parent != name }), err
}

// Rename gives a branch another name. Its forks follow.
func (s *Store) Rename(old, name string) error { return s.rename(old, name, "") }

// Admit makes a staging branch a real one of that name, in one transaction.
func (s *Store) Admit(staging, name string, f Futures) error { return s.rename(staging, name, f) }

func (s *Store) rename(old, name string, f Futures) error {
	if err := CheckName(name); err != nil {
		return fmt.Errorf("rename episode %s: %w", old, err)
	}
	err := s.update(func(tx *bolt.Tx) error {
		var b Branch
		if err := getBranch(tx, old, &b); err != nil {
			return err
		}
		if value(tx, bucketBranches, []byte(name)) != nil {
			return fmt.Errorf("%w: there is an episode %s", ErrExists, name)
		}
		family, err := childrenOf(tx, old)
		if err != nil {
			return err
		}
		for i := range family {
			family[i].Parent = name
		}
		b.Name, b.Futures = name, b.Futures.join(f, 0)
		for _, b := range append(family, b) {
			if err := put(tx, bucketBranches, []byte(b.Name), b); err != nil {
				return err
			}
		}
		return tx.Bucket(bucketBranches).Delete([]byte(old))
	})
	if err != nil {
		return fmt.Errorf("rename episode %s to %s: %w", old, name, err)
	}
	return nil
}
