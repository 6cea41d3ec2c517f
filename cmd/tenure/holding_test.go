package main

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
)

func TestAttemptsAreThoseOfARollout(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	for _, command := range [][]string{{"run", "desk"}, {"resume", "desk-steady-1"}, {"checkpoint", "create", "desk-steady-1", "x"}, {"checkpoint", "rm", "desk-steady-1", "x"}} {
		for _, x := range []struct {
			flags []string
			want  string
		}{
			{[]string{"--attempt", "2"}, "name it with --rollout"},
			{[]string{"--rollout", "r7", "--attempt", "0"}, `"0" for "--attempt" flag: a whole number from 1 on is wanted`},
			{[]string{"--rollout", "r7", "--attempt", "two"}, `"two" for "--attempt" flag: a whole number from 1 on is wanted`},
			{[]string{"--rollout", ""}, "needs a name"},
		} {
			if _, errs, code := c.run(append(command, x.flags...)...); code != exitUsage || !strings.Contains(errs, x.want) {
				t.Errorf("%v %v: exit %d, %q; want %d and %q", command, x.flags, code, errs, exitUsage, x.want)
			}
		}
	}
}

func TestAHeldEpisodeIsRefusedBeforeAnythingHappens(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "2h", "--rollout", "r 7", "--store", "my.db")
	before := c.ok("episodes", "--store", "my.db", "--json")
	for _, command := range [][]string{{"run", "desk"}, {"resume", "desk-steady-1"}, {"resume", "desk-steady-1", "--rollout", "r8", "--attempt", "9"},
		{"checkpoint", "create", "desk-steady-1", "x"}, {"checkpoint", "rm", "desk-steady-1", "x"}} {
		out, errs, code := c.run(append(command, "--store", "my.db")...)
		if code != exitFailed || out != "" {
			t.Errorf("%v: exit %d, %q; want it refused", command, code, out)
		}
		line := "tenure resume desk-steady-1"
		if command[0] == "checkpoint" { // what was typed, and not another command
			line = "tenure " + strings.Join(command, " ")
		}
		for _, want := range []string{"attempt 1 of rollout r 7", "tenure fork desk-steady-1 --store my.db", line + " --rollout 'r 7' --attempt 1 --store my.db",
			line + " --rollout 'r 7' --attempt 2 --store my.db"} {
			if !strings.Contains(errs, want) || strings.Contains(errs, "nobody has") || strings.Contains(errs, "this is nobody") {
				t.Errorf("%v says %q, want %q in it", command, errs, want)
			}
		}
	}
	if after := c.ok("episodes", "--store", "my.db", "--json"); after != before {
		t.Errorf("what was refused has changed the store: %s, before %s", after, before)
	}
	c.ok("fork", "desk-steady-1", "--store", "my.db")
	c.ok("checkpoint", "create", "desk-steady-1", "mine", "--rollout", "r 7", "--store", "my.db")
	c.ok("resume", "desk-steady-1", "--report", "none", "--rollout", "r 7", "--store", "my.db")
	c.ok("checkpoint", "create", "desk-steady-1@hour:2", "later", "--store", "my.db") // nobody writes to one that is over
	c.ok("run", "desk", "--report", "none", "--store", "my.db")
}

func TestTheHolderIsShown(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	for _, command := range []string{"episodes", "tree"} {
		if out := c.ok(command); strings.Contains(out, "HELD BY") {
			t.Errorf("%s has a column for holders and there are none:\n%s", command, out)
		}
	}
	c.ok("resume", "desk-steady-1", "--report", "none", "--until", "2h", "--rollout", "r7", "--attempt", "3")
	for _, command := range []string{"episodes", "tree"} {
		if out := c.ok(command); !strings.Contains(out, "r7, attempt 3") {
			t.Errorf("%s does not show who holds the episode:\n%s", command, out)
		}
		if out := c.ok(command, "--json"); !strings.Contains(out, `"rollout":"r7","attempt":3`) {
			t.Errorf("%s --json does not show who holds the episode: %s", command, out)
		}
	}
}

func TestHintsGoOnAsTheRunWas(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	out := c.ok("run", "desk", "--until", "1h", "--rollout", "r7", "--attempt", "2", "--checkpoint", "every=1h", "--store", "my.db")
	if want := binary + " resume desk-steady-1 --rollout r7 --attempt 2 --checkpoint every=1h --store my.db"; !strings.Contains(out, want) {
		t.Errorf("got %q, want %q in it", out, want)
	}
	if out := c.ok("run", "desk", "--until", "1h"); !strings.HasSuffix(out, "tenure resume desk-steady-1\n") {
		t.Errorf("got %q, want no more than is needed", out)
	}
}

// TestARunThatIsShutOutSaysByWhom takes the episode away from a run between its beginning and its first step.
func TestARunThatIsShutOutSaysByWhom(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	store, err := checkpoints.Open(c.dir+"/"+storeDefault, checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	s, err := loadSession(store, "desk-steady-1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Take("desk-steady-1", checkpoints.Holder{Rollout: "r9", Attempt: 4}); err != nil {
		t.Fatal(err)
	}
	cmd := newResume()
	cmd.SetContext(context.Background())
	cmd.SetOut(io.Discard)
	cmd.SetErr(io.Discard)
	err = s.run(cmd, runFlags{report: "none"})
	if err == nil || !strings.Contains(err.Error(), "attempt 4 of rollout r9") || strings.Contains(err.Error(), "nobody, ") || strings.Contains(err.Error(), "this is") {
		t.Errorf("got %v; want who has it, and nothing of nobody", err)
	}
}

func TestNothingIsTakenOverOfWhatIsOver(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--rollout", "r7")
	_, errs, code := c.run("episodes", "takeover", "desk-steady-1")
	if code != exitUsage || !strings.Contains(errs, "is over (finished)") || strings.Contains(errs, "resume") {
		t.Errorf("takeover: exit %d, %q; want %d, that it is over, and nothing of going on", code, errs, exitUsage)
	}
	if out := c.ok("episodes", "release", "desk-steady-1"); !strings.Contains(out, "It is over: finished") || strings.Contains(out, "resume") {
		t.Errorf("release says %q", out)
	}
}

// An episode that a program steps has an agent that the command does not know.
func TestWhatAProgramStepsIsNotPlayed(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--name", "ours", "--until", "1h")
	store, err := checkpoints.Open(c.dir+"/"+storeDefault, checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ours, err := store.Branch("ours")
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := store.Content(ours.Bundle)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []checkpoints.Branch{{Name: "mine", Scenario: "desk", Seed: 1}, {Name: "theirs", Scenario: "desk", Seed: 1, Agent: "grok"}} {
		if _, err := store.Create(b, bundle); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"resume mine":          "mine is stepped by a program (engine.Open);",
		"run desk --name mine": "mine is stepped by a program (engine.Open);",
		"resume theirs":        `theirs is stepped by a program (engine.Open) as its agent "grok";`,
	} {
		if _, errs, code := c.run(strings.Fields(line)...); code != exitUsage || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d, %q; want %d and %q", line, code, errs, exitUsage, want)
		}
	}
}

func TestAnEpisodeThatAPolicyMarkedSaysSoWhenItGoesOnWithout(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "3h", "--checkpoint", "every=1h")
	c.ok("fork", "desk-steady-1", "--name", "fork")
	const told = "desk-steady-1 was run with --checkpoint, which marked hour-1 hour-2"
	if _, errs, _ := c.run("resume", "desk-steady-1", "--until", "4h"); !strings.Contains(errs, told) || !strings.Contains(errs, "give it again") {
		t.Errorf("got %q, want %q in it", errs, told)
	}
	for _, line := range []string{"resume desk-steady-1 --until 5h --checkpoint every=1h", "resume fork --until 4h", "run desk --seed 2 --until 1h"} {
		if _, errs, _ := c.run(strings.Fields(line)...); strings.Contains(errs, "was run with") {
			t.Errorf("%s says %q, and there is nothing to say", line, errs)
		}
	}
}
