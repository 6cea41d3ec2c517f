package checkpoints_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/checkpoints"
)

const (
	holdEnv = "TENURE_TEST_HOLD"
	readEnv = "TENURE_TEST_HOLD_READ" // it only reads
)

// TestHoldAStore is no test: as a process of its own it holds a store until its input ends.
func TestHoldAStore(t *testing.T) {
	path := os.Getenv(holdEnv)
	if path == "" {
		t.Skip("it is for TestWhoHoldsAStoreIsNamed")
	}
	s, err := checkpoints.Open(path, checkpoints.Options{ReadOnly: os.Getenv(readEnv) != ""})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	fmt.Println("held")
	bufio.NewReader(os.Stdin).ReadString('\n')
}

func TestWhoHoldsAStoreIsNamed(t *testing.T) {
	for _, reads := range []bool{false, true} {
		whoHolds(t, reads)
	}
}

// whoHolds has another process hold a store; a writer must be told of readers as well.
func whoHolds(t *testing.T, reads bool) {
	path := filepath.Join(t.TempDir(), "s.db")
	open(t, path).Close()
	other := exec.Command(os.Args[0], "-test.run=^TestHoldAStore$")
	other.Env = append(os.Environ(), holdEnv+"="+path)
	if reads {
		other.Env = append(other.Env, readEnv+"=1")
	}
	in, err := other.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "held\n" {
		t.Fatalf("the other process says %q, %v", line, err)
	}
	_, err = checkpoints.Open(path, checkpoints.Options{Timeout: 20 * time.Millisecond})
	var locked *checkpoints.LockedError
	if !errors.As(err, &locked) || !errors.Is(err, checkpoints.ErrLocked) || locked.Process != other.Process.Pid || locked.Reads != reads || strings.Contains(err.Error(), "only reads") != reads || !strings.Contains(locked.Command, "-test.run=^TestHoldAStore$") {
		t.Errorf("got %v, want it to name the process %d", err, other.Process.Pid)
	}
	in.Close()
	if err := other.Wait(); err != nil {
		t.Fatal(err)
	}
	s, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, err = checkpoints.Open(path, checkpoints.Options{Timeout: 20 * time.Millisecond})
	if !errors.Is(err, checkpoints.ErrLocked) || !strings.Contains(err.Error(), "this process") || strings.Contains(err.Error(), "kill") {
		t.Errorf("got %v, want it to say that the process is this one", err)
	}
}
