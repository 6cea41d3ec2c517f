package engine_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/simtest"
)

// shelf is a log that keeps snapshots.
type shelf struct {
	*simtest.MemLog
	snaps []sim.Snapshot
	used  int
}

func (s *shelf) Keep(x sim.Snapshot) error { s.snaps = append(s.snaps, x); return nil }
func (s *shelf) Nearest(most uint64, layout sim.Hash) (sim.Snapshot, bool, error) {
	for i := len(s.snaps) - 1; i >= 0; i-- {
		if x := s.snaps[i]; x.Seq <= most && x.Layout == layout {
			s.used++
			return x, true, nil
		}
	}
	return sim.Snapshot{}, false, nil
}

// upto is an episode whose log ends after event n.
func upto(t *testing.T, log engine.Log) *engine.Episode {
	t.Helper()
	e, err := engine.Open(context.Background(), newWorld(), engine.Config{Log: log, Model: model(2)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

// stride is what the agent of these tests does at its nth step.
func stride(n int) engine.Action {
	if n%3 == 0 {
		return simtest.Call("pond_croak", "words", "step by step")
	}
	return simtest.Call("wait_for", "span", "40m")
}

// steps goes on by n steps, or to the end.
func steps(t *testing.T, e *engine.Episode, n int) {
	t.Helper()
	for ; n != 0 && e.World().Ended() == nil; n-- {
		o, ok, err := e.Advance(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return
		}
		if _, err := e.Step(context.Background(), stride(o.Step)); err != nil {
			t.Fatal(err)
		}
	}
}

func begun(t *testing.T, log engine.Log, n int) *engine.Episode {
	t.Helper()
	e, err := engine.Create(newWorld(), engine.Config{Log: log, Model: model(1)}, lay("rob"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	steps(t, e, n)
	return e
}

func TestForksAndTheirParentGoOnAlike(t *testing.T) {
	alone := begun(t, &simtest.MemLog{}, -1)
	parent := begun(t, &simtest.MemLog{}, 7)
	forks, err := parent.Fork(3)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range append(forks, parent) {
		steps(t, e, -1)
		if e.Chain() != alone.Chain() {
			t.Errorf("episode %d ends with %s, want %s", i, e.Chain(), alone.Chain())
		}
	}
}

func TestSixtyFourForksInRandomOrderAreTheSixtyFourAlone(t *testing.T) {
	const n, seed = 64, 5
	act := func(e *engine.Episode, fork, step int) bool {
		_, ok, err := e.Advance(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if ok {
			words := []string{"north", "south", "east", "west"}[(fork+step)%4]
			_, err = e.Step(context.Background(), simtest.Call("pond_croak", "words", words))
		}
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	var want [n]sim.Chain
	for i := range want {
		e := begun(t, &simtest.MemLog{}, 5)
		for step := range 12 {
			act(e, i, step)
		}
		want[i] = e.Chain()
	}
	parent := begun(t, &simtest.MemLog{}, 5)
	forks, err := parent.Fork(n)
	if err != nil {
		t.Fatal(err)
	}
	before := parent.Chain()
	chance := rand.New(rand.NewPCG(seed, 0))
	var taken [n]int
	for left := n * 12; left > 0; left-- {
		i := chance.IntN(n)
		for taken[i] == 12 {
			i = (i + 1) % n
		}
		act(forks[i], i, taken[i])
		taken[i]++
	}
	for i, e := range forks {
		if e.Chain() != want[i] {
			t.Errorf("seed %d: fork %d ends with %s, alone it ended with %s", seed, i, e.Chain(), want[i])
		}
	}
	if parent.Chain() != before {
		t.Error("the forks have changed their parent")
	}
}

func TestAForkOfAForkHasItsWholePast(t *testing.T) {
	parent := begun(t, &simtest.MemLog{}, 4)
	one, err := parent.Fork(1)
	if err != nil {
		t.Fatal(err)
	}
	steps(t, one[0], 3)
	two, err := one[0].Fork(1)
	if err != nil {
		t.Fatal(err)
	}
	steps(t, two[0], 3)
	alone := begun(t, &simtest.MemLog{}, 10)
	if two[0].Chain() != alone.Chain() {
		t.Errorf("got %s, want %s", two[0].Chain(), alone.Chain())
	}
}

func TestReseedingChangesTheFutureAndNotThePast(t *testing.T) {
	parent := begun(t, &simtest.MemLog{}, 6)
	at := parent.World().Seq()
	forks, err := parent.Fork(2)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range forks {
		if err := e.Reseed(uint64(100 + i)); err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range append(forks, parent) {
		steps(t, e, -1)
	}
	if forks[0].Chain() == parent.Chain() || forks[0].Chain() == forks[1].Chain() {
		t.Error("another seed has changed nothing")
	}
	log := &simtest.MemLog{}
	begun(t, log, 6)
	w := newWorld()
	chain, _, err := engine.Restore(w, log, 0)
	if err != nil {
		t.Fatal(err)
	}
	batch := engine.Reseeded(w, chain, 100)
	if batch.After != at || w.Seq() != at {
		t.Errorf("got a batch after event %d and a world at %d; want %d", batch.After, w.Seq(), at)
	}
	if err := log.Append(batch); err != nil {
		t.Fatal(err)
	}
	e := upto(t, log)
	steps(t, e, -1)
	if e.Chain() != forks[0].Chain() {
		t.Error("a log that was reseeded goes on in another way than an episode that was")
	}
}

func TestAnEpisodeOpenedFromASnapshotGoesOnTheSame(t *testing.T) {
	whole := begun(t, &simtest.MemLog{}, -1)
	for n := range 9 {
		log := &shelf{MemLog: &simtest.MemLog{}}
		e := begun(t, log, n)
		snap, err := engine.Take(e.World(), e.Chain())
		if err != nil {
			t.Fatal(err)
		}
		log.snaps = append(log.snaps, snap)
		steps(t, e, n%3)
		again := upto(t, log)
		if log.used == 0 {
			t.Fatal("the snapshot was not used")
		}
		steps(t, again, -1)
		if again.Chain() != whole.Chain() {
			t.Fatalf("after %d steps: got %s, want %s", n, again.Chain(), whole.Chain())
		}
	}
}

func TestASnapshotThatCannotBeReadCostsOnlyTime(t *testing.T) {
	log := &shelf{MemLog: &simtest.MemLog{}}
	e := begun(t, log, 5)
	snap, err := engine.Take(e.World(), e.Chain())
	if err != nil {
		t.Fatal(err)
	}
	snap.State = append([]byte(nil), snap.State[:len(snap.State)-9]...)
	log.snaps = append(log.snaps, snap)
	if again := upto(t, log); again.Chain() != e.Chain() {
		t.Errorf("got %s, want %s", again.Chain(), e.Chain())
	}
}

func TestAStepSentTwiceIsTakenOnce(t *testing.T) {
	log := &simtest.MemLog{}
	e := begun(t, log, 2)
	ctx := context.Background()
	act := func(id string) engine.Action {
		a := simtest.Call("pond_croak", "words", "once")
		a.ID = id
		return a
	}
	var want []sim.Observation
	for _, id := range []string{"a", "b", "c"} {
		o, err := e.Step(ctx, act(id))
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, o)
	}
	chain := e.Chain()
	for _, again := range []*engine.Episode{e, upto(t, log)} {
		for i, id := range []string{"c", "a", "b"} {
			o, err := again.Step(ctx, act(id))
			if err != nil {
				t.Fatal(err)
			}
			if w := want[[]int{2, 0, 1}[i]]; o.Step != w.Step || o.Now != w.Now || o.Text != w.Text {
				t.Errorf("step %s again: got %+v, want %+v", id, o, w)
			}
		}
		other := simtest.Call("wait_for", "span", "1h")
		other.ID = "b"
		if _, err := again.Step(ctx, other); !errors.Is(err, engine.ErrStepTaken) {
			t.Errorf("another action under a step's name: got %v, want %v", err, engine.ErrStepTaken)
		}
		if again.Chain() != chain {
			t.Error("a step sent again has changed the log")
		}
	}
}

// A process may die when a step has begun and its agent has not been answered: the step is then brought to its end.
func TestAStepCutInTheMiddleIsAnsweredWhenItIsSentAgain(t *testing.T) {
	long := simtest.Call("wait_for", "span", "9h")
	long.ID = "long"
	whole := &simtest.MemLog{}
	e := begun(t, whole, 2)
	from := len(whole.Events)
	want, err := e.Step(context.Background(), long)
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for n := from + 1; n < len(whole.Events); n++ {
		if !boundary(whole, n) {
			continue
		}
		log := whole.Upto(n)
		again := upto(t, log)
		got, err := again.Step(context.Background(), long)
		if err != nil || got.Now != want.Now || got.Step != want.Step {
			t.Fatalf("cut after event %d: got %+v, %v; want %+v", n, got, err, want)
		}
		if d := whole.Difference(log); d != "" {
			t.Fatalf("cut after event %d: %s", n, d)
		}
		tried++
	}
	if tried < 3 {
		t.Errorf("tried %d cuts", tried)
	}
}
