package scenarios_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/agents"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/simtest"
)

// playBacked plays the portal for so long with models behind its coworkers, in stretches if there are stops.
func playBacked(t *testing.T, sc *scenarios.Scenario, m engine.Model, until time.Duration, stops ...time.Duration) *simtest.MemLog {
	t.Helper()
	log := &simtest.MemLog{}
	back := personas.Back(personas.Backing{Small: true, Strong: true, Reader: true, Latitude: personas.LatitudeActs})
	for i, stop := range append(stops, until) {
		w := sim.NewWorld(sc.Parts()...)
		steady, err := agents.New("steady", briefing(sc, w))
		if err != nil {
			t.Fatal(err)
		}
		seats := map[sim.ActorID]engine.Agent{sc.Agent.ID: steady}
		conf := engine.Config{Log: log, Model: m}
		var e *engine.Episode
		if i == 0 {
			e, err = engine.Create(w, conf, sc.Lay(3, back))
		} else {
			e, err = engine.Open(context.Background(), w, conf, seats)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Run(context.Background(), seats, engine.Limits{Until: sc.At(stop)}); err != nil {
			t.Fatal(err)
		}
		e.Close()
	}
	return log
}

// However long models take, in whatever order their answers come and wherever a run is stopped: the log is the same.
func TestAnEpisodeWithModelsDependsOnTheirAnswersAlone(t *testing.T) {
	sc := opened(t, "portal")
	const until = 30 * time.Hour
	want := playBacked(t, sc, &simtest.Speaker{Odd: 3}, until)
	asked, degraded := 0, 0
	codec := sim.NewCodec(sc.Parts()...)
	for _, raw := range want.Events {
		e, err := codec.Decode(raw)
		if err != nil {
			t.Fatal(err)
		}
		switch e.Body.(type) {
		case sim.Asked:
			asked++
		case personas.Degraded:
			degraded++
		}
	}
	if asked < 20 || degraded < 2 {
		t.Fatalf("models were asked %d times and %d answers were of no use: that tests nothing", asked, degraded)
	}
	delay := func() time.Duration { return rand.N(3 * time.Millisecond) }
	for name, got := range map[string]*simtest.MemLog{
		"slow models": playBacked(t, sc, &simtest.Speaker{Odd: 3, Delay: delay}, until),
		"stopped":     playBacked(t, sc, &simtest.Speaker{Odd: 3, Delay: delay}, until, 2*time.Hour, 5*time.Hour, 9*time.Hour, 20*time.Hour),
	} {
		if d := want.Difference(got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}
