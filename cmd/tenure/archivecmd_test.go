package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// archived runs a short episode of desk and exports it.
func archived(t *testing.T) (*cli, []byte) {
	t.Helper()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "3h")
	c.ok("export", "desk-steady-1", "d.tenure")
	file, err := os.ReadFile(filepath.Join(c.dir, "d.tenure"))
	if err != nil {
		t.Fatal(err)
	}
	return c, file
}

func TestAnExportedEpisodeGoesOnElsewhere(t *testing.T) {
	t.Parallel()
	c, file := archived(t)
	whole := newCLI(t).last("run", "desk", "--report", "none")
	far := newCLI(t)
	if err := os.WriteFile(filepath.Join(far.dir, "d.tenure"), file, 0o644); err != nil {
		t.Fatal(err)
	}
	if out := far.ok("import", "--check", "d.tenure"); !strings.HasPrefix(out, "checked: desk-steady-1") {
		t.Errorf("check says %q", out)
	}
	if _, err := os.Stat(filepath.Join(far.dir, "tenure.db")); err == nil {
		t.Error("a check made a store")
	}
	if out := far.ok("import", "d.tenure"); !strings.HasPrefix(out, "imported: desk-steady-1") {
		t.Errorf("import says %q", out)
	}
	if out := far.ok("import", "d.tenure"); !strings.HasPrefix(out, "already here: desk-steady-1") {
		t.Errorf("the same import again says %q", out)
	}
	if got := far.last("resume", "desk-steady-1", "--report", "none"); got != whole {
		t.Errorf("gone on with elsewhere: %+v, unbroken %+v", got, whole)
	}
	if out := far.ok("import", "d.tenure"); !strings.HasPrefix(out, "already here, further on: desk-steady-1") {
		t.Errorf("the import of a beginning says %q", out)
	}
	far.ok("run", "desk", "--seed", "2", "--until", "1h", "--report", "none", "--name", "desk-steady-1", "--store", "two.db")
	_, errs, code := far.run("import", "d.tenure", "--store", "two.db")
	if code != 2 || !strings.Contains(errs, "--name desk-steady-1-2") {
		t.Errorf("another log of that name: exit %d, %q; want 2 and a free name", code, errs)
	}
	far.ok("import", "d.tenure", "--name", "again")
	if got, err := filepath.Glob(filepath.Join(c.dir, "*.part-*")); err != nil || len(got) > 0 {
		t.Errorf("left over: %v, %v", got, err)
	}
}

func TestExportAndImportThroughAPipe(t *testing.T) {
	t.Parallel()
	c, file := archived(t)
	out, errs, code := c.run("export", "desk-steady-1", "-", "--json")
	if code != 0 || out != string(file) {
		t.Fatalf("exit %d, %d bytes, want the %d of the file", code, len(out), len(file))
	}
	var row archiveRow
	if err := json.Unmarshal([]byte(errs), &row); err != nil || row.Did != "exported" || row.File != "-" || row.Events == 0 {
		t.Errorf("standard error has %q, %v", errs, err)
	}
	far := newCLI(t)
	cmd := exec.Command(binary, "import", "-", "--json")
	cmd.Dir, cmd.Stdin = far.dir, bytes.NewReader(file)
	said, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got archiveRow
	if err := json.Unmarshal(said, &got); err != nil || got.Hash != row.Hash || got.Did != "imported" {
		t.Errorf("got %s, %v, want the hash %s", said, err, row.Hash)
	}
}

func TestABrokenFileSaysWhereAndImportsNothing(t *testing.T) {
	t.Parallel()
	c, file := archived(t)
	cut := file[:len(file)/2]
	flipped := bytes.Clone(file)
	flipped[len(file)/2] ^= 4
	for name, b := range map[string][]byte{"cut": cut, "flipped": flipped, "text": []byte("hello, this is no episode at all")} {
		if err := os.WriteFile(filepath.Join(c.dir, name), b, 0o644); err != nil {
			t.Fatal(err)
		}
		_, errs, code := c.run("import", name, "--name", "x", "--store", "far.db")
		if code != 1 || !strings.Contains(errs, "at byte ") || !strings.Contains(errs, "nothing is imported") {
			t.Errorf("%s: exit %d, %q", name, code, errs)
		}
	}
	if _, err := os.Stat(filepath.Join(c.dir, "far.db")); !os.IsNotExist(err) {
		t.Errorf("a store is left behind (%v)", err)
	}
	if _, errs, code := c.run("import", "--check", "cut"); code != 1 || !strings.Contains(errs, "cut short") {
		t.Errorf("check: exit %d, %q", code, errs)
	}
}

func TestMistakesWithFilesAndPoints(t *testing.T) {
	t.Parallel()
	c, _ := archived(t)
	c.ok("export", "desk-steady-1@last", "last.tenure")
	c.ok("export", "desk-steady-1", os.DevNull)
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatal("the null device was replaced by a file")
	}
	for _, x := range []struct {
		args []string
		want string
	}{
		{[]string{"export", "nobody", "f"}, `no episode "nobody"`},
		{[]string{"export", "desk-steady-1@soon", "f"}, `no such point: "soon"`},
		{[]string{"export", "desk-steady-1@0", "f"}, `no such point: "0"`},
		{[]string{"export", "desk-steady-1@2", "f"}, "2 lies in the history"},
		{[]string{"export", "desk-steady-1@999999", "f"}, "the episode ends at event"},
		{[]string{"export", "desk-steady-1", "."}, "is a folder"},
		{[]string{"export", "desk-steady-1", "nowhere/f"}, "no folder nowhere"},
		{[]string{"import", "nothing"}, "no file nothing"},
		{[]string{"import", "."}, "is a folder"},
		{[]string{"import", "d.tenure", "--name", "a b"}, "not a name"},
		{[]string{"import", "--check", "d.tenure", "--name", "x"}, "--check imports nothing"},
	} {
		_, errs, code := c.run(x.args...)
		if code != 2 || !strings.Contains(errs, x.want) {
			t.Errorf("tenure %s: exit %d, %q; want 2 and %q", strings.Join(x.args, " "), code, errs, x.want)
		}
	}
	if got, err := filepath.Glob(filepath.Join(c.dir, "f*")); err != nil || len(got) > 0 {
		t.Errorf("left over: %v, %v", got, err)
	}
}

func TestAnImportedEpisodeIsNotBeingRun(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	c.ok("fork", "desk-steady-1", "--name", "new")
	c.ok("export", "new", "new.tenure")
	c.ok("import", "new.tenure", "--name", "brought")
	if out := c.ok("episodes"); strings.Contains(out, cutOff) || strings.Contains(out, running) {
		t.Errorf("nobody runs anything, and it says\n%s", out)
	}
}

// A file that is only looked at is told of in the zone of its scenario, as one that is imported.
func TestACheckTellsTimesAsAnImportDoes(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	exported := c.ok("export", "desk-steady-1", "d.tenure")
	for what, out := range map[string]string{"--check": c.ok("import", "--check", "d.tenure"), "import": c.ok("import", "d.tenure", "--store", "new.db")} {
		if _, told, _ := strings.Cut(exported, "\n"); !strings.HasSuffix(out, told) {
			t.Errorf("%s says\n%s\nand the export\n%s", what, out, exported)
		}
	}
}
