package checkpoints

import (
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// forebear is a branch, or one of its parents, with the last event of it that belongs to the branch.
type forebear struct {
	Branch
	upto uint64
}

// lineage is the branch and its parents, the branch first, as they are in one transaction. A parent is older than
// its children, so its number is smaller; where it is not, the file is damaged and might go round for ever.
func lineage(tx *bolt.Tx, name string) ([]forebear, error) {
	f := forebear{upto: ^uint64(0)}
	if err := getBranch(tx, name, &f.Branch); err != nil {
		return nil, err
	}
	out := []forebear{f}
	for f.Parent != "" {
		child := f
		f = forebear{upto: min(child.upto, child.At)}
		if err := getBranch(tx, child.Parent, &f.Branch); err != nil {
			return nil, fmt.Errorf("%w: %s forks from %s: %w", ErrDamaged, child.Name, child.Parent, err)
		}
		if f.ID >= child.ID {
			return nil, fmt.Errorf("%w: %s forks from %s, which is younger", ErrDamaged, child.Name, f.Name)
		}
		out = append(out, f)
	}
	return out, nil
}

// Link returns the chain's hash and the moment at an event of the branch. It reads the log up to there.
func (s *Store) Link(name string, seq uint64) (sim.Chain, clock.Time, error) {
	var chain sim.Chain
	var last []byte
	h, err := s.Head(name)
	if err != nil || h.Seq == seq {
		return h.Chain, h.At, err
	}
	if h.Seq < seq {
		return chain, 0, fmt.Errorf("%w: %s ends at event %d, before %d", ErrPoint, name, h.Seq, seq)
	}
	err = s.ReadTo(name, 0, seq, func(_ uint64, event []byte) error {
		chain = chain.Next(event)
		last = event
		return nil
	})
	if err != nil || last == nil {
		return chain, 0, err
	}
	at, err := momentOf(last)
	if err != nil {
		return chain, 0, fmt.Errorf("event %d of %s: %w", seq, name, err)
	}
	return chain, at, nil
}

// momentOf reads an event's time. A log may hold bytes that are no event of a world; those have none.
func momentOf(event []byte) (clock.Time, error) {
	if !isEvent(event) {
		return 0, nil
	}
	o, err := sim.OutlineOf(event)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return o.At, nil
}

// SharedPast is how many events two branches have in common because one is forked from the other, or both from a third.
func (s *Store) SharedPast(a, b string) (uint64, error) {
	var shared uint64
	err := s.view(func(tx *bolt.Tx) error {
		mine, err := lineage(tx, a)
		if err != nil {
			return err
		}
		theirs, err := lineage(tx, b)
		if err != nil {
			return err
		}
		upto := make(map[uint64]uint64, len(mine))
		for _, f := range mine {
			upto[f.ID] = f.upto
		}
		for _, f := range theirs {
			if most, ok := upto[f.ID]; ok { // the nearest to both, for a branch has one parent
				var h Head
				err := getHead(tx, f.ID, &h)
				shared = min(most, f.upto, h.Seq)
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("the shared past of %s and %s: %w", a, b, err)
	}
	return shared, nil
}
