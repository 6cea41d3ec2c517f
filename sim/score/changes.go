package score

import (
	"fmt"
	"slices"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// changes is D3, change acknowledgement: from the moment a new version of a requirement is told to the agent until
// its first message that names the requirement, its reply to the notice, or its first edit of an artifact that has
// to meet it, in the agent's working time. Value: the median in minutes; what is open at the end is censored there.
type changes struct{ notices []*notice }

// notice is a version told to the agent.
type notice struct {
	req      string
	version  int
	event    uint64
	at       clock.Time
	acked    uint64
	ackedAt  clock.Time
	informed map[sim.ActorID]clock.Time
}

func (*changes) id() string { return "D3" }

func (c *changes) watch(t *Trajectory, e sim.Event) {
	if u, m, ok := t.read(e); ok {
		for _, a := range u.Acts {
			c.named(a.Req, m)
		}
		return
	}
	if b, ok := e.Body.(sim.Toucher); ok && e.Actor == t.setup.Agent {
		c.touched(t, b.Touched().Ref, e)
	}
	m, ok := t.spoke(e)
	switch {
	case !ok:
	case m.from == t.setup.Agent:
		c.said(t, m)
	case slices.Contains(m.seen, t.setup.Agent):
		for _, a := range t.talk.meant[m.seq] {
			c.told(t, a, m)
		}
	}
}

// told opens a notice when the message is the agent's first word of a version made after the start.
func (c *changes) told(t *Trajectory, a speech.Act, m message) {
	if a.Req == "" || (a.Verb != speech.Change && a.Verb != speech.Inform) {
		return
	}
	r, ok := t.ledger().Requirement(a.Req)
	if !ok || r.Current().Number < 2 || (a.Version != 0 && a.Version != r.Current().Number) {
		return
	}
	known := slices.ContainsFunc(c.notices, func(n *notice) bool { return n.req == a.Req && n.version == r.Current().Number })
	if !known {
		c.notices = append(c.notices, &notice{req: a.Req, version: r.Current().Number, event: m.seq, at: m.at, informed: map[sim.ActorID]clock.Time{}})
	}
}

// said takes a message of the agent: a reply to a notice acknowledges it; one that states the value informs.
func (c *changes) said(t *Trajectory, m message) {
	for _, n := range c.notices {
		if m.speech.ReplyTo == n.event {
			n.ack(m.seq, m.at)
		}
		if v, ok := t.valueOf(n); ok && states(m.speech.Text, v) {
			n.inform(m)
		}
	}
}

// named takes a message of the agent that was understood to speak of the requirement.
func (c *changes) named(req string, m message) {
	for _, n := range c.notices {
		if req != "" && n.req == req && m.at >= n.at {
			n.ack(m.seq, m.at)
		}
	}
}

func (c *changes) touched(t *Trajectory, ref string, e sim.Event) {
	for _, n := range c.notices {
		if n.acked == 0 && slices.ContainsFunc(t.dependents(n.req), func(d *work.Deliverable) bool { return d.Ref == ref }) {
			n.ack(e.Seq, e.At)
		}
	}
}

func (n *notice) ack(seq uint64, at clock.Time) {
	if n.acked == 0 {
		n.acked, n.ackedAt = seq, at
	}
}

func (n *notice) inform(m message) {
	for _, a := range m.seen {
		if _, ok := n.informed[a]; !ok {
			n.informed[a] = m.at
		}
	}
}

// valueOf is the value that the notice told of.
func (t *Trajectory) valueOf(n *notice) (string, bool) {
	r, ok := t.ledger().Requirement(n.req)
	if !ok || n.version > len(r.Versions) {
		return "", false
	}
	return r.Versions[n.version-1].Value, true
}

// dependents are the agent's deliverables that have to meet a requirement.
func (t *Trajectory) dependents(req string) []*work.Deliverable {
	var out []*work.Deliverable
	for _, d := range t.ledger().Deliverables() {
		if d.Owner == t.setup.Agent && slices.Contains(d.Reqs, req) {
			out = append(out, d)
		}
	}
	return out
}

func (c *changes) measure(t *Trajectory) Measure {
	m := Measure{ID: "D3", Name: "change acknowledgement", Unit: "min", N: len(c.notices)}
	var times []time.Duration
	for _, n := range c.notices {
		until := n.ackedAt
		if n.acked == 0 {
			until = t.world.Now()
			m.Censored++
			m.Evidence = cite(m.Evidence, n.event)
		}
		m.Evidence = cite(m.Evidence, n.acked)
		times = append(times, t.worked(t.setup.Agent, n.at, until))
	}
	times = sortTimes(times)
	m.P50, m.P90 = percentile(times, 50), percentile(times, 90)
	m.Value = int(m.P50 / time.Minute)
	m.Why = fmt.Sprintf("%d of %d changes acknowledged", m.N-m.Censored, m.N)
	return m
}

// propagation is D4, propagation completeness: of the agent's deliverables that have to meet a requirement it was
// told has changed, per cent that now state the value in force. A sheet states it by a cell, which is not searched
// for: it counts when it was edited after the notice.
type propagation struct{ *changes }

func (propagation) id() string                   { return "D4" }
func (propagation) watch(*Trajectory, sim.Event) {}

func (p propagation) measure(t *Trajectory) Measure {
	m := Measure{ID: "D4", Name: "propagation", Unit: "%"}
	fresh := 0
	for _, n := range p.latest() {
		for _, d := range t.dependents(n.req) {
			m.N++
			if t.meets(d, n) {
				fresh++
			} else {
				m.Evidence = cite(m.Evidence, n.event)
			}
		}
	}
	m.Value, m.Why = percent(fresh, m.N), fmt.Sprintf("%d of %d dependents are up to date", fresh, m.N)
	return m
}

// latest is the newest notice of each requirement.
func (c *changes) latest() []*notice {
	var out []*notice
	for i, n := range c.notices {
		if !slices.ContainsFunc(c.notices[i+1:], func(o *notice) bool { return o.req == n.req }) {
			out = append(out, n)
		}
	}
	return out
}

// meets says whether a deliverable is up to date with a version.
func (t *Trajectory) meets(d *work.Deliverable, n *notice) bool {
	shown, ok := t.exhibit(d.Ref)
	if !ok {
		return false
	}
	text, isText := shown["text"].(string)
	if !isText {
		return t.touchedAt[d.Ref] >= n.at
	}
	value, ok := t.valueOf(n)
	return ok && states(text, value)
}

// stale is D5, stale work: minutes of the agent's time spent on calls that left one of its deliverables without a
// value it had been told of.
type stale struct {
	*changes
	pending bool // the call in hand left something stale
	spent   clock.Duration
	cited   []uint64
	touches int
}

func (*stale) id() string { return "D5" }

func (s *stale) watch(t *Trajectory, e sim.Event) {
	if e.Actor != t.setup.Agent {
		return
	}
	switch b := e.Body.(type) {
	case sim.Called:
		if s.pending {
			s.spent += clock.Duration(b.Cost)
			s.cited = cite(s.cited, e.Seq)
		}
		s.pending = false
	case sim.Toucher:
		s.touch(t, b.Touched().Ref)
	}
}

func (s *stale) touch(t *Trajectory, ref string) {
	for _, n := range s.latest() {
		for _, d := range t.dependents(n.req) {
			if d.Ref == ref {
				s.touches++
				s.pending = s.pending || !t.meets(d, n)
			}
		}
	}
}

func (s *stale) measure(*Trajectory) Measure {
	return Measure{ID: "D5", Name: "stale work", Unit: "min", Value: int(s.spent / time.Minute), N: s.touches, Evidence: s.cited,
		Why: "time spent on artifacts that left out a change already known"}
}

// informed is D6, stakeholder recall: of those who have to know of a requirement that changed, the agent and the
// owner apart, per cent whom the agent told the new value within the policy's normal limit of their working time
// after it knew. Later changes of the same requirement end the need to tell of earlier ones.
type informed struct{ *changes }

func (informed) id() string                   { return "D6" }
func (informed) watch(*Trajectory, sim.Event) {}

func (p informed) measure(t *Trajectory) Measure {
	m := Measure{ID: "D6", Name: "stakeholders told", Unit: "%"}
	toldOf := 0
	for _, n := range p.latest() {
		r, ok := t.ledger().Requirement(n.req)
		if !ok {
			continue
		}
		for _, who := range r.Informed {
			if who == t.setup.Agent || who == r.Owner {
				continue
			}
			m.N++
			if at, ok := n.informed[who]; ok && t.worked(who, n.at, at) <= t.setup.Policy.ReplyNormal {
				toldOf++
			} else {
				m.Evidence = cite(m.Evidence, n.event)
			}
		}
	}
	m.Value, m.Why = percent(toldOf, m.N), fmt.Sprintf("%d of %d were told in time", toldOf, m.N)
	return m
}
