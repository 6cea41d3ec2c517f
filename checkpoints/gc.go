package checkpoints

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/many"
)

// GCOptions say what goes. What is left over always does: branches that were never finished, snapshots that cannot be
// read and contents that no branch names.
type GCOptions struct {
	DryRun bool
	// Remains also drops logs, ends, checkpoints and snapshots of which the episode's record is lost. Removing an episode
	// leaves none: they are what damage leaves, and Salvage makes an episode of them again. Without it GC refuses a store
	// that has such.
	Remains bool
	// Layouts are those whose snapshots somebody can read; others go. When there are none, all are kept.
	Layouts []sim.Hash
	// Spacing thins snapshots: going back from a branch's newest, one goes when it lies fewer events before the last
	// one kept, unless a checkpoint or a fork stands on it. With 0 none is thinned.
	Spacing  uint64
	Progress func(done, total uint64) // of events
}

// GCResult is what was dropped, or would be.
type GCResult struct {
	Unfinished    []string `json:"unfinished"`     // branches that were never finished
	Orphans       int      `json:"orphans"`        // episodes of which only remains were there
	Snapshots     int      `json:"snapshots"`      // dropped
	SnapshotBytes int64    `json:"snapshot_bytes"` //
	Contents      int      `json:"contents"`       // dropped
	ContentBytes  int64    `json:"content_bytes"`  //
	Drafts        []string `json:"drafts"`         // files beside the store that a killed Compact or Salvage left
}

// GC drops what nobody needs, in the file and beside it. The file does not shrink: Compact gives the room back. It may run while others write in
// the same process, but not while one of them imports: what is not finished goes. A store that cannot be read whole
// is left as it is, for what the unreadable events name is not known.
func (s *Store) GC(ctx context.Context, o GCOptions) (GCResult, error) {
	g := &collection{s: s, ctx: ctx, o: o, named: map[[32]byte]bool{}, marked: map[uint64]uint64{}}
	g.res.Unfinished, g.res.Drafts = []string{}, []string{}
	whole := func() error { return s.checkWhole(ctx) }
	for _, step := range []func() error{whole, g.orphaned, g.readable, g.unfinished, g.orphans, g.snapshots, g.sweep, g.drafts} {
		if err := step(); err != nil {
			return g.res, fmt.Errorf("collect what nobody needs in %s: %w", s.path, err)
		}
	}
	return g.res, nil
}

type collection struct {
	s           *Store
	ctx         context.Context
	o           GCOptions
	res         GCResult
	named       map[[32]byte]bool // the contents that branches name
	marked      map[uint64]uint64 // up to which event each branch has been read
	done, total uint64
}

// drafts drops what a killed Compact or Salvage left beside the store. Neither of them is under way: both hold the lock of
// the store, which keeps out whoever may drop something.
func (g *collection) drafts() error {
	path, err := filepath.EvalSymlinks(g.s.path)
	if err != nil {
		return err
	}
	left, err := ownDrafts(path, !g.o.DryRun)
	g.res.Drafts = append(g.res.Drafts, left...)
	return err
}

// readable reads every log before anything is dropped.
func (g *collection) readable() error {
	tips, err := g.s.Heads()
	if err != nil {
		return err
	}
	for _, t := range tips {
		g.total += t.Head.Seq - min(t.Head.Seq, t.Branch.At)
	}
	return g.mark()
}

// mark notes what branches name, from where it stopped the last time.
func (g *collection) mark() error {
	bs, err := g.s.Branches()
	if err != nil {
		return err
	}
	for _, b := range bs {
		if key, ok := hashKey(b.Bundle); ok {
			g.named[key] = true
		}
		at, seen := g.marked[b.ID]
		if !seen {
			at = b.At
		}
		err := g.s.Read(b.Name, at, func(seq uint64, e []byte) error {
			References(e, func(h sim.Hash) {
				if key, ok := hashKey(h); ok {
					g.named[key] = true
				}
			})
			at = seq
			g.step()
			return g.ctx.Err()
		})
		if err != nil {
			return err
		}
		g.marked[b.ID] = at
	}
	return g.ctx.Err()
}

// stepEvery is how many events go by between two reports of progress.
const stepEvery = 1024

func (g *collection) step() {
	g.done++
	if g.o.Progress != nil && g.done%stepEvery == 0 {
		g.o.Progress(g.done, max(g.done, g.total))
	}
}

// unfinished drops staging branches, the youngest first: a fork goes before its parent.
func (g *collection) unfinished() error {
	all, err := g.s.AllBranches()
	if err != nil {
		return err
	}
	for _, b := range slices.Backward(all) {
		if !b.Staging() {
			continue
		}
		g.res.Unfinished = append(g.res.Unfinished, b.Name)
		if g.o.DryRun {
			continue
		}
		if err := g.s.Remove(b.Name); err != nil {
			return err
		}
	}
	return g.ctx.Err()
}

// lost are the numbers under which something is kept though no episode has them.
func lost(tx *bolt.Tx) (map[uint64]bool, error) {
	bs, err := allBranches(tx)
	if err != nil {
		return nil, err
	}
	known, out := map[uint64]bool{}, map[uint64]bool{}
	for _, b := range bs {
		known[b.ID] = true
	}
	for _, bucket := range [][]byte{bucketHeads, bucketLog, bucketMarks, bucketSnaps, bucketJournal} {
		ids, err := idsIn(tx, bucket)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			if !known[id] {
				out[id] = true
			}
		}
	}
	return out, nil
}

// orphaned refuses a store with remains of episodes, unless they are to go.
func (g *collection) orphaned() error {
	err := g.s.view(func(tx *bolt.Tx) error {
		gone, err := lost(tx)
		g.res.Orphans = len(gone)
		return err
	})
	if err == nil && g.res.Orphans > 0 && !g.o.Remains {
		return fmt.Errorf("%w: there is something of %s without a record; %s", ErrDamaged, many.Of(g.res.Orphans, "episode"), KindOrphan.Advice())
	}
	return err
}

// orphans drops the remains of episodes that are gone.
func (g *collection) orphans() error {
	if g.res.Orphans == 0 || g.o.DryRun {
		return nil
	}
	return g.s.update(func(tx *bolt.Tx) error {
		gone, err := lost(tx)
		if err != nil {
			return err
		}
		for _, id := range slices.Sorted(maps.Keys(gone)) {
			if err := wipeBranch(tx, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// idsIn are the branches of which a bucket holds something.
func idsIn(tx *bolt.Tx, bucket []byte) ([]uint64, error) {
	b := tx.Bucket(bucket)
	if b == nil {
		return nil, nil
	}
	if bytes.Equal(bucket, bucketJournal) {
		return journalBranches(tx), nil
	}
	var out []uint64
	c := b.Cursor()
	for k, _ := c.First(); k != nil; {
		if err := checkKey(string(bucket), k); err != nil {
			return nil, fmt.Errorf("%w: %w; %s", ErrDamaged, err, doSalvage)
		}
		id := binary.BigEndian.Uint64(k)
		out = append(out, id)
		if id == ^uint64(0) {
			break
		}
		k, _ = c.Seek(number(id + 1))
	}
	return out, nil
}

func (g *collection) snapshots() error {
	bs, err := g.s.Branches()
	if err != nil {
		return err
	}
	for _, b := range bs {
		snaps, err := g.s.Snapshots(b.Name)
		if err = errors.Join(err, g.ctx.Err()); err != nil {
			return err
		}
		if len(snaps) == 0 {
			continue
		}
		stoodOn, err := g.s.Log(b.Name).stoodOn(bs)
		if err != nil {
			return err
		}
		for _, sn := range g.useless(snaps, stoodOn) {
			g.res.Snapshots++
			g.res.SnapshotBytes += int64(sn.Bytes)
			if g.o.DryRun {
				continue
			}
			if err := g.s.Forget(b.Name, sn.Seq); err != nil {
				return err
			}
		}
	}
	return g.ctx.Err()
}

// useless are the snapshots to drop, of one branch.
func (g *collection) useless(snaps []SnapshotSize, stoodOn map[uint64]bool) []SnapshotSize {
	var out []SnapshotSize
	kept := uint64(0)
	for _, sn := range slices.Backward(snaps) {
		known := sn.Layout != "" && (len(g.o.Layouts) == 0 || slices.Contains(g.o.Layouts, sn.Layout))
		if !known || !stoodOn[sn.Seq] && kept > 0 && kept-sn.Seq < g.o.Spacing {
			out = append(out, sn)
			continue
		}
		kept = sn.Seq
	}
	return out
}

// What is dropped in one transaction at most, and how often it is begun again because somebody wrote meanwhile.
const (
	sweepMost  = 2000
	sweepTries = 1000
)

// errMoved says that somebody has written since the logs were read: a content that nobody named may have a name now.
var errMoved = errors.New("the store is written to faster than it can be read")

// sweep drops the contents that nobody names.
func (g *collection) sweep() error {
	var idle [][32]byte
	err := g.s.view(func(tx *bolt.Tx) error {
		return within(tx, bucketContents, nil, func(k, v []byte) error {
			if key := [32]byte{}; copy(key[:], k) == len(k) && !g.named[key] {
				idle = append(idle, key)
				g.res.Contents++
				g.res.ContentBytes += int64(len(k) + len(v))
			}
			return nil
		})
	})
	if err != nil || g.o.DryRun {
		return err
	}
	for tries := 0; len(idle) > 0; tries++ {
		part := idle[:min(sweepMost, len(idle))]
		err := g.s.update(func(tx *bolt.Tx) error { return g.drop(tx, part) })
		switch {
		case err == nil:
			idle = idle[len(part):]
		case !errors.Is(err, errMoved) || tries > sweepTries:
			return err
		default:
			if err := g.mark(); err != nil {
				return err
			}
		}
		if err := g.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// drop deletes contents, in a transaction in which no log is longer than it was read.
func (g *collection) drop(tx *bolt.Tx, keys [][32]byte) error {
	bs, err := allBranches(tx)
	if err != nil {
		return err
	}
	now := map[uint64]uint64{}
	for _, b := range bs {
		var h Head
		if err := getHead(tx, b.ID, &h); err != nil {
			return err
		}
		if b.Staging() {
			return fmt.Errorf("%w: %s is being made", errMoved, b.Name)
		}
		now[b.ID] = h.Seq
	}
	if !maps.Equal(now, g.marked) {
		for id := range g.marked {
			if _, there := now[id]; !there {
				delete(g.marked, id)
			}
		}
		return errMoved
	}
	bucket := tx.Bucket(bucketContents)
	for _, key := range keys {
		if g.named[key] {
			continue
		}
		if err := bucket.Delete(bytes.Clone(key[:])); err != nil {
			return err
		}
	}
	return nil
}
