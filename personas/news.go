package personas

import (
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// learnFrom lets an act change what the coworker knows, also when it was only a copy.
func (t *turn) learnFrom(a *speech.Act) {
	switch {
	case a.Req != "" && (a.Verb == speech.Change || a.Verb == speech.Inform || a.Verb == speech.Acknowledge):
		if n := t.version(a); n > t.p.Knows(t.me.id, a.Req) && t.me.id != owning(t.l, a.Req) {
			t.do(learn(t.me, a.Req, n, t.x.seq))
		}
	case a.Fact != "" && a.Verb == speech.Inform:
		if f := fact(t.l, a.Fact); f != nil && !knowsFact(f, t.me) {
			t.do(heardFact(t.me, f.ID, t.x.from, t.x.seq))
		}
	case a.Deliverable != "" && !falseDone(t.v, t.x.from, a) && (a.Verb == speech.Done || a.Verb == speech.Inform):
		t.do(mark(t.me, "seen/"+a.Deliverable, int64(t.v.Now())))
	}
}

func owning(l *work.Ledger, id string) sim.ActorID {
	if r := req(l, id); r != nil {
		return r.Owner
	}
	return ""
}

// version is the version an act speaks of: the one it names, else the newest with the value it states.
func (t *turn) version(a *speech.Act) int {
	r := req(t.l, a.Req)
	if r == nil || a.Version > len(r.Versions) {
		return 0
	}
	if a.Version > 0 || a.Value == "" {
		return a.Version
	}
	for i := len(r.Versions) - 1; i >= 0; i-- {
		if r.Versions[i].Value == a.Value {
			return r.Versions[i].Number
		}
	}
	return 0
}

// takeNews acknowledges what is new and corrects what is not so, as far as this coworker knows. One who has not
// heard of a change yet holds the old version to be right: that is how coworkers contradict each other.
func (t *turn) takeNews(a *speech.Act) {
	r := req(t.l, a.Req)
	if r == nil || !t.p.concernedBy(t.l, r, t.me.id) {
		t.acknowledge(a, 500)
		return
	}
	mine := t.p.stated(r, t.me.id)
	theirs := t.version(a)
	if t.me.id == r.Owner && theirs >= mine.Version {
		return // its own words come back to it
	}
	if theirs >= mine.Version || theirs == 0 && (a.Value == "" || a.Value == mine.Value) {
		t.acknowledge(a, 900)
		return
	}
	if theirs == 0 && t.me.id != r.Owner && !t.chance("contradict", t.me.persona.Traits.Helpful) {
		return
	}
	t.add(mine)
}
