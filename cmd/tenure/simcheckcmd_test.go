package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/simcheck"
)

func TestSimcheckTellsEachSeedInARow(t *testing.T) {
	c := newCLI(t)
	out := strings.Split(strings.TrimSpace(c.ok("simcheck", "desk", "--seeds", "2", "--faults=kill,append,tools", "--leg", "stop,faults")), "\n")
	if len(out) != 4 || !strings.Contains(out[0], "stop") || !strings.Contains(out[2], " ok @") || !strings.Contains(out[2], "kill,append,tools") {
		t.Errorf("got\n%s", strings.Join(out, "\n"))
	}
	if last := out[len(out)-1]; last != "2 checked, 0 differ" {
		t.Errorf("it ends with %q", last)
	}
	if left, _ := filepath.Glob(filepath.Join(c.dir, "*")); len(left) > 0 {
		t.Errorf("it leaves %v behind", left)
	}
}

func TestSimcheckForPrograms(t *testing.T) {
	c := newCLI(t)
	var r simcheck.Result
	if err := json.Unmarshal([]byte(c.ok("simcheck", "desk", "--seed", "7", "--leg", "fork", "--at", "412", "--upto", "500", "--json")), &r); err != nil {
		t.Fatal(err)
	}
	if !r.OK || r.Seed != 7 || len(r.Legs) != 2 || r.Legs[1].Leg != simcheck.Fork || r.Legs[1].At < 412 || r.Legs[1].At > 440 || r.Events < 500 {
		t.Errorf("got %+v", r)
	}
}

func TestSimcheckRefusesWhatIsWrong(t *testing.T) {
	c := newCLI(t)
	for args, want := range map[string]string{
		"simcheck":                            "arg",
		"simcheck dusk":                       `did you mean`,
		"simcheck desk --leg jump":            "there is no leg",
		"simcheck desk --faults=rain":         "there is no fault",
		"simcheck desk --seeds -1":            "1 or more",
		"simcheck desk --agent bond":          "there is no agent",
		"simcheck desk --seed x":              "whole number",
		"simcheck desk --soak /dev/null/here": "--soak",
	} {
		_, errs, code := c.run(strings.Fields(args)...)
		if code != exitUsage || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d, %q; want 2 and %q", args, code, errs, want)
		}
	}
	if _, errs, code := c.run("simcheck", "desk", "--dir", "/nonexistent"); code != exitFailed || !strings.Contains(errs, "nonexistent") {
		t.Errorf("without room for stores: exit %d, %q", code, errs)
	}
}

// Ctrl-C ends a soak in good order: what was checked is told, and no store is left behind.
func TestASoakEndsCleanlyOnCtrlC(t *testing.T) {
	dir, tmp := t.TempDir(), t.TempDir()
	cmd := exec.Command(binary, "simcheck", "desk", "--faults", "--soak", "failing")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+tmp)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	last := ""
	for n := 0; lines.Scan(); n++ {
		if last = lines.Text(); n == 1 { // the first seed is done, and the second under way
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cmd.Wait(); err != nil || !strings.HasSuffix(last, " checked, 0 differ") {
		t.Errorf("%v; it ends with %q", err, last)
	}
	if left, _ := filepath.Glob(filepath.Join(tmp, "*")); len(left) > 0 {
		t.Errorf("it leaves %v behind", left)
	}
}

// tally is a part with a count that all clones of a world share.
type tally struct {
	n *int `state:"-"`
}

type counted struct {
	N int `cbor:"1,keyasint"`
}

func (counted) Kind() string      { return "tally.counted" }
func (t tally) Name() string      { return "tally" }
func (t tally) Kinds() []sim.Body { return []sim.Body{counted{}} }
func (t tally) Clone() sim.Part   { return t }
func (t tally) Apply(sim.Event)   {}
func (t tally) Tools() []sim.Tool {
	return []sim.Tool{{Name: "tally_count", Internal: true, Decide: t.count}}
}
func (t tally) count(sim.View, sim.ActorID, sim.Args) (sim.Result, []sim.Fact, error) {
	*t.n++
	return sim.Result{}, []sim.Fact{{Body: counted{*t.n}}}, nil
}

// React counts every action of an agent.
func (t tally) React(_ sim.View, e sim.Event) []sim.Call {
	if _, ok := e.Body.(sim.Called); !ok {
		return nil
	}
	return []sim.Call{{By: sim.Script, Tool: "tally_count"}}
}

func flawed(t *testing.T) simcheck.Subject {
	s, err := simcheck.OfScenario("desk", "steady")
	if err != nil {
		t.Fatal(err)
	}
	parts := s.Parts
	s.Parts = func() []sim.Part { return append(parts(), &tally{new(int)}) }
	return s
}

// A difference is shown with both events and commands, kept as a case, and the exit code is 1.
func TestSimcheckShowsAndKeepsADifference(t *testing.T) {
	var out bytes.Buffer
	cmd := newSimcheck()
	cmd.SetOut(&out)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	cmd.SetContext(ctx)
	dir := t.TempDir()
	k := &checking{cmd: cmd, flags: simcheckFlags{seeds: 1, seed: 5, soak: dir}, config: simcheck.Config{Legs: []simcheck.Leg{simcheck.Clone}, Shrink: 8, Dir: t.TempDir()}}
	k.table = newSeedTable(k.config)
	k.config.Progress = func(seed uint64, _ simcheck.Leg) {
		if seed > 5 {
			stop() // a soak goes on until it is stopped
		}
	}
	err := k.all([]simcheck.Subject{flawed(t)})
	var said *silent
	if !errors.As(err, &said) {
		t.Errorf("got %v, want a failure that was shown", err)
	}
	for _, want := range []string{"DIFFERS @", "plain: ", "other: ", "tally.counted", "what led to it:", "agent.called",
		"again:   tenure simcheck desk --seed 5 --leg clone --at ", "smaller: tenure simcheck desk --seed 5", "kept as  ", "1 checked, 1 differs"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
	raw, err := os.ReadFile(filepath.Join(dir, "desk-steady-clone-5.txt"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := simcheck.ParseCase(raw)
	if err != nil || c.Leg != simcheck.Clone || c.At == 0 {
		t.Errorf("kept %+v, %v", c, err)
	}
	checkTyped(t, c)
}

// checkTyped looks whether the command of a case, typed, asks for that case.
func checkTyped(t *testing.T, c simcheck.Case) {
	t.Helper()
	var f simcheckFlags
	var got simcheck.Config
	cmd := newSimcheck()
	cmd.RunE = func(cmd *cobra.Command, _ []string) (err error) {
		f.agent, _ = cmd.Flags().GetString("agent")
		f.seed, _ = cmd.Flags().GetUint64("seed")
		f.at, _ = cmd.Flags().GetUint64("at")
		f.upto, _ = cmd.Flags().GetUint64("upto")
		f.legs, _ = cmd.Flags().GetStringSlice("leg")
		f.faults, _ = cmd.Flags().GetString("faults")
		got, err = f.config(cmd)
		return err
	}
	cmd.SetArgs(strings.Fields(c.Command())[2:])
	if err := cmd.Execute(); err != nil {
		t.Fatal(err)
	}
	if f.seed != c.Seed || f.seeds != 1 || got.At != c.At || got.Upto != c.Upto || len(got.Legs) != 1 || got.Legs[0] != c.Leg || fmt.Sprint(got.Faults) != fmt.Sprint(c.Faults) {
		t.Errorf("%s asks for %+v of %+v, want %+v", c.Command(), got, f, c)
	}
}

func TestTheCommandOfACaseAsksForIt(t *testing.T) {
	checkTyped(t, simcheck.Case{Scenario: "desk", Agent: "oracle", Seed: 9, Leg: simcheck.Storm, Faults: []simcheck.Fault{simcheck.Kill, simcheck.Late}})
	checkTyped(t, simcheck.Case{Scenario: "desk", Agent: "steady", Seed: 9, Leg: simcheck.Again, Upto: 77})
}

func TestSimcheckRefusesAPointThatTheRunDoesNotComeTo(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	_, errs, code := c.run("simcheck", "desk", "--leg", "fork", "--at", "999999")
	if code != exitUsage || !strings.Contains(errs, "--at: no such event") || !strings.Contains(errs, "it has 8") {
		t.Errorf("exit %d, %q; want %d and how many events there are", code, errs, exitUsage)
	}
	help := c.ok("simcheck", "--help")
	for _, f := range simcheck.Faults() {
		if faultDocs[f] == "" || !strings.Contains(help, faultDocs[f]) {
			t.Errorf("the help does not say what %s is", f)
		}
	}
}
