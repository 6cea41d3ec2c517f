package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim/diff"
	"github.com/tenure-sim/tenure/sim/engine"
)

type diffFlags struct{ full, exitCode, noScore bool }

// diffLines is how many lines of each list are shown without --full.
const diffLines = 12

func newDiff() *cobra.Command {
	var f diffFlags
	c := &cobra.Command{
		Use:   "diff EPISODE[@POINT] EPISODE[@POINT]",
		Short: "Show how two episodes differ: the first event that does, what led to it, and the worlds by part",
		Long: `Show how two episodes of one scenario differ: the first event that does, what led to it on either side, and what
differs between the worlds, part by part: once both have had that event, where the shorter one stopped, and at the
end. Last come the scores of both and the criteria in which they differ. EPISODE@POINT ends an episode at a point: ` + engine.PointForms + `.
Forks are compared from where they part.`,
		Example: `  tenure diff portal-steady-1 portal-oracle-1
  tenure diff portal-steady-1 portal-steady-2 --full
  tenure diff portal-steady-1@hour:40 portal-oracle-1@hour:40
  tenure diff a b --exit-code --json`,
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: completeEpisodes,
		RunE:              func(cmd *cobra.Command, args []string) error { return runDiff(cmd, args, f) },
	}
	c.Flags().BoolVar(&f.full, "full", false, "show every line of every part")
	c.Flags().BoolVar(&f.noScore, "no-score", false, "leave the scores out: they are folded from each log")
	c.Flags().BoolVar(&f.exitCode, "exit-code", false, "exit with 1 when the episodes differ")
	return c
}

// errDiffer is what --exit-code makes of a difference.
var errDiffer = errors.New("the episodes differ")

func runDiff(cmd *cobra.Command, args []string, f diffFlags) error {
	store, err := openStore(cmd, true)
	if err != nil {
		return err
	}
	r, err := compareEpisodes(cmd.Context(), store, args)
	if err == nil && !f.noScore {
		r.Scores, err = scoreSides(r.sides)
	}
	if err := errors.Join(err, store.Close()); err != nil {
		return err
	}
	if err = r.print(cmd, f); err == nil && f.exitCode && !r.Equal {
		return &silent{errDiffer}
	}
	return err
}

// compared is how two episodes differ and what they scored.
type compared struct {
	*diff.Report
	Scores *sideScores `json:"scores,omitempty"`
	Marks  *sideMarks  `json:"marks,omitempty"` // of those that are marked

	sides [2]*session
}

func (r *compared) print(cmd *cobra.Command, f diffFlags) error {
	if asJSON(cmd) {
		return printJSON(cmd, r)
	}
	most := diffLines
	if f.full {
		most = 0
	}
	if err := errors.Join(r.Print(cmd.OutOrStdout(), most), r.Marks.print(cmd.OutOrStdout())); err != nil || r.Scores == nil {
		return err
	}
	return r.Scores.print(cmd.OutOrStdout(), most)
}

// sideMarks are what either episode was marked for.
type sideMarks struct {
	A marks `json:"a"`
	B marks `json:"b"`
}

// markSides reads them; nil when neither has any. An episode that is looked at up to a point has none: they are of a run's end.
func markSides(sides [2]*session) (*sideMarks, error) {
	var of [2]marks
	for i, s := range sides {
		h, err := s.store.Head(s.branch.Name)
		if err != nil {
			return nil, err
		}
		if s.cut == 0 || s.cut >= h.Seq {
			_, of[i] = endingOf(h.Note)
		}
	}
	if of == [2]marks{} {
		return nil, nil
	}
	return &sideMarks{of[0], of[1]}, nil
}

func (m *sideMarks) print(out io.Writer) error {
	if m == nil {
		return nil
	}
	for i, of := range []marks{m.A, m.B} {
		if words := strings.TrimPrefix(of.note(), ", "); words != "" {
			if _, err := fmt.Fprintf(out, "\n%c is %s\n", 'A'+i, words); err != nil {
				return err
			}
		}
	}
	return nil
}

func compareEpisodes(ctx context.Context, store *checkpoints.Store, args []string) (*compared, error) {
	a, sideA, err := openSide(ctx, store, args[0])
	if err != nil {
		return nil, err
	}
	b, sideB, err := openSide(ctx, store, args[1])
	if err != nil {
		return nil, err
	}
	if a.branch.Scenario != b.branch.Scenario {
		return nil, usagef("%s is an episode of the scenario %s and %s one of %s; only episodes of one scenario can be compared",
			a.branch.Name, a.branch.Scenario, b.branch.Name, b.branch.Scenario)
	}
	shared, err := store.SharedPast(a.branch.Name, b.branch.Name)
	if err != nil {
		return nil, err
	}
	sides := [2]*session{a, b}
	marked, err := markSides(sides)
	if err != nil {
		return nil, err
	}
	r, err := diff.Compare(sideA, sideB, shared, a.scenario.TimeZone())
	return &compared{Report: r, Marks: marked, sides: sides}, err
}

// openSide opens EPISODE or EPISODE@POINT for comparing.
func openSide(ctx context.Context, store *checkpoints.Store, arg string) (*session, diff.Side, error) {
	name, point := splitPoint(arg)
	s, err := loadSession(store, name)
	if err != nil {
		return nil, diff.Side{}, err
	}
	head, err := store.Head(name)
	if err != nil {
		return nil, diff.Side{}, err
	}
	if head.Seq == 0 {
		return nil, diff.Side{}, usagef("the episode %s has no events yet; '%s' begins it", name, s.command("resume", name))
	}
	p, err := s.place(point)
	if err != nil {
		return nil, diff.Side{}, err
	}
	s.cut = p.Event
	return s, diff.Side{Name: arg, Log: interrupted{ctx, s.log()}, Last: p.Event, World: s.world()}, nil
}

// interrupted is a log whose reading ends when the context does.
type interrupted struct {
	ctx context.Context
	checkpoints.Log
}

func (l interrupted) Read(after uint64, each func(uint64, []byte) error) error {
	return l.Log.Read(after, func(seq uint64, event []byte) error {
		if err := l.ctx.Err(); err != nil {
			return err
		}
		return each(seq, event)
	})
}
