package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/sim/diff"
)

var updateGolden = flag.Bool("update", false, "write what commands print into testdata; read the difference")

// golden holds what a command prints to a file that was read before it was kept.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *updateGolden {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

// family is a store with an episode that is over, one with another seed, one of another agent that was stopped, and forks.
func family(t *testing.T) *cli {
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none")
	c.ok("run", "desk", "--report", "none", "--seed", "2")
	c.ok("run", "desk", "--report", "none", "--agent", "oracle", "--until", "3h")
	c.ok("fork", "desk-steady-1@hour:3", "-n", "2", "--name", "same")
	c.ok("fork", "desk-steady-1@hour:4", "-n", "2", "--name", "new", "--reseed")
	c.ok("resume", "same-1", "--report", "none")
	c.ok("resume", "new-1", "--report", "none")
	c.ok("resume", "new-2", "--report", "none", "--until", "6h")
	c.ok("checkpoint", "create", "desk-steady-1@hour:2", "early")
	c.ok("checkpoint", "create", "new-1@hour:5", "five")
	c.ok("fork", "new-1@five", "--name", "deep")
	return c
}

func TestDiffsReadWell(t *testing.T) {
	t.Parallel()
	c := family(t)
	for file, args := range map[string][]string{
		"diff-equal.txt":   {"desk-steady-1", "same-1"},
		"diff-unrun.txt":   {"same-2", "desk-steady-1"},
		"diff-fork.txt":    {"desk-steady-1", "new-1"},
		"diff-forks.txt":   {"new-1", "new-2"},
		"diff-seeds.txt":   {"desk-steady-1", "desk-steady-2"},
		"diff-stopped.txt": {"desk-steady-1", "desk-oracle-1"},
		"diff-points.txt":  {"desk-steady-1@early", "desk-steady-1@hour:3"},
	} {
		golden(t, file, c.ok(append([]string{"diff"}, args...)...))
	}
}

func TestDiffTellsProgramsTheSame(t *testing.T) {
	t.Parallel()
	c := family(t)
	forks := decode[diff.Report](t, c.ok("diff", "desk-steady-1", "new-1", "--json"))
	rows := decode[[]treeRow](t, c.ok("tree", "--json", "--no-score"))
	var at uint64
	for _, r := range rows {
		if r.Episode == "new-1" {
			at = r.ForkEvent
		}
	}
	if forks.Equal || forks.Same != at || at == 0 || forks.First == nil || forks.First.B.Kind == "sim.reseeded" || forks.Reseed == nil || forks.Reseed.Event != at+1 {
		t.Errorf("same %d, first %+v; forked at %d", forks.Same, forks.First, at)
	}
	back := decode[diff.Report](t, c.ok("diff", "new-1", "desk-steady-1", "--json"))
	if back.Reseed == nil || back.Reseed.Side != "a" || back.First == nil || back.First.A.Seq != forks.First.B.Seq || back.First.B.Seq != forks.First.A.Seq {
		t.Errorf("the other way round it finds %+v and %+v", back.Reseed, back.First)
	}
	c.ok("fork", "desk-steady-1@hour:4", "--name", "bare")
	c.ok("fork", "desk-steady-1@hour:4", "--name", "seeded", "--reseed")
	if out := c.ok("diff", "bare", "seeded"); !strings.Contains(out, "B is reseeded") || strings.Contains(out, "that differ") {
		t.Errorf("two forks that nobody has gone on with:\n%s", out)
	}
	same := decode[diff.Report](t, c.ok("diff", "desk-steady-1", "same-1", "--json"))
	if whole := c.last("replay", "same-1"); !same.Equal || same.A.Hash != whole.Hash || same.B.Hash != whole.Hash {
		t.Errorf("equal %v with %s, want %s", same.Equal, same.A.Hash, whole.Hash)
	}
	c.ok("run", "portal", "--report", "none", "--until", "40h")
	c.ok("run", "portal", "--report", "none", "--until", "40h", "--seed", "2")
	full := c.ok("diff", "portal-steady-1", "portal-steady-2", "--full")
	if short := c.ok("diff", "portal-steady-1", "portal-steady-2"); len(short) >= len(full) || strings.Contains(full, " more\n") {
		t.Errorf("short has %d bytes, full %d", len(short), len(full))
	}
}

func TestDiffExitsAsToldAndRefusesWhatCannotBeCompared(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none")
	c.ok("run", "desk", "--report", "none", "--seed", "2")
	c.ok("run", "portal", "--report", "none", "--until", "1h")
	for _, x := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"desk-steady-1", "desk-steady-1"}, 0, ""},
		{[]string{"desk-steady-1", "desk-steady-1", "--exit-code"}, 0, ""},
		{[]string{"desk-steady-1", "desk-steady-2"}, 0, ""},
		{[]string{"desk-steady-1", "desk-steady-2", "--exit-code"}, 1, ""},
		{[]string{"desk-steady-1", "desk-steady-2", "--exit-code", "--json"}, 1, ""},
		{[]string{"desk-steady-1", "portal-steady-1"}, 2, "only episodes of one scenario"},
		{[]string{"desk-steady-1", "nobody"}, 2, "no episode"},
		{[]string{"desk-steady-1@hour:900", "desk-steady-2"}, 2, "ends at"},
		{[]string{"desk-steady-1@yonder", "desk-steady-2"}, 2, "a point is"},
		{[]string{"desk-steady-1"}, 2, "accepts 2 arg"},
	} {
		_, errs, code := c.run(append([]string{"diff"}, x.args...)...)
		if code != x.code || !strings.Contains(errs, x.want) || x.want == "" && errs != "" {
			t.Errorf("diff %v: exit %d, %q; want %d and %q", x.args, code, errs, x.code, x.want)
		}
	}
}

func TestDiffTellsTheScores(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	one, two := c.last("run", "desk", "--report", "none"), c.last("run", "desk", "--report", "none", "--agent", "null")
	got := decode[compared](t, c.ok("diff", "desk-steady-1", "desk-null-1", "--json"))
	if got.Scores == nil || got.Scores.A != one.Score || got.Scores.B != two.Score || len(got.Scores.Criteria) == 0 || got.Same == 0 {
		t.Fatalf("got %+v, want %+v and %+v", got.Scores, one.Score, two.Score)
	}
	for _, p := range got.Scores.Criteria {
		if p.A == nil || p.B == nil || p.A.Points == p.B.Points && p.A.State == p.B.State {
			t.Errorf("%s does not differ: %+v, %+v", p.Criterion, p.A, p.B)
		}
	}
	out := c.ok("diff", "desk-steady-1", "desk-null-1")
	for _, want := range []string{"== The scores", fmt.Sprintf("A  total %.1f", one.Score.Total), fmt.Sprintf("B  total %.1f", two.Score.Total), got.Scores.Criteria[0].Criterion} {
		if !strings.Contains(out, want) {
			t.Errorf("got\n%s\nwant %q in it", out, want)
		}
	}
	if out := c.ok("diff", "desk-steady-1", "desk-null-1", "--no-score"); strings.Contains(out, "The scores") {
		t.Errorf("--no-score shows scores:\n%s", out)
	}
	if at := decode[compared](t, c.ok("diff", "desk-steady-1@hour:2", "desk-steady-1", "--json")); at.Scores.A == at.Scores.B || at.Scores.B != one.Score {
		t.Errorf("at hour 2 %+v, at the end %+v; want %+v at the end", at.Scores.A, at.Scores.B, one.Score)
	}
}
