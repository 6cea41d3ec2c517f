package checkpoints_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// newestMeta is where the first page begins that tells of the last commit.
func newestMeta(raw []byte) int {
	const txid = 16 + 48
	if size := os.Getpagesize(); binary.NativeEndian.Uint64(raw[size+txid:]) > binary.NativeEndian.Uint64(raw[txid:]) {
		return size
	}
	return 0
}

// spoilNewest damages the first page that tells of the last commit.
func spoilNewest(t *testing.T, path string) {
	t.Helper()
	raw := readFile(t, path)
	raw[newestMeta(raw)+16+48] ^= 4
	writeFile(t, path, raw)
}

// zeroNewest is what a lost sector leaves of it.
func zeroNewest(t *testing.T, path string) {
	t.Helper()
	raw := readFile(t, path)
	clear(raw[newestMeta(raw):][:512])
	writeFile(t, path, raw)
}

// bbolt then opens the commit before in silence, and whoever writes makes the loss of what was answered last for good.
func TestADamagedFirstPageIsToldAndNotWrittenOver(t *testing.T) {
	for name, spoil := range map[string]func(*testing.T, string){"a bit": spoilNewest, "zeroed": zeroNewest} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.db")
			s := open(t, path)
			create(t, s, checkpoints.Branch{Name: "a"})
			grow(t, s, "a", 9)
			if err := s.Log("a").Annotate("the last commit"); err != nil {
				t.Fatal(err)
			}
			if s.Doubt() != "" {
				t.Errorf("got %q of a new store, want no doubt", s.Doubt())
			}
			s.Close()
			spoil(t, path)
			before := readFile(t, path)
			s, err := checkpoints.Open(path, checkpoints.Options{ReadOnly: true})
			if err != nil {
				t.Fatal(err)
			}
			h, err := s.Head("a")
			if err != nil || h.Note != "" {
				t.Fatalf("got %+v, %v; want the commit before the last, or this test shows nothing", h, err)
			}
			if !strings.Contains(s.Doubt(), "what was answered in it is missing") {
				t.Errorf("got %q, want to be told", s.Doubt())
			}
			s.Close()
			for range 2 {
				_, err = checkpoints.Open(path, checkpoints.Options{})
				if !errors.Is(err, checkpoints.ErrDamaged) || !strings.Contains(err.Error(), "one of the two that tell the last commit") {
					t.Errorf("got %v, want nobody to write to it", err)
				}
			}
			if _, err := checkpoints.Compact(context.Background(), path, checkpoints.CompactOptions{}); !errors.Is(err, checkpoints.ErrDamaged) {
				t.Errorf("got %v, want compact to refuse it", err)
			}
			if !bytes.Equal(readFile(t, path), before) {
				t.Error("somebody wrote to it")
			}
			if res := verify(t, path); len(res.Findings) == 0 || res.Findings[0].Kind != checkpoints.KindFirst {
				t.Errorf("got %v, want verify to tell of the first page", res.Findings)
			}
		})
	}
}

// An open that failed kept the lock: the process had it until it ended, and could not even salvage the store.
func TestAnOpenThatFailsLeavesNoLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	small(t, path)
	raw := readFile(t, path)
	meta := newestMeta(raw)
	list := binary.NativeEndian.Uint64(raw[meta+16+32:])
	raw[int(list)*os.Getpagesize()+8] ^= 0xff // what kind of page the list of free ones is
	writeFile(t, path, raw)
	for i := range 2 {
		_, err := checkpoints.Open(path, checkpoints.Options{Timeout: time.Millisecond})
		if !errors.Is(err, checkpoints.ErrDamaged) {
			t.Errorf("open %d: got %v, want damage", i+1, err)
		}
	}
	if _, err := checkpoints.Salvage(context.Background(), path, path+".new", checkpoints.SalvageOptions{}); err != nil {
		t.Errorf("salvage: %v", err)
	}
}

// A value that is not packed had no checksum, and a flipped bit in it was read as what was written.
func TestAFlippedBitInAnEventIsNotRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	s := open(t, path)
	create(t, s, checkpoints.Branch{Name: "a"})
	grow(t, s, "a", 9)
	if err := s.Keep("a", sim.Snapshot{Seq: 4, Chain: chainOf(t, s, "a", 4), Layout: "l", State: []byte("the state of the world")}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	raw := readFile(t, path)
	for _, text := range []string{"event 7", "the state of the world"} {
		broken := bytes.ReplaceAll(raw, []byte(text), append([]byte{text[0] ^ 1}, text[1:]...))
		if bytes.Equal(broken, raw) {
			t.Fatalf("%q is not in the file", text)
		}
		other := filepath.Join(t.TempDir(), "broken.db")
		writeFile(t, other, broken)
		s := open(t, other)
		n := 0
		err := s.Read("a", 5, func(uint64, []byte) error { n++; return nil })
		snap, kept, problem := s.Nearest("a", 9, "l")
		if text == "event 7" && !errors.Is(err, checkpoints.ErrDamaged) {
			t.Errorf("%q: %d events were read, %v; want damage", text, n, err)
		}
		if text != "event 7" && (kept || problem != nil || err != nil) {
			t.Errorf("%q: got the snapshot %+v, %v, %v; want it passed over", text, snap, problem, err)
		}
	}
}
