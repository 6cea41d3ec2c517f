package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/tenure-sim/tenure/sim/score"
)

// sideScores is what two episodes scored, as far as each is looked at.
type sideScores struct {
	A        score.Brief     `json:"a"`
	B        score.Brief     `json:"b"`
	Criteria []criterionPair `json:"criteria,omitempty"` // those that differ, in the rubric's order
}

// criterionPair is one criterion on both sides; nil where a side's rubric does not have it.
type criterionPair struct {
	Criterion string         `json:"criterion"`
	A         *score.Finding `json:"a"`
	B         *score.Finding `json:"b"`
}

func (p criterionPair) differs() bool {
	return p.A == nil || p.B == nil || p.A.Points != p.B.Points || p.A.Of != p.B.Of || p.A.State != p.B.State
}

func scoreSides(sides [2]*session) (*sideScores, error) {
	var scores [2]score.Score
	for i, s := range sides {
		r, err := s.score(s.lastEnding())
		if err != nil {
			return nil, fmt.Errorf("score %s: %w", s.branch.Name, err)
		}
		scores[i] = r.score
	}
	return pairScores(scores[0], scores[1]), nil
}

// pairScores puts criteria of one name side by side.
func pairScores(a, b score.Score) *sideScores {
	out := &sideScores{A: a.Brief(), B: b.Brief()}
	var order []string
	pairs := map[string]*criterionPair{}
	pair := func(name string) *criterionPair {
		if pairs[name] == nil {
			pairs[name] = &criterionPair{Criterion: name}
			order = append(order, name)
		}
		return pairs[name]
	}
	for _, f := range a.Findings {
		pair(f.Criterion).A = &f
	}
	for _, f := range b.Findings {
		pair(f.Criterion).B = &f
	}
	for _, name := range order {
		if pairs[name].differs() {
			out.Criteria = append(out.Criteria, *pairs[name])
		}
	}
	return out
}

// print writes the totals, and at most so many of the criteria that differ, all when most is 0.
func (s *sideScores) print(out io.Writer, most int) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "\n== The scores\n")
	for i, b := range []score.Brief{s.A, s.B} {
		fmt.Fprintf(w, "%c\ttotal %.1f\tdeliverable %.1f\tsocial %.1f\tunscored %d\tbroken %d\n", 'A'+i, b.Total, b.Deliverable, b.Social, b.Unscored, b.Broken)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if len(s.Criteria) == 0 {
		_, err := fmt.Fprintln(out, "No criterion differs.")
		return err
	}
	fmt.Fprint(w, "CRITERION\tA\t\tB\n")
	shown := s.Criteria
	if most > 0 {
		shown = shown[:min(most, len(shown))]
	}
	for _, c := range shown {
		pointsA, stateA := points(c.A)
		pointsB, stateB := points(c.B)
		printLine(w, "%s\t%s\t%s\t%s\t%s\n", c.Criterion, pointsA, stateA, pointsB, stateB)
	}
	if more := len(s.Criteria) - len(shown); more > 0 {
		fmt.Fprintf(w, "and %d more\n", more)
	}
	return w.Flush()
}

// points are how much of a criterion was reached, and that in a word.
func points(f *score.Finding) (reached, state string) {
	if f == nil {
		return "-", "not asked for"
	}
	return fmt.Sprintf("%.4g of %d", float64(f.Points)/100, f.Of/100), string(f.State)
}
