package main

import (
	"strings"
	"testing"
)

// A log holds no prices. What score tells at those of a file is what run told.
func TestScoreTellsMoneyAtThePricesItIsGiven(t *testing.T) {
	t.Parallel()
	server := stageAt(t, nil)
	c := newCLI(t)
	file := c.modelsAt(server.URL(), "", "")
	line := func(out string) string {
		for l := range strings.Lines(out) {
			if strings.HasPrefix(l, "models: persona.small:") {
				return strings.TrimSpace(l)
			}
		}
		t.Fatalf("no line tells what persona.small used:\n%s", out)
		return ""
	}
	ran := line(c.ok("run", "desk", "--personas", file, "--until", "3h", "--report", "none"))
	if got := line(c.ok("score", "desk-steady-1", "--models", file)); got != ran || !strings.Contains(got, "$") {
		t.Errorf("got %s\nwant %s", got, ran)
	}
	plain := c.ok("score", "desk-steady-1")
	if got := line(plain); strings.Contains(got, "$") || !strings.HasPrefix(ran, got) || !strings.Contains(plain, "a log holds no prices") {
		t.Errorf("without prices: got %s in\n%s", got, plain)
	}
	if _, errs, code := c.run("score", "desk-steady-1", "--models", "none.yaml"); code != 2 || !strings.Contains(errs, "none.yaml") {
		t.Errorf("with a file that is not there: exit %d\n%s", code, errs)
	}
	if got := c.ok("score", "desk-steady-1", "--models", file, "--json"); !strings.Contains(got, `"micro_dollars"`) {
		t.Errorf("for programs no money is told: %s", got)
	}
}
