package checkpoints_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// chainOf is the hash of a log that read by itself.
func chainOf(t *testing.T, s *checkpoints.Store, name string, upto uint64) sim.Chain {
	t.Helper()
	var c sim.Chain
	err := s.ReadTo(name, 0, upto, func(_ uint64, e []byte) error {
		c = c.Next(e)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// grow appends n events to the branch, in chunks of three, with a true chain.
func grow(t *testing.T, s *checkpoints.Store, name string, n int) {
	t.Helper()
	h, err := s.Head(name)
	if err != nil {
		t.Fatal(err)
	}
	for chunk := range slices.Chunk(events(h.Seq+1, n), 3) {
		for _, e := range chunk {
			h.Chain = h.Chain.Next(e)
		}
		if err := s.Append(name, sim.Batch{After: h.Seq, Events: chunk, Chain: h.Chain}); err != nil {
			t.Fatal(err)
		}
		h.Seq += uint64(len(chunk))
	}
}

func TestForkMakesAllBranchesOrNone(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a", Scenario: "desk", Agent: "steady", Seed: 7})
	grow(t, s, "a", 10)
	if _, err := s.Fork(checkpoints.Fork{Parent: "a", At: 4, Names: []string{"x", "y", "a"}}); !errors.Is(err, checkpoints.ErrExists) {
		t.Errorf("a fork under the name of an episode: got %v, want exists", err)
	}
	if _, err := s.Fork(checkpoints.Fork{Parent: "a", At: 4, Names: []string{"x", "x"}}); !errors.Is(err, checkpoints.ErrExists) {
		t.Errorf("two forks of one name: got %v, want exists", err)
	}
	if bs, _ := s.Branches(); len(bs) != 1 {
		t.Fatalf("a fork that failed left %d branches, want 1", len(bs))
	}
	got, err := s.Fork(checkpoints.Fork{Parent: "a", At: 4, Names: []string{"x", "y"}, Agent: "lazy"})
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"x", "y"} {
		want := checkpoints.Branch{ID: got[i].ID, Name: name, Parent: "a", At: 4, Scenario: "desk", Agent: "lazy", Seed: 7, Bundle: got[i].Bundle}
		if kept, err := s.Branch(name); err != nil || kept != want || got[i] != want || want.Bundle == "" {
			t.Errorf("got %+v and kept %+v, %v, want %+v", got[i], kept, err, want)
		}
		h, err := s.Head(name)
		if want := chainOf(t, s, "a", 4); err != nil || h.Seq != 4 || h.Chain != want {
			t.Errorf("head of %s: %+v, %v, want 4 and %s", name, h, err, want)
		}
	}
}

func TestForkRefusesPointsThatAreNotThere(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	grow(t, s, "a", 10)
	for name, c := range map[string]struct {
		fork checkpoints.Fork
		want error
	}{
		"beyond":        {checkpoints.Fork{Parent: "a", At: 11, Names: []string{"x"}}, checkpoints.ErrPoint},
		"beyond, named": {checkpoints.Fork{Parent: "a", At: 11, Chain: sim.Chain{1}, Names: []string{"x"}}, checkpoints.ErrPoint},
		"other hash":    {checkpoints.Fork{Parent: "a", At: 10, Chain: sim.Chain{1}, Names: []string{"x"}}, checkpoints.ErrPoint},
		"no parent":     {checkpoints.Fork{Parent: "z", At: 1, Names: []string{"x"}}, checkpoints.ErrMissing},
		"no names":      {checkpoints.Fork{Parent: "a", At: 1}, checkpoints.ErrName},
		"bad name":      {checkpoints.Fork{Parent: "a", At: 1, Names: []string{"x", "~y"}}, checkpoints.ErrName},
	} {
		if _, err := s.Fork(c.fork); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
}

func TestForksOfForksReadAsTheirPast(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	grow(t, s, "a", 20)
	parent := "a"
	for i, at := range []uint64{12, 15, 5, 5, 4} { // the third forks off in what its parent only shares
		name := fmt.Sprintf("f%d", i)
		if _, err := s.Fork(checkpoints.Fork{Parent: parent, At: at, Names: []string{name}}); err != nil {
			t.Fatal(err)
		}
		if h, err := s.Head(name); err != nil || h.Chain != chainOf(t, s, "a", at) && at <= 12 {
			t.Errorf("head of %s: %+v, %v", name, h, err)
		}
		grow(t, s, name, 5)
		parent = name
	}
	for i, want := range []int{17, 20, 10, 10, 9} {
		name := fmt.Sprintf("f%d", i)
		for after := range uint64(want) {
			if got := read(t, s, name, after); len(got) != want-int(after) {
				t.Fatalf("%s after %d: %d events, want %d", name, after, len(got), want-int(after))
			}
		}
		if h, _ := s.Head(name); h.Chain != chainOf(t, s, name, uint64(want)) {
			t.Errorf("%s: its head has another hash than its events", name)
		}
	}
	if got := read(t, s, "a", 0); len(got) != 20 {
		t.Errorf("the parent has %d events, want 20", len(got))
	}
}

func TestRemoveIsRefusedWhileThereAreForks(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	create(t, s, checkpoints.Branch{Name: "other"})
	grow(t, s, "a", 6)
	grow(t, s, "other", 6)
	if _, err := s.Fork(checkpoints.Fork{Parent: "a", At: 6, Names: []string{"x"}}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "x"} {
		if err := s.Mark(name, checkpoints.Checkpoint{Name: "m" + name, Seq: 6}); err != nil {
			t.Fatal(err)
		}
		if err := s.Keep(name, sim.Snapshot{Seq: 3, State: []byte("s")}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Remove("a"); !errors.Is(err, checkpoints.ErrChildren) {
		t.Errorf("got %v, want children", err)
	}
	for _, name := range []string{"x", "a"} {
		if err := s.Remove(name); err != nil {
			t.Fatal(err)
		}
		if err := s.Remove(name); !errors.Is(err, checkpoints.ErrMissing) {
			t.Errorf("again: got %v, want missing", err)
		}
	}
	create(t, s, checkpoints.Branch{Name: "a"})
	if got := read(t, s, "a", 0); len(got) != 0 {
		t.Errorf("a new episode under the name has %d events of the old", len(got))
	}
	if got := read(t, s, "other", 0); len(got) != 6 {
		t.Errorf("the other episode has %d events, want 6", len(got))
	}
	if n := pairs(t, s, "marks") + pairs(t, s, "snapshots"); n != 0 {
		t.Errorf("%d checkpoints and snapshots are left", n)
	}
}

func TestRenameTakesForksAlong(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	grow(t, s, "a", 6)
	if _, err := s.Fork(checkpoints.Fork{Parent: "a", At: 4, Names: []string{"x", "y"}}); err != nil {
		t.Fatal(err)
	}
	before, _ := s.Branch("a")
	if err := s.Rename("a", "x"); !errors.Is(err, checkpoints.ErrExists) {
		t.Errorf("got %v, want exists", err)
	}
	if err := s.Rename("a", "a@b"); !errors.Is(err, checkpoints.ErrName) {
		t.Errorf("got %v, want no name", err)
	}
	if err := s.Rename("nobody", "b"); !errors.Is(err, checkpoints.ErrMissing) {
		t.Errorf("got %v, want missing", err)
	}
	if err := s.Rename("a", "b"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"x", "y"} {
		if b, err := s.Branch(name); err != nil || b.Parent != "b" {
			t.Errorf("%s forks from %q, %v, want b", name, b.Parent, err)
		}
		if got := read(t, s, name, 0); len(got) != 4 {
			t.Errorf("%s has %d events, want 4", name, len(got))
		}
	}
	if _, err := s.Branch("a"); !errors.Is(err, checkpoints.ErrMissing) {
		t.Errorf("the old name: got %v, want missing", err)
	}
	if b, err := s.Branch("b"); err != nil || b.ID != before.ID {
		t.Errorf("got %+v, %v, want number %d", b, err, before.ID)
	}
}

func TestStagingBranchesAreSeenByNobodyUntilRenamed(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	b, err := s.Stage(checkpoints.Branch{Name: "import", Scenario: "desk"}, []byte("bundle"))
	if err != nil || !b.Staging() {
		t.Fatalf("got %+v, %v", b, err)
	}
	if again, err := s.Stage(checkpoints.Branch{Name: "import"}, nil); err != nil || again.Name == b.Name {
		t.Errorf("a second one: %+v, %v", again, err)
	}
	grow(t, s, b.Name, 5)
	if all, _ := s.AllBranches(); len(all) != 3 {
		t.Errorf("%d branches in all, want 3", len(all))
	}
	bs, _ := s.Branches()
	tips, err := s.Heads()
	if err != nil || len(bs) != 1 || len(tips) != 1 || tips[0].Branch.Name != "a" {
		t.Errorf("got %v and %v, %v, want a alone", bs, tips, err)
	}
	if err := s.Rename(b.Name, "real"); err != nil {
		t.Fatal(err)
	}
	tips, err = s.Heads()
	if err != nil || len(tips) != 2 || tips[1].Branch.Name != "real" || tips[1].Head.Seq != 5 {
		t.Errorf("got %+v, %v", tips, err)
	}
	if _, err := s.Create(checkpoints.Branch{Name: "~x"}, nil); !errors.Is(err, checkpoints.ErrName) {
		t.Errorf("a user's staging name: got %v", err)
	}
}
