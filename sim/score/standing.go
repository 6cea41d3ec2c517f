package score

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/work"
)

// standing is how much of each deliverable and of each package is done at one moment, in per mille, by its reference.
// A message keeps the one of its moment: a hearer may read a claim hours later, and it is judged by when it was made.
type standing map[string]int

// tally is how much of a deliverable was done by a page of it.
type tally struct {
	page *page
	told string // the versions it was judged by
	done int
}

// stand returns the standing of now. It is made anew only after something that it rests on has changed.
func (t *Trajectory) stand() standing {
	if t.standing == nil {
		t.standing = standing{}
		for _, d := range t.ledger().Deliverables() {
			t.standing["deliverable/"+d.ID] = t.stated(d)
		}
		for _, p := range t.ledger().Packages() {
			t.standing["package/"+p.ID] = p.Percent() * 10
		}
	}
	return t.standing
}

// moves forgets the standing when the event may have changed it.
func (t *Trajectory) moves(e sim.Event) {
	if _, ok := e.Body.(sim.Toucher); ok || strings.HasPrefix(e.Body.Kind(), "work.") {
		t.standing = nil
	}
}

// stated is the share of a deliverable's requirements that it meets, in per mille, each in a version no older than the
// newest the agent was told. One that names none, or shows no text, is done when it exists.
func (t *Trajectory) stated(d *work.Deliverable) int {
	p, exists := t.page(d.Ref)
	reqs := t.ledger().RequirementsOf("deliverable/" + d.ID)
	switch {
	case !exists:
		return 0
	case p == nil || len(reqs) == 0:
		return 1000
	}
	var told strings.Builder
	for _, r := range reqs {
		told.WriteString(string(rune(t.news.reqs[r.ID].version)) + string(rune(len(r.Versions))))
	}
	have := t.shares[d.ID]
	if have.page != p || have.told != told.String() {
		have = tally{p, told.String(), t.met(p, reqs) * 1000 / len(reqs)}
		t.shares[d.ID] = have
	}
	return have.done
}

func (t *Trajectory) met(p *page, reqs []*work.Requirement) int {
	met := 0
	for _, r := range reqs {
		told := min(max(1, t.news.reqs[r.ID].version), len(r.Versions))
		if slices.ContainsFunc(r.Versions[told-1:], func(v work.Version) bool { return t.states(p, v.Value) }) {
			met++
		}
	}
	return met
}
