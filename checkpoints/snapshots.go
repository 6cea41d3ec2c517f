package checkpoints

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/fxamacker/cbor/v2"
	"github.com/klauspost/compress/zstd"
	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/sim"
)

// SnapshotSize is what a snapshot costs.
type SnapshotSize struct {
	Seq    uint64
	Layout sim.Hash
	Bytes  int // as it lies in the store
}

// Keep saves a snapshot of the branch. One at the same event is replaced: it says the same, or was written by a
// version whose layout nobody reads any more.
func (s *Store) Keep(branch string, snap sim.Snapshot) error {
	raw, err := cbor.Marshal(snap)
	if err != nil {
		return fmt.Errorf("keep a snapshot of episode %s: %w", branch, err)
	}
	if err := checkSize("a snapshot", len(raw)); err != nil {
		return fmt.Errorf("keep a snapshot of episode %s at event %d: %w", branch, snap.Seq, err)
	}
	sealed := s.seal(raw, packContent)
	err = s.update(func(tx *bolt.Tx) error {
		var h Head
		id, err := branchID(tx, branch)
		if err != nil {
			return err
		}
		if err := getHead(tx, id, &h); err != nil {
			return err
		}
		if err := h.admits(snap.Seq, snap.Chain); err != nil {
			return err
		}
		key := logKey(id, snap.Seq)
		return tx.Bucket(bucketSnaps).Put(key, record{bucketSnaps, key, sealed}.seal())
	})
	if err != nil {
		return fmt.Errorf("keep a snapshot of episode %s at event %d: %w", branch, snap.Seq, err)
	}
	return nil
}

// Nearest returns the newest snapshot of that layout at or before the event most, of the branch or of the past it
// shares with its parents. A snapshot is a cache: one that cannot be read is passed over.
func (s *Store) Nearest(branch string, most uint64, layout sim.Hash) (sim.Snapshot, bool, error) {
	var line []forebear
	err := s.view(func(tx *bolt.Tx) (err error) {
		line, err = lineage(tx, branch)
		return err
	})
	if err != nil {
		return sim.Snapshot{}, false, fmt.Errorf("nearest snapshot of episode %s: %w", branch, err)
	}
	var best sim.Snapshot
	found := false
	for _, f := range line {
		snap, ok, err := s.newest(f.ID, min(most, f.upto), layout)
		if err != nil {
			return sim.Snapshot{}, false, fmt.Errorf("nearest snapshot of episode %s: %w", branch, err)
		}
		if ok && (!found || snap.Seq > best.Seq) {
			best, found = snap, true
		}
	}
	return best, found, nil
}

// newest looks back from the event most through one branch's own snapshots.
func (s *Store) newest(id, most uint64, layout sim.Hash) (sim.Snapshot, bool, error) {
	for {
		var key, raw []byte
		err := s.view(func(tx *bolt.Tx) error {
			k, v := lastUpTo(tx, id, most)
			if k != nil {
				key, raw = bytes.Clone(k), bytes.Clone(v)
			}
			return nil
		})
		if err != nil || raw == nil {
			return sim.Snapshot{}, false, err
		}
		seq := binary.BigEndian.Uint64(key[8:])
		body, wrong := record{bucketSnaps, key, raw}.body()
		if head, err := s.snapshotHead(body); err == nil && wrong == nil && head.Layout == layout {
			if snap, err := s.openSnapshot(body); err == nil && snap.Seq == seq {
				return snap, true, nil
			}
		}
		if seq == 0 {
			return sim.Snapshot{}, false, nil
		}
		most = seq - 1
	}
}

func lastUpTo(tx *bolt.Tx, id, most uint64) (k, v []byte) {
	b := tx.Bucket(bucketSnaps)
	if b == nil {
		return nil, nil
	}
	c := b.Cursor()
	want := logKey(id, most)
	if k, v = c.Seek(want); !bytes.Equal(k, want) {
		if k == nil {
			k, v = c.Last()
		} else {
			k, v = c.Prev()
		}
	}
	if len(k) != len(want) || !bytes.HasPrefix(k, number(id)) {
		return nil, nil
	}
	return k, v
}

func (s *Store) openSnapshot(sealed []byte) (sim.Snapshot, error) {
	var snap sim.Snapshot
	raw, err := s.unseal(sealed)
	if err != nil {
		return snap, err
	}
	if err := cbor.Unmarshal(raw, &snap); err != nil {
		return snap, fmt.Errorf("%w: a snapshot cannot be read", ErrDamaged)
	}
	return snap, nil
}

// snapshotHeadMost is more than the fields before State take.
const snapshotHeadMost = 512

// snapshotHead reads a snapshot without its state, unpacking no more than it must: a state is large, and after a
// change of the layout every one would be unpacked only to be passed over.
func (s *Store) snapshotHead(sealed []byte) (sim.Snapshot, error) {
	var snap sim.Snapshot
	raw, err := s.unsealFirst(sealed, snapshotHeadMost)
	if err != nil {
		return snap, err
	}
	if len(raw) == 0 || raw[0] != 0xa5 { // a map of five pairs
		return snap, fmt.Errorf("%w: no snapshot", ErrDamaged)
	}
	raw = raw[1:]
	for _, field := range []any{&snap.Seq, &snap.Chain, &snap.At, &snap.Layout} {
		var key int
		for _, into := range []any{&key, field} {
			if raw, err = cbor.UnmarshalFirst(raw, into); err != nil {
				return snap, fmt.Errorf("%w: a snapshot cannot be read", ErrDamaged)
			}
		}
	}
	return snap, nil
}

// unsealFirst returns the first bytes of a sealed value, at most n.
func (s *Store) unsealFirst(b []byte, n int) ([]byte, error) {
	if len(b) == 0 || b[0] != zipped {
		out, err := s.unseal(b)
		return out[:min(n, len(out))], err
	}
	r, err := zstd.NewReader(bytes.NewReader(b[1:]), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(unpackMost), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, fmt.Errorf("%w: a snapshot does not unpack", ErrDamaged)
	}
	defer r.Close()
	out := make([]byte, n)
	got, err := io.ReadFull(r, out)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) { // shorter than n, or empty
		return nil, fmt.Errorf("%w: a snapshot does not unpack", ErrDamaged)
	}
	return out[:got], nil
}

// Snapshots lists the branch's own snapshots in the order of its log. One that cannot be read has no layout.
func (s *Store) Snapshots(branch string) ([]SnapshotSize, error) {
	var out []SnapshotSize
	err := s.view(func(tx *bolt.Tx) error {
		id, err := branchID(tx, branch)
		if err != nil {
			return err
		}
		return within(tx, bucketSnaps, number(id), func(k, v []byte) error {
			if err := checkKey(string(bucketSnaps), k); err != nil {
				return fmt.Errorf("%w: %w", ErrDamaged, err)
			}
			size := SnapshotSize{Seq: binary.BigEndian.Uint64(k[8:]), Bytes: len(v)}
			body, wrong := record{bucketSnaps, k, v}.body()
			if head, err := s.snapshotHead(body); err == nil && wrong == nil {
				size.Layout = head.Layout
			}
			out = append(out, size)
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("snapshots of episode %s: %w", branch, err)
	}
	return out, nil
}

// Forget drops the branch's snapshot at an event. Without one it does nothing.
func (s *Store) Forget(branch string, seq uint64) error {
	err := s.update(func(tx *bolt.Tx) error {
		id, err := branchID(tx, branch)
		if err != nil {
			return err
		}
		return tx.Bucket(bucketSnaps).Delete(logKey(id, seq))
	})
	if err != nil {
		return fmt.Errorf("forget the snapshot of episode %s at event %d: %w", branch, seq, err)
	}
	return nil
}
