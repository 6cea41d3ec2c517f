package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
)

// waiter is a command that has the flags of all.
func waiter(t *testing.T, args ...string) *cobra.Command {
	t.Helper()
	cmd := &cobra.Command{Use: "x"}
	cmd.Flags().Duration("wait", waitDefault, waitDoc)
	cmd.SetErr(io.Discard)
	cmd.SetContext(context.Background())
	if err := cmd.ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	return cmd
}

func held() error {
	return &checkpoints.LockedError{Path: "my runs.db", Process: 1 << 30, Command: "tenure resume par-3"}
}

func TestAStoreInUseIsWaitedForUntilItIsFree(t *testing.T) {
	t.Parallel()
	tries := 0
	err := waited(waiter(t, "--wait", "1h"), func(slice time.Duration) error {
		if slice > waitSlice {
			t.Errorf("waits %s in one go, want at most %s: Ctrl-C would not be heard", slice, waitSlice)
		}
		if tries++; tries < 20 {
			return held()
		}
		return nil
	})
	if err != nil || tries != 20 {
		t.Errorf("got %v after %d tries, want the store at the 20th", err, tries)
	}
}

func TestWaitingEndsByCtrlC(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cmd := waiter(t, "--wait", "1h")
	cmd.SetContext(ctx)
	tries := 0
	err := waited(cmd, func(time.Duration) error {
		if tries++; tries == 3 {
			cancel()
		}
		return held()
	})
	if err == nil || tries != 3 || !strings.Contains(err.Error(), "interrupted") || !strings.Contains(err.Error(), "tenure resume par-3") {
		t.Errorf("got %v after %d tries; want it interrupted at the third, and for whom it waited", err, tries)
	}
}

func TestWhoHasWaitedInVainIsToldWhatToDo(t *testing.T) {
	t.Parallel()
	err := waited(waiter(t, "--wait", "0s"), func(time.Duration) error { return held() })
	if !errors.Is(err, checkpoints.ErrLocked) {
		t.Fatalf("got %v, want that the store is held", err)
	}
	at := 0
	for _, want := range []string{"my runs.db", "tenure resume par-3", "--wait 10m", "export EPISODE - --store 'my runs.db' | ", "import - --store other.db", "If it hangs", "kill -9"} {
		next := strings.Index(err.Error()[at:], want)
		if next < 0 {
			t.Errorf("got %q, want %q after its first %d bytes", err, want, at)
			continue
		}
		at += next
	}
	if err := waited(waiter(t, "--wait", "-1s"), func(time.Duration) error { return nil }); !errors.As(err, new(*usage)) {
		t.Errorf("--wait -1s: got %v, want a usage error", err)
	}
	other := errors.New("other")
	if err := waited(waiter(t, "--wait", "1h"), func(time.Duration) error { return other }); err != other {
		t.Errorf("got %v, want any other fault at once", err)
	}
}

// TestACommandWaitsAsLongAsItIsTold holds a store for longer than a command waits that is not told to.
func TestACommandWaitsAsLongAsItIsTold(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	store, err := checkpoints.Open(filepath.Join(c.dir, storeDefault), checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	type ending struct {
		errs string
		code int
	}
	patient := make(chan ending, 2)
	for _, name := range []string{"one", "two"} {
		go func() {
			_, errs, code := c.run("checkpoint", "create", "desk-steady-1", name, "--wait", "5m")
			patient <- ending{errs, code}
		}()
	}
	for _, line := range []string{"checkpoint create desk-steady-1 x", "compact", "gc", "episodes rm desk-steady-1 --wait 1ms"} {
		if _, errs, code := c.run(strings.Fields(line)...); code != exitFailed || !strings.Contains(errs, "--wait 10m") {
			t.Errorf("%s: exit %d, %q; want it refused, and told of --wait", line, code, errs)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got := <-patient; got.code != exitDone {
			t.Errorf("exit %d, %q; want it to wait for the store", got.code, got.errs)
		}
	}
	var out bytes.Buffer
	tellWaiting(&out, nil)
	if out.Len() > 0 {
		t.Errorf("%q is told to a program", out.String())
	}
}
