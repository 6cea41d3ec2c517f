package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNothingIsWrittenOverTheStore(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--until", "1h", "--store", "s.db")
	if err := os.Symlink("s.db", filepath.Join(c.dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"export", "desk-steady-1", "s.db"}, {"export", "desk-steady-1", "link"}, {"report", "desk-steady-1", "--out", "s.db"},
		{"run", "desk", "--seed", "2", "--agent", "model:one", "--models", c.modelsAt("http://127.0.0.1:1/v1", "", ""), "--cassette", "link", "--cassette-mode", "synthetic"}} {
		if _, errs, code := c.run(append(args, "--store", "s.db")...); code != 2 || !strings.Contains(errs, "store") {
			t.Errorf("%v: exit %d\n%s", args, code, errs)
		}
	}
	if out := c.ok("verify", "--store", "s.db"); !strings.Contains(out, "all is well") {
		t.Errorf("afterwards: %s", out)
	}
}

func TestAnImportThatFailsLeavesNoStore(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	if err := os.WriteFile(filepath.Join(c.dir, "words"), []byte("no archive"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, code := c.run("import", "words", "--store", "new.db"); code != 1 {
		t.Errorf("exit %d, want 1", code)
	}
	if _, err := os.Stat(filepath.Join(c.dir, "new.db")); !os.IsNotExist(err) {
		t.Errorf("a store is left behind (%v)", err)
	}
}

func TestAHeldEpisodeIsNotMovedOrRemovedUnasked(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--until", "1h", "--rollout", "r", "--attempt", "2")
	for _, args := range [][]string{{"episodes", "mv", "desk-steady-1", "other"}, {"episodes", "rm", "desk-steady-1"}} {
		if _, errs, code := c.run(args...); code != 2 || !strings.Contains(errs, "--force") {
			t.Errorf("%v: exit %d\n%s", args, code, errs)
		}
	}
	c.ok("episodes", "mv", "desk-steady-1", "other", "--force")
	c.ok("episodes", "rm", "other", "--force")
	if _, errs, code := c.run("run", "desk", "--rollout", "r", "--attempt", "18446744073709551615"); code != 2 || !strings.Contains(errs, "--attempt") {
		t.Errorf("exit %d\n%s", code, errs)
	}
}
