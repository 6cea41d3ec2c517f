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

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// spoilNewest damages the first page that tells of the last commit.
func spoilNewest(t *testing.T, path string) {
	t.Helper()
	raw := readFile(t, path)
	const txid = 16 + 48
	at := txid
	if binary.NativeEndian.Uint64(raw[os.Getpagesize()+txid:]) > binary.NativeEndian.Uint64(raw[txid:]) {
		at += os.Getpagesize()
	}
	raw[at] ^= 4
	writeFile(t, path, raw)
}

// bbolt then opens the commit before in silence: a commit that was answered is gone.
func TestADamagedFirstPageIsTold(t *testing.T) {
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
	spoilNewest(t, path)
	for _, o := range []checkpoints.Options{{ReadOnly: true}, {}} {
		s, err := checkpoints.Open(path, o)
		if err != nil {
			t.Fatal(err)
		}
		h, err := s.Head("a")
		if err != nil || h.Note != "" {
			t.Fatalf("got %+v, %v; want the commit before the last, or this test shows nothing", h, err)
		}
		if !strings.Contains(s.Doubt(), "the last commit may be lost") {
			t.Errorf("got %q, want to be told", s.Doubt())
		}
		s.Close()
	}
	if res := verify(t, path); len(res.Findings) == 0 || res.Findings[0].Kind != checkpoints.KindFirst {
		t.Errorf("got %v, want verify to tell of the first page", res.Findings)
	}
	got, err := checkpoints.Compact(context.Background(), path, checkpoints.CompactOptions{})
	if err != nil || got.Doubt == "" {
		t.Errorf("got %+v, %v; want compact to tell", got, err)
	}
	if s := open(t, path); s.Doubt() != "" {
		t.Errorf("got %q after compact, want no doubt", s.Doubt())
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
