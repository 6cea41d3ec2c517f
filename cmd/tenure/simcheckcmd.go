package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim/agents"
	"github.com/tenure-sim/tenure/sim/many"
	"github.com/tenure-sim/tenure/sim/simcheck"
)

type simcheckFlags struct {
	agent  string
	seeds  int
	seed   uint64
	faults string
	legs   []string
	at     uint64
	upto   uint64
	shrink int
	soak   string
	dir    string
}

// drawn is the value of --faults when it has none.
const drawn = "drawn"

func newSimcheck() *cobra.Command {
	var f simcheckFlags
	c := &cobra.Command{
		Use:   "simcheck SCENARIO...",
		Short: "Look whether an episode depends on how it is run",
		Long: `Run each seed several ways and compare the logs event by event: once plainly, once with other processors (again),
stopped and gone on with (stop), gone on with from a snapshot (snapshot), through a file into another store (export), on
a branch (fork) and as forks in memory that take turns (clone). With --faults a run in which things go wrong is made as
well, and made again through failing disks and killed engines; when the faults have stopped, every promise must be kept
or counted as missed. On a difference it prints the first event that differs, what led to it and a command that
goes just that again, and looks for a smaller case. The exit code is 1 when anything differs.

The faults, in the row of a seed that drew them and in --faults=NAME,NAME:
` + faultLines(),
		Example: `  tenure simcheck desk
  tenure simcheck desk portal --seeds 20 --faults
  tenure simcheck desk --seed 7 --leg fork --at 412
  tenure simcheck desk --seed 7 --faults=kill,append
  tenure simcheck desk --faults --soak failing   ever new seeds, until Ctrl-C`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return simcheckRun(cmd, args, f) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return scenarios.Library(), cobra.ShellCompDirectiveDefault
		},
	}
	c.Flags().StringVar(&f.agent, "agent", "steady", "the agent under test, one that plays by rules: "+strings.Join(agents.Names(), ", "))
	c.Flags().IntVar(&f.seeds, "seeds", 0, "how many seeds (default 5, or 1 when --seed is given)")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "the first seed")
	c.Flags().StringVar(&f.faults, "faults", "", "let things go wrong: alone it draws what by the seed, or name some of "+strings.Join(faultNames(), ","))
	c.Flags().Lookup("faults").NoOptDefVal = drawn
	c.Flags().StringSliceVar(&f.legs, "leg", nil, "go only some of: "+strings.Join(legNames(), ", ")+" (default all but faults)")
	c.Flags().Uint64Var(&f.at, "at", 0, "the event at which legs leave the plain run (default drawn by the seed)")
	c.Flags().Uint64Var(&f.upto, "upto", 0, "compare only so many events")
	c.Flags().IntVar(&f.shrink, "shrink", 16, "most tries spent on a smaller case when something differs; 0 spends none")
	c.Flags().StringVar(&f.soak, "soak", "", "go on with ever new seeds until Ctrl-C and keep each case that fails as a file in this folder")
	c.Flags().StringVar(&f.dir, "dir", "", "a folder for the stores of the runs, which are removed (default the system's)")
	complete(c, "agent", agents.Names())
	complete(c, "leg", legNames())
	return c
}

func legNames() []string {
	var out []string
	for _, l := range append(append([]simcheck.Leg{simcheck.Plain}, simcheck.Legs()...), simcheck.Storm) {
		out = append(out, string(l))
	}
	return out
}

func faultNames() []string {
	var out []string
	for _, f := range simcheck.Faults() {
		out = append(out, string(f))
	}
	return out
}

// faultDocs says what the words for faults mean.
var faultDocs = map[simcheck.Fault]string{
	simcheck.Tools:  "the agent sends what no tool takes, and calls of it are refused",
	simcheck.Absent: "coworkers are out",
	simcheck.Twice:  "an action is sent twice",
	simcheck.Late:   "an observation reaches the agent after some time",
	simcheck.Lost:   "a model does not answer (scenarios with models alone)",
	simcheck.Slow:   "a model takes its time (the same)",
	simcheck.Append: "a batch cannot be saved, or is saved and said not to be",
	simcheck.Kill:   "the engine is left as it stands and the store is opened anew",
}

func faultLines() string {
	var out []string
	for _, f := range simcheck.Faults() {
		out = append(out, fmt.Sprintf("  %-7s %s", f, faultDocs[f]))
	}
	return strings.Join(out, "\n")
}

// config is what the flags ask for.
func (f *simcheckFlags) config(cmd *cobra.Command) (simcheck.Config, error) {
	c := simcheck.Config{At: f.at, Upto: f.upto, Shrink: f.shrink, Dir: f.dir, Storm: f.faults != ""}
	if cmd.Flags().Changed("seeds") && f.seeds < 1 {
		return c, usagef("--seeds is how many seeds are checked, 1 or more; got %d", f.seeds)
	}
	if f.shrink < 0 {
		return c, usagef("--shrink is a number from 0 on")
	}
	if f.seeds == 0 {
		f.seeds = 5
		if cmd.Flags().Changed("seed") {
			f.seeds = 1
		}
	}
	if strings.HasPrefix(f.agent, agentModel) {
		return c, usagef("simcheck plays agents by rules only, and %s is a language model; the agents are %s", f.agent, strings.Join(agents.Names(), ", "))
	}
	if err := (runFlags{agent: f.agent}).checkAgent(); err != nil {
		return c, err
	}
	for _, name := range f.legs {
		l, err := simcheck.ParseLeg(name)
		if err != nil {
			return c, &usage{err}
		}
		c.Legs = append(c.Legs, l)
		c.Storm = c.Storm || l == simcheck.Storm
	}
	if f.faults != "" && f.faults != drawn {
		var err error
		if c.Faults, err = simcheck.ParseFaults(strings.Split(f.faults, ",")); err != nil {
			return c, &usage{err}
		}
	}
	return c, nil
}

func simcheckRun(cmd *cobra.Command, paths []string, f simcheckFlags) error {
	c, err := f.config(cmd)
	if err != nil {
		return err
	}
	var subjects []simcheck.Subject
	for _, path := range paths {
		if _, err := openScenario(path); err != nil {
			if f.faults == drawn && slices.Contains(faultNames(), path) {
				return usagef("%q is a fault and no scenario: write --faults=%s", path, path)
			}
			return err
		}
		s, err := simcheck.OfScenario(path, f.agent)
		if err != nil {
			return err
		}
		subjects = append(subjects, s)
	}
	if f.soak != "" {
		if err := os.MkdirAll(f.soak, 0o755); err != nil {
			return usagef("--soak: %w", err)
		}
		if !cmd.Flags().Changed("seed") {
			f.seed = uint64(time.Now().Unix()) * 1000 // ever new ones, at a thousand a second
		}
	}
	k := &checking{cmd: cmd, flags: f, config: c, table: newSeedTable(c)}
	k.config.Progress = k.progress
	return k.all(subjects)
}

// checking is a simcheck under way.
type checking struct {
	cmd    *cobra.Command
	flags  simcheckFlags
	config simcheck.Config
	table  seedTable
	done   int
	bad    int
	shown  string // the line of progress on the terminal
}

// all checks every seed of every subject; a soak goes on until the context is done.
func (k *checking) all(subjects []simcheck.Subject) error {
	ctx := k.cmd.Context()
	if !asJSON(k.cmd) {
		fmt.Fprintln(k.cmd.OutOrStdout(), k.table.head())
	}
	for i := 0; (k.flags.soak != "" || i < k.flags.seeds) && ctx.Err() == nil; i++ {
		for _, s := range subjects {
			if err := k.one(ctx, s, k.flags.seed+uint64(i)); err != nil && ctx.Err() == nil {
				return err
			}
		}
	}
	k.clear()
	if !asJSON(k.cmd) {
		fmt.Fprintf(k.cmd.OutOrStdout(), "%d checked, %d %s\n", k.done, k.bad, many.Verb(k.bad, "differs", "differ"))
	}
	switch {
	case k.bad > 0:
		return &silent{fmt.Errorf("%d of %d %s", k.bad, k.done, many.Verb(k.bad, "differs", "differ"))}
	case ctx.Err() != nil && k.flags.soak == "":
		return fmt.Errorf("interrupted; what is shown was checked before")
	}
	return nil
}

func (k *checking) one(ctx context.Context, s simcheck.Subject, seed uint64) error {
	r, err := simcheck.Check(ctx, s, seed, k.config)
	if errors.Is(err, simcheck.ErrAt) {
		return &usage{fmt.Errorf("--at: %w", err)}
	}
	if err != nil {
		return err
	}
	k.done++
	if !r.OK {
		k.bad++
	}
	k.clear()
	if err := k.show(r); err != nil {
		return err
	}
	if k.flags.soak == "" {
		return nil
	}
	return k.keep(r)
}

func (k *checking) show(r simcheck.Result) error {
	if asJSON(k.cmd) {
		return printJSON(k.cmd, r)
	}
	out := k.cmd.OutOrStdout()
	fmt.Fprintln(out, k.table.row(r))
	for _, l := range r.Legs {
		if l.Finding != nil {
			showFinding(out, l)
		}
	}
	return nil
}

func showFinding(out io.Writer, l simcheck.LegResult) {
	for _, line := range l.Finding.Lines() {
		fmt.Fprintln(out, "    "+line)
	}
	fmt.Fprintln(out, "    again:   "+l.Repeat)
	if s := l.Shrunk; s != nil && s.Repeat != "" {
		fmt.Fprintln(out, "    smaller: "+s.Repeat)
		fmt.Fprintf(out, "             found in %s, %d of which differed", many.Of(s.Runs, "run"), s.Differs)
		if s.Flaky {
			fmt.Fprint(out, "; it comes and goes")
		}
		fmt.Fprintln(out)
	}
}

// keep writes the cases that failed as files that a test goes again.
func (k *checking) keep(r simcheck.Result) error {
	for _, l := range r.Legs {
		if l.Finding == nil {
			continue
		}
		c := simcheck.Case{Scenario: r.Scenario, Agent: r.Agent, Seed: r.Seed, Leg: l.Leg, At: l.At, Faults: l.Faults}
		if l.Shrunk != nil && l.Shrunk.Differs > 0 {
			c = l.Shrunk.Case
		}
		name := fmt.Sprintf("%s-%s-%s-%d.txt", filepath.Base(r.Scenario), r.Agent, l.Leg, r.Seed)
		path := filepath.Join(k.flags.soak, name)
		if err := os.WriteFile(path, c.Text(l.Finding.Lines()), 0o644); err != nil {
			return fmt.Errorf("keep the case: %w", err)
		}
		if !asJSON(k.cmd) {
			fmt.Fprintln(k.cmd.OutOrStdout(), "    kept as  "+path)
		}
	}
	return nil
}

// progress says on a terminal what is being done.
func (k *checking) progress(seed uint64, l simcheck.Leg) {
	f, ok := k.cmd.ErrOrStderr().(*os.File)
	if !ok || !isTerminal(f) {
		return
	}
	k.clear()
	k.shown = fmt.Sprintf("seed %d: %s", seed, l)
	fmt.Fprint(f, k.shown)
}

func (k *checking) clear() {
	if k.shown != "" {
		fmt.Fprint(k.cmd.ErrOrStderr(), "\r"+strings.Repeat(" ", len(k.shown))+"\r")
		k.shown = ""
	}
}

// seedTable lays out a row for each seed as it is done.
type seedTable struct{ legs []simcheck.Leg }

func newSeedTable(c simcheck.Config) seedTable {
	t := seedTable{legs: []simcheck.Leg{simcheck.Plain}}
	legs := c.Legs
	if legs == nil {
		legs = simcheck.Legs()
	}
	for _, l := range legs {
		if l != simcheck.Plain && l != simcheck.Storm {
			t.legs = append(t.legs, l)
		}
	}
	if c.Storm {
		t.legs = append(t.legs, simcheck.Storm)
	}
	return t
}

const (
	cellWidth = 14
	rowForm   = "%-12s %-8s %6s %7s  "
)

func (t seedTable) head() string {
	var b strings.Builder
	fmt.Fprintf(&b, rowForm, "scenario", "agent", "seed", "events")
	for _, l := range t.legs {
		fmt.Fprintf(&b, "%-*s", cellWidth, l)
	}
	return strings.TrimRight(b.String(), " ")
}

func (t seedTable) row(r simcheck.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, rowForm, cut(filepath.Base(r.Scenario), 12), r.Agent, strconv.FormatUint(r.Seed, 10), strconv.FormatUint(r.Events, 10))
	for _, l := range r.Legs {
		fmt.Fprintf(&b, "%-*s", cellWidth, cell(l))
	}
	return strings.TrimRight(b.String(), " ")
}

func cell(l simcheck.LegResult) string {
	word := "ok"
	if !l.OK {
		word = "DIFFERS"
	}
	if l.At != 0 {
		word += " @" + strconv.FormatUint(l.At, 10)
	}
	if l.OK && len(l.Faults) > 0 {
		kinds := make([]string, len(l.Faults))
		for i, f := range l.Faults {
			kinds[i] = string(f)
		}
		word += " " + strings.Join(kinds, ",")
	}
	return word
}
