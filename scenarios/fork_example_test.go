package scenarios_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// deskEpisode begins an episode of desk in a store of its own.
func deskEpisode(dir string) (*scenarios.Scenario, *checkpoints.Store, *engine.Episode, error) {
	sc, err := scenarios.Open("desk")
	if err != nil {
		return nil, nil, nil, err
	}
	store, err := checkpoints.Open(filepath.Join(dir, "runs.db"), checkpoints.Options{})
	if err != nil {
		return nil, nil, nil, err
	}
	bundle, err := sc.Bundle() // with it the store alone is enough to go on elsewhere
	if err != nil {
		return nil, nil, nil, err
	}
	if _, err := store.Create(checkpoints.Branch{Name: "mine", Scenario: sc.Name, Seed: 1}, bundle); err != nil {
		return nil, nil, nil, err
	}
	ep, err := engine.Create(sim.NewWorld(sc.Parts()...), engine.Config{Log: store.Log("mine")}, sc.Lay(1))
	return sc, store, ep, err
}

func wait(ep *engine.Episode, span string) sim.Observation {
	ctx := context.Background()
	if _, _, err := ep.Advance(ctx); err != nil {
		log.Fatal(err)
	}
	o, err := ep.Step(ctx, engine.Action{Tool: "wait_for", Args: []byte(`{"span":"` + span + `"}`)})
	if err != nil {
		log.Fatal(err)
	}
	return o
}

// Forks in memory share the past and everything that does not change: trying four ways to go on costs one clone of
// the world for each way that is really taken.
func Example_forkInMemory() {
	dir, err := os.MkdirTemp("", "tenure")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	_, store, ep, err := deskEpisode(dir)
	if err != nil {
		log.Fatal(err)
	}
	defer store.Close()
	wait(ep, "2h")
	forks, err := ep.Fork(4)
	if err != nil {
		log.Fatal(err)
	}
	for i, span := range []string{"1h", "2h", "3h"} { // the fourth is never taken
		fmt.Println(wait(forks[i], span).Local)
	}
	fmt.Println(wait(ep, "1h").Local, forks[0].Chain() == ep.Chain())
	// Output:
	// Wed 6 May 2026 12:00
	// Wed 6 May 2026 13:00
	// Wed 6 May 2026 14:00
	// Wed 6 May 2026 12:00 true
}

// A fork on disk is one small record. It is opened like any other episode, by this process or by another.
func Example_forkOnDisk() {
	dir, err := os.MkdirTemp("", "tenure")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	sc, store, ep, err := deskEpisode(dir)
	if err != nil {
		log.Fatal(err)
	}
	defer store.Close()
	wait(ep, "5h")
	at, err := engine.Find(store.Log("mine"), "hour:2", sc) // or a checkpoint's event, or Place{Event: ep.World().Seq(), ...}
	if err != nil {
		log.Fatal(err)
	}
	_, err = store.Fork(checkpoints.Fork{Parent: "mine", At: at.Event, Chain: at.Chain, Time: at.At, Names: []string{"left", "right"}})
	if err != nil {
		log.Fatal(err)
	}
	// Attempt 2 of a rollout shuts out attempt 1, should that one still be alive somewhere.
	first, err := store.Take("left", checkpoints.Holder{Rollout: "try", Attempt: 1})
	if err != nil {
		log.Fatal(err)
	}
	second, err := store.Take("left", checkpoints.Holder{Rollout: "try", Attempt: 2})
	if err != nil {
		log.Fatal(err)
	}
	left, err := engine.Open(context.Background(), sim.NewWorld(sc.Parts()...), engine.Config{Log: second}, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer left.Close()
	fmt.Println(wait(left, "3h").Ended == "", left.Chain() == ep.Chain())
	fmt.Println(first.Append(sim.Batch{After: at.Event}) != nil)
	// Output:
	// true false
	// true
}

// Restore makes the world of any point: to look at, to compare, to score.
func ExampleScenario_restore() {
	dir, err := os.MkdirTemp("", "tenure")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	sc, store, ep, err := deskEpisode(dir)
	if err != nil {
		log.Fatal(err)
	}
	defer store.Close()
	wait(ep, "5h")
	at, err := engine.Find(store.Log("mine"), "hour:2", sc)
	if err != nil {
		log.Fatal(err)
	}
	w := sim.NewWorld(sc.Parts()...)
	chain, _, err := engine.Restore(w, store.Log("mine"), at.Event)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(w.Seq() == at.Event, chain == at.Chain, w.Now() <= sc.At(2*60*60*1e9))
	// Output: true true true
}
