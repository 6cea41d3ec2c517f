package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/score"
	"github.com/tenure-sim/tenure/sim/score/report"
)

// result is an episode folded and scored.
type result struct {
	session *session
	ended   engine.Ended
	why     error // it ended so, when that was not asked for; nil when only the log is looked at
	head    checkpoints.Head
	hash    sim.Chain
	events  uint64
	worked  time.Duration // working hours of the project
	score   score.Score
	voices  *voices // nil when no models play coworkers
	world   *sim.World
	all     []sim.Event // kept for reports alone
}

// summary is the line that run and replay end with for programs.
type summary struct {
	Episode  string      `json:"episode"`
	Scenario string      `json:"scenario"`
	Agent    string      `json:"agent"`
	Seed     uint64      `json:"seed"`
	Ended    string      `json:"ended"`
	Hours    float64     `json:"virtual_hours"` // working hours of the project
	Events   uint64      `json:"events"`
	Hash     string      `json:"log_hash"`
	Score    score.Brief `json:"score"`
	Models   *voices     `json:"models,omitempty"`
	Why      string      `json:"why,omitempty"` // it stopped or crashed, when that was not asked for
}

func (r *result) summary() summary {
	b := r.session.branch
	return summary{Episode: b.Name, Scenario: b.Scenario, Agent: b.Agent, Seed: b.Seed, Ended: string(r.ended),
		Hours: r.worked.Hours(), Events: r.events, Hash: r.hash.String(), Score: r.score.Brief(), Models: r.voices, Why: r.reason()}
}

// score folds the log and scores it: the score never depends on what the run itself remembers.
func (s *session) score(ended engine.Ended) (*result, error) {
	return s.fold(ended, false)
}

func (s *session) fold(ended engine.Ended, keep bool) (*result, error) {
	r := &result{session: s, ended: ended, world: s.world()}
	t := score.NewTrajectory(r.world, s.scenario.Scoring())
	heard := newVoices(s.branch.Agent, s.prices())
	var err error
	r.hash, err = engine.Replay(r.world, s.seen(), engine.Visitor{
		Before: func(e sim.Event) error { t.Before(e); return nil },
		After: func(e sim.Event) {
			t.After(e)
			heard.take(e)
			if keep {
				r.all = append(r.all, e)
			}
		},
	})
	if err != nil {
		return nil, err
	}
	if r.head, err = s.store.Head(s.branch.Name); err != nil {
		return nil, err
	}
	r.events, r.worked = r.world.Seq(), s.scenario.Elapsed(r.world.Now())
	r.score = t.Finish()
	if r.voices, err = heard.finish(s.store.Content); err != nil {
		return nil, err
	}
	return r, s.tellPaid(r.voices, r.head)
}

// prices are the configuration of the run in hand, or the one that a log is looked at with later: it holds none itself.
func (s *session) prices() models.Config {
	if s.casting == nil {
		return models.Config{}
	}
	return s.casting.config
}

// unpriced says how to see what models cost.
const unpriced = "money: a log holds no prices; 'tenure score %s --models FILE' tells it at those of a file of models"

func newScore() *cobra.Command {
	var file string
	c := &cobra.Command{
		Use:   "score EPISODE[@POINT]",
		Short: "Score an episode from its log, with the evidence",
		Long: "Score an episode from its log, with the evidence: as of its end or of a point. " + pointHelp + "\n\n" + verdictHelp +
			"\n\nWhat models used is told by role in calls and tokens. A log holds no prices: with --models it is told in dollars too.",
		Example: `  tenure score portal-steady-1
  tenure score portal-steady-1@hour:80
  tenure score portal-steady-1 --models models.yaml     with what its models cost
  tenure score portal-steady-1 --json`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeEpisodes,
		RunE: func(cmd *cobra.Command, args []string) error {
			var priced *casting
			if file != "" {
				config, err := modelSource{file: file, flag: "--models"}.config()
				if err != nil {
					return err
				}
				priced = &casting{config: config}
			}
			s, err := openAt(cmd, args[0], "")
			if err != nil {
				return err
			}
			s.casting = priced
			return errors.Join(s.printScored(cmd), s.close())
		},
	}
	c.Flags().StringVar(&file, "models", "", "tell what models cost at the prices of this file, such as models.yaml")
	return c
}

// scored is a score for programs, with what models did beside it.
type scored struct {
	score  score.Score
	models *voices
}

// MarshalJSON writes the score's own fields, and models as one more where they took part.
func (s scored) MarshalJSON() ([]byte, error) {
	raw, err := json.Marshal(s.score)
	if err != nil || s.models == nil {
		return raw, err
	}
	more, err := json.Marshal(s.models)
	return append(append(append(raw[:len(raw)-1], `,"models":`...), more...), '}'), err
}

func (s *session) printScored(cmd *cobra.Command) error {
	r, err := s.score(s.lastEnding())
	if err != nil {
		return err
	}
	if asJSON(cmd) {
		return printJSON(cmd, scored{r.score, r.voices})
	}
	err = printScore(cmd.OutOrStdout(), r)
	if r.voices != nil && !r.voices.priced && s.casting == nil {
		_, told := fmt.Fprintf(cmd.OutOrStdout(), unpriced+"\n", s.branch.Name)
		err = errors.Join(err, told)
	}
	return err
}

func newReport() *cobra.Command {
	var out string
	var force bool
	c := &cobra.Command{
		Use:   "report EPISODE[@POINT] --out FILE.html",
		Short: "Write an episode's report: score with evidence, timeline, traffic, transcript",
		Long: `Write an episode's report: score with evidence, timeline, traffic, transcript; as of its end or of a point. It replaces an earlier report;
another file only with --force, and a store or a cassette never. ` + pointHelp,
		Example: `  tenure report portal-steady-1 --out portal.html
  tenure report portal-steady-1@hour:80 --out - | gzip > half.html.gz`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeEpisodes,
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return usagef("where to? Name the file with --out, such as --out %s.html", args[0])
			}
			s, err := openAt(cmd, args[0], "")
			if err != nil {
				return err
			}
			return errors.Join(s.report(cmd, out, force), s.close())
		},
	}
	c.Flags().StringVar(&out, "out", "", "the file to write, - for standard output")
	c.Flags().BoolVar(&force, "force", false, "replace the file even if it is no report")
	return c
}

func (s *session) report(cmd *cobra.Command, out string, force bool) error {
	to, err := s.reportTarget(out, force)
	if err != nil {
		return err
	}
	r, err := s.score(s.lastEnding())
	if err != nil {
		return err
	}
	if err := s.writeReport(cmd, to, r); err != nil {
		return err
	}
	if to.isOut(cmd) { // standard output has the report
		cmd.SetOut(cmd.ErrOrStderr())
	}
	if asJSON(cmd) {
		return printJSON(cmd, map[string]string{"episode": s.branch.Name, "report": out})
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "report: %s\n", out)
	return err
}

// reportTarget looks whether a report may go to a file: over nothing but a report, unless it is forced to.
func (s *session) reportTarget(path string, force bool) (outlet, error) {
	to, err := outletOf(path)
	if err != nil {
		return to, err
	}
	if err := to.kept(s.store.Path()); err != nil || !to.file() || force {
		return to, err
	}
	what, err := to.what()
	if err != nil {
		return to, fmt.Errorf("look at what would be replaced: %w", err)
	}
	if what != aReport && what != aBlank {
		return to, usagef("%s is %s and no report; name another file for the report, or replace it by '%s'",
			path, what, typed("report")+" EPISODE --out "+quote(path)+" --force")
	}
	return to, nil
}

// writeReport writes the file whole or not at all.
func (s *session) writeReport(cmd *cobra.Command, to outlet, r *result) error {
	full, err := s.fold(r.ended, true)
	if err != nil {
		return err
	}
	if err := to.write(cmd, func(w io.Writer) error { return report.Write(w, s.reportData(full)) }); err != nil {
		return fmt.Errorf("write report %s: %w", to.name, err)
	}
	return nil
}

func printScore(out io.Writer, r *result) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "\nCRITERION\tAXIS\tPOINTS\t\tWHY\n")
	for _, f := range r.score.Findings {
		printLine(w, "%s\t%s\t%.4g of %d\t%s\t%s\n", f.Criterion, f.Axis, float64(f.Points)/100, f.Of/100, f.State, cut(f.Why, whyRunes))
	}
	b := r.score.Brief()
	printLine(w, "\n%s: %s after %s of %s\n", r.session.branch.Name, r.ended, hours(r.worked), hours(r.session.scenario.Horizon))
	fmt.Fprintf(w, "total %.1f   deliverable %.1f   social %.1f   (0-100; unscored %d, broken %d)\n", b.Total, b.Deliverable, b.Social, b.Unscored, b.Broken)
	if err := w.Flush(); err != nil {
		return err
	}
	r.voices.tell(out)
	return nil
}

// whyRunes keeps a finding on one line of a wide terminal; the report has the whole.
const whyRunes = 90

// reportData gives the report what it is made from.
func (s *session) reportData(r *result) report.Data {
	d := report.Data{
		Title: s.scenario.Title, Episode: s.branch.Name, Scenario: s.branch.Scenario, Agent: s.branch.Agent, Seed: s.branch.Seed,
		Ended: string(r.ended), Hours: r.worked, Length: s.scenario.Horizon, Hash: r.hash.String(), Events: r.events,
		Models: r.voices.lines(), Score: r.score, Zone: s.scenario.TimeZone(), Calendar: s.scenario.Hours(), Log: r.all, Task: s.scenario.Task(),
	}
	for _, a := range s.cast() {
		d.People = append(d.People, report.Person{ID: a.ID, Name: a.Name, Role: a.Role, Kind: a.Kind})
	}
	return d
}
