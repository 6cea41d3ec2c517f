package simcheck

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/score"
	"github.com/tenure-sim/tenure/sim/simtest"
	"github.com/tenure-sim/tenure/sim/work"
)

func TestFaultsAreDrawnByTheSeedAlone(t *testing.T) {
	seen, sets := map[Fault]int{}, map[string]bool{}
	for seed := range uint64(200) {
		got := DrawFaults(seed, Faults())
		if !slices.Equal(got, DrawFaults(seed, Faults())) || len(got) == 0 {
			t.Fatalf("seed %d: %v, and then another", seed, got)
		}
		for _, f := range got {
			seen[f]++
		}
		sets[names(got)] = true
	}
	for _, f := range Faults() {
		if seen[f] < 60 || seen[f] > 140 {
			t.Errorf("%s was drawn for %d of 200 seeds", f, seen[f])
		}
	}
	if len(sets) < 80 {
		t.Errorf("only %d different subsets", len(sets))
	}
}

func TestADrawDoesNotChangeWithWhatElseIsDrawn(t *testing.T) {
	p := newPlan(7, []Fault{Kill, Append}, pondStart, pondStart.Add(40*time.Hour))
	alone := newPlan(7, []Fault{Kill}, pondStart, pondStart.Add(40*time.Hour))
	if got, want := alone.spots(Kill, 3, 900), p.spots(Kill, 3, 900); !slices.Equal(got, want) {
		t.Errorf("killed at %v alone and at %v with others", got, want)
	}
	if alone.spots(Append, 3, 900) != nil {
		t.Error("a fault that is not wanted strikes")
	}
}

// noted keeps what an agent is shown.
type noted struct {
	simtest.Walker
	seen []sim.Observation
}

func (n *noted) Act(ctx context.Context, o sim.Observation) (engine.Action, error) {
	n.seen = append(n.seen, o)
	return n.Walker.Act(ctx, o)
}

// driven lets an unruly agent act on so many observations and returns what reached the world.
func driven(p plan, inner engine.Agent, n int) []engine.Action {
	u := &unruly{inner: inner, plan: p}
	var out []engine.Action
	for i := range n {
		o := sim.Observation{Agent: "rob", Step: i, Now: pondStart.Add(time.Duration(i) * time.Minute), Arrived: []string{strings.Repeat("x", i+1)}}
		act, err := u.Act(context.Background(), o)
		if err != nil {
			panic(err)
		}
		out = append(out, act)
	}
	return out
}

func TestAnAgentMissesNoNewsThroughFaults(t *testing.T) {
	p := newPlan(5, []Fault{Tools, Twice, Late}, pondStart, pondStart.Add(400*time.Hour))
	n := &noted{}
	acts := driven(p, n, 300)
	if again := driven(p, &noted{}, 300); !reflect.DeepEqual(acts, again) {
		t.Error("the same observations lead to other actions")
	}
	news := 0
	for i, o := range n.seen {
		if o.Step != i {
			t.Fatalf("the agent is shown step %d as its action %d", o.Step, i)
		}
		news += len(o.Arrived) + o.More
	}
	if len(n.seen) >= 300 || len(n.seen) < 200 {
		t.Errorf("the agent acted %d times of 300: too few faults, or too many", len(n.seen))
	}
	if news < 297 { // the last may still be held back
		t.Errorf("%d news of 300 reached the agent", news)
	}
}

func TestFaultsStop(t *testing.T) {
	p := newPlan(5, []Fault{Tools, Twice, Late}, pondStart, pondStart.Add(time.Minute))
	n := &noted{}
	if driven(p, n, 300); len(n.seen) < 298 {
		t.Errorf("the agent was shown %d of 300 observations", len(n.seen))
	}
}

func TestLostAnswersAreLostByTheSeed(t *testing.T) {
	p := newPlan(5, []Fault{Lost, Slow}, pondStart, pondStart.Add(40*time.Hour))
	m := mute{inner: &simtest.Model{Answer: func(string) (string, error) { return "yes", nil }}, plan: p}
	lost := 0
	for id := range uint64(100) {
		r := engine.Request{Question: sim.Question{Asked: sim.Asked{ID: id, Owner: "pond", Due: pondStart}}}
		_, first := m.Complete(context.Background(), r)
		_, second := m.Complete(context.Background(), r)
		if errors.Is(first, errLost) != errors.Is(second, errLost) {
			t.Fatalf("question %d is lost once and once not", id)
		}
		if first != nil {
			lost++
		}
		r.Due = p.until.Add(time.Hour)
		if _, err := m.Complete(context.Background(), r); err != nil {
			t.Errorf("question %d is lost after the faults have stopped: %v", id, err)
		}
	}
	if lost < 15 || lost > 45 {
		t.Errorf("%d answers of 100 are lost", lost)
	}
}

func TestPromisesThatNobodyFoundOutAboutAreFound(t *testing.T) {
	end := pondStart.Add(40 * time.Hour)
	past, future := pondStart.Add(time.Hour), end.Add(time.Hour)
	all := []*work.Commitment{
		{ID: "kept", By: "rob", Due: past, State: work.Kept, Event: 1},
		{ID: "broken", By: "rob", Due: past, State: work.BrokenOff, Event: 2},
		{ID: "lapsed", By: "rob", Due: past, State: work.Open, Lapsed: past.Add(time.Second), Event: 3},
		{ID: "theirs", By: "amy", Due: past, State: work.Open, Lapsed: past.Add(time.Second), Event: 4},
		{ID: "not due", By: "rob", Due: future, State: work.Open, Event: 5},
		{ID: "history", By: "rob", Due: pondStart.Add(-time.Hour), State: work.Late, Event: 6},
	}
	right := score.Measure{ID: keptMetric, N: 3, Evidence: []uint64{2, 3}}
	if got := audit(all, []score.Measure{right}, "rob", pondStart, end); len(got) != 0 {
		t.Errorf("all is accounted for, and yet %+v", got)
	}
	asleep := &work.Commitment{ID: "asleep", By: "amy", Due: past, State: work.Open, Event: 7}
	if got := audit(append(all, asleep), []score.Measure{right}, "rob", pondStart, end); len(got) != 1 || got[0].Commitment.ID != "asleep" {
		t.Errorf("got %+v, want the promise that lapsed unseen", got)
	}
	for name, m := range map[string]score.Measure{"one too few": {ID: keptMetric, N: 2, Evidence: []uint64{2, 3}},
		"one not cited": {ID: keptMetric, N: 3, Evidence: []uint64{2}}} {
		if got := audit(all, []score.Measure{m}, "rob", pondStart, end); len(got) != 1 {
			t.Errorf("%s: got %+v, want one finding", name, got)
		}
	}
}

func TestAppendsFailOnceAndSavedOrNot(t *testing.T) {
	batch := func(after uint64, n int) sim.Batch { return sim.Batch{After: after, Events: make([][]byte, n)} }
	kinds := map[bool]int{}
	for seed := range uint64(40) {
		m := &storm{seed: seed, fails: []uint64{7}}
		before, after := m.before(batch(0, 3)), m.after(batch(0, 3))
		if before != nil || after != nil {
			t.Fatalf("seed %d: a batch fails that does not reach the event", seed)
		}
		before = m.before(batch(3, 9))
		if before == nil {
			after = m.after(batch(3, 9))
		}
		if (before == nil) == (after == nil) {
			t.Fatalf("seed %d: before %v, after %v; want one of the two", seed, before, after)
		}
		kinds[before == nil]++
		if m.before(batch(3, 9)) != nil || m.after(batch(3, 9)) != nil {
			t.Fatalf("seed %d: the same failure comes twice", seed)
		}
	}
	if len(kinds) != 2 {
		t.Errorf("of 40 seeds all are alike: %v", kinds)
	}
}

// The part that lets coworkers be out keeps to what every part must keep to.
func TestAbsencesConform(t *testing.T) {
	s, err := OfScenario("desk", "steady")
	if err != nil {
		t.Fatal(err)
	}
	s = s.faulty(newPlan(3, []Fault{Absent}, s.Start, s.Horizon))
	b, err := newBench(context.Background(), t.TempDir(), s, 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	out := 0
	codec := sim.NewCodec(s.Parts()...)
	for _, raw := range b.tape.events {
		e, err := codec.Decode(raw)
		if err != nil {
			t.Fatal(err)
		}
		if e.Body.Kind() == "players.absent" {
			out++
		}
	}
	if out == 0 {
		t.Error("nobody was out")
	}
	n, err := simtest.Conform(s.Parts, b.store.Log(plainName), func(seq uint64) bool { return seq > b.tape.laid && seq%40 == 0 })
	if err != nil || n == 0 {
		t.Errorf("looked at %d moments: %v", n, err)
	}
}
