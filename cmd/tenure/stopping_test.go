package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A run that stops for its budget is done as it was told; the line that it prints goes on when the budget is raised.
func TestARunThatStopsForItsBudgetSaysHowItGoesOn(t *testing.T) {
	t.Parallel()
	server := stageAt(t, nil)
	c := newCLI(t)
	file := c.modelsAt(server.URL(), "persona.small", "    budget: {calls: 3}\n")
	out, errs, code := c.run("run", "desk", "--personas", file, "--report", "none")
	for _, want := range []string{"3 of 3 calls are spent", "Raise that budget in " + file, "resume desk-steady-1 --personas " + file, "--on-budget templates"} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("exit %d, want 0 and %q\n%s%s", code, want, out, errs)
		}
	}
	out = c.ok("fork", "desk-steady-1", "--name", "try")
	if !strings.Contains(out, "resume try --personas "+file) {
		t.Errorf("a fork goes on by a line that is refused:\n%s", out)
	}
	got, errs, code := c.modelRun("resume", "desk-steady-1", "--personas", file, "--on-budget", "templates")
	small := got.Models.Tokens["persona.small"]
	if code != 0 || got.Ended != "finished" || small.Calls != 3 || small.Refused == 0 || small.Money == 0 {
		t.Errorf("exit %d, %+v, models %+v\n%s", code, got, got.Models, errs)
	}
}

// What an agent spends has no templates: the run stops, whatever coworkers are let do.
func TestAnAgentWhoseBudgetIsSpentStops(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	file := c.modelsAt("http://127.0.0.1:1/v1", "agent", "    budget: {calls: 3}\n")
	args := []string{"run", "desk", "--agent", "model:one", "--models", file, "--cassette", "tape", "--cassette-mode", "synthetic", "--on-budget", "templates", "--report", "none"}
	out, errs, code := c.run(args...)
	if code != 0 || !strings.Contains(out, "templates do not apply to an agent") || !strings.Contains(out, "Raise that budget in "+file) {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	if out := c.ok("show", "desk-model-one-1"); !strings.Contains(out, "agent: 3 calls") || !strings.Contains(out, "SYNTHETIC: 3 answers") {
		t.Errorf("show says nothing of the agent's model:\n%s", out)
	}
	got, _, _ := c.modelRun(append(args, "--name", "json")...)
	if s := got.Models.Tokens["agent"]; s.Calls != 3 || s.In == 0 || s.Money != 0 || got.Models.Synthetic != 3 {
		t.Errorf("got %+v", got.Models)
	}
}

// After a cassette that lacks a question the same line would fail again.
func TestACassetteThatLacksAQuestionNamesAnotherWay(t *testing.T) {
	t.Parallel()
	server := stageAt(t, nil)
	c := newCLI(t)
	file := c.modelsAt(server.URL(), "", "")
	c.ok("run", "desk", "--personas", file, "--cassette", "tape", "--until", "2h")
	out, errs, code := c.run("run", "desk", "--personas", file, "--cassette", "tape", "--cassette-mode", "strict", "--name", "again", "--report", "none")
	if code != 1 || !strings.Contains(errs, "is not on it") || !strings.Contains(out, "--cassette tape --cassette-mode record") || strings.Contains(out, "strict") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	if _, errs, code := c.modelRun("resume", "again", "--personas", file, "--cassette", "tape", "--cassette-mode", "record"); code != 0 {
		t.Errorf("the line that was named: exit %d\n%s", code, errs)
	}
}

// Who looks at an episode later is told what models did, and that it should not be counted.
func TestAnEpisodeThatShouldNotCountIsMarkedEverywhere(t *testing.T) {
	t.Parallel()
	server := stageAt(t, nil)
	c := newCLI(t)
	file := c.modelsAt(server.URL(), "persona.small", "    budget: {calls: 1}\n")
	out := c.ok("run", "desk", "--personas", file, "--on-budget", "templates")
	told := map[string]string{"run": out}
	for _, args := range []string{"score desk-steady-1", "score desk-steady-1 --json", "show desk-steady-1", "show desk-steady-1 --json", "episodes", "tree", "tree --no-score"} {
		told[args] = c.ok(strings.Fields(args)...)
	}
	raw, err := os.ReadFile(filepath.Join(c.dir, "desk-steady-1.html"))
	if err != nil {
		t.Fatal(err)
	}
	told["report"] = string(raw)
	told["diff"] = c.ok("diff", "desk-steady-1", "desk-steady-1")
	for what, text := range told {
		if !strings.Contains(text, "MARKED budget") && !strings.Contains(text, `"marked":"budget"`) {
			t.Errorf("%s does not say that a budget was spent:\n%.2000s", what, text)
		}
		if !strings.Contains(text, "INVALID") && !strings.Contains(text, `"invalid":"`) {
			t.Errorf("%s does not say that the episode should not be counted:\n%.2000s", what, text)
		}
	}
	if out := c.ok("episodes", "--json"); !strings.Contains(out, `"ended":"finished"`) || !strings.Contains(out, `"marked":"budget","invalid":true`) {
		t.Errorf("got %s", out)
	}
	if out := c.ok("tree", "--json") + c.ok("diff", "desk-steady-1", "desk-steady-1", "--json"); strings.Count(out, `"marked":"budget","invalid":true`) != 3 {
		t.Errorf("tree and diff: got %s", out)
	}
	if out := c.ok("diff", "desk-steady-1@60", "desk-steady-1@60"); strings.Contains(out, "MARKED") {
		t.Errorf("what is looked at up to a point has no end: %s", out)
	}
	if _, errs, _ := c.run("run", "desk", "--personas", file, "--on-budget", "templates", "--report", "none"); !strings.Contains(errs, "is over already: finished.") {
		t.Errorf("an episode that is marked is over all the same:\n%s", errs)
	}
}

// Where no reading of a model was of use, there is nothing to compare with the rules.
func TestReadingsOfNoUseAreNotCountedAsLikeTheRules(t *testing.T) {
	v := &voices{Asked: map[string]int{"reading": 4}, Degraded: map[string]int{"reading": 4}}
	if got := v.readings(); got != "4 readings: 4 degraded, none of use" {
		t.Errorf("got %q", got)
	}
	v = &voices{Asked: map[string]int{"reading": 5}, Good: map[string]int{"reading": 2}, Repaired: map[string]int{"reading": 1},
		Degraded: map[string]int{"reading": 1}, Pending: map[string]int{"reading": 1}, Differs: 2}
	if got := v.readings(); got != "5 readings: 2 good, 1 repaired, 1 degraded, 1 pending, 2 unlike the rules'" {
		t.Errorf("got %q", got)
	}
}
