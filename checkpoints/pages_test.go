package checkpoints

import (
	"bytes"
	"encoding/binary"
	"hash/fnv"
	"os"
	"path/filepath"
	"testing"
)

// FuzzWalk changes bytes of a small store and mends the first pages' sums: whatever the numbers in it say, a walk comes to
// an end and stays in the file.
func FuzzWalk(f *testing.F) {
	whole, err := os.ReadFile(filepath.Join("testdata", "format2.db"))
	if err != nil {
		f.Fatal(err)
	}
	for _, at := range []uint32{10, 16 + 8, 16 + 16, 16 + 40, 2 * 4096, 3*4096 + 12, 4*4096 + 16, 5*4096 + 20} {
		f.Add(at, []byte{0xff, 0xff, 0xff, 0xff})
		f.Add(at, []byte{1})
	}
	codec, err := bareStore()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, at uint32, change []byte) {
		b := bytes.Clone(whole)
		copy(b[int(at)%len(b):], change)
		for _, meta := range [][]byte{b[metaHeader:], b[4096+metaHeader:]} {
			sum := fnv.New64a()
			sum.Write(meta[:metaLength-8])
			binary.NativeEndian.PutUint64(meta[metaLength-8:], sum.Sum64())
		}
		r := bytes.NewReader(b)
		for _, m := range readMetas(r) {
			m.pages = min(m.pages, uint64(len(b))/uint64(m.pageSize))
			checkPages(r, m, never, func(uint64, error) {})
			_, _ = treeCheck{sums: true, free: true, leaves: 1 << 20, stop: never}.over(r, m)
		}
		l := readLoose(r, int64(len(b)), codec.shape, true)
		if _, err := codec.readLedger(l); err != nil {
			t.Error(err)
		}
	})
}

// FuzzFrames reads any bytes as a chunk of the log: they are events in order, or an error.
func FuzzFrames(f *testing.F) {
	event := []byte{0x87, 1, 2, 0, 0, 0xf6, 0x61, 'k', 0xa0}
	f.Add(uint64(1), append([]byte{plain, byte(len(event))}, event...))
	f.Add(uint64(2), append([]byte{plain, byte(len(event))}, event...))
	f.Add(uint64(1), []byte{zipped, 1, 2, 3})
	codec, err := bareStore()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, first uint64, raw []byte) {
		events, err := codec.frames(first, raw)
		if err != nil {
			return
		}
		packed, err := codec.unseal(raw)
		if err != nil || len(events) == 0 {
			t.Fatalf("got %d events of what does not unpack: %v", len(events), err)
		}
		if again := join(events); raw[0] == plain && len(again) > len(packed) {
			t.Errorf("%d bytes of events out of %d", len(again), len(packed))
		}
	})
}
