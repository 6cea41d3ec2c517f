package score

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/work"
)

// standing is how much of each deliverable and of each package was done whenever the agent sent a message. A hearer may
// read a claim hours later, and it is judged by when it was made.
type standing struct {
	fresh  bool               // nothing has changed since the last message
	past   map[string][]level // by reference, oldest first; one for each time it was another
	stated map[string]tally   // by deliverable
}

// level is what was done of something from a message on, in per mille.
type level struct {
	since uint64
	done  int
}

// tally is how much of a deliverable a page of it states. Versions only grow, so their sum tells whether one is new.
type tally struct {
	page     *page
	versions int
	done     int
}

func newStanding() standing { return standing{past: map[string][]level{}, stated: map[string]tally{}} }

// watch forgets what is done when the event may have changed it.
func (s *standing) watch(e sim.Event) {
	if _, ok := e.Body.(sim.Toucher); ok || strings.HasPrefix(e.Body.Kind(), "work.") {
		s.fresh = false
	}
}

// note remembers what is done as the agent sends a message.
func (s *standing) note(t *Trajectory, message uint64) {
	if s.fresh {
		return
	}
	s.fresh = true
	for _, d := range t.ledger().Deliverables() {
		s.put("deliverable/"+d.ID, level{message, s.shareStated(t, d)})
	}
	for _, p := range t.ledger().Packages() {
		s.put("package/"+p.ID, level{message, p.Percent() * 10})
	}
}

func (s *standing) put(ref string, x level) {
	past := s.past[ref]
	if n := len(past); n == 0 || past[n-1].done != x.done {
		s.past[ref] = append(past, x)
	}
}

// at is how much of something was done when a message was sent; false when it did not exist.
func (s *standing) at(ref string, message uint64) (int, bool) {
	past := s.past[ref]
	i, exact := slices.BinarySearchFunc(past, message, func(x level, m uint64) int { return int(x.since) - int(m) })
	if !exact {
		i--
	}
	if i < 0 {
		return 0, false
	}
	return past[i].done, true
}

// shareStated is the share of a deliverable's requirements that it meets, in per mille, each in a version no older than
// the newest the agent was told. One that names none, or shows no text, is done when it exists.
func (s *standing) shareStated(t *Trajectory, d *work.Deliverable) int {
	p, exists := t.page(d.Ref)
	reqs := t.ledger().RequirementsOf("deliverable/" + d.ID)
	switch {
	case !exists:
		return 0
	case p == nil || len(reqs) == 0:
		return 1000
	}
	versions := 0
	for _, r := range reqs {
		versions += t.news.reqs[r.ID].version + len(r.Versions)
	}
	have := s.stated[d.ID]
	if have.page != p || have.versions != versions {
		have = tally{p, versions, t.met(p, reqs) * 1000 / len(reqs)}
		s.stated[d.ID] = have
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
