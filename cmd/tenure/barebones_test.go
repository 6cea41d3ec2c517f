package main

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// An episode of a program that gave its scenario not along was called damaged by every command.
func TestAnEpisodeWithoutItsScenarioIsNotDamaged(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	sc, err := scenarios.Open("desk")
	if err != nil {
		t.Fatal(err)
	}
	store, err := checkpoints.Open(filepath.Join(c.dir, storeDefault), checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Create(checkpoints.Branch{Name: "bare", Scenario: sc.Name, Agent: "steady", Seed: 1}, nil); err != nil {
		t.Fatal(err)
	}
	ep, err := engine.Create(sim.NewWorld(sc.Parts()...), engine.Config{Log: store.Log("bare")}, sc.Lay(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ep.Step(context.Background(), engine.Action{Tool: "wait_for", Args: []byte(`{"span":"10m"}`)}); err != nil {
		t.Fatal(err)
	}
	ep.Close()
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"score bare", "show bare", "log bare", "resume bare", "run desk --name bare", "report bare --out r.html", "replay bare", "export bare bare.out"} {
		out, errs, code := c.run(strings.Fields(line)...)
		if strings.HasPrefix(line, "export") && code == 0 {
			continue // its log is whole, and a program can read it elsewhere
		}
		if code != 2 || !strings.Contains(errs, "without its scenario") || !strings.Contains(errs, "sc.Bundle()") || strings.Contains(errs, "damaged") {
			t.Errorf("%s: exit code %d and %q %q; want to be told of the scenario", line, code, out, errs)
		}
	}
	if out := c.ok("episodes"); !strings.Contains(out, "bare: ") || !strings.Contains(out, "without its scenario") || strings.Contains(out, "damaged") {
		t.Errorf("episodes says\n%s", out)
	}
	c.ok("verify")
	if out := c.ok("salvage", "new.db"); strings.Count(out, " whole ") != 2 {
		t.Errorf("salvage says\n%s", out)
	}
}
