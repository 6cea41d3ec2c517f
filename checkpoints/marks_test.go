package checkpoints_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

func mark(t *testing.T, s *checkpoints.Store, branch, name string, seq uint64) {
	t.Helper()
	if err := s.Mark(branch, checkpoints.Checkpoint{Name: name, Seq: seq}); err != nil {
		t.Fatal(err)
	}
}

// marks lists a branch's checkpoints by name.
func marks(t *testing.T, s *checkpoints.Store, branch string) string {
	t.Helper()
	cs, err := s.Checkpoints(branch)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, c := range cs {
		out = append(out, c.Name)
	}
	return strings.Join(out, " ")
}

func fork(t *testing.T, s *checkpoints.Store, parent string, at uint64, names ...string) {
	t.Helper()
	if _, err := s.Fork(checkpoints.Fork{Parent: parent, At: at, Names: names}); err != nil {
		t.Fatal(err)
	}
}

func TestCheckpointIsKeptAsGiven(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	grow(t, s, "a", 9)
	want := checkpoints.Checkpoint{Name: "kick-off", Seq: 5, At: clock.Time(77), Chain: chainOf(t, s, "a", 5), Why: "hand", Note: "before the meeting"}
	if err := s.Mark("a", want); err != nil {
		t.Fatal(err)
	}
	mark(t, s, "a", "found", 5)
	got, err := s.Checkpoints("a")
	if err != nil || len(got) != 2 || got[1] != want {
		t.Errorf("got %+v, %v, want %+v second", got, err, want)
	}
	if got[0].Chain != want.Chain {
		t.Errorf("a checkpoint without a hash got %s, want %s", got[0].Chain, want.Chain)
	}
}

func TestCheckpointsOfTheSharedPastAreAForksToo(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	grow(t, s, "a", 20)
	mark(t, s, "a", "late", 15)
	mark(t, s, "a", "early", 3)
	fork(t, s, "a", 10, "b")
	grow(t, s, "b", 10)
	mark(t, s, "b", "mine", 12)
	mark(t, s, "b", "late", 14) // the parent's is not in the shared past
	mark(t, s, "a", "after-all", 9)
	fork(t, s, "b", 13, "c")
	fork(t, s, "b", 5, "d")
	for branch, want := range map[string]string{
		"a": "early after-all late", "b": "early after-all mine late", "c": "early after-all mine", "d": "early",
	} {
		if got := marks(t, s, branch); got != want {
			t.Errorf("%s has %q, want %q", branch, got, want)
		}
	}
	for branch, name := range map[string]string{"a": "late", "b": "early", "c": "mine", "d": "early"} {
		if err := s.Mark(branch, checkpoints.Checkpoint{Name: name, Seq: 2}); !errors.Is(err, checkpoints.ErrExists) {
			t.Errorf("%s in %s: got %v, want exists", name, branch, err)
		}
	}
	mark(t, s, "d", "mine", 5) // b's is not in d's past
}

func TestABranchsOwnCheckpointHidesALaterOneOfItsParent(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	grow(t, s, "a", 10)
	fork(t, s, "a", 10, "b")
	mark(t, s, "b", "x", 4)
	mark(t, s, "a", "x", 2)
	for branch, want := range map[string]uint64{"a": 2, "b": 4} {
		if cs, err := s.Checkpoints(branch); err != nil || len(cs) != 1 || cs[0].Seq != want {
			t.Errorf("%s has %+v, %v, want event %d", branch, cs, err, want)
		}
	}
}

func TestUnmarkTakesOnlyTheBranchsOwn(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	grow(t, s, "a", 10)
	mark(t, s, "a", "x", 2)
	fork(t, s, "a", 5, "b")
	mark(t, s, "b", "y", 5)
	if err := s.Unmark("b", "x"); !errors.Is(err, checkpoints.ErrUnmarked) || !strings.Contains(err.Error(), "one of a") {
		t.Errorf("a parent's: got %v", err)
	}
	if err := s.Unmark("a", "y"); !errors.Is(err, checkpoints.ErrUnmarked) {
		t.Errorf("a fork's: got %v", err)
	}
	for _, branch := range []string{"a", "b"} {
		if err := s.Unmark(branch, map[string]string{"a": "x", "b": "y"}[branch]); err != nil {
			t.Error(err)
		}
		if got := marks(t, s, branch); got != "" {
			t.Errorf("%s still has %q", branch, got)
		}
	}
	mark(t, s, "a", "x", 3) // the name is free again
}

func TestCheckpointsThatCannotBeAreRefused(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	grow(t, s, "a", 4)
	for name, c := range map[string]struct {
		branch string
		mark   checkpoints.Checkpoint
		want   error
	}{
		"beyond the end": {"a", checkpoints.Checkpoint{Name: "x", Seq: 5}, checkpoints.ErrPoint},
		"no event":       {"a", checkpoints.Checkpoint{Name: "x"}, checkpoints.ErrPoint},
		"another hash":   {"a", checkpoints.Checkpoint{Name: "x", Seq: 4, Chain: sim.Chain{9}}, checkpoints.ErrPoint},
		"no name":        {"a", checkpoints.Checkpoint{Seq: 1}, checkpoints.ErrName},
		"a space":        {"a", checkpoints.Checkpoint{Name: "x y", Seq: 1}, checkpoints.ErrName},
		"no episode":     {"z", checkpoints.Checkpoint{Name: "x", Seq: 1}, checkpoints.ErrMissing},
	} {
		if err := s.Mark(c.branch, c.mark); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
	if got := marks(t, s, "a"); got != "" {
		t.Errorf("refused checkpoints were kept: %q", got)
	}
}
