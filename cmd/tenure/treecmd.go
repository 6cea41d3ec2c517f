package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/clock"
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
	standing

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
	t := &tree{store: store, tips: map[string]checkpoints.Tip{}, children: map[string][]string{}, shelf: newShelf(store)}
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
	store    *checkpoints.Store
	tips     map[string]checkpoints.Tip
	children map[string][]string // by parent, the oldest first; roots have the parent ""
	shelf    *shelf
	rows     []treeRow
}

func (t *tree) load(episode string) error {
	tips, err := t.shelf.tips()
	if err != nil {
		return err
	}
	for _, tip := range tips {
		t.tips[tip.Branch.Name] = tip
		parent := t.parent(tip.Branch)
		t.children[parent] = append(t.children[parent], tip.Branch.Name)
	}
	t.rows = []treeRow{}
	roots := t.children[""]
	if episode != "" {
		tip, ok := t.tips[episode]
		if !ok {
			return unknownEpisode(t.store, episode)
		}
		for t.parent(tip.Branch) != "" {
			tip = t.tips[tip.Branch.Parent]
		}
		roots = []string{tip.Branch.Name}
	}
	for _, root := range roots {
		t.add(root, "", "")
	}
	return nil
}

// parent is what a branch forks from, which is older. One whose parent is lost is drawn as a root.
func (t *tree) parent(b checkpoints.Branch) string {
	if p, ok := t.tips[b.Parent]; ok && p.Branch.ID < b.ID {
		return b.Parent
	}
	return ""
}

// add makes the rows of a branch and its forks. lines join it to its parent, under goes before its own forks.
func (t *tree) add(name, lines, under string) {
	row := t.row(t.tips[name])
	row.lines = lines
	t.rows = append(t.rows, row)
	forks := t.children[name]
	for i, fork := range forks {
		joint, below := "├─ ", "│  "
		if i == len(forks)-1 {
			joint, below = "└─ ", "   "
		}
		t.add(fork, under+joint, under+below)
	}
}

// row tells of a branch what can be told. What keeps something from it is that row's trouble.
func (t *tree) row(tip checkpoints.Tip) treeRow {
	b, h := tip.Branch, tip.Head
	ended, _ := endingOf(h.Note)
	row := treeRow{Episode: b.Name, Parent: b.Parent, Scenario: b.Scenario, Agent: b.Agent, Seed: b.Seed, Ended: string(ended),
		Events: h.Seq, Hash: h.Chain.String(), standing: t.shelf.standing(tip)}
	sc, err := t.shelf.scenario(b)
	zone := time.UTC
	if err == nil {
		zone = sc.TimeZone()
	}
	if h.Seq > 0 {
		row.At = h.At.String()
		if sc != nil {
			row.Hours = sc.Elapsed(h.At).Hours()
		}
	}
	if b.Parent != "" {
		at, broken := t.moment(b)
		row.ForkEvent, row.ForkAt, row.forkWhen = b.At, at.String(), when(at, zone)
		if err = cmp.Or(err, broken); broken != nil {
			row.ForkAt, row.forkWhen = "", "?"
		}
	}
	marks, broken := t.marks(b)
	if err = cmp.Or(err, broken); err != nil && row.Trouble == "" {
		row.Trouble = err.Error()
	}
	row.Checkpoints = marks
	return row
}

// moment is the virtual time of the event that a fork begins after.
func (t *tree) moment(b checkpoints.Branch) (at clock.Time, err error) {
	err = t.store.ReadTo(b.Name, b.At-1, b.At, func(_ uint64, raw []byte) error {
		o, err := sim.OutlineOf(raw)
		at = o.At
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
		_, err := fmt.Fprintf(out, "no episodes yet; '%s' makes one\n", typed("run", "portal"))
		return err
	}
	held := slices.ContainsFunc(t.rows, func(r treeRow) bool { return r.Rollout != "" })
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join(treeHead(scored, held), "\t"))
	for _, r := range t.rows {
		cells := r.cells(scored, held)
		for i, c := range cells {
			cells[i] = oneLine(c)
		}
		fmt.Fprintln(w, strings.Join(cells, "\t"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, r := range t.rows {
		tellTroubles(out, r.Episode, r.standing)
	}
	t.shelf.tellBusy(out)
	return nil
}

func treeHead(scored, held bool) []string {
	head := []string{"EPISODE", "FORKED AT", "", "EVENTS", "WORKED", "STATE", "AGENT", "SEED"}
	if scored {
		head = append(head, "SCORE")
	}
	if held {
		head = append(head, "HELD BY")
	}
	return append(head, "CHECKPOINTS")
}

func (r treeRow) cells(scored, held bool) []string {
	at := "-"
	if r.Parent != "" {
		at = fmt.Sprint(r.ForkEvent)
	}
	cells := []string{r.lines + oneLine(r.Episode), at, r.forkWhen, fmt.Sprint(r.Events), fmt.Sprintf("%.1f h", r.Hours), r.state(), r.Agent, r.seeds()}
	if scored {
		cells = append(cells, r.total())
	}
	if held {
		cells = append(cells, r.holder())
	}
	return append(cells, firstFew(r.Checkpoints))
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
