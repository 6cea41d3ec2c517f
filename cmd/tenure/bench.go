package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// benches are the parts of the benchmark, in the order in which they run.
var benches = []struct {
	name string
	run  func(context.Context, *lab) error
}{{"kernel", benchKernel}, {"project", benchProject}, {"replay", benchReplay}, {"step", benchStep}, {"log", benchLog},
	{"memory", benchMemory}, {"rooms", benchRooms}, {"resume", benchResume}, {"open", benchOpen}, {"fork", benchFork},
	{"group", benchGroup}, {"archive", benchArchive}, {"live", benchLive}, {"models", benchModels}}

// benchAlone takes longer than all others together: it runs when it is named.
const benchAlone = "models"

func benchNames() []string {
	var out []string
	for _, b := range benches {
		out = append(out, b.name)
	}
	return out
}

func newBench() *cobra.Command {
	var only []string
	var dir string
	var costs bool
	c := &cobra.Command{
		Use:   "bench [PART...]",
		Short: "Measure this machine against what Tenure promises",
		Long: `Measure kernel, log, replay, memory, resuming and forks on a generated project, each beside a baseline taken in the same run: what
the machine does without Tenure, or a smaller project. It writes to a folder of its own beside the store and removes it.
The exit code is 1 when a limit is missed. Limits are meant for a machine that has nothing else to do. The whole takes one to two minutes; Ctrl-C ends it with what there is. The part called models is
measured only when it is named.`,
		Example: `  tenure bench
  tenure bench --only kernel,replay
  tenure bench --dir /mnt/disk --json
  tenure bench models
  tenure bench models --costs         what models behind all coworkers are expected to cost`,
		ValidArgs: benchNames(),
		RunE: func(cmd *cobra.Command, args []string) error {
			only = append(only, args...)
			if costs && len(only) > 0 && !slices.Equal(only, []string{benchAlone}) {
				return usagef("--costs belongs to models and measures nothing else; leave out %s", strings.Join(only, ", "))
			}
			if costs {
				return showCosts(cmd)
			}
			return bench(cmd, only, dir)
		},
	}
	c.Flags().StringSliceVar(&only, "only", nil, "measure only some of: "+strings.Join(benchNames(), ", "))
	c.Flags().StringVar(&dir, "dir", "", "a folder on the disk to measure (default: where the store is)")
	c.Flags().BoolVar(&costs, "costs", false, "measure nothing: print as Markdown what models are expected to cost, by role and class of price")
	complete(c, "only", benchNames())
	return c
}

func bench(cmd *cobra.Command, only []string, dir string) error {
	for _, name := range only {
		if !slices.Contains(benchNames(), name) {
			return usagef("there is nothing called %q to measure; there are %s", name, strings.Join(benchNames(), ", "))
		}
	}
	if dir == "" {
		store, err := cmd.Flags().GetString("store")
		if err != nil {
			return err
		}
		dir = filepath.Dir(store)
	}
	l, err := newLab(dir, cmd.ErrOrStderr())
	if err != nil {
		return &usage{err}
	}
	err = errors.Join(l.measure(cmd.Context(), only), l.close())
	if cmd.Context().Err() != nil {
		err = errors.New("interrupted; what is shown was measured before")
	}
	if shown := l.show(cmd); shown != nil || err != nil {
		return errors.Join(shown, err)
	}
	return l.verdict()
}

// lab is where measuring takes place: a folder on the disk to measure, and what one part leaves for the next.
type lab struct {
	dir   string
	out   io.Writer // progress
	rows  []benchRow
	kept  *trial // the project of 1,000 hours, once it has run
	shelf *trial // the same, left at hour 900
}

func newLab(dir string, out io.Writer) (*lab, error) {
	own, err := os.MkdirTemp(dir, "tenure-bench-")
	if err != nil {
		return nil, fmt.Errorf("a folder to measure in: %w", err)
	}
	return &lab{dir: own, out: out}, nil
}

func (l *lab) measure(ctx context.Context, only []string) error {
	for _, b := range benches {
		if len(only) > 0 && !slices.Contains(only, b.name) || len(only) == 0 && b.name == benchAlone {
			continue
		}
		runtime.GC() // what the part before left behind is not this one's to clean up
		if err := b.run(ctx, l); err != nil {
			return fmt.Errorf("measure %s: %w", b.name, err)
		}
	}
	return nil
}

// say tells what is being measured.
func (l *lab) say(format string, args ...any) { fmt.Fprintf(l.out, "bench: "+format+"\n", args...) }

func (l *lab) add(r benchRow) { l.rows = append(l.rows, r.judged()) }

func (l *lab) close() error {
	var err error
	for _, t := range []*trial{l.kept, l.shelf} {
		if t != nil {
			err = errors.Join(err, t.close())
		}
	}
	return errors.Join(err, os.RemoveAll(l.dir))
}

// verdict is an error when a limit was missed.
func (l *lab) verdict() error {
	var missed []string
	for _, r := range l.rows {
		if !r.OK {
			missed = append(missed, r.What)
		}
	}
	if len(missed) == 0 {
		return nil
	}
	return &silent{fmt.Errorf("limits missed: %s", strings.Join(missed, "; "))}
}
