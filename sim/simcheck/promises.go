package simcheck

import (
	"fmt"
	"slices"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/many"
	"github.com/tenure-sim/tenure/sim/score"
	"github.com/tenure-sim/tenure/sim/work"
)

// keptMetric is the score's measure of promises kept.
const keptMetric = "D18"

// citedMost is how many events a measure cites at most.
const citedMost = 40

// Overlooked is a promise that nobody found out about.
type Overlooked struct {
	Commitment work.Commitment
	Why        string
}

// overlooked replays the plain run and looks at every promise that was due before its end.
func (b *bench) overlooked() ([]Overlooked, error) {
	if b.subject.Scoring == nil {
		return nil, nil
	}
	w := sim.NewWorld(b.subject.Parts()...)
	t := score.NewTrajectory(w, *b.subject.Scoring)
	_, err := engine.Replay(w, b.store.Log(plainName), engine.Visitor{
		Before: func(e sim.Event) error { t.Before(e); return nil },
		After:  t.After,
	})
	if err != nil {
		return nil, fmt.Errorf("score the plain run: %w", err)
	}
	ledger, ok := w.Part("work").(*work.Ledger)
	if !ok {
		return nil, nil
	}
	return audit(ledger.Commitments(), t.Finish().Measures, b.subject.Scoring.Agent, w.Start(), w.Now()), nil
}

// audit compares a ledger's promises with what was made of them: each that is past due must be settled or found lapsed,
// and of those of the agent the score must count every one and cite every one that was not kept.
func audit(all []*work.Commitment, measures []score.Measure, agent sim.ActorID, start, end clock.Time) []Overlooked {
	var out []Overlooked
	due, missed := 0, []*work.Commitment(nil)
	for _, c := range all {
		// A lapse is found a second after the moment, for what happens at that moment is in time.
		if c.Overdue(end) && c.Lapsed == 0 && c.Due.Add(time.Second) < end {
			out = append(out, Overlooked{*c, "it is past due, open, and nobody found it lapsed"})
		}
		if c.By == agent && c.Due >= start && (c.State != work.Open || c.Overdue(end)) {
			due++
			if c.State != work.Kept {
				missed = append(missed, c)
			}
		}
	}
	i := slices.IndexFunc(measures, func(m score.Measure) bool { return m.ID == keptMetric })
	if i < 0 {
		return out
	}
	if n := measures[i].N; n != due {
		out = append(out, Overlooked{work.Commitment{By: agent}, fmt.Sprintf("the score counts %s of the agent, and %d %s due or settled", many.Of(n, "promise"), due, many.Verb(due, "was", "were"))})
	}
	for _, c := range missed {
		if len(measures[i].Evidence) < citedMost && !slices.Contains(measures[i].Evidence, c.Event) {
			out = append(out, Overlooked{*c, fmt.Sprintf("it is %s, and the score does not count it as missed", c.State)})
		}
	}
	return out
}
