package main

import (
	"strings"
	"testing"
)

func TestEpisodesAreRenamedAndRemoved(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	whole := c.last("run", "desk", "--report", "none")
	c.ok("fork", "desk-steady-1@hour:2", "--name", "branch")
	if _, errs, code := c.run("episodes", "rm", "desk-steady-1"); code != 2 || !strings.Contains(errs, "branch") {
		t.Errorf("a parent of a fork: exit %d, %q; want it refused and the fork named", code, errs)
	}
	if _, errs, code := c.run("episodes", "rm", "nobody"); code != 2 || !strings.Contains(errs, "desk-steady-1") {
		t.Errorf("an episode that is not there: exit %d, %q; want 2 and the names there are", code, errs)
	}
	if _, _, code := c.run("episodes", "mv", "desk-steady-1", "branch"); code != 2 {
		t.Errorf("a name that is taken: exit %d, want 2", code)
	}
	if out := c.ok("episodes", "mv", "desk-steady-1", "trunk"); out != "desk-steady-1 is called trunk now\n" {
		t.Errorf("mv says %q", out)
	}
	if s := c.last("resume", "branch", "--report", "none"); s.Hash != whole.Hash {
		t.Errorf("the fork of a renamed parent ends with %s, want %s", s.Hash, whole.Hash)
	}
	if got := decode[done](t, c.ok("episodes", "mv", "trunk", "tree", "--json")); got != (done{Did: "renamed", Episode: "tree", Was: "trunk"}) {
		t.Errorf("mv --json says %+v", got)
	}
	if got := decode[done](t, c.ok("episodes", "rm", "branch", "--json")); got != (done{Did: "removed", Episode: "branch"}) {
		t.Errorf("rm --json says %+v", got)
	}
	if out := c.ok("episodes", "rm", "tree"); out != "tree is removed\n" {
		t.Errorf("rm says %q", out)
	}
	c.ok("gc")
	if out := c.ok("verify"); !strings.Contains(out, "0 episodes, 0 events, 0 contents") {
		t.Errorf("after all is removed: %s", out)
	}
}

func TestEpisodesAreRemovedAllOrNone(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "2h")
	c.ok("fork", "desk-steady-1@hour:1", "-n", "2", "--name", "kid")
	c.ok("fork", "kid-1@hour:1", "--name", "grandkid")
	c.ok("episodes", "mv", "kid-2", "sibling")
	before := c.ok("episodes", "--json")
	for line, want := range map[string]string{
		"grandkid nobody":              "nobody",
		"sibling desk-steady-1":        "kid-1, grandkid are forked",
		"desk-steady-1 kid-1 grandkid": "sibling is forked",
	} {
		if _, errs, code := c.run(append([]string{"episodes", "rm"}, strings.Fields(line)...)...); code != exitUsage || !strings.Contains(errs, want) {
			t.Errorf("rm %s: exit %d, %q; want %d and %q", line, code, errs, exitUsage, want)
		}
		if after := c.ok("episodes", "--json"); after != before {
			t.Errorf("rm %s was refused and has removed something: %s", line, after)
		}
	}
	if out := c.ok("episodes", "rm", "kid-1", "grandkid"); out != "grandkid is removed\nkid-1 is removed\n" { // in any order
		t.Errorf("got %q", out)
	}
	if out := c.ok("episodes", "rm", "desk-steady-1", "--tree"); out != "sibling is removed\ndesk-steady-1 is removed\n" {
		t.Errorf("got %q", out)
	}
}
