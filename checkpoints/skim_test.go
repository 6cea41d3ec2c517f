package checkpoints_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
)

// refused opens a store for reading and for writing and wants neither to work, nor the file to change.
func refused(t *testing.T, what, path string, b []byte) {
	t.Helper()
	writeFile(t, path, b)
	inTime(t, what, func() {
		for _, o := range []checkpoints.Options{{ReadOnly: true}, {}} {
			s, err := checkpoints.Open(path, o)
			if err == nil {
				s.Close()
			}
			if !errors.Is(err, checkpoints.ErrDamaged) {
				t.Errorf("%s: open (to read only: %v): got %v, want damage", what, o.ReadOnly, err)
			}
		}
	})
	if !bytes.Equal(readFile(t, path), b) {
		t.Errorf("%s: the file was changed", what)
	}
}

// logPage is the first page of the log, where it is not in its bucket's own item, and a page of a list of free ones.
func logPage(t *testing.T, path string, b []byte) (log, free int) {
	t.Helper()
	chunks, err := checkpoints.ChunkPages(path)
	if err != nil {
		t.Fatal(err)
	}
	free = int(binary.NativeEndian.Uint64(b[newestMeta(b)+16+32:]))
	for log = 2; len(chunks[uint64(log)]) == 0; log++ {
		if log*pageSize > len(b) {
			t.Fatal("no page has a log")
		}
	}
	return log, free
}

// A write that was lost leaves what was in its place before. bbolt took an old list of free pages for a page that leads to
// others, which went round for ever, or down until the stack was full.
func TestAnOldPageLeadsNobodyRound(t *testing.T) {
	_, path := richFile(t)
	whole := readFile(t, path)
	log, free := logPage(t, path, whole)
	for kind, fill := range map[string]func(p []byte){
		"a list of free pages": func(p []byte) { copy(p, whole[free*pageSize:][:pageSize]) },
		"one that leads to itself": func(p []byte) {
			clear(p)
			binary.NativeEndian.PutUint16(p[8:], 1)
			binary.NativeEndian.PutUint16(p[10:], 1)
			binary.NativeEndian.PutUint32(p[16:], 16)
			binary.NativeEndian.PutUint32(p[20:], 16)
			binary.NativeEndian.PutUint64(p[24:], uint64(log))
		},
		"nothing": func(p []byte) { clear(p) },
	} {
		b := bytes.Clone(whole)
		p := b[log*pageSize:][:pageSize]
		fill(p)
		binary.NativeEndian.PutUint64(p, uint64(log)) // its own number
		refused(t, kind, path, b)
	}
}

// A flipped bit in a length made the next commit ask for half a gigabyte, or write what nobody had written.
func TestNoLengthOfAnItemIsBelieved(t *testing.T) {
	_, path := richFile(t)
	whole := readFile(t, path)
	log, _ := logPage(t, path, whole)
	for _, field := range []int{4, 8, 12} { // its place, its key's length, its value's
		for _, bit := range []int{0, 3, 12, 29} {
			b := bytes.Clone(whole)
			b[log*pageSize+16+field+bit/8] ^= 1 << (bit % 8)
			refused(t, fmt.Sprintf("bit %d of the number at %d", bit, field), path, b)
		}
	}
	b := bytes.Clone(whole)
	b[log*pageSize+12] ^= 1 // how many pages after it are its own
	refused(t, "pages after it", path, b)
	b = bytes.Clone(whole)
	copy(b[log*pageSize+16:][:16], whole[log*pageSize+32:][:16]) // an item twice
	refused(t, "an item twice", path, b)
}

// Whoever writes takes free pages to write over. A reader does not need to know which they are.
func TestNoPageInUseIsFreeToWriteOver(t *testing.T) {
	_, path := richFile(t)
	whole := readFile(t, path)
	log, free := logPage(t, path, whole)
	b := bytes.Clone(whole)
	n := binary.NativeEndian.Uint16(b[free*pageSize+10:])
	if n == 0 {
		t.Fatal("no page is free, so this test shows nothing")
	}
	binary.NativeEndian.PutUint64(b[free*pageSize+16:], uint64(log))
	writeFile(t, path, b)
	if s, err := checkpoints.Open(path, checkpoints.Options{}); !errors.Is(err, checkpoints.ErrDamaged) {
		if err == nil {
			s.Close()
		}
		t.Errorf("got %v, want nobody to write", err)
	}
	s, err := checkpoints.Open(path, checkpoints.Options{ReadOnly: true})
	if err != nil {
		t.Fatalf("to read: %v", err)
	}
	s.Close()
}

// A large store is looked at in part when it is opened, and whole before anything that takes long.
func TestWhatOpenLeavesOutIsLookedAtBeforeLongWork(t *testing.T) {
	_, path := richFile(t)
	b := readFile(t, path)
	chunks, err := checkpoints.ChunkPages(path)
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for id := range chunks {
		last = max(last, int(id))
	}
	b[last*pageSize+16+12+3] ^= 1 << 5
	refused(t, "all leaves", path, b)
	s, err := checkpoints.Open(path, checkpoints.Options{ReadOnly: true}.WithLeaves(1))
	if err != nil {
		t.Fatalf("the first leaf of the file is whole: %v", err)
	}
	defer s.Close()
	if _, err := s.Usage(t.Context(), nil); !errors.Is(err, checkpoints.ErrDamaged) {
		t.Errorf("du: got %v, want damage", err)
	}
	if _, err := s.GC(t.Context(), checkpoints.GCOptions{DryRun: true}); !errors.Is(err, checkpoints.ErrDamaged) {
		t.Errorf("gc: got %v, want damage", err)
	}
	whole, err := checkpoints.Open(filepath.Join("testdata", "rich.db"), checkpoints.Options{ReadOnly: true}.WithLeaves(1))
	if err != nil {
		t.Fatal(err)
	}
	defer whole.Close()
	if _, err := whole.Usage(t.Context(), nil); err != nil {
		t.Errorf("du of a whole store: %v", err)
	}
}
