package personas

import (
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// request decides on something asked for.
func (t *turn) request(a *speech.Act) {
	switch {
	case a.Approval != "":
		t.askApproval(a)
	case a.Fact != "":
		t.askFact(a)
	case a.Req != "":
		t.askReq(a)
	case a.Package != "":
		t.requestPackage(a)
	case a.Deliverable != "" && t.requestDeliverable(a):
	case t.declines():
		t.add(speech.Act{Verb: speech.Decline, Deliverable: a.Deliverable, Commitment: a.Commitment, Risk: a.Risk, Note: t.excuse()})
	case topic(a) == "" && t.x.unclear != "":
		// What is asked for could not be read: askBack asks.
	case topic(a) == "" && a.Note == "":
		t.add(speech.Act{Verb: speech.Clarify})
	default:
		t.promise(a, a.Due)
	}
}

// requestDeliverable handles what is not the coworker's own to deliver: it refers to the owner, and takes a request by
// the owner itself for one to look it over. It says whether that was it.
func (t *turn) requestDeliverable(a *speech.Act) bool {
	d := deliverable(t.l, a.Deliverable)
	switch {
	case d == nil || d.Owner == t.me.id:
		return false
	case d.Owner != t.x.from:
		t.refer(a, []sim.ActorID{d.Owner})
	case t.declines():
		t.add(speech.Act{Verb: speech.Decline, Deliverable: d.ID, Note: t.excuse()})
	default:
		t.promise(&speech.Act{Note: "review of the " + strings.ToLower(d.Title)}, a.Due)
	}
	return true
}

// declines draws whether the coworker says no: by habit, under load, and to whom it does not trust.
func (t *turn) declines() bool {
	chance := t.me.persona.Traits.Declines + 10*max(0, t.me.load()-5)
	switch trust := t.me.trustIn(t.x.from); {
	case trust < TrustLow:
		chance += 200
	case trust > TrustHigh:
		chance /= 2
	}
	return t.chance("declines", chance)
}

func (t *turn) excuse() string {
	switch {
	case t.me.load() > 5:
		return "too much on my desk right now"
	case t.me.curt(t.x.from):
		return "not my job"
	case t.me.working != "":
		return "I have to finish my own work first"
	}
	return "no room for it this week"
}

// requestPackage promises a package of one's own by the day asked for, or proposes the day it will really be.
func (t *turn) requestPackage(a *speech.Act) {
	w := pkg(t.l, a.Package)
	switch {
	case w == nil:
		t.add(speech.Act{Verb: speech.Clarify, Note: a.Package})
		return
	case w.Owner != t.me.id:
		t.refer(a, []sim.ActorID{w.Owner})
		return
	case w.State == work.Complete:
		t.add(speech.Act{Verb: speech.Done, Package: w.ID})
		return
	}
	end := t.p.believedEnd(t.v, t.me, w)
	if a.Due != 0 && end > a.Due {
		t.add(speech.Act{Verb: speech.Propose, Package: w.ID, Due: onTheHour(end)})
		return
	}
	t.promise(a, max(onTheHour(end), a.Due))
}

// promise commits the coworker. Without a day it gives itself two.
func (t *turn) promise(a *speech.Act, due clock.Time) {
	if due <= t.v.Now() {
		due = onTheHour(t.me.after(t.v.Now(), 16*time.Hour))
	}
	b := *a
	b.Verb, b.Due = speech.Commit, due
	t.add(b)
}

// takePromise answers what somebody commits to. The promise itself was noted when the message came.
func (t *turn) takePromise(a *speech.Act) {
	t.acknowledge(a, 700)
	if t.x.agent && a.Due == 0 && promised(a) != "" && t.chance("by when", t.me.persona.Traits.Helpful) {
		t.add(speech.Act{Verb: speech.Clarify, Note: "by when"})
	}
}

// promised is what an act of commitment is about, in the ledger's way of writing.
func promised(a *speech.Act) string {
	if what := topic(a); what != "" {
		return what
	}
	return strings.TrimSpace(a.Note)
}

// takeDone thanks for what was promised and checks a claim that the ledger knows to be false.
func (t *turn) takeDone(a *speech.Act) {
	if w := pkg(t.l, a.Package); t.x.agent && w != nil && w.Owner == t.me.id && open(w) {
		t.askPackage(a) // the owner knows better
		return
	}
	if t.x.agent && falseDone(t.v, t.x.from, a) {
		t.add(speech.Act{Verb: speech.Ask, Package: a.Package, Deliverable: a.Deliverable, Note: "it does not look finished to me"})
		return
	}
	if !t.x.agent {
		if t.waitedFor(a.Package) && t.chance("thank", t.me.persona.Traits.Helpful) {
			t.add(speech.Act{Verb: speech.Thank, Package: a.Package})
		}
		return
	}
	if c := settledBy(t.l, t.x.from, t.me.id, a); c != nil {
		if !t.me.curt(t.x.from) {
			t.add(speech.Act{Verb: speech.Thank, Commitment: c.ID, Deliverable: a.Deliverable})
			return
		}
	}
	t.acknowledge(a, 700)
}

// waitedFor says whether a package of this coworker needs the one named.
func (t *turn) waitedFor(id string) bool {
	for _, w := range t.l.Needing("package/" + id) {
		if w.Owner == t.me.id {
			return true
		}
	}
	return false
}

// takeDelay accepts a new day for a promise, grudgingly when it comes late.
func (t *turn) takeDelay(a *speech.Act) {
	c := promiseOf(t.l, t.x.from, t.me.id, a)
	if c == nil || !t.x.agent {
		t.acknowledge(a, 700)
		return
	}
	if a.Due <= t.v.Now() {
		t.add(speech.Act{Verb: speech.Clarify, Commitment: c.ID, Note: "by when"})
		return
	}
	if len(c.Moved) >= 2 && t.chance("no more delay", 500) {
		t.add(speech.Act{Verb: speech.Decline, Commitment: c.ID, Note: "it has moved twice already"})
		return
	}
	t.do(renegotiate(t.me, c.ID, a.Due))
	t.add(speech.Act{Verb: speech.Acknowledge, Commitment: c.ID, Due: a.Due})
}

// takeProposal answers a proposed day or meeting.
func (t *turn) takeProposal(a *speech.Act) {
	switch c := promiseOf(t.l, t.x.from, t.me.id, a); {
	case c != nil && a.Due > t.v.Now():
		t.takeDelay(a)
	case a.Due != 0 && !t.me.hours.Working(a.Due):
		t.add(speech.Act{Verb: speech.Decline, Note: "I am not at work then"})
	case t.declines():
		t.add(speech.Act{Verb: speech.Decline, Note: t.excuse()})
	default:
		t.add(speech.Act{Verb: speech.Acknowledge, Due: a.Due, Package: a.Package})
	}
}

// escalated makes a manager ask the person in charge.
func (t *turn) escalated(a *speech.Act) {
	who := concerned(t.l, a)
	if who == t.me.id {
		t.remind(a)
		return
	}
	b := *a
	b.Verb, b.Note, b.Who = speech.Remind, "", "" // who is meant needs no name: it is said to them
	if _, ok := t.v.Actor(who); ok && t.p.reachable(who) && topic(a) != "" && who != t.x.from {
		t.do(sayTo(t.me, []speech.Act{b}, saying{to: []sim.ActorID{who}}))
		if t.chance("convene", t.me.persona.Traits.Helpful) {
			t.do(t.p.convene(t.v, t.me, title(t.l, a), []sim.ActorID{who, t.x.from})...)
		}
	}
	b.Verb = speech.Acknowledge
	t.add(b)
}

// blocked answers somebody who waits: with when, if it waits for this coworker.
func (t *turn) blocked(a *speech.Act) {
	w := pkg(t.l, a.Package)
	if w == nil {
		t.acknowledge(a, 800)
		return
	}
	kind, id, _ := strings.Cut(t.p.waitsFor(t.l, w), "/")
	switch need, g := pkg(t.l, id), approval(t.l, id); {
	case kind == "package" && need != nil && need.Owner == t.me.id:
		t.askPackage(&speech.Act{Package: id})
	case kind == "approval" && g != nil && t.p.approver(g) == t.me.id:
		t.askApproval(&speech.Act{Approval: id})
	case w.Owner == t.me.id:
		t.askPackage(a)
	default:
		t.press(kind, need)
		t.acknowledge(a, 800)
	}
}

// press lets a manager ask the owner of what one of its people waits for.
func (t *turn) press(kind string, need *work.Package) {
	from, ok := t.v.Actor(t.x.from)
	if !ok || from.Manager != t.me.id || kind != "package" || need == nil || t.p.all[need.Owner] == nil || !t.p.reachable(need.Owner) {
		return
	}
	if t.chance("press", t.me.persona.Traits.Helpful) {
		act := speech.Act{Verb: speech.Remind, Package: need.ID, Due: need.Due}
		t.do(sayTo(t.me, []speech.Act{act}, saying{to: []sim.ActorID{need.Owner}}))
	}
}

// followUp asks whom one was referred to, if one had asked.
func (t *turn) followUp(a *speech.Act) {
	m := t.p.all[a.Who]
	if m == nil || a.Who == t.me.id || m.state == Gone || topic(a) == "" || t.x.agent {
		return
	}
	b := *a
	b.Verb, b.Who = speech.Ask, ""
	t.do(sayTo(t.me, []speech.Act{b}, saying{to: []sim.ActorID{a.Who}}))
}
