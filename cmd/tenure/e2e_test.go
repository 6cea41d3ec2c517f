package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// binary builds the command once a test binary and returns its path.
var binary string

func TestMain(m *testing.M) {
	if job := os.Getenv(stepperEnv); job != "" {
		os.Exit(stepperMain(job))
	}
	dir, err := os.MkdirTemp("", "tenure-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	binary = filepath.Join(dir, "tenure")
	args := []string{"build", "-o", binary}
	if raceEnabled {
		args = append(args, "-race")
	}
	build := exec.Command("go", append(args, ".")...)
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "build tenure:", err)
		os.Exit(1)
	}
	// Most of these tests wait for processes and for the disk, so that more of them than there are cores may run at once.
	if runtime.GOMAXPROCS(0) < 4 {
		flag.Set("test.parallel", "4") // -parallel on the command line still wins
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// cli is a folder with a store of its own to run commands in.
type cli struct {
	t   *testing.T
	dir string
	env []string
}

func newCLI(t *testing.T) *cli { return &cli{t: t, dir: t.TempDir()} }

// run runs the command and returns its standard output, standard error and exit code.
func (c *cli) run(args ...string) (stdout, stderr string, code int) {
	c.t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Dir, cmd.Env = c.dir, append(os.Environ(), c.env...)
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	err := cmd.Run()
	if err != nil && cmd.ProcessState == nil {
		c.t.Fatal(err)
	}
	if strings.Contains(e.String(), "panic:") || strings.Contains(e.String(), "goroutine ") {
		c.t.Fatalf("tenure %s panicked:\n%s", strings.Join(args, " "), e.String())
	}
	return o.String(), e.String(), cmd.ProcessState.ExitCode()
}

// ok runs a command that must succeed.
func (c *cli) ok(args ...string) string {
	c.t.Helper()
	out, errs, code := c.run(args...)
	if code != 0 {
		c.t.Fatalf("tenure %s: exit %d\n%s%s", strings.Join(args, " "), code, out, errs)
	}
	return out
}

// last is the line that a command with --json ends with.
func (c *cli) last(args ...string) summary {
	c.t.Helper()
	lines := strings.Split(strings.TrimSpace(c.ok(append(args, "--json")...)), "\n")
	var s summary
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &s); err != nil {
		c.t.Fatalf("%v in %q", err, lines[len(lines)-1])
	}
	return s
}

// few is how often a costly thing is done: less often in short mode and under the race detector, whose subject is
// one run and not the number of runs.
func few(n int) int {
	if testing.Short() || raceEnabled {
		return max(3, n/20)
	}
	return n
}

func TestTheSameRunHasTheSameHash(t *testing.T) {
	t.Parallel()
	runs := few(20)
	want := ""
	for i := range runs {
		c := newCLI(t)
		c.env = []string{"GOMAXPROCS=" + []string{"1", "2", "8"}[i%3]}
		s := c.last("run", "desk", "--agent", "steady", "--report", "none")
		if want == "" {
			want = s.Hash
		}
		if s.Hash != want || len(want) != 64 {
			t.Fatalf("run %d: hash %s, want %s", i, s.Hash, want)
		}
	}
}

func TestAnotherSeedIsAnotherRun(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	a := c.last("run", "desk", "--report", "none")
	b := c.last("run", "desk", "--report", "none", "--seed", "2")
	if a.Hash == b.Hash {
		t.Error("two seeds make the same log")
	}
}

func TestStoppingAtRandomMomentsChangesNothing(t *testing.T) {
	t.Parallel()
	whole := newCLI(t).last("run", "portal", "--report", "none")
	r := rand.New(rand.NewSource(1))
	stops := few(100)
	c := newCLI(t)
	at := time.Duration(0)
	for range stops {
		at += time.Duration(r.Int63n(int64(2 * 160 * time.Hour / time.Duration(stops))))
		s := c.last("run", "portal", "--report", "none", "--until", at.String())
		if s.Ended != "stopped" {
			break
		}
	}
	if s := c.last("run", "portal", "--report", "none"); s.Hash != whole.Hash || s.Events != whole.Events {
		t.Errorf("stopped and resumed: %d events, %s; unbroken: %d events, %s", s.Events, s.Hash, whole.Events, whole.Hash)
	}
}

func TestKillingAtRandomMomentsLosesNothing(t *testing.T) {
	t.Parallel()
	whole := newCLI(t).last("run", "portal", "--report", "none")
	r := rand.New(rand.NewSource(2))
	kills := few(30)
	began := time.Now()
	newCLI(t).ok("run", "portal", "--report", "none")
	took := time.Since(began)
	for i := range kills {
		c := newCLI(t)
		cmd := exec.Command(binary, "run", "portal", "--report", "none")
		cmd.Dir = c.dir
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(r.Int63n(int64(took))))
		cmd.Process.Kill()
		cmd.Wait()
		if s := c.last("run", "portal", "--report", "none"); s.Hash != whole.Hash {
			t.Fatalf("kill %d: hash %s after %d events, unbroken %s after %d", i, s.Hash, s.Events, whole.Hash, whole.Events)
		}
	}
}

func TestReplayRecomputesWhatRunPrinted(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	ran := c.last("run", "desk", "--report", "none")
	if got := c.last("replay", "desk-steady-1"); got != ran {
		t.Errorf("replay prints %+v, run printed %+v", got, ran)
	}
	if again := c.last("run", "desk", "--report", "none"); again != ran {
		t.Errorf("the same command again prints %+v, want %+v", again, ran)
	}
}

func TestCtrlCStopsAndSaysHowToGoOn(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	cmd := exec.Command(binary, "run", "portal", "--report", "none")
	cmd.Dir = c.dir
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(time.Millisecond) {
		if _, err := os.Stat(filepath.Join(c.dir, "tenure.db")); err == nil { // it listens for Ctrl-C before it opens its store
			break
		}
	}
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 0 && code != 1 {
		t.Fatalf("exit %d: %s", code, out.String())
	}
	if s := out.String(); strings.Contains(s, "stopped") && !strings.Contains(s, "tenure resume portal-steady-1") {
		t.Errorf("it does not say how to go on: %q", s)
	}
	whole := newCLI(t).last("run", "portal", "--report", "none")
	if s := c.last("run", "portal", "--report", "none"); s.Hash != whole.Hash {
		t.Error("the interrupted run goes on differently")
	}
}

func TestReadingCommands(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk")
	if _, err := os.Stat(filepath.Join(c.dir, "desk-steady-1.html")); err != nil {
		t.Error(err)
	}
	for _, args := range [][]string{
		{"episodes"}, {"log", "desk-steady-1"}, {"log", "desk-steady-1", "--all"}, {"show", "desk-steady-1"},
		{"show", "desk-steady-1@hour:4"}, {"score", "desk-steady-1"}, {"report", "desk-steady-1", "--out", "x.html"},
		{"scenario", "list"}, {"scenario", "show", "desk"}, {"scenario", "check", "portal"}, {"tools"}, {"tools", "desk", "--all"}, {"completion", "bash"},
	} {
		if out := c.ok(args...); strings.TrimSpace(out) == "" {
			t.Errorf("%v prints nothing", args)
		}
		if args[0] == "completion" {
			continue
		}
		for i, line := range strings.Split(strings.TrimSpace(c.ok(append(args, "--json")...)), "\n") {
			if !json.Valid([]byte(line)) {
				t.Errorf("%v --json: line %d is no JSON: %s", args, i+1, line)
			}
		}
	}
}

func TestLogFiltersAndMoments(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none")
	all := strings.Count(c.ok("log", "desk-steady-1", "--all"), "\n")
	chat := c.ok("log", "desk-steady-1", "--app", "chat")
	for _, line := range strings.Split(strings.TrimSpace(chat), "\n") {
		if !strings.Contains(line, " chat.") {
			t.Errorf("--app chat shows %q", line)
		}
	}
	from := strings.Count(c.ok("log", "desk-steady-1", "--all", "--from", "50"), "\n")
	if from != all-49 {
		t.Errorf("from event 50 there are %d of %d lines", from, all)
	}
}

func TestWrongUsageExitsTwoAndSaysWhatIsRight(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none")
	for _, u := range []struct {
		args []string
		want string
	}{
		{[]string{"run"}, "accepts 1 arg"},
		{[]string{"run", "dsek"}, "desk"},
		{[]string{"run", "./nowhere"}, "no folder"},
		{[]string{"run", "desk", "--agent", "stedy"}, "steady"},
		{[]string{"run", "desk", "--seed", "x"}, "seed"},
		{[]string{"run", "desk", "--until", "-3h"}, "more than 0h of work"},
		{[]string{"run", "desk", "--colour"}, "colour"},
		{[]string{"run", "desk", "--name", "a@b"}, "no space, slash or @"},
		{[]string{"run", "desk", "--name", "desk-steady-1", "--seed", "9"}, "another --name"},
		{[]string{"log", "nobody"}, "desk-steady-1"},
		{[]string{"log", "desk-steady-1", "--from", "yesterday"}, "no such point"},
		{[]string{"log", "desk-steady-1", "--actor", "zed"}, "there is no"},
		{[]string{"report", "desk-steady-1"}, "out"},
		{[]string{"report", "desk-steady-1", "--out", "tenure.db"}, "the store itself"},
		{[]string{"report", "desk-steady-1", "--out", "no/such/x.html"}, "folder"},
		{[]string{"report", "desk-steady-1", "--out", "."}, "is a folder"},
		{[]string{"log", "desk-steady-1", "--from", "#12"}, "write 12"},
		{[]string{"run", "desk", "--agent", ""}, "steady"},
		{[]string{"run", "desk", "--store", ""}, "name of a file"},
		{[]string{"run", "desk", "--name", "../x"}, "slash"},
		{[]string{"replay", "desk-steady-1", "--store", "none.db"}, "no store"},
		{[]string{"log", "desk-steady-1", "--app", "chta"}, "chat"},
		{[]string{"log", "desk-steady-1", "--kind", "chat.postd"}, "chat.posted"},
		{[]string{"run", "desk", "--until", "40"}, "such as 40h"},
		{[]string{"run", "desk", "--store", "no/such/folder/x.db"}, "folder"},
		{[]string{"frobnicate"}, "there is no command 'frobnicate'; there are"},
		{[]string{"resmue"}, "did you mean resume?"},
		{[]string{"episode"}, "did you mean episodes?"},
		{[]string{"checkpoint", "crate"}, "there is no command 'checkpoint crate'; did you mean create?"},
		{[]string{"episodes", "move", "a", "b"}, "did you mean mv?"},
		{[]string{"episodes", "frobnicate", "a"}, "there are mv, release, rm, takeover"},
		{[]string{"scenario", "lsit"}, "did you mean list?"},
		{[]string{"checkpoint", "ls"}, "tenure checkpoint ls EPISODE"},
		{[]string{"fork", "desk-steady-l"}, "did you mean desk-steady-1?"},
		{[]string{"episodes", "rm", "desk-steady-l"}, "did you mean desk-steady-1?"},
		{[]string{"episodes", "mv", "desk-steady-l", "x"}, "did you mean desk-steady-1?"},
		{[]string{"verify", "desk-steady-l"}, "did you mean desk-steady-1?"},
		{[]string{"tree", "desk-steady-l"}, "did you mean desk-steady-1?"},
		{[]string{"diff", "desk-steady-1", "desk-steady-l"}, "did you mean desk-steady-1?"},
	} {
		_, errs, code := c.run(u.args...)
		if code != 2 || !strings.Contains(errs, u.want) {
			t.Errorf("%v: exit %d, %q; want 2 and %q", u.args, code, errs, u.want)
		}
	}
}

func TestDamagedStoresGiveClearErrors(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none")
	whole, err := os.ReadFile(filepath.Join(c.dir, "tenure.db"))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"text.db": []byte("not a store"), "cut.db": whole[:len(whole)/3]} {
		if err := os.WriteFile(filepath.Join(c.dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, cmd := range [][]string{{"episodes"}, {"run", "desk"}, {"replay", "desk-steady-1"}} {
			_, errs, code := c.run(append(cmd, "--store", name)...)
			if code != 1 || !strings.Contains(errs, name) {
				t.Errorf("%v on %s: exit %d, %q", cmd, name, code, errs)
			}
		}
	}
}

func TestFollowSeesARunThatIsGoingOn(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "portal", "--report", "none", "--until", "8h")
	follow := exec.Command(binary, "log", "portal-steady-1", "--follow", "--app", "chat")
	follow.Dir = c.dir
	var out bytes.Buffer
	follow.Stdout = &out
	if err := follow.Start(); err != nil {
		t.Fatal(err)
	}
	c.ok("run", "portal", "--report", "none", "--until", "80h")
	time.Sleep(1500 * time.Millisecond)
	follow.Process.Signal(os.Interrupt)
	if err := follow.Wait(); err != nil {
		t.Errorf("follow ended with %v", err)
	}
	want := c.ok("log", "portal-steady-1", "--app", "chat")
	if out.String() != want {
		t.Errorf("followed %d lines, the log has %d", strings.Count(out.String(), "\n"), strings.Count(want, "\n"))
	}
}
