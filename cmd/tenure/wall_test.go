package main

import (
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/personas/openai/fake"
)

// To stop and go on gives no new wall time, with a tape, without one or with an empty one, and both lines that a stop prints go on.
func TestAStopDoesNotGiveNewWallTime(t *testing.T) {
	t.Parallel()
	server, err := fake.Start(fake.Options{Seed: 5, Median: 60 * time.Millisecond, Echo: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	c := newCLI(t)
	file := c.modelsAt(server.URL(), "persona.small", "    budget: {wall: 400ms}\n")
	run := []string{"run", "desk", "--personas", file}
	got, errs, code := c.modelRun(run...)
	if code != 0 || got.Ended != "stopped" || !strings.Contains(got.Why, "wall time") {
		t.Fatalf("exit %d, %+v\n%s", code, got, errs)
	}
	first := server.Counts().Calls
	for range 3 {
		got, errs, code = c.modelRun(run...)
		if code != 0 || got.Ended != "stopped" || !strings.Contains(got.Why, "wall time") {
			t.Fatalf("gone on with: exit %d, %+v\n%s", code, got, errs)
		}
	}
	// Other roles have no bound, so they may be asked.
	if more := server.Counts().Calls - first; more > 4 {
		t.Errorf("%d calls were made after %d, and the wall time was spent", more, first)
	}
	out, errs, code := c.run("resume", "desk-steady-1", "--personas", file, "--cassette", "empty.tape")
	if code != 0 || !strings.Contains(out, "role persona.small: ") || !strings.Contains(out, " of 400ms of wall time are spent") {
		t.Errorf("with a new tape: exit %d\n%s%s", code, out, errs)
	}
	if got, errs, code := c.modelRun("resume", "desk-steady-1", "--personas", file, "--on-budget", "templates"); code != 0 || got.Ended != "finished" || got.Models.Marked != "budget" {
		t.Errorf("with templates: exit %d, %+v\n%s", code, got, errs)
	}
}
