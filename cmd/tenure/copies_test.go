package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAnImportMendsWhatVerifySaysItDoes(t *testing.T) {
	t.Parallel()
	c, _ := archived(t)
	dropContents(t, filepath.Join(c.dir, storeDefault))
	if out, _, code := c.run("verify"); code != exitFailed || !strings.Contains(out, "import the episode once more") {
		t.Fatalf("exit %d, %q; want findings with that advice", code, out)
	}
	if out := c.ok("import", "d.tenure"); !strings.HasPrefix(out, "already here; ") || !strings.Contains(out, " brought back: desk-steady-1") {
		t.Errorf("import says %q, want what it brought back", out)
	}
	if out := c.ok("verify"); !strings.Contains(out, "all is well") {
		t.Errorf("after the import verify says %q", out)
	}
	if out := c.ok("import", "d.tenure"); !strings.HasPrefix(out, "already here: ") {
		t.Errorf("once more it says %q", out)
	}
}

func TestAForkThatRanInAStoreOfItsOwnComesBack(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	forks := decode[[]forked](t, c.ok("fork", "desk-steady-1", "-n", "2", "--name", "try", "--reseed", "--json"))
	c.ok("export", "try-1", "out.tenure")
	c.ok("import", "out.tenure", "--store", "side.db")
	rows := decode[[]treeRow](t, c.ok("tree", "--store", "side.db", "--json"))
	if len(rows) != 1 || rows[0].FutureSeed != forks[0].Seed {
		t.Errorf("got %+v; want the seed of its future, %d", rows, forks[0].Seed)
	}
	far := c.last("resume", "try-1", "--store", "side.db", "--report", "none", "--until", "2h", "--checkpoint", "every=1h")
	c.ok("export", "try-1", "back.tenure", "--store", "side.db")
	if out := c.ok("import", "back.tenure"); !strings.HasPrefix(out, "carried on by ") {
		t.Errorf("import says %q", out)
	}
	for _, r := range decode[[]treeRow](t, c.ok("tree", "--json")) {
		if r.Episode == "try-1" && (r.Parent != "desk-steady-1" || r.Hash != far.Hash || r.Ended != "stopped" || r.FutureSeed != forks[0].Seed || len(r.Checkpoints) == 0) {
			t.Errorf("got %+v; want the fork with the hash %s and its checkpoints", r, far.Hash)
		}
	}
	if out := c.ok("import", "out.tenure"); !strings.HasPrefix(out, "already here, further on: try-1") {
		t.Errorf("the shorter file: import says %q", out)
	}
	whole := c.last("resume", "try-1", "--report", "none")
	if side := c.last("resume", "try-1", "--store", "side.db", "--report", "none"); side.Hash != whole.Hash {
		t.Errorf("gone on with here it ends with %s, there with %s", whole.Hash, side.Hash)
	}
	c.ok("verify")
	c.ok("resume", "try-2", "--rollout", "r7", "--steps", "1", "--report", "none")
	c.ok("export", "try-2", "two.tenure")
	c.ok("import", "two.tenure", "--store", "side.db")
	c.ok("resume", "try-2", "--store", "side.db", "--steps", "1", "--report", "none")
	c.ok("export", "try-2", "two.tenure", "--store", "side.db", "--force")
	if _, errs, code := c.run("import", "two.tenure"); code != exitUsage || !strings.Contains(errs, "attempt 1 of rollout r7 holds it") || !strings.Contains(errs, "episodes release try-2") {
		t.Errorf("one that is held: exit %d, %q", code, errs)
	}
}

func TestAResumeSaysThatThePolicyIsMissingBeforeThereIsAMark(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h", "--checkpoint", "every=5h")
	if _, errs, _ := c.run("resume", "desk-steady-1", "--report", "none", "--until", "2h"); !strings.Contains(errs, "was run with --checkpoint every=5h; give it again") {
		t.Errorf("got %q", errs)
	}
	if _, errs, _ := c.run("resume", "desk-steady-1", "--report", "none", "--until", "2h", "--checkpoint", "every=5h"); strings.Contains(errs, "give it again") {
		t.Errorf("it was given, and it says %q", errs)
	}
	c.ok("fork", "desk-steady-1", "--name", "f")
	if _, errs, _ := c.run("resume", "f", "--report", "none", "--until", "2h"); strings.Contains(errs, "--checkpoint") {
		t.Errorf("a fork was never run with one, and it says %q", errs)
	}
}

func TestSlipsWithStoresFilesAndPoints(t *testing.T) {
	t.Parallel()
	c, _ := archived(t)
	c.put("README.md", strings.Repeat("This is no store at all.\n", 1000), 0o644)
	c.put("short", "x", 0o644)
	c.ok("fork", "desk-steady-1@hour:1", "--name", "try")
	for _, x := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"salvage", "s4.db", "--store", "README.md"}, exitFailed, "not a tenure store"},
		{[]string{"salvage", "s4.db", "--store", "short"}, exitFailed, "not a tenure store"},
		{[]string{"import", "tenure.db"}, exitFailed, "use it by --store tenure.db"},
		{[]string{"import", "README.md"}, exitFailed, "not an exported episode"},
		{[]string{"episodes", "--store", "d.tenure"}, exitFailed, "is an exported episode and no store"},
		{[]string{"episodes", "--store", "README.md"}, exitFailed, "not a tenure store"},
		{[]string{"resume", "x", "--store", "nix.db"}, exitUsage, "there is no store nix.db"},
		{[]string{"fork", "x", "--store", "nix.db"}, exitUsage, "there is no store nix.db"},
		{[]string{"checkpoint", "create", "x", "y", "--store", "nix.db"}, exitUsage, "there is no store nix.db"},
		{[]string{"fork", "desk-steady-1", "--reseed=7"}, exitUsage, "it takes no value"},
		{[]string{"fork", "desk-steady-1", "--seed", "7"}, exitUsage, "--reseed? It takes no number"},
		{[]string{"fork", "desk-steady-1@hour:1", "--name", "try"}, exitUsage, "--name try-2"},
		{[]string{"log", "desk-steady-1", "--from", "hour:90", "--to", "hour:80"}, exitUsage, "lies after --to"},
		{[]string{"log", "desk-steady-1", "--from", "90", "--to", "80"}, exitUsage, "lies after --to"},
		{[]string{"simcheck", "desk", "--faults", "kill"}, exitUsage, "--faults=kill"},
		{[]string{"checkpoint", "list"}, exitUsage, "did you mean ls?"},
		{[]string{"episodes", "rename"}, exitUsage, "did you mean mv?"},
		{[]string{"fork", "desk-steady-1@"}, exitUsage, "names no point after the @"},
		{[]string{"fork"}, exitUsage, "EPISODE[@POINT] is missing"},
		{[]string{"export", "desk-steady-1"}, exitUsage, "FILE is missing"},
	} {
		_, errs, code := c.run(x.args...)
		if code != x.code || !strings.Contains(errs, x.want) {
			t.Errorf("tenure %s: exit %d, %q; want %d and %q", strings.Join(x.args, " "), code, errs, x.code, x.want)
		}
	}
	for _, file := range []string{"s4.db", "nix.db"} {
		if _, err := os.Lstat(filepath.Join(c.dir, file)); !os.IsNotExist(err) {
			t.Errorf("%s is left behind (%v)", file, err)
		}
	}
}
