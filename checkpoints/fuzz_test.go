package checkpoints

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"path/filepath"
	"testing"

	"github.com/fxamacker/cbor/v2"

	"github.com/tenure-sim/tenure/sim"
)

func fuzzStore(f *testing.F) *Store {
	f.Helper()
	s, err := Open(filepath.Join(f.TempDir(), "s.db"), Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { s.Close() })
	return s
}

func FuzzChunk(f *testing.F) {
	f.Add([]byte{})
	f.Add(join([][]byte{[]byte("one"), nil, bytes.Repeat([]byte("x"), 200)}))
	f.Add(binary.AppendUvarint(nil, ^uint64(0)))
	f.Add(bytes.Repeat([]byte{0xff}, 12))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var got [][]byte
		err := split(raw, func(e []byte) error {
			got = append(got, e)
			return nil
		})
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("split %x: got %v, want damaged", raw, err)
			}
			return
		}
		var again [][]byte
		if err := split(join(got), func(e []byte) error { again = append(again, e); return nil }); err != nil || len(again) != len(got) {
			t.Fatalf("split %x: %d events, written again %d, %v", raw, len(got), len(again), err)
		}
		for i := range got {
			if !bytes.Equal(got[i], again[i]) {
				t.Errorf("split %x: event %d is %x, written again %x", raw, i, got[i], again[i])
			}
		}
	})
}

func FuzzSealed(f *testing.F) {
	s := fuzzStore(f)
	snap, err := cbor.Marshal(sim.Snapshot{Seq: 7, Chain: sim.Chain{1}, At: -5, Layout: sim.HashOf(nil), State: bytes.Repeat([]byte("state "), 300)})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(s.seal(snap, 0))
	f.Add(s.seal(snap, 1<<20))
	f.Add([]byte{zipped})
	f.Add([]byte{summed, 0, 0, 0})
	f.Add([]byte{summed, 0, 0, 0, 0})
	f.Add([]byte{9, 9})
	f.Fuzz(func(t *testing.T, sealed []byte) {
		whole, err := s.unseal(sealed)
		if err != nil && !errors.Is(err, ErrDamaged) {
			t.Errorf("unseal %x: got %v, want damaged", sealed, err)
		}
		first, ferr := s.unsealFirst(sealed, snapshotHeadMost)
		if err == nil && (ferr != nil || !bytes.HasPrefix(whole, first) || len(first) != min(len(whole), snapshotHeadMost)) {
			t.Errorf("the first of %d bytes are %d, %v", len(whole), len(first), ferr)
		}
		snap, err := s.openSnapshot(sealed)
		head, herr := s.snapshotHead(sealed)
		if err == nil && herr == nil && head.Seq != snap.Seq {
			t.Errorf("a snapshot of event %d has the head of %d", snap.Seq, head.Seq)
		}
	})
}

func FuzzMetaPages(f *testing.F) {
	page := make([]byte, 8192)
	for at, txid := range map[int]uint64{0: 4, 4096: 5} {
		b := page[at+metaHeader:]
		binary.NativeEndian.PutUint32(b, boltMagic)
		binary.NativeEndian.PutUint32(b[8:], 4096)
		binary.NativeEndian.PutUint64(b[40:], 2)
		binary.NativeEndian.PutUint64(b[48:], txid)
		sum := fnv.New64a()
		sum.Write(b[:metaSum])
		binary.NativeEndian.PutUint64(b[metaSum:], sum.Sum64())
	}
	f.Add(page)
	f.Add(page[:100])
	f.Add([]byte{})
	if need, err := extent(bytes.NewReader(page), 8192); err != nil || need != 8192 {
		f.Fatalf("a file of two pages needs %d bytes, %v", need, err)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		need, err := extent(bytes.NewReader(raw), int64(len(raw)))
		if err != nil && !errors.Is(err, ErrForeign) && !errors.Is(err, ErrDamaged) {
			t.Errorf("got %v, want foreign or damaged", err)
		}
		if need < 0 {
			t.Errorf("a file of %d bytes needs %d", len(raw), need)
		}
	})
}

func FuzzReadLost(f *testing.F) {
	f.Add([]byte(nil))
	f.Add(make([]byte, 33))
	f.Add(lostRecord(map[[32]byte]bool{{1}: true, {2}: true}))
	f.Fuzz(func(t *testing.T, raw []byte) {
		lost, err := readLost(raw)
		if err == nil && len(lostRecord(lost)) > len(raw)+sumHeader { // an earlier format has no checksum
			t.Errorf("%d bytes were read as %d contents", len(raw), len(lost))
		}
	})
}

// FuzzBegins tells steps apart in bytes that may be anything.
func FuzzBegins(f *testing.F) {
	f.Add([]byte("words"))
	f.Add([]byte{0x87, 1, 2, 3, 4, 0x40, 0x69, 's', 'i', 'm', '.', 'f', 'i', 'r', 'e', 'd', 0xa0})
	f.Fuzz(func(t *testing.T, raw []byte) {
		if yes, err := begins(raw); err != nil && yes {
			t.Error("an error, and it begins a step")
		}
	})
}

// FuzzRecord reads records that may be anything: none is taken for whole that does not have its checksum.
func FuzzRecord(f *testing.F) {
	good, err := encodeRecord(bucketHeads, number(1), Head{Seq: 3, Note: "stopped"})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(good[:4])
	f.Add([]byte{0xa1, 1, 3})
	f.Fuzz(func(t *testing.T, raw []byte) {
		r := record{bucketHeads, number(1), raw}
		var h Head
		if err := r.decode(&h, func() bool { return false }); err != nil {
			return
		}
		if body, err := r.body(); err != nil || !bytes.Equal(record{bucketHeads, number(1), body}.seal(), raw) {
			t.Errorf("%x was read as %+v and has another checksum, %v", raw, h, err)
		}
		if (record{bucketHeads, number(2), raw}).check() == nil {
			t.Errorf("%x is taken under another key", raw)
		}
	})
}
