package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/score"
)

// treeRow is one branch as 'tenure tree' shows it. The rows come in the order they are drawn in.
type treeRow struct {
	Episode     string       `json:"episode"`
	Parent      string       `json:"parent,omitempty"`
	ForkEvent   uint64       `json:"fork_event,omitempty"` // the last of the shared past
	ForkAt      string       `json:"fork_at,omitempty"`    // virtual time, UTC
	Scenario    string       `json:"scenario"`
	Agent       string       `json:"agent"`
	Seed        uint64       `json:"seed"`
	Ended       string       `json:"ended"` // how the last run ended; empty while one goes on, after a kill, before the first
	Events      uint64       `json:"events"`
	At          string       `json:"at"`            // virtual time, UTC
	Hours       float64      `json:"virtual_hours"` // working hours of the project
	Hash        string       `json:"log_hash"`
	Score       *score.Brief `json:"score,omitempty"` // of those that are over
	Checkpoints []string     `json:"checkpoints,omitempty"`

	forkWhen string // in the scenario's zone
	lines    string // what joins it to its parent
}

func newTree() *cobra.Command {
	var noScore bool
	c := &cobra.Command{
		Use:   "tree [EPISODE]",
		Short: "Draw episodes and their forks as a tree, with scores",
		Long: `Draw episodes and their forks as a tree: where each forks off, how far it has come, how it ended, who acts, its score when
it is over, and its own checkpoints. With an episode it draws the family that it belongs to.`,
		Example: `  tenure tree
  tenure tree portal-steady-1
  tenure tree portal-steady-1 --no-score --json`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeEpisodes,
		RunE: func(cmd *cobra.Command, args []string) error {
			store, err := openStore(cmd, true)
			if err != nil {
				return err
			}
			return errors.Join(drawTree(cmd, store, strings.Join(args, ""), !noScore), store.Close())
		},
	}
	c.Flags().BoolVar(&noScore, "no-score", false, "leave the scores out: they are folded from each log")
	return c
}

func drawTree(cmd *cobra.Command, store *checkpoints.Store, episode string, scored bool) error {
	t := &tree{store: store, tips: map[string]checkpoints.Tip{}, children: map[string][]string{}, scenarios: map[sim.Hash]*scenarios.Scenario{}}
	if err := t.load(episode); err != nil {
		return err
	}
	if scored {
		if err := t.score(cmd); err != nil {
			return err
		}
	}
	if asJSON(cmd) {
		return printJSON(cmd, t.rows)
	}
	return t.print(cmd.OutOrStdout(), scored)
}

// tree is the branches of a store by family.
type tree struct {
	store     *checkpoints.Store
	tips      map[string]checkpoints.Tip
	children  map[string][]string // by parent, the oldest first; roots have the parent ""
	scenarios map[sim.Hash]*scenarios.Scenario
	rows      []treeRow
}

func (t *tree) load(episode string) error {
	tips, err := t.store.Heads()
	if err != nil {
		return err
	}
	slices.SortFunc(tips, func(a, b checkpoints.Tip) int { return int(a.Branch.ID) - int(b.Branch.ID) })
	for _, tip := range tips {
		t.tips[tip.Branch.Name] = tip
		t.children[tip.Branch.Parent] = append(t.children[tip.Branch.Parent], tip.Branch.Name)
	}
	t.rows = []treeRow{}
	roots := t.children[""]
	if episode != "" {
		root, err := t.root(episode)
		if err != nil {
			return err
		}
		roots = []string{root}
	}
	for _, root := range roots {
		if err := t.add(root, "", ""); err != nil {
			return err
		}
	}
	return nil
}

// root is the oldest forebear of an episode.
func (t *tree) root(episode string) (string, error) {
	tip, ok := t.tips[episode]
	if !ok {
		return "", usagef("there is no episode %q in %s; it has %s", episode, t.store.Path(), episodeNames(t.store))
	}
	for tip.Branch.Parent != "" {
		parent, ok := t.tips[tip.Branch.Parent]
		if !ok || parent.Branch.ID >= tip.Branch.ID { // a parent is older, or the store is damaged
			return "", fmt.Errorf("%s forks from %s: %w", tip.Branch.Name, tip.Branch.Parent, checkpoints.ErrDamaged)
		}
		tip = parent
	}
	return tip.Branch.Name, nil
}

// add makes the rows of a branch and its forks. lines join it to its parent, under goes before its own forks.
func (t *tree) add(name, lines, under string) error {
	row, err := t.row(t.tips[name])
	if err != nil {
		return err
	}
	row.lines = lines
	t.rows = append(t.rows, row)
	forks := t.children[name]
	for i, fork := range forks {
		joint, below := "├─ ", "│  "
		if i == len(forks)-1 {
			joint, below = "└─ ", "   "
		}
		if err := t.add(fork, under+joint, under+below); err != nil {
			return err
		}
	}
	return nil
}

func (t *tree) row(tip checkpoints.Tip) (treeRow, error) {
	b, h := tip.Branch, tip.Head
	sc, err := t.scenario(b)
	if err != nil {
		return treeRow{}, err
	}
	row := treeRow{Episode: b.Name, Parent: b.Parent, Scenario: b.Scenario, Agent: b.Agent, Seed: b.Seed, Ended: h.Note,
		Events: h.Seq, At: h.At.String(), Hours: sc.Elapsed(h.At).Hours(), Hash: h.Chain.String()}
	if h.Seq == 0 {
		row.At, row.Hours = "", 0
	}
	if b.Parent != "" {
		at, err := t.moment(sc, b)
		if err != nil {
			return treeRow{}, err
		}
		row.ForkEvent, row.ForkAt, row.forkWhen = b.At, at.String(), at.Format(sc.TimeZone())
	}
	row.Checkpoints, err = t.marks(b)
	return row, err
}

func (t *tree) scenario(b checkpoints.Branch) (*scenarios.Scenario, error) {
	if sc, ok := t.scenarios[b.Bundle]; ok {
		return sc, nil
	}
	s, err := loadSession(t.store, b.Name)
	if err != nil {
		return nil, err
	}
	t.scenarios[b.Bundle] = s.scenario
	return s.scenario, nil
}

// moment is the virtual time of the event that a fork begins after.
func (t *tree) moment(sc *scenarios.Scenario, b checkpoints.Branch) (at clock.Time, err error) {
	codec := sim.NewCodec(sc.Parts()...)
	codec.Learn(sc.Founding(b.Seed))
	err = t.store.ReadTo(b.Name, b.At-1, b.At, func(_ uint64, raw []byte) error {
		e, err := codec.Decode(raw)
		at = e.At
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("where %s forks off: %w", b.Name, err)
	}
	return at, nil
}

// marks are the names of a branch's own checkpoints, without those of the past it shares.
func (t *tree) marks(b checkpoints.Branch) ([]string, error) {
	own, err := t.store.Checkpoints(b.Name)
	if err != nil {
		return nil, err
	}
	var shared []checkpoints.Checkpoint
	if b.Parent != "" {
		if shared, err = t.store.Checkpoints(b.Parent); err != nil {
			return nil, err
		}
	}
	var out []string
	for _, c := range own {
		if !slices.ContainsFunc(shared, func(s checkpoints.Checkpoint) bool { return s.Name == c.Name && s.Seq == c.Seq }) {
			out = append(out, c.Name)
		}
	}
	return out, nil
}

// over says whether a branch has ended for good.
func (r treeRow) over() bool {
	return slices.Contains([]engine.Ended{engine.Finished, engine.Horizon, engine.Broken}, engine.Ended(r.Ended))
}

func (t *tree) print(out io.Writer, scored bool) error {
	if len(t.rows) == 0 {
		fmt.Fprintln(out, "no episodes yet; 'tenure run portal' makes one")
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	head := "EPISODE\tFORKED AT\t\tEVENTS\tWORKED\tENDED\tAGENT"
	if scored {
		head += "\tSCORE"
	}
	fmt.Fprintln(w, head+"\tCHECKPOINTS")
	for _, r := range t.rows {
		at := "-"
		if r.Parent != "" {
			at = fmt.Sprint(r.ForkEvent)
		}
		fmt.Fprintf(w, "%s%s\t%s\t%s\t%d\t%.1f h\t%s\t%s", r.lines, r.Episode, at, r.forkWhen, r.Events, r.Hours, r.standing(), r.Agent)
		if scored {
			fmt.Fprintf(w, "\t%s", r.total())
		}
		fmt.Fprintf(w, "\t%s\n", firstFew(r.Checkpoints))
	}
	return w.Flush()
}

func (r treeRow) standing() string {
	switch {
	case r.Ended != "":
		return r.Ended
	case r.Events <= r.ForkEvent+1: // a reseeded fork begins with the event that says so
		return "not run yet"
	}
	return "killed or running"
}

func (r treeRow) total() string {
	if r.Score == nil {
		return "-"
	}
	return fmt.Sprintf("%.1f", r.Score.Total)
}

// marksShown is how many checkpoints' names one line has room for.
const marksShown = 3

func firstFew(names []string) string {
	if len(names) <= marksShown {
		return strings.Join(names, " ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:marksShown], " "), len(names)-marksShown)
}
