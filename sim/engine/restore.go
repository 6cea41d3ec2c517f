package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/tenure-sim/tenure/sim"
)

// Snapshots are made by what they save, not by habit. Folding takes about two microseconds an event, and a snapshot of a
// thousand hours' world some fifty milliseconds to make and thirty to load.
const (
	openTail = 10_000  // events without a snapshot that are worth one when an episode is left or was opened at a cost
	runTail  = 200_000 // and while it goes on
)

const everything = ^uint64(0)

// folding is a log on its way into a world.
type folding struct {
	world   *sim.World
	codec   *sim.Codec
	chain   sim.Chain
	visitor Visitor
}

// fold takes the events after the world's own, up to the last one wanted.
func (f *folding) fold(log Log, last uint64) error {
	err := protect(func() error {
		if last == everything {
			return log.Read(f.world.Seq(), f.take)
		}
		return ReadTo(log, f.world.Seq(), last, f.take)
	})
	if err != nil {
		return fmt.Errorf("replay after event %d: %w", f.world.Seq(), err)
	}
	return nil
}

func (f *folding) take(_ uint64, raw []byte) error {
	ev, err := f.codec.Decode(raw)
	if err != nil {
		return err
	}
	f.chain = f.chain.Next(raw)
	if f.visitor.Before != nil {
		if err := f.visitor.Before(ev); err != nil {
			return err
		}
	}
	f.world.Apply(ev)
	if f.visitor.After != nil {
		f.visitor.After(ev)
	}
	return nil
}

// Restore makes a new world what it was after an event of the log, or at its end when the event is 0: from the nearest
// snapshot, if the log has one, and the events since. It returns the hash of all events up to there, and the event
// of the snapshot, 0 when there was none. A snapshot that is not what it should be costs time and nothing else.
func Restore(w *sim.World, log Log, event uint64) (chain sim.Chain, from uint64, err error) {
	if event == 0 {
		event = everything
	}
	w.Provide(log.Content)
	blank := w.Clone()
	snap, ok, err := nearest(w, log, event)
	if err != nil {
		return sim.Chain{}, 0, err
	}
	if ok && revive(w, snap) {
		f := folding{world: w, codec: sim.NewCodec(w.Parts()...), chain: snap.Chain}
		f.codec.Learn(w.Founding())
		if err := f.fold(log, event); err == nil {
			return f.chain, snap.Seq, nil
		}
		// Whether it is the snapshot or the log that is at fault, the log tells.
	}
	w.Become(blank)
	f := folding{world: w, codec: sim.NewCodec(w.Parts()...)}
	err = f.fold(log, event)
	return f.chain, 0, err
}

// revive makes the world what the snapshot says, if it can be what Take made.
func revive(w *sim.World, snap sim.Snapshot) bool {
	body, whole := opened(snap)
	return whole && protect(func() error { return w.Load(body) }) == nil && w.Seq() == snap.Seq && w.Now() == snap.At
}

// nearest is the snapshot to begin with, if the log keeps any that is of use. One that cannot be got costs time: if it is
// the disk that fails, the log will tell.
func nearest(w *sim.World, log Log, most uint64) (sim.Snapshot, bool, error) {
	cache, ok := log.(Cache)
	if !ok {
		return sim.Snapshot{}, false, nil
	}
	layout, err := w.Layout()
	if err != nil {
		return sim.Snapshot{}, false, err
	}
	snap, ok, err := cache.Nearest(most, layout)
	return snap, err == nil && ok && snap.Seq <= most && snap.Layout == layout, nil
}

// RestoreKeeping is Restore that keeps a snapshot there when the folding took long enough to be spared the next time.
func RestoreKeeping(w *sim.World, log Log, event uint64) (sim.Chain, error) {
	chain, from, err := Restore(w, log, event)
	cache, ok := log.(Cache)
	if err != nil || !ok || w.Seq() < from+openTail {
		return chain, err
	}
	_, err = keep(w, cache, chain)
	return chain, err
}

// keep keeps a snapshot of the world.
func keep(w *sim.World, cache Cache, chain sim.Chain) (uint64, error) {
	snap, err := Take(w, chain)
	if err == nil {
		err = cache.Keep(snap)
	}
	if err != nil {
		return 0, fmt.Errorf("snapshot at event %d: %w", w.Seq(), err)
	}
	return snap.Seq, nil
}

// ErrAltered is wrapped when a log does not hold what was saved in it.
var ErrAltered = errors.New("the log was altered after it was saved")

// whole says whether a log that was folded is what was saved.
func whole(log Log, event uint64, chain sim.Chain) error {
	ender, ok := log.(Ender)
	if !ok {
		return nil
	}
	last, want, err := ender.End()
	if err != nil {
		return err
	}
	if last != event || want != (sim.Chain{}) && want != chain {
		return fmt.Errorf("%w: at event %d its hash is %s, and %s was saved at event %d", ErrAltered, event, chain, want, last)
	}
	return nil
}

func (e *Episode) restore() error {
	var err error
	e.chain, e.kept, err = Restore(e.world, e.log, 0)
	if err == nil {
		err = whole(e.log, e.world.Seq(), e.chain)
	}
	if err != nil {
		return err
	}
	return e.snapshot(openTail)
}

// Snapshot keeps the world's state beside the log, if opening the episode without it would take long enough to notice
// and its log keeps snapshots.
func (e *Episode) Snapshot() error {
	if err := e.settle(); err != nil {
		return err
	}
	return e.snapshot(openTail)
}

// snapshot keeps one when there are so many events without.
func (e *Episode) snapshot(tail uint64) error {
	cache, ok := e.log.(Cache)
	if !ok || e.world.Seq() < e.kept+tail || e.world.Ended() != nil {
		return nil
	}
	e.own()
	kept, err := keep(e.world, cache, e.chain)
	if err == nil {
		e.kept = kept
	}
	return err
}

// Take makes a snapshot of a world whose log has the given hash.
func Take(w *sim.World, chain sim.Chain) (sim.Snapshot, error) {
	layout, err := w.Layout()
	if err != nil {
		return sim.Snapshot{}, err
	}
	state, err := w.Save()
	if err != nil {
		return sim.Snapshot{}, err
	}
	snap := sim.Snapshot{Seq: w.Seq(), Chain: chain, At: w.Now(), Layout: layout, State: state}
	sum := seal(snap)
	snap.State = append(snap.State, sum[:]...)
	return snap, nil
}

// seal is a hash of all that a snapshot says. A state that reads well and is another's, or not of this moment, or was
// altered, would not stop an episode but change it.
func seal(s sim.Snapshot) (sum [sha256.Size]byte) {
	h := sha256.New()
	head := binary.BigEndian.AppendUint64(nil, s.Seq)
	head = binary.BigEndian.AppendUint64(append(head, s.Chain[:]...), uint64(s.At))
	h.Write(append(head, s.Layout...))
	h.Write(s.State)
	h.Sum(sum[:0])
	return sum
}

// opened is the state of a snapshot whose seal is whole.
func opened(s sim.Snapshot) (state []byte, whole bool) {
	n := len(s.State) - sha256.Size
	if n < 0 {
		return nil, false
	}
	sealed := [sha256.Size]byte(s.State[n:])
	s.State = s.State[:n:n]
	return s.State, seal(s) == sealed
}
