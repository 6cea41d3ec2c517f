package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/simtest"
)

// largest is the biggest event of a log, in bytes.
func largest(log *simtest.MemLog) int {
	most := 0
	for _, e := range log.Events {
		most = max(most, len(e))
	}
	return most
}

func TestAnActionBeyondAllBoundsIsRefusedAndKeptSmall(t *testing.T) {
	for name, act := range map[string]engine.Action{
		"tool":   {Tool: strings.Repeat("x", 70<<20)},
		"args":   {Tool: "pond_croak", Args: json.RawMessage(`{"words":"` + strings.Repeat("w", 8<<20) + `"}`)},
		"broken": {Tool: "pond_croak", Args: json.RawMessage(`{"words":"` + strings.Repeat("\xff", 8<<20))},
		"mixed":  {Tool: strings.Repeat("a\xff", 100), Args: json.RawMessage(`{"words":"` + strings.Repeat("a\xff", 3<<19) + `"}`)},
		"quoted": {Tool: "wait_for", Args: json.RawMessage(`{"span":"` + strings.Repeat("1", 1<<20) + `"}`)},
	} {
		t.Run(name, func(t *testing.T) {
			log := &simtest.MemLog{}
			e := begun(t, log, 1)
			act.ID = "once"
			o, err := e.Step(context.Background(), act)
			if err != nil || o.Rejected == "" {
				t.Fatalf("got %q, %v, want a rejection", o.Rejected, err)
			}
			if again, err := e.Step(context.Background(), act); err != nil || again.Rejected != o.Rejected {
				t.Errorf("sent again: got %.100q, %v, want %.100q", again.Rejected, err, o.Rejected)
			}
			if len(o.Rejected) > 4000 || len(o.Tool) > 400 {
				t.Errorf("the agent is told %d bytes about a tool of %d", len(o.Rejected), len(o.Tool))
			}
			if n := largest(log); n > 5<<20 {
				t.Errorf("an event of %d bytes was logged", n)
			}
			if again := upto(t, log); again.Chain() != e.Chain() {
				t.Error("the log is not read as it was written")
			}
		})
	}
}

func TestAnIDThatNoLogCanHoldIsRefused(t *testing.T) {
	log := &simtest.MemLog{}
	e := begun(t, log, 1)
	before := len(log.Events)
	for name, act := range map[string]engine.Action{
		"long":    {Tool: "wait_for", ID: strings.Repeat("i", 300)},
		"no text": {Tool: "wait_for", ID: "a\xffb"},
		"trace":   {Tool: "wait_for", Trace: make([]byte, 5<<20)},
	} {
		if _, err := e.Step(context.Background(), act); !errors.Is(err, engine.ErrAction) {
			t.Errorf("%s, by Step: got %v, want %v", name, err, engine.ErrAction)
		}
		if err := e.Act("rob", act); !errors.Is(err, engine.ErrAction) {
			t.Errorf("%s, by Act: got %v, want %v", name, err, engine.ErrAction)
		}
	}
	if len(log.Events) != before {
		t.Error("what was refused has changed the log")
	}
}

func named(tool, id string, pairs ...any) engine.Action {
	a := simtest.Call(tool, pairs...)
	a.ID = id
	return a
}

func TestAStepThatWasNotSavedIsNotTaken(t *testing.T) {
	log := &simtest.MemLog{}
	e := begun(t, log, 1)
	log.FailAt = uint64(len(log.Events)) + 1
	act := named("pond_croak", "x", "words", "lost")
	if _, err := e.Step(context.Background(), act); err == nil || errors.Is(err, engine.ErrStepTaken) {
		t.Fatalf("with a full disk: got %v", err)
	}
	if _, err := e.Step(context.Background(), act); err == nil || errors.Is(err, engine.ErrStepTaken) || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("sent again: got %v, want the fault of the disk", err)
	}
	log.FailAt = 0
	if o, err := upto(t, log).Step(context.Background(), act); err != nil || o.Tool != "pond_croak" {
		t.Errorf("opened again: got %+v, %v", o, err)
	}
}

func TestActTakesAnIDOnce(t *testing.T) {
	log := &simtest.MemLog{}
	e := begun(t, log, 1)
	ctx := context.Background()
	if err := e.Act("rob", named("pond_croak", "x", "words", "one")); err != nil {
		t.Fatal(err)
	}
	// Not yet saved, and sent again by the other way: it is answered.
	o, err := e.Step(ctx, named("pond_croak", "x", "words", "one"))
	if err != nil || o.Tool != "pond_croak" {
		t.Fatalf("got %+v, %v", o, err)
	}
	if err := e.Act("rob", named("pond_croak", "x", "words", "one")); !errors.Is(err, engine.ErrStepTaken) {
		t.Errorf("got %v, want %v", err, engine.ErrStepTaken)
	}
	if err := e.Act("rob", named("pond_croak", "y", "words", "two")); err != nil {
		t.Error(err)
	}
}

// Two agents may both call a step "1".
func TestAgentsNameTheirStepsForThemselves(t *testing.T) {
	log := &simtest.MemLog{}
	e, err := engine.Create(newWorld(), engine.Config{Log: log, Model: model(1)}, lay("rob", "ann"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	ctx := context.Background()
	seen := map[sim.ActorID]sim.Observation{}
	for len(seen) < 2 {
		o, _, err := e.Advance(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if _, done := seen[o.Agent]; done {
			t.Fatalf("%s acts again before the other", o.Agent)
		}
		if err := e.Act(o.Agent, named("wait_for", "1", "span", "2h")); err != nil {
			t.Fatalf("%s: %v", o.Agent, err)
		}
		seen[o.Agent] = o
	}
}

func TestAnEpisodeIsForkedOnceOrMore(t *testing.T) {
	e := begun(t, &simtest.MemLog{}, 1)
	for _, n := range []int{0, -1} {
		if _, err := e.Fork(n); err == nil {
			t.Errorf("%d forks were made", n)
		}
	}
	steps(t, e, -1)
	if e.World().Ended() == nil {
		t.Fatal("the episode goes on")
	}
	if err := e.Reseed(7); err == nil {
		t.Error("an ended episode was reseeded")
	}
}

// Forks and forks of forks, with logs in memory, go on side by side as they would alone.
func TestForksInMemoryGoOnSideBySide(t *testing.T) {
	alone := begun(t, &engine.Memory{}, 12).Chain()
	parent := begun(t, &engine.Memory{}, 3)
	first, err := parent.Fork(8)
	if err != nil {
		t.Fatal(err)
	}
	all := append([]*engine.Episode{parent}, first...)
	for _, f := range first {
		steps(t, f, 2)
		more, err := f.Fork(7)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, more...)
	}
	var side sync.WaitGroup
	for _, e := range all {
		side.Go(func() {
			o, ok, err := e.Advance(context.Background())
			if err != nil || !ok {
				t.Error(err)
				return
			}
			steps(t, e, 12-o.Step)
		})
	}
	side.Wait()
	for i, e := range all {
		if e.Chain() != alone {
			t.Errorf("episode %d of %d: got %s, want %s", i, len(all), e.Chain(), alone)
		}
		e.Close()
	}
}

// recaller keeps what it is told of its past.
type recaller struct {
	simtest.Walker
	told []engine.Step
}

func (r *recaller) Recall(s engine.Step) error { r.told = append(r.told, s); return nil }

func TestATraceIsGivenBackToWhoKeptIt(t *testing.T) {
	log := &simtest.MemLog{}
	e := begun(t, log, 1)
	act := simtest.Call("pond_croak", "words", "thoughtful")
	act.Trace = []byte(`{"thought":"why not"}`)
	if _, err := e.Step(context.Background(), act); err != nil {
		t.Fatal(err)
	}
	again := &recaller{}
	opened, err := engine.Open(context.Background(), newWorld(), engine.Config{Log: log, Model: model(2)}, map[sim.ActorID]engine.Agent{"rob": again})
	if err != nil {
		t.Fatal(err)
	}
	opened.Close()
	last := again.told[len(again.told)-1]
	if string(last.Did.Trace) != string(act.Trace) || last.Did.Tool != "pond_croak" {
		t.Errorf("got %+v", last.Did)
	}
}

// What is said of a success may quote what the agent sent as well.
func TestAResultIsALineWhateverItQuotes(t *testing.T) {
	log := &simtest.MemLog{}
	e := begun(t, log, 1)
	o, err := e.Step(context.Background(), simtest.Call("pond_echo", "words", strings.Repeat("w", 1<<20)))
	if err != nil || o.Rejected != "" || len(o.Text) > 4000 {
		t.Errorf("got %d bytes, refused by %q, %v", len(o.Text), o.Rejected, err)
	}
}

// A fork knows the steps of its past, and neither it nor its parent those that the other takes.
func TestAForkKnowsTheStepsOfItsPast(t *testing.T) {
	e := begun(t, &engine.Memory{}, 1)
	ctx := context.Background()
	step := func(e *engine.Episode, id, words string) sim.Observation {
		t.Helper()
		o, err := e.Step(ctx, named("pond_croak", id, "words", words))
		if err != nil {
			t.Fatalf("step %s: %v", id, err)
		}
		return o
	}
	past := step(e, "past", "before")
	forks, err := e.Fork(2)
	if err != nil {
		t.Fatal(err)
	}
	all := append(forks, e)
	var side sync.WaitGroup
	for i, f := range all {
		side.Go(func() {
			words := strings.Repeat("x", i+1)
			first := step(f, "next", words)
			if again := step(f, "next", words); again.Step != first.Step || again.Now != first.Now {
				t.Errorf("episode %d: got %+v, want %+v", i, again, first)
			}
		})
	}
	side.Wait()
	for i, f := range all {
		if again := step(f, "past", "before"); again.Step != past.Step || again.Now != past.Now {
			t.Errorf("episode %d: got %+v, want %+v", i, again, past)
		}
	}
}

// Traces are for those who read the log: a world that kept them would grow with every step.
func TestATraceIsNotHeldByTheWorld(t *testing.T) {
	log := &simtest.MemLog{}
	e := begun(t, log, 1)
	act := simtest.Call("wait_for", "span", "1h")
	act.Trace = []byte("a long thought")
	o, err := e.Step(context.Background(), act)
	if err != nil {
		t.Fatal(err)
	}
	if shown, err := json.Marshal(o); err != nil || strings.Contains(string(shown), "thought") || strings.Contains(string(shown), string(sim.HashOf(act.Trace))) {
		t.Errorf("the agent is shown %s, %v", shown, err)
	}
	asked := 0
	e.World().Provide(func(h sim.Hash) ([]byte, error) { asked++; return log.Content(h) })
	if got := e.World().Content(sim.HashOf(act.Trace)); string(got) != string(act.Trace) || asked != 1 {
		t.Errorf("got %q, and the log was asked %d times, want once", got, asked)
	}
}
