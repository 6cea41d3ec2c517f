package checkpoints_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

func take(t *testing.T, s *checkpoints.Store, branch, rollout string, attempt uint64) checkpoints.Log {
	t.Helper()
	l, err := s.Take(branch, checkpoints.Holder{Rollout: rollout, Attempt: attempt})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestHigherAttemptShutsOutTheLower(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	nobody := s.Log("a")
	if err := nobody.Append(sim.Batch{Events: events(1, 2)}); err != nil {
		t.Fatal(err)
	}
	first := take(t, s, "a", "r", 1)
	if err := first.Append(sim.Batch{After: 2, Events: events(3, 2)}); err != nil {
		t.Fatal(err)
	}
	again := take(t, s, "a", "r", 1) // after a crash the same attempt may come back
	if err := again.Append(sim.Batch{After: 4, Events: events(5, 1)}); err != nil {
		t.Fatal(err)
	}
	third := take(t, s, "a", "r", 3)
	for name, l := range map[string]checkpoints.Log{"attempt 1": first, "nobody": nobody} {
		err := l.Append(sim.Batch{After: 5, Events: events(6, 1)})
		if !errors.Is(err, checkpoints.ErrFenced) || !strings.Contains(err.Error(), "attempt 3 of rollout r has it") {
			t.Errorf("%s appends: got %v, want fenced by attempt 3", name, err)
		}
		if err := l.Annotate("stopped"); !errors.Is(err, checkpoints.ErrFenced) {
			t.Errorf("%s annotates: got %v, want fenced", name, err)
		}
	}
	for _, h := range []checkpoints.Holder{{Rollout: "r", Attempt: 2}, {Rollout: "q", Attempt: 9}} {
		if _, err := s.Take("a", h); !errors.Is(err, checkpoints.ErrFenced) || !strings.Contains(err.Error(), "attempt 3 of rollout r") {
			t.Errorf("%s takes it: got %v, want fenced by attempt 3", h, err)
		}
	}
	if err := third.Append(sim.Batch{After: 5, Events: events(6, 1)}); err != nil {
		t.Error(err)
	}
	if h, err := s.Head("a"); err != nil || h.Seq != 6 || h.Holder() != (checkpoints.Holder{Rollout: "r", Attempt: 3}) {
		t.Errorf("got %+v, %v", h, err)
	}
}

func TestHolderOutlivesTheProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	for i, c := range []struct {
		holder checkpoints.Holder
		want   error
	}{
		{checkpoints.Holder{Rollout: "r", Attempt: 4}, nil},
		{checkpoints.Holder{Rollout: "r", Attempt: 3}, checkpoints.ErrFenced},
		{checkpoints.Holder{Rollout: "r", Attempt: 4}, nil},
		{checkpoints.Holder{Rollout: "r", Attempt: 5}, nil},
		{checkpoints.Holder{Rollout: "r", Attempt: 4}, checkpoints.ErrFenced},
		{checkpoints.Holder{Rollout: "s", Attempt: 6}, checkpoints.ErrFenced},
	} {
		s, err := checkpoints.Open(path, checkpoints.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			create(t, s, checkpoints.Branch{Name: "a"})
		}
		if _, err := s.Take("a", c.holder); !errors.Is(err, c.want) {
			t.Errorf("open %d: %s: got %v, want %v", i+1, c.holder, err, c.want)
		}
		if err := s.Append("a", sim.Batch{Events: events(1, 1)}); !errors.Is(err, checkpoints.ErrFenced) {
			t.Errorf("open %d: nobody appends: got %v, want fenced", i+1, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestForksAreHeldByNobody(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	grow(t, s, "a", 4)
	parent := take(t, s, "a", "r", 2)
	fork(t, s, "a", 4, "b")
	if h, err := s.Head("b"); err != nil || h.Holder() != (checkpoints.Holder{}) {
		t.Errorf("got %+v, %v, want nobody", h, err)
	}
	if err := take(t, s, "b", "other", 1).Append(sim.Batch{After: 4, Events: events(5, 1)}); err != nil {
		t.Error(err)
	}
	if err := parent.Append(sim.Batch{After: 4, Events: events(5, 1)}); err != nil {
		t.Error(err)
	}
}

func TestLogOfARemovedEpisodeDoesNotWriteToItsSuccessor(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	l := take(t, s, "a", "r", 1)
	if err := s.Remove("a"); err != nil {
		t.Fatal(err)
	}
	create(t, s, checkpoints.Branch{Name: "a"})
	take(t, s, "a", "r", 1)
	if err := l.Append(sim.Batch{Events: events(1, 1)}); !errors.Is(err, checkpoints.ErrMissing) {
		t.Errorf("got %v, want missing", err)
	}
}

func TestNobodyCannotTake(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	for _, h := range []checkpoints.Holder{{}, {Attempt: 3}, {Rollout: strings.Repeat("x", 200)}} {
		if _, err := s.Take("a", h); !errors.Is(err, checkpoints.ErrName) {
			t.Errorf("%+v: got %v, want no name", h, err)
		}
	}
	if _, err := s.Take("z", checkpoints.Holder{Rollout: "r"}); !errors.Is(err, checkpoints.ErrMissing) {
		t.Errorf("got %v, want missing", err)
	}
}

func TestAReleasedBranchIsAnybodysButNotItsLastHolders(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	s, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	create(t, s, checkpoints.Branch{Name: "a"})
	second := take(t, s, "a", "r", 2)
	if err := second.Append(sim.Batch{Events: events(1, 2)}); err != nil {
		t.Fatal(err)
	}
	for _, h := range []checkpoints.Holder{{Rollout: "r", Attempt: 1}, {Rollout: "q", Attempt: 2}, {}} {
		if err := s.Release("a", h); !errors.Is(err, checkpoints.ErrFenced) || !strings.Contains(err.Error(), "attempt 2 of rollout r has it") {
			t.Errorf("%s gives it up: got %v, want fenced by attempt 2", h, err)
		}
	}
	for range 2 { // a crash may send it twice
		if err := s.Release("a", checkpoints.Holder{Rollout: "r", Attempt: 2}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil { // it is on the disk
		t.Fatal(err)
	}
	if s, err = checkpoints.Open(path, checkpoints.Options{}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if h, err := s.Head("a"); err != nil || h.Holder() != (checkpoints.Holder{}) || h.Seq != 2 {
		t.Errorf("got %+v, %v; want nobody to hold it", h, err)
	}
	for _, h := range []checkpoints.Holder{{Rollout: "r", Attempt: 2}, {Rollout: "r", Attempt: 1}} {
		if _, err := s.Take("a", h); !errors.Is(err, checkpoints.ErrFenced) || !strings.Contains(err.Error(), "gave it up") {
			t.Errorf("%s takes it again: got %v, want fenced", h, err)
		}
	}
	if err := s.Log("a").Append(sim.Batch{After: 2, Events: events(3, 1)}); err != nil {
		t.Errorf("nobody in particular appends: %v", err)
	}
	if h, err := s.Head("a"); err != nil || h.Attempt != 2 || !h.Released {
		t.Errorf("got %+v, %v: an append forgot who was shut out", h, err)
	}
	take(t, s, "a", "q", 1)
	if err := s.Release("a", checkpoints.Holder{Rollout: "q", Attempt: 1}); err != nil {
		t.Fatal(err)
	}
	third := take(t, s, "a", "r", 3)
	if err := third.Append(sim.Batch{After: 3, Events: events(4, 1)}); err != nil {
		t.Error(err)
	}
}

func TestAHolderWhoGaveUpWritesNoMore(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	l := take(t, s, "a", "r", 1)
	if err := s.Release("a", checkpoints.Holder{Rollout: "r", Attempt: 1}); err != nil {
		t.Fatal(err)
	}
	if err := l.Append(sim.Batch{Events: events(1, 1)}); !errors.Is(err, checkpoints.ErrFenced) {
		t.Errorf("got %v, want fenced", err)
	}
	if err := s.Release("nobody", checkpoints.Holder{Rollout: "r", Attempt: 1}); !errors.Is(err, checkpoints.ErrMissing) {
		t.Errorf("got %v, want no such episode", err)
	}
}

// A head once knew only who had the branch last: another rollout in between let an attempt that was given up in again.
func TestAnAttemptThatWasGivenUpStaysOut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	s := open(t, path)
	create(t, s, checkpoints.Branch{Name: "a"})
	give := func(rollout string, attempt uint64) {
		t.Helper()
		take(t, s, "a", rollout, attempt)
		if err := s.Release("a", checkpoints.Holder{Rollout: rollout, Attempt: attempt}); err != nil {
			t.Fatal(err)
		}
	}
	give("r1", 4)
	give("r2", 1)
	give("r1", 6)
	for i := range 20 {
		give(fmt.Sprintf("other %d", i), uint64(i))
	}
	s.Close()
	s = open(t, path)
	for _, h := range []checkpoints.Holder{{Rollout: "r1", Attempt: 4}, {Rollout: "r1", Attempt: 6}, {Rollout: "r2", Attempt: 1}, {Rollout: "other 3", Attempt: 3}} {
		if _, err := s.Take("a", h); !errors.Is(err, checkpoints.ErrFenced) {
			t.Errorf("%s: got %v, want it fenced", h, err)
		}
	}
	give("r2", 2)
	give("r1", 7)
	for i := range 100 { // once the oldest of more than 32 were forgotten
		give(fmt.Sprintf("another %d", i), 1)
	}
	for _, h := range []checkpoints.Holder{{Rollout: "r1", Attempt: 7}, {Rollout: "r2", Attempt: 2}, {Rollout: "other 3", Attempt: 2}, {Rollout: "another 0", Attempt: 1}} {
		if _, err := s.Take("a", h); !errors.Is(err, checkpoints.ErrFenced) || !strings.Contains(err.Error(), "gave it up") {
			t.Errorf("%s: got %v, want it fenced", h, err)
		}
	}
	if n := pairs(t, s, "heads"); n != 122 { // a head, and all who had it but the last
		t.Errorf("got %d records, want 122", n)
	}
	s.Close()
	if _, err := checkpoints.Compact(t.Context(), path, checkpoints.CompactOptions{}); err != nil {
		t.Fatal(err)
	}
	_, saved := salvage(t, path, checkpoints.SalvageOptions{})
	for _, path := range []string{path, saved} {
		if res := verify(t, path); len(res.Findings) > 0 {
			t.Errorf("got %v, want nothing", res.Findings)
		}
		s := open(t, path)
		if _, err := s.Take("a", checkpoints.Holder{Rollout: "r1", Attempt: 7}); !errors.Is(err, checkpoints.ErrFenced) {
			t.Errorf("%s: got %v, want it fenced", filepath.Base(path), err)
		}
		if err := s.Remove("a"); err != nil || pairs(t, s, "heads") != 0 {
			t.Errorf("%v, and %d records are left of a removed episode", err, pairs(t, s, "heads"))
		}
	}
}

// Format 4 kept them in the head.
func TestFormerHoldersOfAnEarlierFormatStayOut(t *testing.T) {
	s := fresh(t)
	b, err := s.Create(checkpoints.Branch{Name: "a"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := checkpoints.HeadRecord(b.ID, checkpoints.Head{Rollout: "last", Attempt: 5, Released: true, Former: "9 old one\n3 other"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.SetPair("heads", binary.BigEndian.AppendUint64(nil, b.ID), raw); err != nil {
		t.Fatal(err)
	}
	for _, h := range []checkpoints.Holder{{Rollout: "old one", Attempt: 9}, {Rollout: "other", Attempt: 3}, {Rollout: "last", Attempt: 5}} {
		if _, err := s.Take("a", h); !errors.Is(err, checkpoints.ErrFenced) {
			t.Errorf("%s: got %v, want it fenced", h, err)
		}
	}
	take(t, s, "a", "new", 1)
	if h, err := s.Head("a"); err != nil || h.Former != "" {
		t.Errorf("got %+v, %v; want them out of the head", h, err)
	}
	if err := s.Release("a", checkpoints.Holder{Rollout: "new", Attempt: 1}); err != nil {
		t.Fatal(err)
	}
	take(t, s, "a", "other", 4)
	if err := s.Release("a", checkpoints.Holder{Rollout: "other", Attempt: 4}); err != nil {
		t.Fatal(err)
	}
	for _, h := range []checkpoints.Holder{{Rollout: "old one", Attempt: 9}, {Rollout: "other", Attempt: 4}, {Rollout: "new", Attempt: 1}} {
		if _, err := s.Take("a", h); !errors.Is(err, checkpoints.ErrFenced) {
			t.Errorf("%s: got %v, want it fenced", h, err)
		}
	}
}
