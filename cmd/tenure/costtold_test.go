package main

import (
	"strings"
	"testing"
)

// What nobody knows is not shown as nothing.
func TestAPriceThatIsNotKnownIsNoZero(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.env = append(c.env, "TENURE_MODEL_URL=http://127.0.0.1:1/v1", "TENURE_MODEL_ID=x")
	for _, args := range [][]string{{"model", "list"}, {"run", "desk", "--personas", "env", "--dry-run"}} {
		if out := c.ok(args...); strings.Contains(out, "0.00") {
			t.Errorf("%v: got\n%s", args, out)
		}
	}
	if out := c.ok("run", "desk", "--personas", "env", "--dry-run"); strings.Count(out, "no price") < 2 {
		t.Errorf("got\n%s", out)
	}
	free := c.put("free.yaml", "models:\n  - {name: one, url: 'http://127.0.0.1:1/v1', id: x, price: {in: 0, out: 0}}\nroles:\n  reader: {model: one}\n", 0o600)
	if out := c.ok("model", "list", "--models", free); !strings.Contains(out, "0.00") {
		t.Errorf("one that is free: got\n%s", out)
	}
}

// A dry run says what the same line without it would take, or what of it is left out.
func TestADryRunHeedsSteps(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	file := c.modelsAt("http://127.0.0.1:1/v1", "", "")
	all, few := c.ok("run", "desk", "--personas", file, "--dry-run"), c.ok("run", "desk", "--personas", file, "--dry-run", "--steps", "20")
	if all == few || !strings.Contains(few, "at most 20 steps") {
		t.Errorf("got\n%s\nand of all\n%s", few, all)
	}
	if out := c.ok("run", "desk", "--agent", "model:one", "--models", file, "--dry-run", "--steps", "20"); !strings.Contains(out, "--steps 20 is not in it") {
		t.Errorf("of a model that is the agent: got\n%s", out)
	}
}

// What a fake answers costs nothing, and its tape is gone on with by a fake.
func TestAFakeCostsNothing(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	file := c.modelsAt("http://127.0.0.1:1/v1", "", "")
	run := []string{"run", "desk", "--personas", file, "--cassette", "tape", "--report", "none", "--cassette-mode"}
	c.ok(append(run, "synthetic", "--until", "2h")...)
	if out := c.ok("score", "desk-steady-1", "--models", file); strings.Contains(out, "is not known") || !strings.Contains(out, ", $0.00") || !strings.Contains(out, "they cost nothing") {
		t.Errorf("got\n%s", out)
	}
	out, errs, code := c.run(append(run, "strict", "--name", "again")...)
	if code != 1 || !strings.Contains(out, "--cassette tape --cassette-mode synthetic") || strings.Contains(out, "mode record") {
		t.Errorf("strict: exit %d\n%s%s", code, out, errs)
	}
	if got, errs, code := c.modelRun("resume", "again", "--personas", file, "--cassette", "tape", "--cassette-mode", "synthetic"); code != 0 || got.Ended != "finished" {
		t.Errorf("the line that was named: exit %d, %+v\n%s", code, got, errs)
	}
}
