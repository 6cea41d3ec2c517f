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

// level is what was done of something from a message on.
type level struct {
	since uint64
	worth
}

// worth is how much of something is done, in per mille, and whether it can be called so at all.
type worth struct {
	done  int
	short bool // it is false to call it done
}

// tally is the worth of a deliverable as it stood. Versions only grow, so their sum tells whether one is new.
type tally struct {
	page     *page
	version  any
	versions int
	worth
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
		s.put("deliverable/"+d.ID, level{message, s.worth(t, d)})
	}
	for _, p := range t.ledger().Packages() {
		s.put("package/"+p.ID, level{message, worth{p.Percent() * 10, p.State != work.Complete}})
	}
}

func (s *standing) put(ref string, x level) {
	past := s.past[ref]
	if n := len(past); n == 0 || past[n-1].worth != x.worth {
		s.past[ref] = append(past, x)
	}
}

// at is how much of something was done when a message was sent; false when it did not exist.
func (s *standing) at(ref string, message uint64) (worth, bool) {
	past := s.past[ref]
	i, exact := slices.BinarySearchFunc(past, message, func(x level, m uint64) int { return int(x.since) - int(m) })
	if !exact {
		i--
	}
	if i < 0 {
		return worth{}, false
	}
	return past[i].worth, true
}

// worth is how much of a deliverable is done: the share of points that it has in the criteria that look at it; without
// such criteria the share of its requirements that it states, or all of it when it exists. To call it done is false when
// it has no points, does not exist, or leaves out a value that the agent was told.
func (s *standing) worth(t *Trajectory, d *work.Deliverable) worth {
	shown, exists := t.exhibit(d.Ref)
	if !exists {
		return worth{0, true}
	}
	p, _ := t.page(d.Ref)
	versions := 0
	for _, r := range t.ledger().Requirements() {
		versions += t.news.reqs[r.ID].version + len(r.Versions)
	}
	have := s.stated[d.ID]
	if have.page != p || have.version != shown["version"] || have.versions != versions {
		have = tally{p, shown["version"], versions, t.appraise(p, d)}
		s.stated[d.ID] = have
	}
	return have.worth
}

func (t *Trajectory) appraise(p *page, d *work.Deliverable) worth {
	stated := t.stated(p, d)
	points, of := 0, 0
	for i := range t.setup.Rubric.Criteria {
		c := &t.setup.Rubric.Criteria[i]
		if c.Verify == nil || c.Verify.Ref != d.Ref && "tickets/"+c.Verify.Ticket != d.Ref {
			continue
		}
		if f := t.finding(c); f.State != Broken && f.State != Unscored {
			points, of = points+f.Points, of+f.Of
		}
	}
	if of == 0 {
		return worth{stated, stated < 1000}
	}
	return worth{points * 1000 / of, points == 0 || stated < 1000}
}

// stated is the share of a deliverable's requirements that its text states, each in a version no older than the newest
// the agent was told. One that shows no text, or has no requirements, leaves nothing out.
func (t *Trajectory) stated(p *page, d *work.Deliverable) int {
	reqs := t.ledger().RequirementsOf("deliverable/" + d.ID)
	if p == nil || len(reqs) == 0 {
		return 1000
	}
	met := 0
	for _, r := range reqs {
		told := min(max(1, t.news.reqs[r.ID].version), len(r.Versions))
		if slices.ContainsFunc(r.Versions[told-1:], func(v work.Version) bool { return t.states(p, v.Value) }) {
			met++
		}
	}
	return met * 1000 / len(reqs)
}
