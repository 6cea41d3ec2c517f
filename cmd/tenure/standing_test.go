package main

import (
	"errors"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/checkpoints"
)

// TestOneBadEpisodeCostsItsOwnRow has an episode whose scenario cannot be read, forks of it, and a reason that is long.
func TestOneBadEpisodeCostsItsOwnRow(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none")
	c.ok("run", "desk", "--report", "none", "--name", "wordy", "--until", "1h")
	store, err := checkpoints.Open(filepath.Join(c.dir, storeDefault), checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = store.Create(checkpoints.Branch{Name: "odd", Scenario: "odd", Agent: "steady", Seed: 1}, []byte("no scenario"))
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Log("wordy").Annotate(strings.Repeat("it went wrong and ", 20)); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"episodes", "tree"} {
		out := c.ok(command)
		lines := strings.Split(strings.TrimSpace(out), "\n")
		if len(lines) != 5 || !strings.HasPrefix(lines[4], "odd: ") {
			t.Errorf("%s: want a head, three rows and what is wrong with odd; got\n%s", command, out)
		}
		for _, line := range lines {
			if n := len([]rune(line)); n > 180 {
				t.Errorf("%s has a line of %d letters: %s", command, n, line)
			}
		}
		if !strings.Contains(c.ok(command, "--json"), `"trouble":"`) {
			t.Errorf("%s --json does not say what is wrong", command)
		}
	}
	if out := c.ok("tree"); !regexp.MustCompile(`(?m)^desk-steady-1 .* finished .* 45\.0`).MatchString(out) {
		t.Errorf("the whole episode is not scored:\n%s", out)
	}
}

// TestDamagedRecordsCostTheirOwnRows has an episode without a head and a fork whose parent is lost.
func TestDamagedRecordsCostTheirOwnRows(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--name", "parent", "--until", "1h")
	c.ok("fork", "parent", "--name", "orphan")
	c.ok("fork", "parent", "--name", "headless")
	c.ok("run", "desk", "--report", "none", "--name", "whole")
	db, err := bolt.Open(filepath.Join(c.dir, storeDefault), 0o644, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		const third = "\x00\x00\x00\x00\x00\x00\x00\x03" // headless is the third that was made
		return errors.Join(tx.Bucket([]byte("branches")).Delete([]byte("parent")), tx.Bucket([]byte("heads")).Delete([]byte(third)))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"episodes", "tree"} {
		out := c.ok(command)
		for _, want := range []string{`(?m)^whole .* finished `, `(?m)^orphan `, `(?m)^headless .* cannot be read `, `(?m)^headless: `, `(?m)^orphan: `} {
			if !regexp.MustCompile(want).MatchString(out) {
				t.Errorf("%s: want %s, got\n%s", command, want, out)
			}
		}
	}
}

func TestOneStateHasOneWord(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "4h")
	c.ok("fork", "desk-steady-1@hour:2", "--name", "plain")
	c.ok("fork", "desk-steady-1@hour:2", "--name", "other", "--reseed")
	c.ok("fork", "other", "--name", "deep")
	seed := ""
	for _, r := range decode[[]episodeRow](t, c.ok("episodes", "--json")) {
		if r.Episode == "other" {
			seed = regexp.MustCompile(`"future_seed":(\d+)`).FindString(c.ok("episodes", "--json"))
		}
		want, future := notRun, r.Episode == "other" || r.Episode == "deep"
		if r.Episode == "desk-steady-1" {
			want = "stopped"
		}
		if r.State != want || (r.FutureSeed != 0) != future {
			t.Errorf("%s is %q with the future seed %d, want %q; reseeded %v", r.Episode, r.State, r.FutureSeed, want, future)
		}
	}
	if seed == "" {
		t.Error("there is no seed of the reseeded fork")
	}
	for _, name := range []string{"plain", "other", "deep"} {
		if out := c.ok("show", name); !strings.Contains(strings.SplitN(out, "\n", 2)[0], notRun) {
			t.Errorf("show %s begins with %q, want %q in it", name, strings.SplitN(out, "\n", 2)[0], notRun)
		}
	}
	for _, command := range []string{"episodes", "tree"} {
		if out := c.ok(command); strings.Count(out, notRun) != 3 || strings.Count(out, "1, then ") != 2 {
			t.Errorf("%s:\n%s", command, out)
		}
	}
}

// TestTimesAreToldInTheProjectsZone looks at every command that tells people a virtual time: desk's is Berlin.
func TestTimesAreToldInTheProjectsZone(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "3h")
	moment := regexp.MustCompile(`\d\d:\d\d(:\d\d)?( [A-Z]+|Z)?`)
	for _, args := range [][]string{{"episodes"}, {"fork", "desk-steady-1@hour:2"}, {"tree"}, {"checkpoint", "create", "desk-steady-1@hour:2", "two"},
		{"checkpoint", "ls", "desk-steady-1"}, {"show", "desk-steady-1"}, {"scenario", "show", "desk"}, {"export", "desk-steady-1", "d.tenure"}, {"import", "d.tenure", "--name", "back"}} {
		out := c.ok(args...)
		found := moment.FindAllString(out, -1)
		if len(found) == 0 {
			t.Errorf("%v tells no time:\n%s", args, out)
		}
		for _, at := range found {
			if !strings.HasSuffix(at, " CEST") {
				t.Errorf("%v tells %q: which zone, and is it the project's?\n%s", args, at, out)
			}
		}
	}
}
