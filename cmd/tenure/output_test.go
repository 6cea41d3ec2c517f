package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// leaves are all commands that do something.
func leaves(c *cobra.Command) []string {
	var out []string
	for _, sub := range c.Commands() {
		if !sub.HasSubCommands() {
			out = append(out, strings.TrimPrefix(sub.CommandPath(), "tenure "))
		}
		out = append(out, leaves(sub)...)
	}
	return out
}

// TestNoCommandTakesAFullDiskForSuccess runs every command with a standard output that takes nothing.
func TestNoCommandTakesAFullDiskForSuccess(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("this system has no full device")
	}
	defer full.Close()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none")
	c.ok("fork", "desk-steady-1@hour:2", "-n", "3", "--name", "try")
	c.ok("run", "desk", "--report", "none", "--name", "half", "--until", "1h", "--rollout", "r7")
	c.ok("run", "desk", "--report", "none", "--name", "free", "--until", "1h", "--rollout", "r8")
	c.ok("checkpoint", "create", "desk-steady-1@hour:3", "three")
	c.ok("checkpoint", "create", "desk-steady-1@hour:3", "gone")
	c.ok("export", "desk-steady-1", "d.tenure")
	lines := map[string]string{
		"bench": "--only log --dir .", "checkpoint create": "desk-steady-1@hour:2 two", "checkpoint ls": "desk-steady-1", "checkpoint show": "desk-steady-1@three",
		"checkpoint rm": "desk-steady-1 gone", "completion bash": "", "completion fish": "", "completion powershell": "", "completion zsh": "", "compact": "", "diff": "desk-steady-1 try-1",
		"du": "", "episodes mv": "try-3 best", "episodes rm": "try-2", "episodes takeover": "half", "episodes release": "free", "export": "desk-steady-1 e.tenure", "fork": "desk-steady-1@hour:3", "gc": "",
		"help": "", "import": "--check d.tenure", "log": "desk-steady-1", "model check": "--url http://127.0.0.1:9/v1 --id x", "model example": "", "model estimate": "desk --url http://h/v1 --id x", "model list": "--url http://h/v1 --id x", "replay": "desk-steady-1", "report": "desk-steady-1 --out r.html", "resume": "desk-steady-1 --report none",
		"run": "desk --report none", "salvage": "new.db", "scenario check": "desk", "scenario list": "", "scenario show": "desk", "score": "desk-steady-1", "show": "desk-steady-1",
		"simcheck": "desk --seeds 1 --leg fork", "tools": "desk", "tree": "", "verify": "",
	}
	root := newRoot()
	run := func(args ...string) { c.unheard(full, "no space left", args...) }
	seen := map[string]bool{"episodes": true}
	for _, name := range leaves(root) {
		seen[name] = true
		more, ok := lines[name]
		if !ok {
			t.Errorf("'%s' is not tried: give it a line here", name)
			continue
		}
		args := append(strings.Fields(name), strings.Fields(more)...)
		run(args...)
		if !strings.HasPrefix(name, "completion") && name != "help" {
			run(append(strings.Fields(name), "--help")...)
		}
	}
	for name := range lines {
		if !seen[name] {
			t.Errorf("there is no command '%s'", name)
		}
	}
	for _, args := range [][]string{{}, {"--version"}, {"episodes"}, {"tree", "--json"}, {"__complete", "log", ""}} {
		run(args...)
	}
}

// unheard runs a command with a standard output that takes nothing.
func (c *cli) unheard(out *os.File, why string, args ...string) {
	c.t.Helper()
	cmd := exec.Command(binary, args...)
	var errs bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = c.dir, out, &errs
	cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != exitFailed || !strings.Contains(errs.String(), why) {
		c.t.Errorf("tenure %s: exit %d, %q; want %d and %q", strings.Join(args, " "), code, errs.String(), exitFailed, why)
	}
}

func TestFilesThatGoNowhereAreNoSuccess(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none")
	shut, err := os.Open(filepath.Join(c.dir, storeDefault)) // to read only
	if err != nil {
		t.Fatal(err)
	}
	defer shut.Close()
	c.unheard(shut, "bad file descriptor", "export", "desk-steady-1", "-")
	c.unheard(shut, "bad file descriptor", "report", "desk-steady-1", "--out", "-")
}

func TestAReportCanGoToStandardOutput(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none")
	c.ok("report", "desk-steady-1", "--out", "r.html")
	file, err := os.ReadFile(filepath.Join(c.dir, "r.html"))
	if err != nil {
		t.Fatal(err)
	}
	out, errs, code := c.run("report", "desk-steady-1", "--out", "-")
	if code != 0 || out != string(file) || !strings.Contains(errs, "report: -") {
		t.Errorf("exit %d, %d bytes, want the %d of the file; %q", code, len(out), len(file), errs)
	}
	if _, err := os.Stat(filepath.Join(c.dir, "-")); err == nil {
		t.Error("there is a file named -")
	}
	if _, errs, code := c.run("run", "desk", "--report", "-"); code != exitUsage || !strings.Contains(errs, "--out -") {
		t.Errorf("run --report -: exit %d, %q", code, errs)
	}
}

func TestWordsThatAreNoCommandAreRefusedEverywhere(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	for _, x := range []struct {
		args []string
		want string
	}{
		{[]string{"completion", "bsh"}, "did you mean bash"},
		{[]string{"help", "resmue"}, "did you mean resume"},
		{[]string{"help", "checkpoint", "shwo"}, "did you mean show"},
		{[]string{"checkpoint", "shwo"}, "did you mean show"},
	} {
		if _, errs, code := c.run(x.args...); code != exitUsage || !strings.Contains(errs, x.want) {
			t.Errorf("%v: exit %d, %q; want %d and %q", x.args, code, errs, exitUsage, x.want)
		}
	}
	c.ok("help", "checkpoint", "show")
	c.ok("completion", "bash")
}
