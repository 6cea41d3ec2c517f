package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/simtest"
)

// pond is a part whose frogs ask a model before they croak, and croak on timers that often tie.
type pond struct{ asked uint64 }

type croaked struct {
	Words string     `cbor:"1,keyasint,omitempty"`
	Again clock.Time `cbor:"2,keyasint,omitempty"`
}

func (croaked) Kind() string     { return "pond.croaked" }
func (c croaked) String() string { return "croak " + c.Words }
func (c croaked) Timers() []sim.Timer {
	if c.Again == 0 {
		return nil
	}
	return []sim.Timer{{Owner: "pond", Key: "frog", Due: c.Again}}
}

func (p *pond) Name() string      { return "pond" }
func (p *pond) Kinds() []sim.Body { return []sim.Body{croaked{}} }
func (p *pond) Clone() sim.Part   { c := *p; return &c }
func (p *pond) Apply(sim.Event)   {}
func (p *pond) Observe(_ sim.View, e sim.Event) {
	if _, ok := e.Body.(sim.Asked); ok {
		p.asked++
	}
}

func (p *pond) Tools() []sim.Tool {
	return []sim.Tool{
		{Name: "pond_croak", Base: time.Minute, Params: []sim.Param{{Name: "words", Type: sim.String, Optional: true, Writes: true}},
			Decide: func(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
				c := croaked{Words: a.String("words"), Again: v.Now().Add(30 * time.Minute)}
				var all []sim.ActorID
				for _, a := range v.Actors() {
					all = append(all, a.ID)
				}
				return sim.Result{Text: "croaked"}, []sim.Fact{{Body: c, Audience: all}}, nil
			}},
		{Name: "pond_echo", Params: []sim.Param{{Name: "words", Type: sim.String}},
			Decide: func(_ sim.View, _ sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
				return sim.Result{Text: a.String("words")}, nil, nil
			}},
		{Name: "pond_ask", Internal: true, Decide: func(v sim.View, by sim.ActorID, _ sim.Args) (sim.Result, []sim.Fact, error) {
			prompt := fmt.Appendf(nil, "croak %d", p.asked)
			due := v.Now().Add(clock.Duration(v.Draw(by, "due", p.asked)%90) * time.Minute)
			q := sim.Asked{ID: p.asked, Owner: "pond", For: by, Due: due, Prompt: sim.HashOf(prompt)}
			return sim.Result{}, []sim.Fact{{Body: q, Contents: [][]byte{prompt}}}, nil
		}},
	}
}

func (p *pond) Wake(sim.View, sim.Timer) []sim.Call {
	return []sim.Call{{By: "amy", Tool: "pond_ask"}, {By: "amy", Tool: "pond_ask"}}
}

func (p *pond) Answer(_ sim.View, q sim.Question, r sim.Replied) []sim.Call {
	return []sim.Call{{By: q.For, Tool: "pond_croak", Args: sim.Args{"words": r.Text + r.Fault}}}
}

func newWorld() *sim.World { return sim.NewWorld(&pond{}) }

func lay(agents ...sim.ActorID) engine.Lay {
	return func(w *sim.World, emit func(sim.Outcome) error) error {
		week := clock.Office(540, 1020, 720, 780)
		f := sim.Founded{Scenario: "pond", Seed: 3, Start: clock.At(2026, 3, 2, 9, 0, time.UTC)}
		f.Horizon = f.Start.Add(40 * time.Hour)
		f.Actors = []sim.Actor{{ID: "amy", Kind: sim.Persona, Zone: "UTC", Week: week}}
		for _, a := range agents {
			f.Actors = append(f.Actors, sim.Actor{ID: a, Kind: sim.Agent, Zone: "UTC", Week: week})
		}
		out, err := w.Found(f)
		if err != nil {
			return err
		}
		if err := emit(out); err != nil {
			return err
		}
		return emit(w.Open())
	}
}

func model(seed int64) *simtest.Model {
	r := rand.New(rand.NewSource(seed))
	delays := make([]time.Duration, 256)
	for i := range delays {
		delays[i] = time.Duration(r.Intn(3)) * time.Millisecond
	}
	return &simtest.Model{
		Answer: func(p string) (string, error) {
			if strings.HasSuffix(p, "7") {
				return "", errors.New("model down")
			}
			return "re: " + p, nil
		},
		Delay: func(id uint64) time.Duration { return delays[id%256] },
	}
}

func walker() engine.Agent {
	do := []engine.Action{simtest.Call("pond_croak", "words", "hello all of you"), simtest.Call("wait_any", "span", "3h", "for", "anything"),
		simtest.Call("nonsense"), simtest.Call("wait_for", "span", "90m"), simtest.Call("pond_croak", "words", "bye")}
	return &simtest.Walker{Do: do}
}

func agents(ids ...sim.ActorID) map[sim.ActorID]engine.Agent {
	m := map[sim.ActorID]engine.Agent{}
	for _, id := range ids {
		m[id] = walker()
	}
	return m
}

// whole runs an episode to its horizon in one go.
func whole(t *testing.T, m engine.Model, ids ...sim.ActorID) (*simtest.MemLog, sim.Chain) {
	t.Helper()
	log := &simtest.MemLog{}
	e, err := engine.Create(newWorld(), engine.Config{Log: log, Model: m}, lay(ids...))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	ended, err := e.Run(context.Background(), agents(ids...), engine.Limits{})
	if err != nil || ended != engine.Horizon {
		t.Fatalf("ended %s, %v; want horizon", ended, err)
	}
	return log, e.Chain()
}

func TestModelLatencyChangesNothing(t *testing.T) {
	first, chain := whole(t, model(1), "rob")
	for seed := int64(2); seed < 6; seed++ {
		log, c := whole(t, model(seed), "rob")
		if d := first.Difference(log); d != "" || c != chain {
			t.Fatalf("latencies of seed %d: %s", seed, d)
		}
	}
}

func TestReplayAsksNobodyAndFindsTheSameHash(t *testing.T) {
	log, chain := whole(t, model(1), "rob")
	got, err := engine.Replay(newWorld(), log, engine.Visitor{})
	if err != nil || got != chain {
		t.Errorf("replay gives %s, %v; want %s", got, err, chain)
	}
}

// goOn opens the log as a new process would and runs to the end.
func goOn(t *testing.T, log *simtest.MemLog, m engine.Model, ids ...sim.ActorID) {
	t.Helper()
	ags := agents(ids...)
	e, err := engine.Open(context.Background(), newWorld(), engine.Config{Log: log, Model: m}, ags)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if ended, err := e.Run(context.Background(), ags, engine.Limits{}); err != nil || ended != engine.Horizon {
		t.Fatalf("ended %s, %v", ended, err)
	}
}

func TestALogCutAfterAnyEventGoesOnToTheSameEnd(t *testing.T) {
	log, _ := whole(t, model(1), "rob", "sue")
	founded := 4 // found, open and two agents ready are one batch
	for n := founded; n < len(log.Events); n += 5 {
		if boundary(log, n) {
			again := log.Upto(n)
			goOn(t, again, model(9), "rob", "sue")
			if d := log.Difference(again); d != "" {
				t.Fatalf("cut after event %d: %s", n, d)
			}
		}
	}
}

// boundary says whether a step ends after event n: a batch never ends inside one, so a crash cannot either.
func boundary(log *simtest.MemLog, n int) bool {
	c := sim.NewCodec(&pond{})
	for i := range n {
		if _, err := c.Decode(log.Events[i]); err != nil {
			return false
		}
	}
	e, err := c.Decode(log.Events[n])
	if err != nil {
		return false
	}
	switch e.Body.(type) {
	case sim.Fired, sim.Began, sim.Replied:
		return true
	}
	return false
}

func TestStoppingAndResumingChangesNothing(t *testing.T) {
	log, _ := whole(t, model(1), "rob")
	start := clock.At(2026, 3, 2, 9, 0, time.UTC)
	again := &simtest.MemLog{}
	ags := agents("rob")
	e, err := engine.Create(newWorld(), engine.Config{Log: again, Model: model(4)}, lay("rob"))
	for hour := 1; err == nil && hour < 60; hour++ {
		var ended engine.Ended
		ended, err = e.Run(context.Background(), ags, engine.Limits{Until: start.Add(clock.Duration(hour) * time.Hour)})
		e.Close()
		if ended == engine.Horizon {
			break
		}
		if ended != engine.Stopped {
			t.Fatalf("hour %d: ended %s, want stopped", hour, ended)
		}
		ags = agents("rob")
		e, err = engine.Open(context.Background(), newWorld(), engine.Config{Log: again, Model: model(int64(hour))}, ags)
	}
	if err != nil {
		t.Fatal(err)
	}
	if d := log.Difference(again); d != "" {
		t.Error(d)
	}
}

func TestAFailedAppendEndsTheEpisodeAndLosesNothing(t *testing.T) {
	log, _ := whole(t, model(1), "rob")
	again := &simtest.MemLog{FailAt: 60}
	e, err := engine.Create(newWorld(), engine.Config{Log: again, Model: model(1)}, lay("rob"))
	if err != nil {
		t.Fatal(err)
	}
	ended, err := e.Run(context.Background(), agents("rob"), engine.Limits{})
	if err == nil || ended != engine.Stopped || !strings.Contains(err.Error(), "disk full") {
		t.Fatalf("ended %s, %v; want stopped by a full disk", ended, err)
	}
	if _, _, err := e.Advance(context.Background()); err == nil {
		t.Error("the episode went on after a failed append")
	}
	e.Close()
	again.FailAt = 0
	goOn(t, again, model(2), "rob")
	if d := log.Difference(again); d != "" {
		t.Error(d)
	}
}

func TestAnotherAgentCannotTakeOverALog(t *testing.T) {
	log, _ := whole(t, model(1), "rob")
	other := map[sim.ActorID]engine.Agent{"rob": &simtest.Walker{}}
	_, err := engine.Open(context.Background(), newWorld(), engine.Config{Log: log}, other)
	if err == nil || !strings.Contains(err.Error(), "not the one of this log") {
		t.Errorf("got %v, want a refusal", err)
	}
}

type crasher struct{}

func (crasher) Act(context.Context, sim.Observation) (engine.Action, error) { panic("oops") }

func TestAnAgentThatPanicsIsCrashedAndTheLogIsWhole(t *testing.T) {
	log := &simtest.MemLog{}
	e, err := engine.Create(newWorld(), engine.Config{Log: log, Model: model(1)}, lay("rob"))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	ended, err := e.Run(context.Background(), map[sim.ActorID]engine.Agent{"rob": crasher{}}, engine.Limits{})
	if ended != engine.Crashed || err == nil || !strings.Contains(err.Error(), "oops") {
		t.Errorf("ended %s, %v; want crashed", ended, err)
	}
	if _, err := engine.Replay(newWorld(), log, engine.Visitor{}); err != nil {
		t.Error(err)
	}
}

func TestCancelStopsAfterTheStepInHand(t *testing.T) {
	log := &simtest.MemLog{}
	e, err := engine.Create(newWorld(), engine.Config{Log: log, Model: model(1)}, lay("rob"))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if ended, err := e.Run(ctx, agents("rob"), engine.Limits{}); ended != engine.Stopped || err != nil {
		t.Errorf("ended %s, %v; want stopped", ended, err)
	}
}

func TestStepIsOneTurn(t *testing.T) {
	log := &simtest.MemLog{}
	e, err := engine.Create(newWorld(), engine.Config{Log: log, Model: model(1)}, lay("rob"))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	o, err := e.Step(context.Background(), simtest.Call("pond_croak", "words", "one two three four"))
	if err != nil || o.Step != 1 || o.Text != "croaked" {
		t.Fatalf("got %+v, %v", o, err)
	}
	if len(log.Events) < 5 {
		t.Error("the step was shown before it was saved")
	}
	if o, err = e.Step(context.Background(), simtest.Call("done", "summary", "that is all")); err != nil || o.Ended != sim.Finished {
		t.Errorf("got %+v, %v; want finished", o, err)
	}
}

func TestWhatNoLogCanHoldIsMendedBeforeItIsSaved(t *testing.T) {
	log := &simtest.MemLog{}
	e, err := engine.Create(newWorld(), engine.Config{Log: log, Model: model(1)}, lay("rob"))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	bad := []engine.Action{
		{Tool: "pond_croak", Args: []byte("{\"words\":\"x\xff\xfe\"}")}, {Tool: "no\xff"}, {Tool: "pond_croak", Args: []byte("\xff")},
		{Tool: "pond_croak", Args: []byte("{\"\xff\":1}")},
	}
	for _, act := range bad {
		if _, err := e.Step(context.Background(), act); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := engine.Replay(newWorld(), log, engine.Visitor{}); err != nil {
		t.Error(err)
	}
	again := map[sim.ActorID]engine.Agent{"rob": &simtest.Walker{Do: bad}}
	if _, err := engine.Open(context.Background(), newWorld(), engine.Config{Log: log, Model: model(1)}, again); err != nil {
		t.Error(err)
	}
}
