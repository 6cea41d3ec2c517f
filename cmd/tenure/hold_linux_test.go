package main

import (
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// A process that hangs keeps the store's lock. Who wants it is told which process that is, and goes on once it is gone.
func TestAHungProcessIsNamedAndCanBeShutOut(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	whole := newCLI(t).last("run", "portal", "--report", "none")
	hung := exec.Command(binary, "run", "portal", "--report", "none")
	hung.Dir = c.dir
	if err := hung.Start(); err != nil {
		t.Fatal(err)
	}
	defer hung.Process.Kill()
	for began := false; !began; { // it has the lock once there is an episode
		out, _, _ := c.run("episodes")
		began = strings.Contains(out, "portal-steady-1")
		if hung.ProcessState != nil {
			t.Fatal("the run ended before it could be stopped")
		}
	}
	if err := hung.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	pid := fmt.Sprint(hung.Process.Pid)
	for _, line := range []string{"episodes", "tree --no-score"} {
		out := c.ok(strings.Fields(line)...)
		if !strings.Contains(out, running) || strings.Contains(out, cutOff) || !strings.Contains(out, "process "+pid+" (") {
			t.Errorf("%s while it is run by process %s:\n%s", line, pid, out)
		}
	}
	_, errs, code := c.run("run", "portal", "--report", "none")
	if code != exitFailed || !strings.Contains(errs, "process "+pid) || !strings.Contains(errs, "kill -9 "+pid) || !strings.Contains(errs, "run portal") {
		t.Errorf("exit %d, %q; want %d, the process %s, what it runs and how to end it", code, errs, exitFailed, pid)
	}
	hung.Process.Kill()
	hung.Wait()
	for _, line := range []string{"episodes", "tree --no-score", "show portal-steady-1"} {
		if out := c.ok(strings.Fields(line)...); !strings.Contains(out, cutOff) || strings.Contains(out, running) || strings.Contains(out, "writes to") {
			t.Errorf("%s after the run was killed:\n%s", line, out)
		}
	}
	if s := c.last("run", "portal", "--report", "none"); s.Hash != whole.Hash {
		t.Errorf("after the hung process: hash %s, unbroken %s", s.Hash, whole.Hash)
	}
}
