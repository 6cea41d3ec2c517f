package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim/agents"
	"github.com/tenure-sim/tenure/sim/engine"
)

type runFlags struct {
	agent  string
	seed   uint64
	until  time.Duration
	name   string
	report string

	policy  string
	rollout string
	attempt uint64
}

func newRun() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "run SCENARIO",
		Short: "Run an episode of a scenario, or go on with it",
		Long: `Run an episode of a scenario: a name from the library or a folder. The episode is kept in the store under the
name SCENARIO-AGENT-SEED unless --name says otherwise. Ctrl-C stops after the step in hand and loses nothing; the
same command goes on where it stopped. At the end it prints the score and writes an HTML report beside the store.`,
		Example: `  tenure run portal
  tenure run portal --agent oracle --seed 3
  tenure run ./my-scenario --until 40h          stop after 40 working hours
  tenure run desk --json | tail -n 1            one line for programs`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runScenario(cmd, args[0], f) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return scenarios.Library(), cobra.ShellCompDirectiveDefault
		},
	}
	c.Flags().StringVar(&f.agent, "agent", "steady", "the agent under test: "+strings.Join(agents.Names(), ", "))
	c.Flags().Uint64Var(&f.seed, "seed", 1, "the seed of all chance in the episode")
	c.Flags().StringVar(&f.name, "name", "", "the episode's name")
	c.Flags().StringVar(&f.report, "report", "", "where to write the HTML report; 'none' writes none (default EPISODE.html beside the store)")
	f.goingFlags(c)
	complete(c, "agent", agents.Names())
	return c
}

func complete(c *cobra.Command, flag string, values []string) {
	err := c.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values, cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic(err) // the flag's name is ours
	}
}

func newResume() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "resume EPISODE",
		Short: "Go on with an episode that stopped",
		Example: `  tenure resume portal-steady-1
  tenure resume portal-steady-1 --until 80h`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.checkGoing(); err != nil {
				return err
			}
			s, err := openSession(cmd, args[0], false)
			if err != nil {
				return err
			}
			if err := s.take(f); err != nil {
				return errors.Join(err, s.close())
			}
			return errors.Join(s.run(cmd, f), s.close())
		},
		ValidArgsFunction: completeEpisodes,
	}
	c.Flags().StringVar(&f.report, "report", "", "where to write the HTML report; 'none' writes none (default EPISODE.html beside the store)")
	f.goingFlags(c)
	return c
}

// goingFlags are those of every command by which an episode goes on.
func (f *runFlags) goingFlags(c *cobra.Command) {
	c.Flags().DurationVar(&f.until, "until", 0, "stop after so many working hours of the project, such as 40h")
	c.Flags().StringVar(&f.policy, "checkpoint", "", "mark checkpoints on the way: "+checkpoints.PolicyForm)
	c.Flags().StringVar(&f.rollout, "rollout", "", "take the episode for this rollout: a later --attempt of it shuts out the earlier ones")
	c.Flags().Uint64Var(&f.attempt, "attempt", 1, "the attempt of the rollout")
}

// checkGoing checks those flags.
func (f runFlags) checkGoing() error {
	if f.policy != "" {
		if _, err := checkpoints.ParsePolicy(f.policy); err != nil {
			return &usage{err}
		}
	}
	return f.checkUntil()
}

func (f runFlags) checkUntil() error {
	if f.until < 0 {
		return usagef("--until must be a number of working hours such as 40h, got %s", f.until)
	}
	return nil
}

func (f runFlags) check() error {
	if err := f.checkGoing(); err != nil {
		return err
	}
	if !slices.Contains(agents.Names(), f.agent) {
		return usagef("there is no agent %q; the agents are %s", f.agent, strings.Join(agents.Names(), ", "))
	}
	return nil
}

func runScenario(cmd *cobra.Command, path string, f runFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	sc, err := openScenario(path)
	if err != nil {
		return err
	}
	store, err := openStore(cmd, false)
	if err != nil {
		return err
	}
	s, err := begin(store, sc, f)
	if err == nil {
		err = s.take(f)
	}
	if err != nil {
		store.Close()
		return err
	}
	return errors.Join(s.run(cmd, f), s.close())
}

// begin finds the episode that the command means, or makes it.
func begin(store *checkpoints.Store, sc *scenarios.Scenario, f runFlags) (*session, error) {
	bundle, err := sc.Bundle()
	if err != nil {
		return nil, err
	}
	name := f.name
	if name == "" {
		name = fmt.Sprintf("%s-%s-%d", sc.Name, f.agent, f.seed)
	}
	b, err := store.Branch(name)
	if errors.Is(err, checkpoints.ErrMissing) {
		b, err = store.Create(checkpoints.Branch{Name: name, Scenario: sc.Name, Agent: f.agent, Seed: f.seed}, bundle)
	}
	if errors.Is(err, checkpoints.ErrName) {
		return nil, &usage{err}
	}
	if err != nil {
		return nil, err
	}
	if b.Agent != f.agent || b.Seed != f.seed {
		return nil, usagef("the episode %s was begun with agent %s and seed %d; choose another --name", name, b.Agent, b.Seed)
	}
	kept, err := store.Content(b.Bundle)
	if err != nil {
		return nil, err
	}
	if b.Scenario != sc.Name {
		return nil, usagef("the episode %s is one of the scenario %s; choose another --name", name, b.Scenario)
	}
	if !bytes.Equal(kept, bundle) {
		return nil, usagef("the scenario %s has changed since the episode %s was begun; choose another --name, or go on with the old scenario by 'tenure resume %s'", sc.Name, name, name)
	}
	return &session{store: store, branch: b, scenario: sc}, nil
}

// run goes on with the episode until it ends, a limit is reached or Ctrl-C.
func (s *session) run(cmd *cobra.Command, f runFlags) error {
	ctx := cmd.Context()
	if over := s.lastEnding(); over == engine.Finished || over == engine.Horizon {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s is over already: %s. This is its score; another --name or --seed begins another.\n", s.branch.Name, over)
		return s.conclude(cmd, over, f.report)
	}
	p := newProgress(cmd, s)
	e, seats, err := s.episode(ctx, p.watch, f)
	if err != nil {
		p.stop()
		return stopped(err, ctx)
	}
	defer e.Close()
	lim := engine.Limits{}
	if f.until > 0 {
		lim.Until = s.scenario.At(f.until)
	}
	ended, err := e.Run(ctx, seats, lim)
	p.stop()
	if !errors.Is(err, checkpoints.ErrFenced) { // the episode is somebody else's: how it ends is theirs to say
		err = errors.Join(err, s.log().Annotate(string(ended)))
	}
	told := s.conclude(cmd, ended, f.report)
	if err != nil {
		return fmt.Errorf("%s: %w", ended, err)
	}
	return told
}

func stopped(err error, ctx context.Context) error {
	if ctx.Err() != nil {
		return fmt.Errorf("interrupted before the episode was open; nothing was changed")
	}
	return err
}

// conclude says how the run ended and what it scored.
func (s *session) conclude(cmd *cobra.Command, ended engine.Ended, report string) error {
	r, err := s.score(ended)
	if err != nil {
		return err
	}
	if asJSON(cmd) {
		err = printJSON(cmd, r.summary())
	} else {
		err = s.tell(cmd, r, report)
	}
	if err == nil && (ended == engine.Broken || ended == engine.Crashed) {
		return &silent{fmt.Errorf("the episode is %s", ended)}
	}
	return err
}

func (s *session) tell(cmd *cobra.Command, r *result, report string) error {
	out := cmd.OutOrStdout()
	if r.ended == engine.Stopped || r.ended == engine.Crashed {
		fmt.Fprintf(out, "%s after %s of %s. Nothing is lost. Go on with:\n  tenure resume %s --store %s\n",
			r.ended, hours(r.worked), hours(s.scenario.Horizon), s.branch.Name, s.store.Path())
		return nil
	}
	if err := printScore(out, r); err != nil {
		return err
	}
	if report == "none" {
		return nil
	}
	if report == "" {
		report = filepath.Join(filepath.Dir(s.store.Path()), s.branch.Name+".html")
	}
	if err := s.writeReport(report, r); err != nil {
		return err
	}
	fmt.Fprintf(out, "\nreport: %s\n", report)
	return nil
}

func openScenario(path string) (*scenarios.Scenario, error) {
	sc, err := scenarios.Open(path)
	if err != nil {
		if errors.Is(err, os.ErrPermission) {
			return nil, err
		}
		return nil, &usage{err}
	}
	return sc, nil
}
