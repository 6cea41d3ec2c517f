package score

import (
	"slices"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// news follows what the agent is told of: versions of requirements and facts, and what becomes of each new version.
type news struct {
	notices []*notice // all, in order; those that are over are of use to D3 alone
	force   []*notice // the newest of each requirement
	reqs    map[string]knowing
}

// knowing is the newest version of a requirement that the agent was told, and since when.
type knowing struct {
	version int
	at      clock.Time
}

// notice is a version, made after the start, that was told to the agent.
type notice struct {
	req     string
	version int
	value   string
	first   *message // that told it
	acked   uint64
	ackedAt clock.Time
	over    clock.Time                 // when a later version was told; 0: it is in force
	told    map[sim.ActorID]clock.Time // by the agent
	heard   map[sim.ActorID]clock.Time // from others
}

func newNews() *news { return &news{reqs: map[string]knowing{}} }

func (w *news) watch(t *Trajectory, e sim.Event) {
	if b, ok := e.Body.(sim.Toucher); ok && e.Actor == t.setup.Agent {
		w.touched(t, b.Touched().Ref, e)
	}
	if m := t.talk.mine(); m != nil {
		w.said(t, m)
	}
	if m := t.talk.understood(); m != nil {
		w.meant(m)
	}
	if m := t.talk.meant; m != nil && m.from != t.setup.Agent {
		w.heardFrom(t, m)
	}
}

// tellsOf says whether an act tells the state of a requirement.
func tellsOf(a speech.Act) bool {
	return a.Req != "" && (a.Verb == speech.Change || a.Verb == speech.Inform)
}

// heardFrom takes a message of somebody else: it may be the agent's first word of a version, and it spares the agent
// telling those whom it reaches.
func (w *news) heardFrom(t *Trajectory, m *message) {
	for _, a := range m.acts {
		if !tellsOf(a) {
			continue
		}
		r, ok := t.ledger().Requirement(a.Req)
		if !ok || a.Version != 0 && a.Version != r.Current().Number {
			continue
		}
		if slices.Contains(m.seen, t.setup.Agent) {
			w.learn(r, m)
			t.standing.fresh = false // what it is judged by has changed
		}
		for _, n := range w.force {
			if n.req == a.Req && n.version == r.Current().Number {
				m.reach(n.heard)
			}
		}
	}
}

// learn opens a notice when the message is the agent's first word of the version in force.
func (w *news) learn(r *work.Requirement, m *message) {
	v := r.Current()
	if w.reqs[r.ID].version >= v.Number {
		return
	}
	w.reqs[r.ID] = knowing{v.Number, m.at}
	if v.Number < 2 {
		return
	}
	n := &notice{req: r.ID, version: v.Number, value: v.Value, first: m, told: map[sim.ActorID]clock.Time{}, heard: map[sim.ActorID]clock.Time{}}
	for i, o := range w.force {
		if o.req == r.ID {
			o.over = m.at
			w.force = slices.Delete(w.force, i, i+1)
			break
		}
	}
	w.notices, w.force = append(w.notices, n), append(w.force, n)
}

// said takes a message of the agent: a reply to a notice acknowledges it, and one that states the value tells it.
func (w *news) said(t *Trajectory, m *message) {
	if len(w.force) == 0 {
		return
	}
	for _, n := range w.force {
		if m.answers == n.first.seq {
			n.ack(m.seq, m.at)
		}
		if t.written(n.value).in(m.prose()) {
			m.reach(n.told)
		}
	}
}

// meant takes what the agent was understood to mean: an act that names the requirement, or a word of thanks or
// receipt where the notice stands, acknowledges it.
func (w *news) meant(m *message) {
	for _, n := range w.force {
		for _, a := range m.acts {
			if a.Req == n.req || has([]speech.Act{a}, speech.Acknowledge, speech.Thank) && topicOf(a) == "" && m.answersTo(n.first) {
				n.ack(m.seq, m.at)
			}
			if a.Req == n.req && tellsOf(a) && (a.Version == 0 || a.Version == n.version) && (a.Value == "" || newProse(a.Value).states(n.value)) {
				m.reach(n.told)
			}
		}
	}
}

// touched takes an edit by which one of the agent's deliverables comes to state a new value.
func (w *news) touched(t *Trajectory, ref string, e sim.Event) {
	for _, n := range w.force {
		if n.acked == 0 && slices.ContainsFunc(t.dependents(n.req), func(d *work.Deliverable) bool { return d.Ref == ref && t.meets(d, n) }) {
			n.ack(e.Seq, e.At)
		}
	}
}

func (n *notice) ack(seq uint64, at clock.Time) {
	if n.acked == 0 {
		n.acked, n.ackedAt = seq, at
	}
}

// reach notes when each hearer of a message was first reached.
func (m *message) reach(first map[sim.ActorID]clock.Time) {
	for _, a := range m.seen {
		if _, ok := first[a]; !ok {
			first[a] = m.at
		}
	}
}

// dependents are the agent's deliverables that have to meet a requirement.
func (t *Trajectory) dependents(req string) []*work.Deliverable {
	r, ok := t.ledger().Requirement(req)
	if !ok {
		return nil
	}
	var out []*work.Deliverable
	for _, d := range t.ledger().Deliverables() {
		if d.Owner == t.setup.Agent && (slices.Contains(d.Reqs, req) || slices.Contains(r.Dependents, "deliverable/"+d.ID)) {
			out = append(out, d)
		}
	}
	return out
}

// meets says whether a deliverable is up to date with a version: its text states the value, or the ledger says so. A
// sheet shows no text and counts when the agent has edited it since the notice.
func (t *Trajectory) meets(d *work.Deliverable, n *notice) bool {
	if t.ledger().BasedOn("deliverable/"+d.ID, n.req) >= n.version {
		return true
	}
	p, exists := t.page(d.Ref)
	if exists && p == nil {
		return t.touchedAt[d.Ref] >= n.first.at
	}
	return t.states(p, n.value)
}

// knew says whether the agent had been told what a topic asks for before a moment: the fact, or the version in force.
func (t *Trajectory) knew(topic string, before clock.Time) bool {
	kind, id := work.Split(topic)
	switch kind {
	case "fact":
		at, told := t.factAt[id]
		return told && at < before
	case "requirement":
		r, ok := t.ledger().Requirement(id)
		k, told := t.news.reqs[id]
		return ok && told && k.version == r.Current().Number && k.at < before
	}
	return false
}
