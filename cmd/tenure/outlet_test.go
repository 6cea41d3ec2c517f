package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/personas/cassette"
)

// put writes a file into the folder.
func (c *cli) put(name, text string, mode os.FileMode) string {
	c.t.Helper()
	path := filepath.Join(c.dir, name)
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		c.t.Fatal(err)
	}
	return path
}

// refuses runs a line that must leave a file as it is.
func (c *cli) refuses(line, want, file string) {
	c.t.Helper()
	before, err := os.ReadFile(file)
	if err != nil {
		c.t.Fatal(err)
	}
	_, errs, code := c.run(strings.Fields(line)...)
	if code != exitUsage || !strings.Contains(errs, want) {
		c.t.Errorf("%s: exit %d, %q; want %d and %q", line, code, errs, exitUsage, want)
	}
	if after, err := os.ReadFile(file); err != nil || !bytes.Equal(before, after) {
		c.t.Errorf("%s has changed %s (%v)", line, file, err)
	}
}

// No word makes a command write over what cannot be had again.
func TestNothingIsWrittenOverAStoreOrACassette(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	c.ok("run", "desk", "--report", "none", "--until", "1h", "--store", "other.db")
	own, other := filepath.Join(c.dir, storeDefault), filepath.Join(c.dir, "other.db")
	raw, err := os.ReadFile(other)
	if err != nil {
		t.Fatal(err)
	}
	broken := c.put("broken.db", string(append(bytes.Repeat([]byte{7}, 16), raw[16:4096]...)), 0o644)
	if err := os.Symlink("other.db", filepath.Join(c.dir, "link")); err != nil {
		t.Fatal(err)
	}
	for line, x := range map[string]struct{ want, file string }{
		"export desk-steady-1 other.db --force":       {"other.db is a store", other},
		"export desk-steady-1 link --force":           {"link is a store", other},
		"export desk-steady-1 tenure.db --force":      {"is the store itself", own},
		"export desk-steady-1 broken.db --force":      {"broken.db is a store", broken},
		"report desk-steady-1 --out other.db --force": {"other.db is a store", other},
		"report desk-steady-1 --out link":             {"link is a store", other},
		"run desk --report other.db --name x":         {"other.db is a store", other},
		"run desk --report tenure.db --name x":        {"is the store itself", own},
		"resume desk-steady-1 --report other.db":      {"other.db is a store", other},
		"salvage other.db":                            {"other.db is there already", other},
	} {
		c.refuses(line, x.want, x.file)
	}
	if out := c.ok("episodes"); strings.Contains(out, "\nx ") {
		t.Errorf("an episode was begun whose report could not be written:\n%s", out)
	}
}

func TestACassetteIsReplacedByNothing(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	tape := filepath.Join(c.dir, "t.tape")
	writeTape(t, tape)
	c.refuses("export desk-steady-1 t.tape --force", "t.tape is a cassette", tape)
	c.refuses("report desk-steady-1 --out t.tape --force", "t.tape is a cassette", tape)
}

func TestAReportReplacesAReportAndNothingElseUnasked(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	c.ok("export", "desk-steady-1", "d.tenure")
	c.refuses("report desk-steady-1 --out d.tenure", "d.tenure is an exported episode and no report", filepath.Join(c.dir, "d.tenure"))
	mine := c.put("mine.html", "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\nmine: report of a day", 0o640)
	c.refuses("report desk-steady-1 --out mine.html", "mine.html is a file and no report", mine)
	c.refuses("run desk --name x --report mine.html", "no report", mine)
	c.put("x.html", "mine too", 0o644)
	c.refuses("run desk --name x", "no report", filepath.Join(c.dir, "x.html"))
	c.ok("run", "desk", "--name", "x", "--until", "1h", "--json") // which writes none
	c.ok("report", "desk-steady-1", "--out", "mine.html", "--force")
	c.ok("report", "desk-steady-1@hour:1", "--out", "mine.html")
	c.put("none.html", "", 0o600)
	c.ok("report", "desk-steady-1", "--out", "none.html")
}

// What a link leads to is written and the link stays, whether there is something or not.
func TestALinkIsFollowedAndStays(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	in := filepath.Join(c.dir, "in")
	if err := os.Mkdir(in, 0o755); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"in/a": "b", "in/b": "../d.tenure", "dir": "in", "round": "about", "about": "round", "lost": "nowhere/f"} {
		if err := os.Symlink(to, filepath.Join(c.dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	c.ok("export", "desk-steady-1", "dir/a") // by three links to what is not there yet
	file := filepath.Join(c.dir, "d.tenure")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, errs, code := c.run("export", "desk-steady-1", "in/a"); code != exitUsage || !strings.Contains(errs, "--force") {
		t.Errorf("over the file that a link leads to: exit %d, %q", code, errs)
	}
	c.put("d.tenure", "old", 0o644)
	c.ok("export", "desk-steady-1", "in/a", "--force")
	if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, raw) {
		t.Errorf("the file has %d bytes, %v; want %d", len(got), err, len(raw))
	}
	for _, link := range []string{"in/a", "in/b"} {
		if info, err := os.Lstat(filepath.Join(c.dir, link)); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is no link any more (%v)", link, err)
		}
	}
	for name, want := range map[string]string{"round": "round in a circle", "lost": "no folder"} {
		if _, errs, code := c.run("export", "desk-steady-1", name, "--force"); code != exitUsage || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d, %q; want %d and %q", name, code, errs, exitUsage, want)
		}
	}
}

func TestAFileThatIsReplacedKeepsItsMode(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	for _, mode := range []os.FileMode{0o600, 0o640, 0o444, 0o666} {
		file := c.put("f", "old", 0o644)
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
		c.ok("export", "desk-steady-1", "f", "--force")
		if info, err := os.Stat(file); err != nil || info.Mode() != mode || info.Size() < 100 {
			t.Errorf("got %v, %v; want the mode %v and an episode", info, err, mode)
		}
		c.ok("report", "desk-steady-1", "--out", "f", "--force")
		if info, err := os.Stat(file); err != nil || info.Mode() != mode {
			t.Errorf("report: got %v, %v; want the mode %v", info, err, mode)
		}
		os.Chmod(file, 0o644)
	}
}

func writeTape(t *testing.T, path string) {
	t.Helper()
	tape, _, err := cassette.Open(path, cassette.Options{Mode: cassette.Record, Model: slow{}})
	if err != nil {
		t.Fatal(err)
	}
	if err := tape.Close(); err != nil {
		t.Fatal(err)
	}
}
