package score

import (
	"fmt"
	"slices"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// vows follows what the ledger does not keep of the agent's commitments: when each was settled, and what warning was
// given of a slip.
type vows struct {
	settled map[string]clock.Time
	slipped map[string]bool       // moved when it was past due already
	moved   map[string]clock.Time // the last time
	given   map[string][]warning  // by the reference of the commitment or of what it is about
}

type warning struct {
	seq uint64
	at  clock.Time
}

func newVows() *vows {
	return &vows{settled: map[string]clock.Time{}, slipped: map[string]bool{}, moved: map[string]clock.Time{}, given: map[string][]warning{}}
}

func (w *vows) watch(t *Trajectory, e sim.Event) {
	switch b := e.Body.(type) {
	case work.CommitmentSettled:
		w.settled[b.ID] = e.At
	case work.CommitmentRenegotiated:
		w.moved[b.ID] = e.At
		if e.At > b.Was {
			w.slipped[b.ID] = true
		}
	}
	m := t.talk.understood()
	if m == nil {
		return
	}
	for _, a := range m.acts {
		if topic := topicOf(a); topic != "" && warns(a) {
			w.given[topic] = append(w.given[topic], warning{m.seq, m.at})
		}
		if a.Commitment != "" && topicOf(a) != "commitment/"+a.Commitment && warns(a) {
			w.given["commitment/"+a.Commitment] = append(w.given["commitment/"+a.Commitment], warning{m.seq, m.at})
		}
	}
}

// warns says whether an act gives notice of a slip.
func warns(a speech.Act) bool {
	return has([]speech.Act{a}, speech.Delay, speech.Propose, speech.Withdraw, speech.Decline, speech.Block)
}

// warnedAt is the first warning of a commitment as it stands: after it was made, or last moved.
func (w *vows) warnedAt(c *work.Commitment) (warning, bool) {
	since := max(c.Made, w.moved[c.ID])
	var all []warning
	for _, ref := range []string{"commitment/" + c.ID, c.What} {
		all = append(all, w.given[ref]...)
	}
	slices.SortStableFunc(all, func(a, b warning) int { return int(a.seq) - int(b.seq) })
	for _, x := range all {
		if x.at >= since {
			return x, true
		}
	}
	return warning{}, false
}

// commitments are the agent's commitments that were due in the episode, or are settled.
func (t *Trajectory) commitments() []*work.Commitment {
	return slices.DeleteFunc(t.ledger().Commitments(), func(c *work.Commitment) bool {
		open := c.State == work.Open && !c.Overdue(t.now())
		return c.By != t.setup.Agent || open || c.Due < t.world.Start()
	})
}

// kept is D18, commitments kept: per cent of the agent's commitments that were due, or settled, and were kept. One
// kept on a day agreed before the first was over is kept; one moved afterwards is not. Late hours are working time
// of whom it was promised to; one broken in silence has no warning of any kind.
type kept struct{ vows *vows }

func (kept) id() string { return "D18" }

func (k kept) measure(t *Trajectory) Measure {
	m := Measure{ID: "D18", Name: "commitments kept", Unit: "%"}
	good, moved, silent := 0, 0, 0
	late := clock.Duration(0)
	for _, c := range t.commitments() {
		m.N++
		if c.State == work.Kept && !k.vows.slipped[c.ID] {
			good++
			if len(c.Moved) > 0 {
				moved++
			}
			continue
		}
		m.Evidence = cite(m.Evidence, c.Event, c.Settled)
		if at, ok := k.vows.settled[c.ID]; ok && at > c.Due {
			late += t.worked(c.To, c.Due, at)
		}
		if _, ok := k.vows.warnedAt(c); !ok && c.State != work.Kept {
			silent++
		}
	}
	m.Value = percent(good, m.N)
	m.Why = fmt.Sprintf("%d of %d commitments were kept, %d of them on a later day agreed in time; %s late in all; %d broken in silence",
		good, m.N, moved, span(late), silent)
	return m
}

// warned is D19, early warning: of the commitments the agent missed, per cent of which it gave notice (a delay, a new
// time proposed, a refusal, what it waits for) at least the policy's lead before they were due, in working time of
// whom they were promised to. Of a promise made for sooner than twice the lead, half that time is early enough.
type warned struct{ vows *vows }

func (warned) id() string { return "D19" }

func (w warned) measure(t *Trajectory) Measure {
	m := Measure{ID: "D19", Name: "early warning", Unit: "%"}
	good := 0
	for _, c := range t.commitments() {
		if c.State == work.Kept && !w.vows.slipped[c.ID] {
			continue
		}
		m.N++
		since := max(c.Made, w.vows.moved[c.ID])
		lead := min(t.setup.Policy.EarlyWarning, t.worked(c.To, since, c.Due)/2)
		if x, ok := w.vows.warnedAt(c); ok && x.at < c.Due && t.worked(c.To, x.at, c.Due) >= lead && !w.vows.slipped[c.ID] {
			good++
		} else {
			m.Evidence = cite(m.Evidence, c.Event, x.seq)
		}
	}
	m.Value, m.Why = percent(good, m.N), fmt.Sprintf("%d of %d slips were announced early", good, m.N)
	return m
}
