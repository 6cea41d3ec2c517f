package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// shortly is a store with a short episode.
func shortly(t *testing.T) *cli {
	t.Helper()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	return c
}

// start begins a command and returns what it says on standard error as it comes.
func (c *cli) start(out *os.File, args ...string) (*exec.Cmd, *bytes.Buffer) {
	c.t.Helper()
	cmd, errs := exec.Command(binary, args...), &bytes.Buffer{}
	cmd.Dir, cmd.Stdout, cmd.Stderr = c.dir, out, errs
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { cmd.Process.Kill() })
	return cmd, errs
}

// ends waits for a command that must end by itself.
func ends(t *testing.T, cmd *exec.Cmd, what string) {
	t.Helper()
	late := time.AfterFunc(20*time.Second, func() { cmd.Process.Kill() })
	cmd.Wait()
	if !late.Stop() {
		t.Errorf("%s: it hangs", what)
	}
}

func pipe(t *testing.T, c *cli, name string) string {
	t.Helper()
	path := filepath.Join(c.dir, name)
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A pipe that nobody reads keeps whoever opens it waiting. One Ctrl-C must end that.
func TestOneSignalEndsTheWaitForAReader(t *testing.T) {
	t.Parallel()
	c := shortly(t)
	pipe(t, c, "p")
	for _, line := range []string{"export desk-steady-1 p", "report desk-steady-1 --out p"} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(binary, strings.Fields(line)...)
		cmd.Dir, cmd.Stderr = c.dir, w
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		w.Close()
		said := make([]byte, 200)
		n, err := r.Read(said) // it says so once it waits
		if err != nil || !strings.Contains(string(said[:n]), "waiting for somebody to read p") {
			t.Errorf("%s: it says %q, %v; want what it waits for", line, said[:n], err)
		}
		cmd.Process.Signal(syscall.SIGTERM)
		rest, err := io.ReadAll(r)
		ends(t, cmd, line)
		if code := cmd.ProcessState.ExitCode(); code != exitFailed || !strings.Contains(string(rest), "nobody reads p") {
			t.Errorf("%s: exit %d, %q, %v; want %d and that nobody reads it", line, code, rest, err, exitFailed)
		}
		r.Close()
	}
}

// A reader that stands still keeps whoever writes waiting.
func TestOneSignalEndsTheWaitForAReaderThatStandsStill(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	named, err := os.OpenFile(pipe(t, c, "p"), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer named.Close()
	for line, from := range map[string]*os.File{"report desk-steady-1 --out -": r, "report desk-steady-1 --out p": named} {
		cmd, errs := c.start(w, strings.Fields(line)...)
		if _, err := from.Read(make([]byte, 1)); err != nil { // it writes, and there is more of it than a pipe holds
			t.Fatal(err)
		}
		cmd.Process.Signal(os.Interrupt)
		ends(t, cmd, line)
		if code := cmd.ProcessState.ExitCode(); code != exitFailed || !strings.Contains(errs.String(), "cancel") {
			t.Errorf("%s: exit %d, %q; want %d and that it was given up", line, code, errs, exitFailed)
		}
	}
	w.Close()
}

func TestAnExportGoesThroughANamedPipe(t *testing.T) {
	t.Parallel()
	c := shortly(t)
	c.ok("export", "desk-steady-1", "d.tenure")
	want, err := os.ReadFile(filepath.Join(c.dir, "d.tenure"))
	if err != nil {
		t.Fatal(err)
	}
	path := pipe(t, c, "p")
	cmd, errs := c.start(nil, "export", "desk-steady-1", "p")
	got, err := os.ReadFile(path)
	ends(t, cmd, "export")
	if err != nil || !bytes.Equal(got, want) || !cmd.ProcessState.Success() {
		t.Errorf("%d bytes came through, %v, %v, %s; want the %d of the file", len(got), err, cmd.ProcessState, errs, len(want))
	}
	out, errText, code := c.run("export", "desk-steady-1", "/dev/stdout")
	if out != string(want) || code != 0 || !strings.HasPrefix(errText, "exported") {
		t.Errorf("/dev/stdout: exit %d, %d bytes, want %d and the words aside; %q", code, len(out), len(want), errText)
	}
}

// Opening a pipe to read waits for a writer.
func TestNoCommandWaitsForThePipeThatAFlagNames(t *testing.T) {
	t.Parallel()
	c := shortly(t)
	pipe(t, c, "p")
	for line, want := range map[string]string{
		"model list --models p":                     "p is no plain file",
		"run desk --personas p --name x":            "p is no plain file",
		"run desk --cassette p --name x":            "pipe or a device",
		"resume desk-steady-1 --cassette /dev/null": "pipe or a device",
		"episodes --store p":                        "no plain file",
		"verify --store /dev/zero":                  "no plain file",
		"salvage new.db --store p":                  "no plain file",
		"compact --store p":                         "no plain file",
		"gc --store p":                              "no plain file",
		"du --store .":                              "no plain file",
		"run desk --store p":                        "no plain file",
		"salvage p":                                 "p is there already",
		"scenario check p":                          "no scenario",
	} {
		cmd, errs := c.start(nil, strings.Fields(line)...)
		ends(t, cmd, line)
		if code := cmd.ProcessState.ExitCode(); code < exitFailed || !strings.Contains(errs.String(), want) {
			t.Errorf("%s: exit %d, %q; want %q", line, code, errs, want)
		}
	}
}

func TestOnlyATerminalIsATerminal(t *testing.T) {
	t.Parallel()
	for _, name := range []string{os.DevNull, "/dev/full", "/dev/zero", "/dev/urandom", "/proc/version"} {
		if f, err := os.OpenFile(name, os.O_RDONLY, 0); err == nil {
			if isTerminal(f) {
				t.Errorf("%s is taken for a terminal", name)
			}
			f.Close()
		}
	}
	f, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("this system gives no terminals")
	}
	defer f.Close()
	if !isTerminal(f) || !isTerminal(&output{file: f}) {
		t.Error("a terminal is not taken for one")
	}
}
