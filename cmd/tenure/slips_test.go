package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestNothingThatIsPrintedSteersATerminal(t *testing.T) {
	t.Parallel()
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	o := &output{file: file}
	text := "a\x1b[2J\x00b\u009bc\x7f\td\u00e9\u00a0\n"
	if n, err := o.Write([]byte(text)); n != len(text) || err != nil {
		t.Errorf("wrote %d of %d bytes, %v", n, len(text), err)
	}
	if n, err := rawly(o).Write([]byte(text)); n != len(text) || err != nil {
		t.Errorf("wrote %d of %d bytes, %v", n, len(text), err)
	}
	got, err := os.ReadFile(file.Name())
	if want := "a?[2J?b??c?\td\u00e9\u00a0\n" + text; err != nil || string(got) != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

func TestAnExportReplacesNothingUnlessItIsTold(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	file := filepath.Join(c.dir, "d.tenure")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, errs, code := c.run("export", "desk-steady-1", "d.tenure")
	if got, err := os.ReadFile(file); code != exitUsage || !strings.Contains(errs, "--force") || err != nil || string(got) != "mine" {
		t.Errorf("exit %d, %q, the file is %q, %v", code, errs, got, err)
	}
	c.ok("export", "desk-steady-1", "d.tenure", "--force")
	if got, err := os.ReadFile(file); err != nil || bytes.Equal(got, []byte("mine")) {
		t.Errorf("--force has not replaced the file: %v", err)
	}
}

func TestAReleasedEpisodeIsNobodys(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h", "--rollout", "r7", "--attempt", "3")
	if out := c.ok("episodes", "release", "desk-steady-1"); !strings.Contains(out, "attempt 3 of rollout r7") || !strings.Contains(out, "tenure resume desk-steady-1") {
		t.Errorf("release says %q", out)
	}
	for _, attempt := range []string{"1", "3"} { // a process of the rollout that comes back late
		_, errs, code := c.run("resume", "desk-steady-1", "--report", "none", "--rollout", "r7", "--attempt", attempt)
		if code != exitFailed || !strings.Contains(errs, "--rollout r7 --attempt 4") || strings.Contains(errs, "held by") {
			t.Errorf("attempt %s: exit %d, %q; want it shut out and told of attempt 4", attempt, code, errs)
		}
	}
	for _, command := range []string{"episodes", "tree"} {
		if out := c.ok(command) + c.ok(command, "--json"); strings.Contains(out, "r7") || strings.Contains(out, "HELD BY") {
			t.Errorf("%s shows a holder:\n%s", command, out)
		}
	}
	c.ok("resume", "desk-steady-1", "--report", "none", "--until", "2h")
	c.ok("episodes", "mv", "desk-steady-1", "other") // nobody holds it
	c.ok("episodes", "mv", "other", "desk-steady-1")
	if _, errs, code := c.run("episodes", "release", "desk-steady-1"); code != exitUsage || !strings.Contains(errs, "nobody holds") {
		t.Errorf("exit %d, %q", code, errs)
	}
}

// What is typed nearly right is answered with what is right.
func TestSlipsOfStoreCommands(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	c.ok("export", "desk-steady-1", "d.tenure")
	for line, want := range map[string]string{
		"takeover desk-steady-1":                              "'tenure episodes takeover'",
		"release desk-steady-1":                               "'tenure episodes release'",
		"gc tenure.db":                                        "--store tenure.db",
		"verify tenure.db":                                    "--store tenure.db",
		"tree tenure.db":                                      "--store tenure.db",
		"gc --stor tenure.db":                                 "did you mean --store?",
		"verify --quik":                                       "did you mean --quick?",
		"import d.tenure --name a/b":                          "not a name",
		"checkpoint create desk-steady-1 +17":                 "reads as a point",
		"checkpoint create desk-steady-1 Last":                "reads as a point",
		"checkpoint create desk-steady-1 before:x":            "reads as a point",
		"checkpoint create desk-steady-1 day:x":               "reads as a point",
		"checkpoint create desk-steady-1 hour-8":              "choose another name",
		"checkpoint create desk-steady-1 milestone-x":         "choose another name",
		"show desk-steady-1@hour-1":                           "did you mean hour:1?",
		"show desk-steady-1@after:sim.founded":                "lies in the history",
		"show desk-steady-1@before:sim.founded":               "lies in the history",
		"resume desk-steady-1 --steps 0":                      "leave it out",
		"resume desk-steady-1 --until 0h":                     "leave it out",
		"resume desk-steady-1 --checkpoint every=8h,every=4h": "given twice",
		"simcheck desk --agent model:x":                       "by rules only",
		"checkpoint show desk-steady-1@hour:1 hour:1":         "has a point already",
		"checkpoint rm desk-steady-1":                         "say which checkpoint",
	} {
		if _, errs, code := c.run(strings.Fields(line)...); code != exitUsage || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d, %q; want %d and %q", line, code, errs, exitUsage, want)
		}
	}
	c.ok("checkpoint", "create", "desk-steady-1@hour:1", "one")
	if a, b := c.ok("checkpoint", "show", "desk-steady-1@one"), c.ok("checkpoint", "show", "desk-steady-1", "one"); a != b {
		t.Errorf("two ways of writing a point show different things:\n%s\n%s", a, b)
	}
	c.ok("checkpoint", "rm", "desk-steady-1@one")
	if out := c.ok("checkpoint", "ls", "desk-steady-1"); !strings.Contains(out, "no checkpoints") {
		t.Errorf("the checkpoint is still there:\n%s", out)
	}
}

// Messages quote what was typed and what stands in files.
func TestNoMessageSteersATerminal(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	esc := "x\x1b[2J\u009b\a"
	for _, args := range [][]string{{"import", esc}, {"show", esc}, {"show", "desk-steady-1@" + esc}, {"fork", "desk-steady-1", "--name", esc}, {"episodes", "mv", "desk-steady-1", esc},
		{"checkpoint", "create", "desk-steady-1", esc}, {"du", "--store", esc}, {esc}, {"run", esc}} {
		out, errs, code := c.run(args...)
		if code != exitUsage || strings.ContainsAny(out+errs, "\x1b\u009b\a") {
			t.Errorf("%q: exit %d, %q; want %d and nothing that steers", args, code, out+errs, exitUsage)
		}
	}
}

func TestTheLogSaysWhatHasNoWordsOfItsOwn(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "2h")
	out := c.ok("log", "desk-steady-1", "--app", "chat")
	if !strings.Contains(out, "who sam, channel dm:felix,sam, upto 18") || strings.Contains(out, `{"Who"`) {
		t.Errorf("got\n%s", out)
	}
	if out := c.ok("log", "desk-steady-1", "--app", "players", "--all"); strings.Contains(out, `{"Who"`) {
		t.Errorf("rows that nobody perceives are JSON:\n%s", out)
	}
}

// TestEveryCommandThatLooksTakesAPoint compares the same point given after the episode's name with the whole.
func TestEveryCommandThatLooksTakesAPoint(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "3h")
	c.ok("checkpoint", "create", "desk-steady-1@hour:2", "two")
	for _, command := range []string{"show", "score", "log", "replay"} {
		whole, at, named := c.ok(command, "desk-steady-1"), c.ok(command, "desk-steady-1@hour:2"), c.ok(command, "desk-steady-1@two")
		if at == whole || command != "log" && at != named { // a moment in a log need not be the end of a step
			t.Errorf("%s shows at hour 2\n%s\nat its checkpoint\n%s\nand at the end\n%s", command, at, named, whole)
		}
	}
}

// What programs are given is RFC 3339 in UTC and numbers; what people read is in the project's zone.
func TestShowTellsProgramsMomentsAndNumbers(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "portal", "--report", "none", "--until", "20h")
	p := decode[picture](t, c.ok("show", "portal-steady-1", "--json"))
	at, err := time.Parse(time.RFC3339, p.At)
	if err != nil || at.Location() != time.UTC || p.Hours < 15 || p.Hours > 20 {
		t.Errorf("at %q (%v), %v h; want UTC and up to 20 hours", p.At, err, p.Hours)
	}
	trusted, due := 0, 0
	for _, who := range p.People {
		if who.Trust != nil {
			trusted++
		}
	}
	for _, k := range p.Packages {
		if k.Due == "" {
			continue
		}
		due++
		if _, err := time.Parse(time.RFC3339, k.Due); err != nil || !strings.HasSuffix(k.Due, "Z") {
			t.Errorf("%s is due %q, want RFC 3339 in UTC", k.ID, k.Due)
		}
	}
	if trusted != len(p.People)-1 || due == 0 {
		t.Errorf("%d of %d people trust the agent by a number, %d packages are due", trusted, len(p.People), due)
	}
	for _, c := range p.Commitments {
		if _, err := time.Parse(time.RFC3339, c.Due); c.Due != "" && err != nil {
			t.Errorf("%s is due %q", c.ID, c.Due)
		}
	}
	if out := c.ok("show", "portal-steady-1"); !strings.Contains(out, " CET") || strings.Contains(out, p.At) {
		t.Errorf("people are shown\n%s\nwant the project's zone", out)
	}
}

func TestAFullDiskIsNoTerminal(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("this system has no full device")
	}
	defer full.Close()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	c.unheard(full, "/dev/stdout: no space left", "export", "desk-steady-1", "-")
}
