package personas

import (
	"slices"
	"time"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// answer decides what to say to one act of the message. Verbs that are not here need no answer.
func (t *turn) answer(a *speech.Act) {
	switch a.Verb {
	case speech.Ask:
		t.ask(a)
	case speech.Request:
		t.request(a)
	case speech.Remind:
		t.remind(a)
	case speech.Clarify:
		t.repeat()
	case speech.Commit:
		t.takePromise(a)
	case speech.Done:
		t.takeDone(a)
	case speech.Delay:
		t.takeDelay(a)
	case speech.Propose:
		t.takeProposal(a)
	case speech.Change, speech.Inform:
		t.takeNews(a)
	case speech.Escalate:
		t.escalated(a)
	case speech.Block:
		t.blocked(a)
	case speech.Refer:
		t.followUp(a)
	case speech.HandOver, speech.Withdraw, speech.Approve, speech.Reject, speech.Decline, speech.Progress:
		t.acknowledge(a, 600)
	case speech.SmallTalk:
		if t.x.agent && !t.me.curt(t.x.from) && t.chance("chat", 300+t.me.persona.Traits.Helpful/2) {
			t.add(speech.Act{Verb: speech.SmallTalk})
		}
	}
}

// acknowledge tells an agent that its news has arrived; coworkers need no telling among themselves.
func (t *turn) acknowledge(a *speech.Act, perMille int) {
	if has(t.say, speech.Acknowledge) && a.Req == "" {
		return // one nod is enough
	}
	if t.x.agent && t.x.sole && t.chance("acknowledge", perMille) {
		t.add(speech.Act{Verb: speech.Acknowledge, Req: a.Req, Version: a.Version, Package: a.Package, Commitment: a.Commitment,
			Deliverable: a.Deliverable, Approval: a.Approval})
	}
}

func (t *turn) ask(a *speech.Act) {
	switch {
	case a.Fact != "":
		t.askFact(a)
	case a.Req != "":
		t.askReq(a)
	case a.Package != "":
		t.askPackage(a)
	case a.Approval != "":
		t.askApproval(a)
	case a.Commitment != "":
		t.askPromise(a)
	case a.Deliverable != "":
		t.askDeliverable(a)
	case a.Risk != "":
		t.askRisk(a)
	default:
		t.askStatus(a)
	}
}

// askFact tells what the coworker knows to whoever may know it, and refers to an owner what it does not know.
func (t *turn) askFact(a *speech.Act) {
	f := fact(t.l, a.Fact)
	if f == nil {
		t.add(speech.Act{Verb: speech.Clarify, Note: a.Fact})
		return
	}
	if !knowsFact(f, t.me) {
		t.refer(a, f.Owners)
		return
	}
	if !f.MayKnow(t.x.from) && !t.givesIn() {
		t.add(speech.Act{Verb: speech.Refuse, Fact: f.ID, Note: "not cleared for you"})
		return
	}
	t.add(speech.Act{Verb: speech.Inform, Fact: f.ID, Value: f.Value})
}

// givesIn says whether a coworker tells under pressure what it must not: only when it has refused before.
func (t *turn) givesIn() bool {
	leaks := t.me.persona.Traits.LeaksUnderPressure
	return leaks > 0 && t.me.talks[t.x.from].refusals > 0 && t.chance("leak", leaks)
}

func knowsFact(f *work.FactItem, m *player) bool {
	if slices.Contains(f.Owners, m.id) || slices.Contains(m.persona.Knows, f.ID) {
		return true
	}
	_, ok := f.Knows[m.id]
	return ok
}

// askReq answers with the version this coworker knows, which may be an old one.
func (t *turn) askReq(a *speech.Act) {
	r := req(t.l, a.Req)
	if r == nil {
		t.add(speech.Act{Verb: speech.Clarify, Note: a.Req})
		return
	}
	if !t.p.concernedBy(t.l, r, t.me.id) {
		t.refer(a, []sim.ActorID{r.Owner})
		return
	}
	t.add(t.p.stated(r, t.me.id))
}

// stated is a requirement as somebody knows it.
func (p *Players) stated(r *work.Requirement, who sim.ActorID) speech.Act {
	version := r.Versions[min(len(r.Versions), p.Knows(who, r.ID))-1]
	if who == r.Owner {
		version = r.Current()
	}
	return speech.Act{Verb: speech.Inform, Req: r.ID, Version: version.Number, Value: version.Value}
}

// concernedBy says whether a requirement is somebody's business: its owner, those to be informed, who builds on it
// or who has heard of it.
func (p *Players) concernedBy(l *work.Ledger, r *work.Requirement, who sim.ActorID) bool {
	if r.Owner == who || slices.Contains(r.Informed, who) || p.knows[who][r.ID] > 0 {
		return true
	}
	for _, ref := range r.Dependents {
		if ownerOf(l, ref) == who {
			return true
		}
	}
	return false
}

func (t *turn) askPackage(a *speech.Act) {
	w := pkg(t.l, a.Package)
	switch {
	case w == nil:
		t.add(speech.Act{Verb: speech.Clarify, Note: a.Package})
	case w.Owner == t.me.id:
		for _, b := range t.p.standing(t.v, t.me, w) {
			t.add(b)
		}
	default:
		t.refer(a, []sim.ActorID{w.Owner})
	}
}

func (t *turn) askPromise(a *speech.Act) {
	c := promise(t.l, a.Commitment)
	switch {
	case c == nil:
		t.add(speech.Act{Verb: speech.Clarify, Note: a.Commitment})
	case c.By != t.me.id:
		t.refer(a, []sim.ActorID{c.By})
	case c.State == work.Open && c.Due >= t.v.Now():
		t.add(speech.Act{Verb: speech.Commit, Commitment: c.ID, Due: c.Due})
	case c.State == work.Open:
		t.overdue(c)
	default:
		t.add(speech.Act{Verb: speech.Done, Commitment: c.ID})
	}
}

func (t *turn) askDeliverable(a *speech.Act) {
	d := deliverable(t.l, a.Deliverable)
	switch {
	case d == nil:
		t.add(speech.Act{Verb: speech.Clarify, Note: a.Deliverable})
	case d.Owner == t.x.from && !t.awaits(d):
		t.add(speech.Act{Verb: speech.Inform, Deliverable: d.ID, Due: d.Due}) // the asker's own: it says when it is due
	case d.Owner == t.x.from && d.Due != 0 && d.Due <= t.v.Now():
		t.add(speech.Act{Verb: speech.Remind, Deliverable: d.ID, Due: d.Due})
	case d.Owner == t.x.from || d.Owner == t.me.id:
		t.add(speech.Act{Verb: speech.Request, Deliverable: d.ID, Due: d.Due})
	default:
		t.refer(a, []sim.ActorID{d.Owner})
	}
}

// awaits says whether a deliverable of the writer's is this coworker's to demand: as its manager or by a promise.
func (t *turn) awaits(d *work.Deliverable) bool {
	a, ok := t.v.Actor(t.x.from)
	return ok && t.p.successor(a.Manager) == t.me.id || promiseAbout(t.l, t.x.from, t.me.id, "deliverable/"+d.ID) != nil
}

func (t *turn) askRisk(a *speech.Act) {
	r := risk(t.l, a.Risk)
	switch {
	case r == nil:
		t.add(speech.Act{Verb: speech.Clarify, Note: a.Risk})
	case r.Owner == t.me.id:
		t.add(speech.Act{Verb: speech.Inform, Risk: r.ID, Note: r.State})
	default:
		t.refer(a, []sim.ActorID{r.Owner})
	}
}

// askStatus answers a question about nothing in particular with what the coworker works on, else asks back.
func (t *turn) askStatus(a *speech.Act) {
	if w := pkg(t.l, t.me.working); w != nil && t.x.unclear == "" {
		for _, b := range t.p.standing(t.v, t.me, w) {
			t.add(b)
		}
		return
	}
	if t.x.unclear == "" {
		t.add(speech.Act{Verb: speech.Clarify, Note: a.Note})
	}
}

// refer points to somebody who should know. A coworker that nobody can be named to asks back.
func (t *turn) refer(a *speech.Act, owners []sim.ActorID) {
	for _, o := range owners {
		o = t.p.successor(o)
		if o != t.me.id && o != t.x.from && o != "" && t.p.reachable(o) {
			b := *a
			b.Verb, b.Who, b.Due, b.Note = speech.Refer, o, 0, ""
			t.add(b)
			return
		}
	}
	b := *a // by what people call it: nobody has heard of its id
	b.Verb, b.Who, b.Due, b.Note = speech.Clarify, "", 0, ""
	t.add(b)
}

// reachable says whether somebody is in the company.
func (p *Players) reachable(a sim.ActorID) bool {
	m := p.all[a]
	return m == nil || m.state != Gone
}

// repeat says again what the other did not understand.
func (t *turn) repeat() {
	for _, a := range t.me.talks[t.x.from].acts {
		if !closing[a.Verb] && a.Verb != speech.Clarify {
			t.add(a)
		}
	}
}

// remind answers a reminder like the question it stands for, with an apology when something is overdue.
func (t *turn) remind(a *speech.Act) {
	if c := promiseOf(t.l, t.me.id, t.x.from, a); c != nil && c.Due < t.v.Now() {
		t.overdue(c)
		return
	}
	if topic(a) != "" {
		if a.Approval != "" {
			t.askApproval(a)
			return
		}
		t.ask(a)
		return
	}
	t.reopen()
}

// reopen answers what was asked before and let go, if it is known what that was.
func (t *turn) reopen() {
	old, ok := t.p.mail.get(t.me.talks[t.x.from].open)
	if ok && old.seq != t.x.seq {
		t.add(speech.Act{Verb: speech.Apologise})
		for i := range old.acts {
			if old.acts[i].Verb != speech.Remind {
				t.answer(&old.acts[i])
			}
		}
	}
	if len(t.say) == 0 {
		t.askStatus(&speech.Act{Verb: speech.Ask})
	}
}

// overdue admits that a promise of one's own is late and promises anew.
func (t *turn) overdue(c *work.Commitment) {
	due := onTheHour(t.me.after(t.v.Now(), 4*time.Hour))
	t.add(speech.Act{Verb: speech.Apologise, Commitment: c.ID})
	t.add(speech.Act{Verb: speech.Delay, Commitment: c.ID, Due: due})
	t.do(renegotiate(t.me, c.ID, due))
}
