package checkpoints

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// salvageTx is how much is written in one transaction.
const salvageTx = 4 << 20

// write makes the new store beside its final name and then gives it that.
func (sv *salvage) write() error {
	s, err := draftStore(sv.draft)
	if err != nil {
		return err
	}
	s.db.NoSync = true // nobody sees the file before it is whole; Sync at the end
	err = sv.fill(s)
	if err == nil {
		err = s.db.Sync()
	}
	if err == nil {
		err = publish(s.path, sv.into) // while its lock is held, so that nobody takes it for one that was left
	}
	if err != nil {
		err = errors.Join(err, dropTemp(s.path))
	}
	return errors.Join(err, s.Close())
}

// beside is the file after which the draft is named: the old one where that lies in the same folder. A GC of it sees then whose
// the draft is, and cannot come upon one in the making, for the old file is locked meanwhile.
func (sv *salvage) beside(path string) (string, error) {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	there, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	here, err := os.Stat(filepath.Dir(sv.into))
	if err != nil {
		return "", err
	}
	if os.SameFile(here, there) {
		return filepath.Join(filepath.Dir(sv.into), filepath.Base(path)), nil
	}
	return sv.into, nil
}

func dropTemp(path string) error {
	if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

func (sv *salvage) fill(s *Store) error {
	sv.gone = map[[32]byte]bool{}
	named := sv.named()
	w := &bulk{s: s, fill: fill}
	err := sv.src.each(bucketContents, nil, func(k, raw []byte) bool {
		if key := [32]byte{}; copy(key[:], k) == len(k) && sv.good[key] && (named[key] || !sv.src.isStray(bucketContents, k)) {
			sv.res.Contents++
			w.put(bucketContents, k, raw)
		}
		return w.err == nil && sv.ctx.Err() == nil
	})
	if err != nil {
		return err
	}
	for _, b := range sv.led.branches {
		if f := sv.folds[b.ID]; !f.lost {
			if err := sv.branch(w, f); err != nil {
				return err
			}
		}
	}
	if len(sv.gone) > 0 {
		w.put(bucketMeta, keyLost, lostRecord(sv.gone))
	}
	if err := errors.Join(w.flush(), sv.ctx.Err()); err != nil {
		return err
	}
	return sv.sequence(s)
}

// named are the contents that something saved names. What lies outside the tree and nobody names was dropped, or is of
// an episode that was removed.
func (sv *salvage) named() map[[32]byte]bool {
	out := map[[32]byte]bool{}
	for _, f := range sv.folds {
		for key, seq := range f.names {
			if !f.lost && seq <= f.last().seq {
				out[key] = true
			}
		}
	}
	return out
}

// branch writes one branch's record, log, end and checkpoints.
func (sv *salvage) branch(w *bulk, f *saving) error {
	h, whole := sv.led.heads[f.b.ID]
	end := f.last()
	if whole = whole && h.Seq == end.seq; !whole {
		h.Note = fmt.Sprintf("salvaged up to event %d", end.seq)
	}
	for key := range sv.lacks(f) {
		if bundle, _ := hashKey(f.b.Bundle); key == bundle {
			h.Note = "salvaged without its scenario"
		}
		sv.gone[key] = true
	}
	if h.Seq != end.seq || end.seq > f.b.At { // a fork without events keeps its parent's moment
		h.At = end.at
	}
	h.Seq, h.Chain = end.seq, end.chain
	w.record(bucketBranches, []byte(f.b.Name), f.b)
	w.record(bucketHeads, number(f.b.ID), h)
	for _, was := range sv.led.former[f.b.ID] {
		w.former(was)
	}
	for _, m := range sv.led.marks[f.b.ID] {
		if sv.keeps(f.b, m) {
			w.record(bucketMarks, markKey(f.b.ID, m.Seq, m.Name), m)
		}
	}
	next := 0 // of the ends: chunks that fold passed over are passed over again
	err := eachChunk(sv.src, nil, f.b.ID, func(first uint64, raw []byte) bool {
		if first > end.seq {
			return false
		}
		if next < len(f.ends)-1 && first == f.ends[next].seq+1 {
			w.put(bucketLog, logKey(f.b.ID, first), raw)
			next++
		}
		return next < len(f.ends)-1 && w.err == nil && sv.ctx.Err() == nil
	})
	return errors.Join(err, w.err, sv.ctx.Err())
}

// sequence makes the next branch's number one that no branch ever had.
func (sv *salvage) sequence(s *Store) error {
	most := sv.src.seqs[string(bucketBranches)]
	for _, b := range sv.led.branches {
		most = max(most, b.ID)
	}
	return s.update(func(tx *bolt.Tx) error { return tx.Bucket(bucketBranches).SetSequence(most) })
}

// bulk gathers pairs and writes them in transactions of some size.
type bulk struct {
	s     *Store
	pairs []bulkPair
	size  int
	fill  float64 // how full pages are packed
	err   error
}

type bulkPair struct {
	bucket []byte
	k, v   []byte
}

func (w *bulk) put(bucket, k, v []byte) {
	w.pairs = append(w.pairs, bulkPair{bucket, slices.Clone(k), v})
	if w.size += len(v); w.size >= salvageTx && w.err == nil {
		w.err = w.flush()
	}
}

func (w *bulk) record(bucket, key []byte, v any) {
	raw, err := encodeRecord(bucket, key, v)
	if err != nil {
		w.err = errors.Join(w.err, err)
		return
	}
	w.put(bucket, key, raw)
}

// former copies the record of a rollout that had a branch.
func (w *bulk) former(p pair) {
	if r := (record{bucketHeads, p.k, p.v}); !r.sealed() {
		p.v = r.seal()
	}
	w.put(bucketHeads, p.k, p.v)
}

func (w *bulk) flush() error {
	if w.err != nil {
		return w.err
	}
	err := w.s.update(func(tx *bolt.Tx) error {
		for _, p := range w.pairs {
			b := tx.Bucket(p.bucket)
			b.FillPercent = w.fill
			if err := b.Put(p.k, p.v); err != nil {
				return err
			}
		}
		return nil
	})
	w.pairs, w.size = nil, 0
	return err
}
