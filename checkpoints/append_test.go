package checkpoints_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

func TestAppendsAtTheSameTimeShareCommits(t *testing.T) {
	const episodes, steps = 64, 20
	s := fresh(t)
	for i := range episodes {
		create(t, s, checkpoints.Branch{Name: fmt.Sprint("e", i)})
	}
	before, err := s.Transactions()
	if err != nil {
		t.Fatal(err)
	}
	shared := []byte(strings.Repeat("what all of them name ", 50))
	var all sync.WaitGroup
	for i := range episodes {
		all.Go(func() {
			name := fmt.Sprint("e", i)
			for step := range uint64(steps) {
				own := fmt.Appendf(nil, "%s %d %s", name, step, shared)
				b := sim.Batch{After: 2 * step, Events: events(2*step+1, 2), Contents: [][]byte{shared, own}, Chain: sim.Chain{byte(i), byte(step)}}
				if err := s.Append(name, b); err != nil {
					t.Error(err)
					return
				}
				if _, err := s.Content(sim.HashOf(own)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	after, err := s.Transactions()
	if err != nil {
		t.Fatal(err)
	}
	if commits := after - before; commits > episodes*steps/2 {
		t.Errorf("%d appends took %d commits, want half as many at most", episodes*steps, commits)
	}
	for i := range episodes {
		name := fmt.Sprint("e", i)
		if got := read(t, s, name, 0); len(got) != 2*steps {
			t.Errorf("%s has %d events, want %d", name, len(got), 2*steps)
		}
		if h, err := s.Head(name); err != nil || h.Chain != (sim.Chain{byte(i), steps - 1}) {
			t.Errorf("%s: head %+v, %v", name, h, err)
		}
	}
}

func TestOneAppendDoesNotSpoilTheOthers(t *testing.T) {
	s := fresh(t)
	for _, name := range []string{"a", "b", "held", "c"} {
		create(t, s, checkpoints.Branch{Name: name})
		grow(t, s, name, 3)
	}
	take(t, s, "held", "r", 1)
	before, _ := s.Transactions()
	names := []string{"a", "b", "held", "nobody", "c", "c", "c"}
	afters := []uint64{3, 2, 3, 3, 3, 4, 4} // the last but one goes on from the one before it
	want := []error{nil, checkpoints.ErrConflict, checkpoints.ErrFenced, checkpoints.ErrMissing, nil, nil, checkpoints.ErrConflict}
	var logs []checkpoints.Log
	var batches []sim.Batch
	for i, name := range names {
		logs = append(logs, s.Log(name))
		batches = append(batches, sim.Batch{After: afters[i], Events: events(afters[i]+1, 1)})
	}
	for i, got := range s.AppendTogether(logs, batches, -1) {
		if !errors.Is(got, want[i]) {
			t.Errorf("append %d to %s: got %v, want %v", i, names[i], got, want[i])
		}
	}
	if after, _ := s.Transactions(); after != before+1 {
		t.Errorf("they took %d commits, want 1", after-before)
	}
	for name, n := range map[string]int{"a": 4, "b": 3, "held": 3, "c": 5} {
		if got := read(t, s, name, 0); len(got) != n {
			t.Errorf("%s has %d events, want %d", name, len(got), n)
		}
	}
}

func TestAppendThatBreaksIsTakenOutOfTheCommit(t *testing.T) {
	for broken := range 3 {
		s := fresh(t)
		var logs []checkpoints.Log
		var batches []sim.Batch
		for i := range 3 {
			name := fmt.Sprint("e", i)
			create(t, s, checkpoints.Branch{Name: name})
			logs = append(logs, s.Log(name))
			batches = append(batches, sim.Batch{Events: events(1, 2), Contents: [][]byte{[]byte(name)}})
		}
		for i, err := range s.AppendTogether(logs, batches, broken) {
			if (err != nil) != (i == broken) {
				t.Errorf("with %d broken, append %d: %v", broken, i, err)
			}
			want := 2
			if i == broken {
				want = 0
			}
			if got := read(t, s, fmt.Sprint("e", i), 0); len(got) != want {
				t.Errorf("with %d broken, episode %d has %d events, want %d", broken, i, len(got), want)
			}
		}
		if _, err := s.Content(sim.HashOf(fmt.Append(nil, "e", broken))); err == nil {
			t.Error("a content of the append that broke was kept")
		}
	}
}

func TestRefusedAppendsCommitNothing(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	before, _ := s.Transactions()
	if err := s.Append("a", sim.Batch{After: 7, Events: events(8, 1), Contents: [][]byte{[]byte("x")}}); !errors.Is(err, checkpoints.ErrConflict) {
		t.Errorf("got %v, want a conflict", err)
	}
	if after, _ := s.Transactions(); after != before {
		t.Errorf("a refused append made %d commits", after-before)
	}
	if _, err := s.Content(sim.HashOf([]byte("x"))); err == nil {
		t.Error("the content of a refused append was kept")
	}
}

func TestWritersOfAllKindsAtTheSameTime(t *testing.T) {
	const episodes = 8
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "root"})
	grow(t, s, "root", 9)
	var all sync.WaitGroup
	for i := range episodes {
		all.Go(func() {
			name := fmt.Sprint("f", i)
			var err error
			try := func(f func() error) {
				if err == nil {
					err = f()
				}
			}
			try(func() error {
				_, err := s.Fork(checkpoints.Fork{Parent: "root", At: 5, Names: []string{name}})
				return err
			})
			l, taken := s.Take(name, checkpoints.Holder{Rollout: name, Attempt: 1})
			try(func() error { return taken })
			for n := range uint64(10) {
				try(func() error {
					return l.Append(sim.Batch{After: 5 + n, Events: events(6+n, 1), Chain: sim.Chain{byte(n)}})
				})
				try(func() error {
					return s.Mark(name, checkpoints.Checkpoint{Name: fmt.Sprint("m", n), Seq: 6 + n, Chain: sim.Chain{byte(n)}})
				})
				try(func() error { return s.Keep(name, sim.Snapshot{Seq: 6 + n, Chain: sim.Chain{byte(n)}, Layout: "l"}) })
			}
			try(func() error { return s.Rename(name, "done-"+name) })
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for i := range episodes {
		name := fmt.Sprint("done-f", i)
		cs, err := s.Checkpoints(name)
		if n := len(read(t, s, name, 0)); err != nil || n != 15 || len(cs) != 10 {
			t.Errorf("%s: %d events and %d checkpoints, %v, want 15 and 10", name, n, len(cs), err)
		}
	}
}
