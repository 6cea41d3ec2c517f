package main

import (
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/personas/openai/fake"
)

// To stop and go on gives no new wall time, and without the tape that kept what was used nothing goes on under a bound.
func TestAStopDoesNotGiveNewWallTime(t *testing.T) {
	t.Parallel()
	server, err := fake.Start(fake.Options{Seed: 5, Median: 60 * time.Millisecond, Echo: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	c := newCLI(t)
	file := c.modelsAt(server.URL(), "persona.small", "    budget: {wall: 400ms}\n")
	run := []string{"run", "desk", "--personas", file, "--cassette", "tape"}
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
	// What keeping a record took is not on the tape, so a few milliseconds may be left once; other roles have no bound.
	if more := server.Counts().Calls - first; more > 4 {
		t.Errorf("%d calls were made after %d, and the wall time was spent", more, first)
	}
	if _, errs, code := c.run("resume", "desk-steady-1", "--personas", file); code != 2 || !strings.Contains(errs, "--cassette") || !strings.Contains(errs, "wall") {
		t.Errorf("without the tape: exit %d\n%s", code, errs)
	}
}
