package scenarios_test

import (
	"context"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/agents"
	"github.com/tenure-sim/tenure/sim/engine"
)

// shelve opens the store anew and goes on with its episode to an hour of the project, or to its end.
func shelve(t *testing.T, sc *scenarios.Scenario, path string, until time.Duration) sim.Chain {
	t.Helper()
	s, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	w := sim.NewWorld(sc.Parts()...)
	player, err := agents.New("steady", briefing(sc, w))
	if err != nil {
		t.Fatal(err)
	}
	seats := map[sim.ActorID]engine.Agent{sc.Agent.ID: player}
	conf := engine.Config{Log: s.Log("shelved")}
	var ep *engine.Episode
	if h, err := s.Head("shelved"); err == nil && h.Seq > 0 {
		ep, err = engine.Open(context.Background(), w, conf, seats)
		if err != nil {
			t.Fatal(err)
		}
	} else {
		if _, err := s.Create(checkpoints.Branch{Name: "shelved"}, nil); err != nil {
			t.Fatal(err)
		}
		if ep, err = engine.Create(w, conf, sc.Lay(7)); err != nil {
			t.Fatal(err)
		}
	}
	defer ep.Close()
	lim := engine.Limits{}
	if until > 0 {
		lim.Until = sc.At(until)
	}
	if _, err := ep.Run(context.Background(), seats, lim); err != nil {
		t.Fatal(err)
	}
	if err := s.Mark("shelved", checkpoints.Checkpoint{Name: "at-" + until.String(), Seq: ep.World().Seq(), At: ep.World().Now(), Chain: ep.Chain(), Why: checkpoints.ByHand}); err != nil {
		t.Fatal(err)
	}
	return ep.Chain()
}

// The clocks of a bubble begin in the year 2000 and move when everybody sleeps, so that a year costs nothing.
func TestYearsOnTheShelfChangeNothing(t *testing.T) {
	sc := opened(t, "desk")
	dir := t.TempDir()
	want := shelve(t, sc, filepath.Join(dir, "now.db"), 0)
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(dir, "later.db")
		began := time.Now()
		for hour := time.Hour; hour <= 5*time.Hour; hour += 2 * time.Hour {
			shelve(t, sc, path, hour)
			time.Sleep(365 * 24 * time.Hour)
		}
		got := shelve(t, sc, path, 0)
		if years := time.Since(began).Hours() / 24 / 365; years < 3 {
			t.Fatalf("only %.1f years have passed", years)
		}
		if got != want {
			t.Errorf("after years on the shelf the episode ends with %s, want %s", got, want)
		}
	})
}
