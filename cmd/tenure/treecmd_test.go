package main

import (
	"strings"
	"testing"
)

func TestATreeReadsWell(t *testing.T) {
	t.Parallel()
	c := family(t)
	golden(t, "tree.txt", c.ok("tree"))
	golden(t, "tree-family.txt", c.ok("tree", "deep", "--no-score"))
}

func TestATreeHasTheScoresOfThoseThatAreOver(t *testing.T) {
	t.Parallel()
	c := family(t)
	for _, r := range decode[[]treeRow](t, c.ok("tree", "--json")) {
		over := r.Ended == "finished" || r.Ended == "horizon"
		if over != (r.Score != nil) {
			t.Errorf("%s is %q and its score is there: %v", r.Episode, r.Ended, r.Score != nil)
			continue
		}
		if over {
			if s := c.last("replay", r.Episode); s.Score != *r.Score || s.Hash != r.Hash || s.Events != r.Events || s.Hours != r.Hours {
				t.Errorf("the tree says %+v, replay %+v", r, s)
			}
		}
	}
	for _, r := range decode[[]treeRow](t, c.ok("tree", "--json", "--no-score")) {
		if r.Score != nil {
			t.Errorf("%s has a score with --no-score", r.Episode)
		}
	}
}

func TestATreeOfManyForksHasStraightColumns(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "3h")
	c.ok("fork", "desk-steady-1@hour:2", "-n", "64", "--name", "f")
	c.ok("fork", "f-7", "-n", "3")
	lines := strings.Split(strings.TrimSpace(c.ok("tree", "desk-steady-1")), "\n")
	if len(lines) != 1+1+64+3 {
		t.Fatalf("%d lines, want a head and 68 episodes", len(lines))
	}
	at := strings.Index(lines[0], "AGENT")
	for _, l := range lines[1:] {
		if r := []rune(l); len(r) < at+6 || string(r[at:at+6]) != "steady" {
			t.Errorf("the agent is not in its column: %q", l)
		}
	}
}

func TestATreeOfNothing(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	for _, x := range []struct {
		args []string
		want string
	}{
		{[]string{"tree", "nobody"}, "desk-steady-1"},
		{[]string{"tree", "a", "b"}, "at most 1 arg"},
		{[]string{"tree", "--store", "none.db"}, "no store"},
	} {
		if _, errs, code := c.run(x.args...); code != 2 || !strings.Contains(errs, x.want) {
			t.Errorf("%v: exit %d, %q; want 2 and %q", x.args, code, errs, x.want)
		}
	}
}
