package scenarios_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/score"
)

// An agent of your own is driven turn by turn: an action in, an observation out. What Step returns is saved already.
func Example() {
	dir, err := os.MkdirTemp("", "tenure")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	sc, err := scenarios.Open("desk")
	if err != nil {
		log.Fatal(err)
	}
	store, err := checkpoints.Open(filepath.Join(dir, "runs.db"), checkpoints.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer store.Close()
	bundle, err := sc.Bundle() // with it the commands can show, score and export the episode, and another process go on
	if err != nil {
		log.Fatal(err)
	}
	if _, err := store.Create(checkpoints.Branch{Name: "mine", Scenario: sc.Name, Seed: 1}, bundle); err != nil {
		log.Fatal(err)
	}

	world := sim.NewWorld(sc.Parts()...)
	ep, err := engine.Create(world, engine.Config{Log: store.Log("mine")}, sc.Lay(1))
	if err != nil {
		log.Fatal(err)
	}
	defer ep.Close()
	act := func(tool, args string) sim.Observation {
		o, err := ep.Step(context.Background(), engine.Action{Tool: tool, Args: json.RawMessage(args)})
		if err != nil {
			log.Fatal(err)
		}
		return o
	}
	o := act("directory_list", `{}`)
	fmt.Println(o.Local, o.Rejected == "")
	o = act("chat_post", `{"channel":"nowhere","text":"hello"}`)
	fmt.Println(o.Rejected != "")
	for o.Ended == "" {
		o = act("wait_for", `{"span":"2h"}`)
	}
	fmt.Println(o.Ended)

	// The reward is folded from the log: by this process or by another, now or in a year.
	again := sim.NewWorld(sc.Parts()...)
	t := score.NewTrajectory(again, sc.Scoring())
	hash, err := engine.Replay(again, store.Log("mine"), engine.Visitor{
		Before: func(e sim.Event) error { t.Before(e); return nil },
		After:  t.After,
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(hash == ep.Chain(), t.Finish().Brief().Total)
	// Output:
	// Wed 6 May 2026 09:00 true
	// true
	// horizon
	// true 0
}
