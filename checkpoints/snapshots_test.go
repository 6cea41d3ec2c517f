package checkpoints_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// state is bytes that pack well, as a world's do.
func state(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 0))
	out := make([]byte, 0, n+20)
	for len(out) < n {
		out = fmt.Appendf(out, "person %d: trust ", r.Uint32N(1000))
	}
	return out[:n]
}

func keep(t *testing.T, s *checkpoints.Store, branch string, seq uint64, layout sim.Hash, size int) {
	t.Helper()
	snap := sim.Snapshot{Seq: seq, Chain: chainOf(t, s, branch, seq), At: 5, Layout: layout, State: state(seq, size)}
	if err := s.Keep(branch, snap); err != nil {
		t.Fatal(err)
	}
}

func TestNearestSnapshotIsTheNewestThatCanBeRead(t *testing.T) {
	s := fresh(t)
	layout, old := sim.HashOf([]byte("new")), sim.HashOf([]byte("old"))
	create(t, s, checkpoints.Branch{Name: "zero"})
	create(t, s, checkpoints.Branch{Name: "a"})
	grow(t, s, "a", 30)
	fork(t, s, "a", 20, "b")
	grow(t, s, "b", 10)
	keep(t, s, "a", 5, layout, 200_000)
	keep(t, s, "a", 10, old, 200_000)
	keep(t, s, "a", 25, layout, 10) // b has not lived through this
	keep(t, s, "b", 22, layout, 3000)
	keep(t, s, "b", 24, old, 0)
	for _, c := range []struct {
		branch string
		most   uint64
		layout sim.Hash
		want   uint64
	}{
		{"a", 4, layout, 0}, {"a", 5, layout, 5}, {"a", 24, layout, 5}, {"a", 25, layout, 25}, {"a", ^uint64(0), layout, 25},
		{"a", 30, old, 10}, {"a", 9, old, 0}, {"a", 30, "", 0}, {"zero", 30, layout, 0},
		{"b", 21, layout, 5}, {"b", 22, layout, 22}, {"b", 30, layout, 22}, {"b", 30, old, 24}, {"b", 23, old, 10},
	} {
		got, ok, err := s.Nearest(c.branch, c.most, c.layout)
		if err != nil || ok != (c.want > 0) || got.Seq != c.want {
			t.Errorf("nearest to %d of %s: event %d, %v, %v, want %d", c.most, c.branch, got.Seq, ok, err, c.want)
		}
	}
	got, _, _ := s.Nearest("b", 21, layout)
	if !bytes.Equal(got.State, state(5, 200_000)) || got.Chain != chainOf(t, s, "a", 5) || got.At != 5 {
		t.Error("a snapshot came back as another")
	}
	if _, _, err := s.Nearest("nobody", 1, layout); !errors.Is(err, checkpoints.ErrMissing) {
		t.Errorf("got %v, want missing", err)
	}
}

func TestSnapshotsAreListedKeptTwiceAndForgotten(t *testing.T) {
	s := fresh(t)
	layout := sim.HashOf([]byte("new"))
	create(t, s, checkpoints.Branch{Name: "a"})
	grow(t, s, "a", 30)
	for range 2 {
		keep(t, s, "a", 20, layout, 100_000)
		keep(t, s, "a", 7, layout, 10)
	}
	fork(t, s, "a", 30, "b")
	got, err := s.Snapshots("a")
	if err != nil || len(got) != 2 || got[0].Seq != 7 || got[1].Seq != 20 || got[1].Layout != layout {
		t.Fatalf("got %+v, %v", got, err)
	}
	if got[1].Bytes > 50_000 || got[1].Bytes < 1_000 {
		t.Errorf("a state of 100,000 bytes that packs well takes %d", got[1].Bytes)
	}
	if own, err := s.Snapshots("b"); err != nil || len(own) != 0 {
		t.Errorf("the fork has %+v of its own, %v", own, err)
	}
	for _, seq := range []uint64{20, 20, 3} {
		if err := s.Forget("a", seq); err != nil {
			t.Error(err)
		}
	}
	if n, ok, err := s.Nearest("b", 30, layout); err != nil || !ok || n.Seq != 7 {
		t.Errorf("got %d, %v, %v, want 7", n.Seq, ok, err)
	}
	if err := s.Keep("a", sim.Snapshot{Seq: 31, Layout: layout}); !errors.Is(err, checkpoints.ErrPoint) {
		t.Errorf("a snapshot beyond the end: got %v", err)
	}
}

func TestDamagedSnapshotIsPassedOver(t *testing.T) {
	s := fresh(t)
	layout := sim.HashOf([]byte("new"))
	create(t, s, checkpoints.Branch{Name: "a"})
	grow(t, s, "a", 30)
	keep(t, s, "a", 10, layout, 1000)
	keep(t, s, "a", 20, layout, 1000)
	for _, raw := range [][]byte{nil, {7}, {0}, {1, 2, 3}, {0, 0xa5, 1}, {0, 0xa0}, append([]byte{0}, "no cbor"...)} {
		setSnapshot(t, s, 1, 20, raw)
		if got, ok, err := s.Nearest("a", 30, layout); err != nil || !ok || got.Seq != 10 {
			t.Errorf("with %x: got %d, %v, %v, want 10", raw, got.Seq, ok, err)
		}
		if list, err := s.Snapshots("a"); err != nil || len(list) != 2 || list[1].Layout != "" {
			t.Errorf("with %x: listed as %+v, %v", raw, list, err)
		}
	}
}
