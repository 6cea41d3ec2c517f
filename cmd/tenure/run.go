package main

import (
	"cmp"
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
	steps  int
	name   string
	report string
	begins bool // the command may begin an episode: it is run, not resume

	policy string
	holding
	models modelFlags
}

func newRun() *cobra.Command {
	f := runFlags{begins: true}
	c := &cobra.Command{
		Use:   "run SCENARIO",
		Short: "Run an episode of a scenario, or go on with it",
		Long: `Run an episode of a scenario: a name from the library or a folder. The episode is kept in the store under the
name SCENARIO-AGENT-SEED unless --name says otherwise. Ctrl-C stops after the step in hand and loses nothing; the
same command goes on where it stopped. At the end it prints the score and writes an HTML report beside the store.
How far it is, and which answer of a model it waits for, is said on standard error: a bar on a terminal, elsewhere a line a
virtual day and one every half minute of waiting; 2>/dev/null silences both.

` + policyHelp,
		Example: `  tenure run portal
  tenure run portal --agent oracle --seed 3
  tenure run ./my-scenario --until 40h          stop after 40 working hours
  tenure run desk --json | tail -n 1            one line for programs
  tenure run portal --personas models.yaml      models find the coworkers' words
  tenure run desk --agent model:NAME            a model works by tools`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runScenario(cmd, args[0], f) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return scenarios.Library(), cobra.ShellCompDirectiveDefault
		},
	}
	c.Flags().StringVar(&f.agent, "agent", "steady", "the agent under test: "+strings.Join(agents.Names(), ", ")+", or model:NAME for a language model")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "the seed of all chance in the episode")
	c.Flags().StringVar(&f.name, "name", "", "the episode's name")
	c.Flags().StringVar(&f.report, "report", "", "where to write the HTML report; 'none' writes none (default EPISODE.html beside the store)")
	c.Flags().BoolVar(&f.models.dry, "dry-run", false, "say what calls, tokens and money the models are expected to take, and do nothing else")
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
		Long:  "Go on with an episode that stopped, from its end. To go on from an earlier point fork it.\n\n" + policyHelp,
		Example: `  tenure resume portal-steady-1
  tenure resume portal-steady-1 --until 80h
  tenure resume portal-steady-1 --steps 50      fifty steps of the agent, and no more`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.checkGoing(cmd); err != nil {
				return err
			}
			episode, point := splitPoint(args[0])
			s, err := openSession(cmd, episode, false)
			if err != nil {
				return err
			}
			return errors.Join(s.resume(cmd, point, f), s.close())
		},
		ValidArgsFunction: completeEpisodes,
	}
	c.Flags().StringVar(&f.report, "report", "", "where to write the HTML report; 'none' writes none (default EPISODE.html beside the store)")
	f.goingFlags(c)
	return c
}

// policyHelp says exactly what --checkpoint marks and keeps.
const policyHelp = `--checkpoint marks the agent's first turn at or after every span of working hours (every=8h: hour-8, hour-16 ...), every so
many steps of the agent (steps=50: step-50 ...), and after a milestone (milestone-EVENT: a requirement changed, a package
finished or dropped, an approval granted or refused). hour-2 is thus the first turn from hour 2 on, and may lie at hour 2.5;
'checkpoint ls' has the exact hour. A turn that is due for several reasons has a checkpoint for each. keep=20
takes away the oldest that a policy has marked on this episode beyond 20, and none made by hand. What the episode has
behind it is marked too, so it makes no difference whether the policy is there from the start or how often a run is stopped.`

// goingFlags are those of every command by which an episode goes on.
func (f *runFlags) goingFlags(c *cobra.Command) {
	c.Flags().DurationVar(&f.until, "until", 0, "stop after so many working hours of the project, such as 40h (default no limit)")
	c.Flags().IntVar(&f.steps, "steps", 0, "stop after so many more steps of the agent, at least 1 (default no limit)")
	c.Flags().StringVar(&f.policy, "checkpoint", "", "mark checkpoints on the way: "+checkpoints.PolicyForm)
	f.holding.flags(c)
	f.models.add(c)
}

// checkGoing checks those flags.
func (f runFlags) checkGoing(cmd *cobra.Command) error {
	if err := errors.Join(f.holding.check(cmd), f.models.check(cmd)); err != nil {
		return err
	}
	if f.policy != "" {
		if _, err := checkpoints.ParsePolicy(f.policy); err != nil {
			return &usage{err}
		}
	}
	return f.checkStop(cmd)
}

// checkStop checks where the run is to stop, and where its report goes.
func (f runFlags) checkStop(cmd *cobra.Command) error {
	if f.report == "-" {
		return usagef("--report names a file; the score is what goes to standard output, and 'report EPISODE --out -' writes the report there")
	}
	if f.until < 0 || f.until == 0 && cmd.Flags().Changed("until") {
		return usagef("--until must be more than 0h of work, such as 40h, got %s; leave it out for no limit", f.until)
	}
	if f.steps < 0 || f.steps == 0 && cmd.Flags().Changed("steps") {
		return usagef("--steps must be at least one step, such as 50, got %d; leave it out for no limit", f.steps)
	}
	return nil
}

func (f runFlags) checkAgent() error {
	if !slices.Contains(agents.Names(), f.agent) && !strings.HasPrefix(f.agent, agentModel) {
		c, err := f.models.config() // none, or one with a mistake, only offers nothing
		if err != nil && lying("") != "" {
			c, _ = scenarios.ReadModels(modelsFile)
		}
		return usagef("there is no agent %q%s; the agents are %s, and model:NAME for a language model", f.agent, perhapsAgent(f.agent, modelNames(c)), strings.Join(agents.Names(), ", "))
	}
	_, err := f.models.cast(f.agent) // before anything is made
	return err
}

func runScenario(cmd *cobra.Command, path string, f runFlags) error {
	if err := errors.Join(f.checkGoing(cmd), f.checkAgent()); err != nil {
		return err
	}
	sc, err := openScenario(path)
	if err != nil {
		return err
	}
	if f.models.dry {
		return f.tellCost(cmd, sc)
	}
	store, err := openStore(cmd, false)
	if err != nil {
		return err
	}
	s, err := begin(store, sc, f)
	if err != nil {
		return errors.Join(err, store.Close())
	}
	return errors.Join(s.goOn(cmd, f), s.close())
}

// resume goes on with the episode from its end, and from nowhere else.
func (s *session) resume(cmd *cobra.Command, point string, f runFlags) error {
	if point == "" {
		return s.goOn(cmd, f)
	}
	p, err := s.place(point)
	if err != nil {
		return err
	}
	head, err := s.store.Head(s.branch.Name)
	if err != nil {
		return err
	}
	if p.Event != head.Seq {
		return usagef("an episode goes on from its end, for %s event %d, and %s is event %d. To go on from there fork it:\n  %s",
			s.branch.Name, head.Seq, point, p.Event, s.command("fork", s.branch.Name+"@"+point))
	}
	return s.goOn(cmd, f)
}

// goOn runs the episode as whoever the flags say. One that is over is only shown, which anybody may do. An episode is made
// when all that the flags name is found to be there.
func (s *session) goOn(cmd *cobra.Command, f runFlags) error {
	if err := errors.Join(s.checkPlayed(), s.checkReport(cmd, f), s.asBefore(cmd, &f.models)); err != nil {
		return err
	}
	if err := s.castRoles(cmd, f); err != nil {
		return errors.Join(err, s.casting.close())
	}
	return errors.Join(s.goOnCast(cmd, f), s.casting.close())
}

func (s *session) goOnCast(cmd *cobra.Command, f runFlags) error {
	if s.fresh {
		if err := s.create(); err != nil {
			return err
		}
	}
	if s.over() && f.rollout == "" {
		return s.run(cmd, f)
	}
	if err := errors.Join(s.take(f.holding), s.keepRan(f.models)); err != nil {
		return err
	}
	return s.run(cmd, f)
}

// checkPlayed refuses an episode whose agent the command does not have. One that is over is only shown.
func (s *session) checkPlayed() error {
	if s.over() || slices.Contains(agents.Names(), s.branch.Agent) || strings.HasPrefix(s.branch.Agent, agentModel) {
		return nil
	}
	return usagef("%s; go on with it there, or fork it there: the command plays %s and model:NAME", s.stepped(), strings.Join(agents.Names(), ", "))
}

// stepped says that a program of somebody's own plays the episode.
func (s *session) stepped() string {
	as := ""
	if s.branch.Agent != "" {
		as = fmt.Sprintf(" as its agent %q", s.branch.Agent)
	}
	return fmt.Sprintf("%s is stepped by a program (engine.Open)%s", s.branch.Name, as)
}

// over says whether the episode has come to its end.
func (s *session) over() bool {
	return s.lastEnding().Over()
}

// run goes on with the episode until it ends, a limit is reached or Ctrl-C.
func (s *session) run(cmd *cobra.Command, f runFlags) error {
	mark, err := s.marking(f.policy)
	if err != nil {
		return err
	}
	if err := mark.past(cmd); err != nil {
		return err
	}
	if s.over() {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s is over already: %s. This is its score; another --name or --seed begins another.\n", s.branch.Name, s.lastEnding())
		return s.conclude(cmd, s.lastEnding(), nil, f)
	}
	if err := s.tellUnmarked(cmd, f.policy); err != nil {
		return err
	}
	return s.play(cmd, f, mark)
}

// play runs the agents until the episode ends or a limit is reached.
func (s *session) play(cmd *cobra.Command, f runFlags, mark *marking) error {
	ctx := cmd.Context()
	p := newProgress(cmd, s)
	e, seats, err := s.episode(ctx, p.watch, mark)
	if err != nil {
		p.stop()
		return stopped(err, ctx)
	}
	defer e.Close()
	lim := engine.Limits{Steps: f.steps}
	if f.until > 0 {
		lim.Until = s.scenario.At(f.until)
		if now := e.World().Now(); now > lim.Until {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s is past %s already, at %s\n", s.branch.Name, hours(f.until), hours(s.scenario.Elapsed(now)))
		}
	}
	ended, err := e.Run(ctx, seats, lim)
	p.stop()
	if errors.Is(err, checkpoints.ErrFenced) { // the episode is somebody else's: how it ends is theirs to say
		return cmp.Or(s.checkFree(), err)
	}
	e.Close()
	noted := errors.Join(s.log().Annotate(string(ended)), s.casting.drain())
	told := s.conclude(cmd, ended, err, f)
	if errors.Is(err, engine.ErrBudget) { // it stopped as it was told to
		err = nil
	}
	if err = errors.Join(err, noted); err != nil {
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

// conclude says how the run ended, why if that was not its end, and what it scored.
func (s *session) conclude(cmd *cobra.Command, ended engine.Ended, why error, f runFlags) error {
	r, err := s.score(ended)
	if err != nil {
		return err
	}
	r.why = why
	if err := s.noteMarks(r); err != nil {
		return err
	}
	if asJSON(cmd) {
		err = printJSON(cmd, r.summary())
	} else {
		err = s.tell(cmd, r, f)
	}
	if err == nil && (ended == engine.Broken || ended == engine.Crashed) {
		return &silent{fmt.Errorf("the episode is %s", ended)}
	}
	return err
}

func (s *session) tell(cmd *cobra.Command, r *result, f runFlags) error {
	out := cmd.OutOrStdout()
	if r.ended == engine.Stopped || r.ended == engine.Crashed {
		return s.tellStopped(out, r, f)
	}
	if err := printScore(out, r); err != nil {
		return err
	}
	report := s.reportPath(f)
	if report == "" {
		return nil
	}
	to, err := s.reportTarget(report, false)
	if err != nil {
		return err
	}
	if err := s.writeReport(cmd, to, r); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "\nreport: %s\n", report)
	return err
}

// reportPath is where the run's report goes; empty when there is to be none.
func (s *session) reportPath(f runFlags) string {
	switch f.report {
	case "none":
		return ""
	case "":
		return filepath.Join(filepath.Dir(s.store.Path()), s.branch.Name+".html")
	}
	return f.report
}

// checkReport refuses a report that could not be written, before the run that it is to tell of.
func (s *session) checkReport(cmd *cobra.Command, f runFlags) error {
	path := s.reportPath(f)
	if path == "" || asJSON(cmd) { // the line for programs is all then
		return nil
	}
	_, err := s.reportTarget(path, false)
	return err
}

// going are the words by which the run goes on as it was.
func (f runFlags) going(episode string) []string {
	words := append([]string{"resume", episode}, f.holding.words()...)
	if f.policy != "" {
		words = append(words, "--checkpoint", f.policy)
	}
	return append(words, f.models.words()...)
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
