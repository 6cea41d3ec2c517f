package checkpoints

import (
	"errors"

	"github.com/tenure-sim/tenure/sim"
)

// snapshotsKept is how many snapshots a branch has that no checkpoint and no fork stands on.
const snapshotsKept = 4

// Nearest is the newest snapshot of that layout at or before an event, as Store.Nearest finds it.
func (l Log) Nearest(most uint64, layout sim.Hash) (sim.Snapshot, bool, error) {
	return l.store.Nearest(l.name, most, layout)
}

// Keep saves a snapshot and drops the oldest that nothing stands on, so that an episode that is opened often does not
// grow by it. Without the right to write it does nothing: a snapshot is a cache.
func (l Log) Keep(snap sim.Snapshot) error {
	if l.store.db.IsReadOnly() {
		return nil
	}
	err := l.store.Keep(l.name, snap)
	if errors.Is(err, ErrLarge) { // it could not be read again, and the log can
		return nil
	}
	if err != nil {
		return err
	}
	return l.thin()
}

func (l Log) thin() error {
	snaps, err := l.store.Snapshots(l.name)
	if err != nil || len(snaps) <= snapshotsKept {
		return err
	}
	branches, err := l.store.Branches()
	if err != nil {
		return err
	}
	needed, err := l.stoodOn(branches)
	if err != nil {
		return err
	}
	loose := snaps[:0:0]
	for _, s := range snaps {
		if !needed[s.Seq] {
			loose = append(loose, s)
		}
	}
	for _, s := range loose[:max(0, len(loose)-snapshotsKept)] {
		if err := l.store.Forget(l.name, s.Seq); err != nil {
			return err
		}
	}
	return nil
}

// stoodOn is the events that have a name or, among the store's branches, a fork.
func (l Log) stoodOn(branches []Branch) (map[uint64]bool, error) {
	marks, err := l.store.Checkpoints(l.name)
	if err != nil {
		return nil, err
	}
	out := map[uint64]bool{}
	for _, m := range marks {
		out[m.Seq] = true
	}
	for _, b := range branches {
		if b.Parent == l.name {
			out[b.At] = true
		}
	}
	return out, nil
}

// End implements engine.Ender.
func (l Log) End() (uint64, sim.Chain, error) {
	h, err := l.store.Head(l.name)
	return h.Seq, h.Chain, err
}
