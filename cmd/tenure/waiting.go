package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
)

// waitDefault is how long a command waits for a store that another process holds when --wait says nothing.
const waitDefault = 2 * time.Second

// waitSlice is how often a command that waits looks whether it is to stop, and whether it should say that it waits.
const waitSlice = 250 * time.Millisecond

const waitDoc = "how long to wait for a store that another process writes to, such as 10m; commands that only read need not wait"

// waited opens a store by open, which waits for as long as it is told to, until it is open, --wait is over or Ctrl-C
// ends the waiting. A command waits in slices: the lock of a file cannot be waited for and given up at once.
func waited(cmd *cobra.Command, open func(slice time.Duration) error) error {
	wait, err := cmd.Flags().GetDuration("wait")
	if err != nil {
		return err
	}
	if wait < 0 {
		return usagef("--wait is a duration from 0s on, such as 10m; got %s", wait)
	}
	told := false
	for end := time.Now().Add(wait); ; {
		err := open(max(min(time.Until(end), waitSlice), time.Millisecond))
		if !errors.Is(err, checkpoints.ErrLocked) {
			return err
		}
		var held *checkpoints.LockedError
		known := errors.As(err, &held)
		switch {
		case cmd.Context().Err() != nil:
			return fmt.Errorf("interrupted while waiting for %s; nothing was changed", whoHolds(held))
		case known && held.Process == os.Getpid():
			return err
		case time.Until(end) <= 0 && known:
			return &inUseError{held}
		case time.Until(end) <= 0:
			return err
		}
		if !told {
			tellWaiting(cmd.ErrOrStderr(), held)
			told = true
		}
	}
}

// tellWaiting says on a terminal whom a command waits for: it looks like one that hangs otherwise.
func tellWaiting(out io.Writer, held *checkpoints.LockedError) {
	if f, ok := out.(descriptor); ok && isTerminal(f) {
		fmt.Fprintf(out, "waiting for %s; Ctrl-C ends the waiting\n", plainly(whoHolds(held)))
	}
}

// whoHolds is a store and who holds it, in words.
func whoHolds(held *checkpoints.LockedError) string {
	if held == nil {
		return "the store"
	}
	return fmt.Sprintf("the store %s, which %s holds", held.Path, held.Who())
}

// inUseError says who holds a store and what can be done, the mildest first.
type inUseError struct{ held *checkpoints.LockedError }

func (e *inUseError) Unwrap() error { return e.held }

func (e *inUseError) Error() string {
	find := fmt.Sprintf("If it hangs end it; where there is lsof, 'lsof %s' lists who has the file.", quote(e.held.Path))
	if e.held.Process != 0 {
		find = fmt.Sprintf("If it hangs end it by 'kill -9 %d', which loses no step that was answered, and type the same line again.", e.held.Process)
	}
	other := "other" + filepath.Ext(storeDefault)
	return fmt.Sprintf("%v %s: %s. One process at a time writes to a store.\nWait for it with --wait 10m, or let several work side by side in a store each:\n  %s | %s\n%s",
		checkpoints.ErrLocked, e.held.Path, e.held.Who(), typed("export", "EPISODE", "-", "--store", e.held.Path), typed("import", "-", "--store", other), find)
}
