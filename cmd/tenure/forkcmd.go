package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

type forkFlags struct {
	n      int
	name   string
	reseed bool
}

// forksMost bounds what one command makes: a slip of the finger should not fill a store.
const forksMost = 10_000

func newFork() *cobra.Command {
	var f forkFlags
	c := &cobra.Command{
		Use:   "fork EPISODE[@POINT]",
		Short: "Begin episodes that share another's past up to a point",
		Long: `Begin episodes that share another's past up to a point and go on for themselves. Nothing is copied: a fork is one small
record, and all are made in one transaction or none. Without --reseed chance goes on as it would have in the parent, so
that forks can be compared pair by pair; with it each fork has another future and the same past. --reseed takes no number: the
seed follows from the point and the fork's name, so that the same line makes the same fork again and another name another future.

A point is ` + engine.PointForms + `.
` + firstOfKind + ` What one input leads to at one
moment, a step, is never cut: a point inside it means its end.`,
		Example: `  tenure fork portal-steady-1@hour:80 -n 16 --name try     try-1 to try-16
  tenure fork portal-steady-1@before:work.requirement_changed
  tenure fork portal-steady-1@day:6 --reseed && tenure resume portal-steady-1.1`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeEpisodes,
		RunE:              func(cmd *cobra.Command, args []string) error { return runFork(cmd, args[0], f) },
	}
	c.Flags().IntVarP(&f.n, "number", "n", 1, "how many forks")
	c.Flags().StringVar(&f.name, "name", "", "the fork's name; of several NAME-1, NAME-2 ... (default EPISODE.1, EPISODE.2 ...)")
	c.Flags().BoolVar(&f.reseed, "reseed", false, "let chance go on differently in each fork, by a seed that follows from the point and its name; takes no number")
	return c
}

func runFork(cmd *cobra.Command, arg string, f forkFlags) error {
	if f.n < 1 || f.n > forksMost {
		return usagef("-n must be a number from 1 to %d, got %d", forksMost, f.n)
	}
	episode, point := splitPoint(arg)
	s, err := openSession(cmd, episode, false)
	if err != nil {
		return err
	}
	return errors.Join(s.fork(cmd, point, f), s.close())
}

// forked is one new branch as the command tells of it.
type forked struct {
	Episode string `json:"episode"`
	Parent  string `json:"parent"`
	Event   uint64 `json:"event"`
	At      string `json:"at"` // virtual time, UTC
	Hash    string `json:"log_hash"`
	Seed    uint64 `json:"seed,omitempty"` // of its future, when it was reseeded
}

func (s *session) fork(cmd *cobra.Command, point string, f forkFlags) error {
	p, err := s.place(point)
	if err != nil {
		return err
	}
	names, err := s.forkNames(f)
	if err != nil {
		return err
	}
	w, err := s.worldAt(p)
	if err != nil {
		return err
	}
	if w.Ended() != nil {
		return usagef("%s is over at event %d: nothing goes on from there; name an earlier point", s.branch.Name, p.Event)
	}
	plan := checkpoints.Fork{Parent: s.branch.Name, At: p.Event, Chain: p.Chain, Time: p.At, Names: names}
	seeds := make([]uint64, len(names))
	for i := range names {
		if f.reseed {
			seeds[i] = futureSeed(p.Chain, names[i])
			plan.First = append(plan.First, engine.Reseeded(w, p.Chain, seeds[i]))
		}
	}
	made, err := s.store.Fork(plan)
	if errors.Is(err, checkpoints.ErrExists) && f.name != "" {
		return usagef("%w; a name that is free is --name %s", err, s.freeFork(f))
	}
	if errors.Is(err, checkpoints.ErrExists) || errors.Is(err, checkpoints.ErrName) {
		return &usage{err}
	}
	if err != nil {
		return err
	}
	return printForks(cmd, s, made, p, seeds)
}

// worldAt is the world at a point. When that took long, a snapshot spares the forks the same.
func (s *session) worldAt(p engine.Place) (*sim.World, error) {
	w := s.world()
	if _, err := engine.RestoreKeeping(w, s.log(), p.Event); err != nil {
		return nil, fmt.Errorf("%s at event %d: %w", s.branch.Name, p.Event, err)
	}
	return w, nil
}

// futureSeed is the seed of a fork's future: by its point and its name, so that the same command makes the same forks and
// another name another future.
func futureSeed(at sim.Chain, name string) uint64 {
	sum := sha256.Sum256(append(at[:], name...))
	seed := uint64(0)
	for _, b := range sum[:6] { // six bytes: a number that every reader of JSON can hold
		seed = seed<<8 | uint64(b)
	}
	return seed
}

// freeFork is a name like the one that was given for the forks, under which none of theirs is taken.
func (s *session) freeFork(f forkFlags) string {
	base := f.name
	for n := 2; ; n++ {
		f.name = fmt.Sprintf("%s-%d", base, n)
		names, err := s.forkNames(f)
		if err != nil || !slices.ContainsFunc(names, func(name string) bool {
			_, err := s.store.Branch(name)
			return err == nil
		}) {
			return f.name
		}
	}
}

func (s *session) forkNames(f forkFlags) ([]string, error) {
	if f.name != "" && f.n == 1 {
		return []string{f.name}, nil
	}
	names := make([]string, 0, f.n)
	if f.name != "" {
		for i := range f.n {
			names = append(names, fmt.Sprintf("%s-%d", f.name, i+1))
		}
		return names, nil
	}
	all, err := s.store.Branches()
	if err != nil {
		return nil, err
	}
	taken := make(map[string]bool, len(all))
	for _, b := range all {
		taken[b.Name] = true
	}
	for i := 1; len(names) < f.n; i++ {
		if name := fmt.Sprintf("%s.%d", s.branch.Name, i); !taken[name] {
			names = append(names, name)
		}
	}
	return names, nil
}

func printForks(cmd *cobra.Command, s *session, made []checkpoints.Branch, p engine.Place, seeds []uint64) error {
	rows := make([]forked, len(made))
	for i, b := range made {
		rows[i] = forked{Episode: b.Name, Parent: b.Parent, Event: b.At, At: p.At.String(), Hash: p.Chain.String(), Seed: seeds[i]}
	}
	if asJSON(cmd) {
		return printJSON(cmd, rows)
	}
	out := cmd.OutOrStdout()
	printLine(out, "forked from %s at event %d, %s, hour %.1f:\n", s.branch.Name, p.Event, when(p.At, s.scenario.TimeZone()),
		s.scenario.Elapsed(p.At).Hours())
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		if r.Seed > 0 {
			printLine(w, "  %s\tgoes on with seed %d\n", r.Episode, r.Seed)
		} else {
			printLine(w, "  %s\n", r.Episode)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	line, err := s.resumeLine(rows[0].Episode, holding{})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "Go on with:\n  %s\n", line)
	return err
}
