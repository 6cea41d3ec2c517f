package checkpoints_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/checkpoints"
)

// The environment by which a test tells its own binary, run again, what to do.
const (
	childDoes = "TENURE_CHILD_DOES"
	childFile = "TENURE_CHILD_FILE"
	childInto = "TENURE_CHILD_INTO"
	childMost = "TENURE_CHILD_FILE_SIZE"
)

// TestChild is no test: it is what the tests below run in a process of its own, to be killed or kept short of something.
func TestChild(t *testing.T) {
	does := os.Getenv(childDoes)
	if does == "" {
		t.Skip("run by other tests")
	}
	if most, err := strconv.ParseUint(os.Getenv(childMost), 10, 64); err == nil {
		signal.Ignore(syscall.SIGXFSZ) // a write beyond the limit is an error then
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Println("begun")
	if err := childWork(does, os.Getenv(childFile), os.Getenv(childInto)); err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

func childWork(does, path, into string) error {
	ctx := context.Background()
	switch does {
	case "compact":
		_, err := checkpoints.Compact(ctx, path, checkpoints.CompactOptions{})
		return err
	case "salvage":
		_, err := checkpoints.Salvage(ctx, path, into, checkpoints.SalvageOptions{})
		return err
	case "verify":
		res, err := checkpoints.Verify(ctx, path, checkpoints.VerifyOptions{})
		if err == nil && len(res.Findings) > 0 {
			err = errors.New(res.Findings[0].String())
		}
		return err
	case "open", "gc":
		s, err := checkpoints.Open(path, checkpoints.Options{})
		if err != nil || does == "open" {
			return err
		}
		defer s.Close()
		_, err = s.GC(ctx, checkpoints.GCOptions{Spacing: 50, Remains: true})
		return err
	}
	return fmt.Errorf("no such work: %s", does)
}

// child is the test binary, ready to do something to a store.
func child(t *testing.T, does, path, into string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestChild$")
	cmd.Env = append(os.Environ(), childDoes+"="+does, childFile+"="+path, childInto+"="+into)
	return cmd
}

// runs runs a child and returns what it printed; it must come to an end.
func runs(t *testing.T, cmd *exec.Cmd) (out string, ok bool) {
	t.Helper()
	var b bytes.Buffer
	cmd.Stdout, cmd.Stderr = &b, &b
	err := cmd.Run()
	if strings.Contains(b.String(), "goroutine ") {
		t.Errorf("it panicked: %s", b.String())
	}
	return b.String(), err == nil
}

// drafts are the files in the making that lie in folders.
func drafts(t *testing.T, folders ...string) (out []string) {
	t.Helper()
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.part-*"))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, files...)
	}
	return out
}

// checkRich fails unless the store is whole and holds what the writer wrote.
func (w *writer) checkRich(t *testing.T, what, path string) {
	t.Helper()
	for _, f := range verify(t, path).Findings {
		if !strings.Contains(f.What, "number 99") { // the orphan that gc drops
			t.Fatalf("%s: %s", what, f)
		}
	}
	s, err := checkpoints.Open(path, checkpoints.Options{ReadOnly: true})
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	defer s.Close()
	for _, name := range richNames {
		if err := w.same(s, name, uint64(len(w.events[name]))); err != nil {
			t.Fatalf("%s: %s: %v", what, name, err)
		}
	}
}

func TestKilledAtAnyMomentTheOldStoreIsWhole(t *testing.T) {
	const seed = 3
	kills := 25
	if testing.Short() {
		kills = 3
	}
	for _, does := range []string{"compact", "gc", "salvage"} {
		t.Run(does, func(t *testing.T) {
			w, master := littered(t)
			whole := readFile(t, master)
			r := rand.New(rand.NewPCG(seed, 0))
			dir := t.TempDir()
			path, into := filepath.Join(dir, "s.db"), filepath.Join(dir, "new.db")
			killed := 0
			for i := range kills {
				what := fmt.Sprintf("seed %d, kill %d", seed, i)
				writeFile(t, path, whole)
				if killAfter(t, child(t, does, path, into), time.Duration(r.IntN(1<<r.IntN(16)))*time.Microsecond) {
					killed++
				}
				w.checkRich(t, what, path)
				if _, err := os.Stat(into); err == nil {
					w.checkRich(t, what+", salvaged", into)
					os.Remove(into)
				}
				if out, ok := runs(t, child(t, does, path, into)); !ok {
					t.Fatalf("%s: once more: %s", what, out)
				}
				os.Remove(into)
				if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
					t.Fatalf("%s: %v, %v is left after a run that was not killed", what, left, err)
				}
				w.checkRich(t, what+", once more", path)
			}
			if killed == 0 {
				t.Errorf("seed %d: none of %d was killed in time", seed, kills)
			}
		})
	}
}

// killAfter kills a child some time after it has begun, and says whether it was still at work.
func killAfter(t *testing.T, cmd *exec.Cmd, wait time.Duration) bool {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	begun := make([]byte, len("begun\n"))
	if _, err := out.Read(begun); err != nil {
		t.Fatal(err)
	}
	timer := time.NewTimer(wait)
	<-timer.C
	if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	var ended *exec.ExitError
	err = cmd.Wait()
	return errors.As(err, &ended) && ended.ProcessState.ExitCode() < 0
}

// A limit on the size of files stands for a full disk: a write fails in the middle of the work.
func TestWithoutRoomNothingChanges(t *testing.T) {
	w, path := littered(t)
	whole := readFile(t, path)
	into := filepath.Join(t.TempDir(), "new.db")
	for _, does := range []string{"compact", "salvage", "gc", "open"} {
		for most := int64(0); most < int64(len(whole)); most += 11 * pageSize {
			what := fmt.Sprintf("%s with files of %d bytes at most", does, most)
			writeFile(t, path, whole)
			cmd := child(t, does, path, into)
			cmd.Env = append(cmd.Env, fmt.Sprintf("%s=%d", childMost, most))
			out, ok := runs(t, cmd)
			if !ok && !strings.Contains(out, syscall.EFBIG.Error()) {
				t.Errorf("%s: got %q, want %q", what, out, syscall.EFBIG.Error())
			}
			if !ok && does != "gc" && string(readFile(t, path)) != string(whole) {
				t.Errorf("%s: the file changed", what)
			}
			w.checkRich(t, what, path)
			left := drafts(t, filepath.Dir(path), filepath.Dir(into))
			if _, err := os.Stat(into); err == nil {
				left = append(left, into)
			}
			for _, file := range left {
				if !ok {
					t.Errorf("%s: %s is left", what, file)
				}
				os.Remove(file)
			}
		}
	}
}

func TestAHeldStoreIsSaidToBeHeldInTime(t *testing.T) {
	_, path := richFile(t)
	open(t, path)
	for _, does := range []string{"open", "gc", "compact", "salvage"} {
		begun := time.Now()
		out, ok := runs(t, child(t, does, path, path+".new"))
		if took := time.Since(begun); ok || !strings.Contains(out, checkpoints.ErrLocked.Error()) || took > 3*time.Second {
			t.Errorf("%s: got %q after %s, want that another process holds it, within 3 s", does, out, took)
		}
	}
	if out, ok := runs(t, child(t, "verify", path, "")); !ok {
		t.Errorf("verify of a store in use: %s", out)
	}
}

// Rights do not hold root back, so when these tests run as root the child runs as nobody.
func TestReadOnlyFileAndFolder(t *testing.T) {
	w, master := richFile(t)
	dir, err := os.MkdirTemp("", "readonly-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		os.Chmod(dir, 0o755)
		os.RemoveAll(dir)
	})
	path, binary := filepath.Join(dir, "s.db"), filepath.Join(dir, "child")
	writeFile(t, path, readFile(t, master))
	if err := os.WriteFile(binary, readFile(t, os.Args[0]), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, mode := range map[string]os.FileMode{path: 0o444, dir: 0o555} {
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	before := readFile(t, path)
	for does, want := range map[string]bool{"open": false, "gc": false, "compact": false, "salvage": false, "verify": true} {
		cmd := child(t, does, path, filepath.Join(dir, "new.db"))
		cmd.Path = binary
		if os.Geteuid() == 0 {
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		}
		out, ok := runs(t, cmd)
		if ok != want || !ok && !strings.Contains(out, "permission denied") {
			t.Errorf("%s: got %q, want it to work: %v, or that permission is denied", does, out, want)
		}
	}
	if string(readFile(t, path)) != string(before) {
		t.Error("the file changed")
	}
	w.checkRich(t, "read only", path)
}
