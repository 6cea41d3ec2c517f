package personas

import (
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// Times around a promise, in working time of the coworker concerned.
const (
	chaseAfter = time.Hour     // past due, before the first word about it
	lapseAfter = 8 * time.Hour // after that word, before the promise counts as broken
)

// planPromise lets both sides of a new promise plan for it.
func (p *Players) planPromise(v sim.View, c *work.Commitment) []sim.Call {
	var calls []sim.Call
	if m := p.all[c.By]; m != nil && m.state != Gone {
		calls = append(calls, planCall(m, "promise/"+c.ID, m.keepAt(v, c)))
	}
	if m := p.all[c.To]; m != nil && m.state != Gone && p.all[c.By] == nil {
		calls = append(calls, planCall(m, "chase/"+c.ID, m.chaseAt(v, c)))
	}
	return calls
}

// bind writes down what an agent's message binds it to, or makes good, at the moment it is said: whoever reads it
// late still got the promise in time.
func (p *Players) bind(v sim.View, u speech.Understood) []sim.Call {
	x, ok := p.mail.get(u.Message)
	if !ok {
		return nil
	}
	var calls []sim.Call
	for _, m := range p.hearers(v, x) {
		for i := range u.Acts {
			calls = append(calls, p.bindAct(v, m, u.From, &u.Acts[i])...)
		}
	}
	return calls
}

func (p *Players) bindAct(v sim.View, m *player, from sim.ActorID, a *speech.Act) []sim.Call {
	l := ledger(v)
	switch a.Verb {
	case speech.Commit:
		what := promised(a)
		if c := promiseOf(l, from, m.id, a); c != nil {
			if a.Due > v.Now() && c.Due != a.Due {
				return []sim.Call{renegotiate(m, c.ID, a.Due)}
			}
			return nil
		}
		if what != "" && a.Due > v.Now() {
			return []sim.Call{makePromise(m, from, m.id, what, a.Due)}
		}
	case speech.Done:
		if w := pkg(l, a.Package); w != nil && w.Owner == from && open(w) {
			return []sim.Call{{By: sim.Script, Tool: "work_finish", Args: sim.Args{"package": w.ID}}}
		}
		if c := promiseOf(l, from, m.id, a); c != nil && !falseDone(v, from, a) {
			return []sim.Call{settle(m, c)}
		}
	case speech.Inform:
		if c := promiseOf(l, from, m.id, a); c != nil && strings.HasPrefix(c.What, "fact/") {
			return []sim.Call{settle(m, c)}
		}
	}
	return nil
}

func (m *player) chaseAt(v sim.View, c *work.Commitment) clock.Time {
	return max(v.Now()+1, m.after(c.Due, chaseAfter))
}

// keepAt is when the coworker means to make its promise good: most are ready before they are due, some are late.
func (m *player) keepAt(v sim.View, c *work.Commitment) clock.Time {
	now := v.Now()
	n := uint64(c.Made)
	ahead := clock.Duration(30+sim.Pick(v.Draw(m.id, "ahead", n), 300)) * time.Minute
	if sim.PerMille(v.Draw(m.id, "late", n)) < lateShare(m.persona) {
		return m.after(max(now, c.Due), ahead)
	}
	at, ok := m.hours.Before(max(c.Due, now), ahead)
	if !ok || at <= now {
		at = m.after(now, 10*time.Minute)
	}
	return at
}

// lateShare is how many promises, per mille, a coworker is late with. Only 30 % of tasks were done in the time
// predicted (Buehler 1994); of small promises most are, so a third of the rest is assumed.
func lateShare(one *Persona) int { return min(800, max(50, (one.Traits.Reliability-1000)/2)) }

// keep makes a promise of one's own good, or says that it will take longer.
func (p *Players) keep(v sim.View, m *player, id string) []sim.Call {
	l := ledger(v)
	c := promise(l, id)
	if c == nil || c.State != work.Open || c.By != m.id {
		return nil
	}
	if !atWork(m.state) {
		return []sim.Call{planCall(m, "promise/"+id, m.after(m.freeFrom(v.Now(), false), 15*time.Minute))}
	}
	kind, ref, _ := strings.Cut(c.What, "/")
	to := []sim.ActorID{c.To}
	switch kind {
	case "package":
		return p.keepPackage(v, m, c, pkg(l, ref))
	case "fact":
		f := fact(l, ref)
		if f == nil || !knowsFact(f, m) || !f.MayKnow(c.To) {
			return []sim.Call{sayTo(m, []speech.Act{{Verb: speech.Decline, Commitment: id, Fact: ref, Note: "I cannot tell you"}}, saying{to: to})}
		}
		act := speech.Act{Verb: speech.Inform, Fact: f.ID, Value: f.Value}
		return []sim.Call{sayTo(m, []speech.Act{act}, saying{to: to})} // saying it settles the promise
	case "approval":
		if g := approval(l, ref); g != nil && p.approver(g) == m.id && g.State != work.Granted {
			t := &turn{p: p, v: v, l: l, me: m, x: &message{from: c.To}}
			t.judge(g)
			return append(append(t.calls, settle(m, c)), sayTo(m, t.say, saying{to: to}))
		}
	}
	if forgets := m.persona.Traits.Forgets; m.marks["reminded/"+id] == 0 && sim.PerMille(v.Draw(m.id, "forgets promise", uint64(c.Made))) < forgets {
		return nil // until somebody asks
	}
	act := speech.Act{Verb: speech.Done, Commitment: id, Note: inWords(c.What)}
	return []sim.Call{settle(m, c), sayTo(m, []speech.Act{act}, saying{to: to})}
}

func inWords(what string) string {
	if strings.Contains(what, "/") {
		return ""
	}
	return what
}

// keepPackage looks, when a package was promised by now, how it stands.
func (p *Players) keepPackage(v sim.View, m *player, c *work.Commitment, w *work.Package) []sim.Call {
	if w == nil || !open(w) {
		return []sim.Call{settle(m, c)}
	}
	due := onTheHour(max(p.believedEnd(v, m, w), m.after(v.Now(), 4*time.Hour)))
	next := planCall(m, "promise/"+c.ID, due)
	warns := m.persona.Traits.Warns
	if warns == "never" || warns == "late" && v.Now() < c.Due {
		return []sim.Call{next}
	}
	act := speech.Act{Verb: speech.Delay, Package: w.ID, Commitment: c.ID, Due: due}
	return []sim.Call{renegotiate(m, c.ID, due), next, sayTo(m, []speech.Act{act}, saying{to: []sim.ActorID{c.To}})}
}

// chase asks an agent for what it owes this coworker, twice at most; then the promise counts as broken.
func (p *Players) chase(v sim.View, m *player, ref string) []sim.Call {
	if id, ok := strings.CutPrefix(ref, "deliverable/"); ok {
		return p.chaseDeliverable(v, m, id)
	}
	if agent, ok := strings.CutPrefix(ref, "answer/"); ok {
		return p.chaseAnswer(v, m, sim.ActorID(agent))
	}
	c := promise(ledger(v), ref)
	if c == nil || c.State != work.Open || c.To != m.id {
		return nil
	}
	if v.Now() < c.Due {
		return []sim.Call{planCall(m, "chase/"+ref, m.chaseAt(v, c))}
	}
	if absent(m.state) {
		return []sim.Call{planCall(m, "chase/"+ref, m.after(m.freeFrom(v.Now(), false), chaseAfter))}
	}
	key := "chased/" + ref
	if m.marks[key] == 0 {
		act := speech.Act{Verb: speech.Remind, Commitment: c.ID, Due: c.Due, Note: inWords(c.What)}
		return []sim.Call{mark(m, key, 1), planCall(m, "chase/"+ref, m.after(v.Now(), lapseAfter)),
			sayTo(m, []speech.Act{act}, saying{to: []sim.ActorID{c.By}})}
	}
	calls := []sim.Call{breakOff(m, c.ID)}
	if to := p.escalateTo(v, m, c.By); to != "" {
		act := speech.Act{Verb: speech.Escalate, Commitment: c.ID, Who: c.By, Note: inWords(c.What)}
		calls = append(calls, sayTo(m, []speech.Act{act}, saying{to: []sim.ActorID{to}}))
	}
	return calls
}

// awaits plans to ask again when an agent does not answer what was just asked.
func (p *Players) awaits(v sim.View, said speech.Said, s Spoke) []sim.Call {
	m := p.all[s.Who]
	if m == nil || !asks(said.Acts) || has(said.Acts, speech.Remind) {
		return nil
	}
	var calls []sim.Call
	for _, a := range s.To {
		if p.all[a] == nil {
			calls = append(calls, planCall(m, "chase/answer/"+string(a), m.after(v.Now(), p.config.Policy.ReplyNormal+time.Hour)))
		}
	}
	return calls
}

// own writes down what a coworker's words bind it to and whom they told a fact.
func (p *Players) own(v sim.View, said speech.Said, s Spoke) []sim.Call {
	m, l := p.all[s.Who], ledger(v)
	var calls []sim.Call
	for i := range said.Acts {
		a := &said.Acts[i]
		switch what := promised(a); {
		case a.Verb == speech.Inform && a.Fact != "":
			for _, to := range s.To {
				if !l.Knows(to, a.Fact) {
					calls = append(calls, tell(m, a.Fact, to))
				}
				if c := promiseAbout(l, m.id, to, "fact/"+a.Fact); c != nil {
					calls = append(calls, settle(m, c))
				}
			}
		case a.Verb == speech.Commit && a.Commitment == "" && what != "" && a.Due > v.Now() && len(s.To) == 1:
			if promiseAbout(l, m.id, s.To[0], what) == nil {
				calls = append(calls, makePromise(m, m.id, s.To[0], what, a.Due))
			}
		}
	}
	return calls
}

// chaseAnswer asks an agent again, once, for the answer that the coworker waits for.
func (p *Players) chaseAnswer(v sim.View, m *player, agent sim.ActorID) []sim.Call {
	t := m.talks[agent]
	key := "reminded/" + string(agent)
	a, ok := v.Actor(agent)
	if !ok || t.asked == 0 || absent(m.state) || m.marks[key] == int64(t.asked) {
		return nil
	}
	if a.Hours().Between(t.asked, v.Now()) < p.config.Policy.ReplyNormal { // the agent's day may be another
		return []sim.Call{planCall(m, "chase/answer/"+string(agent), m.after(v.Now(), 2*time.Hour))}
	}
	var acts []speech.Act
	for _, a := range t.acts {
		if (a.Verb == speech.Ask || a.Verb == speech.Request) && (topic(&a) != "" || a.Note != "") {
			if a.Due <= v.Now() {
				a.Verb = speech.Remind
			}
			acts = append(acts, a)
		}
	}
	if len(acts) == 0 {
		return nil
	}
	return []sim.Call{mark(m, key, int64(t.asked)), sayTo(m, acts, saying{to: []sim.ActorID{agent}})}
}

// escalateTo is whom a coworker turns to about somebody: the policy's address, else that person's manager.
func (p *Players) escalateTo(v sim.View, m *player, about sim.ActorID) sim.ActorID {
	to := p.config.Policy.EscalateTo
	if a, ok := v.Actor(about); ok && to == "" {
		to = a.Manager
	}
	to = p.successor(to)
	if to == m.id || to == about || !p.reachable(to) {
		return ""
	}
	return to
}

// chaseDeliverable asks an agent for a deliverable that is due and that nobody has said is done.
func (p *Players) chaseDeliverable(v sim.View, m *player, id string) []sim.Call {
	d := deliverable(ledger(v), id)
	if d == nil || m.marks["seen/"+id] != 0 || absent(m.state) || promiseAbout(ledger(v), d.Owner, m.id, "deliverable/"+id) != nil {
		return nil
	}
	if p.demanded(m, d) {
		return nil // somebody else asks for it; if that is of no use they will turn to the manager
	}
	act := speech.Act{Verb: speech.Remind, Deliverable: id, Due: d.Due}
	return []sim.Call{sayTo(m, []speech.Act{act}, saying{to: []sim.ActorID{d.Owner}})}
}

// demanded says whether another coworker has asked for a deliverable and not heard that it is done.
func (p *Players) demanded(m *player, d *work.Deliverable) bool {
	for _, id := range p.order {
		o := p.all[id]
		if o != m && o.state != Gone && o.marks[wants(d.Owner, d.ID)] != 0 && o.marks["seen/"+d.ID] == 0 {
			return true
		}
	}
	return false
}

// settled moves the trust of the one to whom an agent's promise was made.
func (p *Players) settled(c *work.Commitment, seq uint64) []sim.Call {
	m := p.all[c.To]
	if m == nil || p.all[c.By] != nil || m.state == Gone {
		return nil
	}
	switch c.State {
	case work.Kept:
		return []sim.Call{trustCall(m, c.By, KeptPromise, seq)}
	case work.Late:
		return []sim.Call{trustCall(m, c.By, LatePromise, seq)}
	case work.BrokenOff:
		return []sim.Call{trustCall(m, c.By, BrokenPromise, seq)}
	}
	return nil
}

// owed is what is promised and due when the project opens: planned for like what is promised later.
func (p *Players) owed(v sim.View) []sim.Call {
	var calls []sim.Call
	l := ledger(v)
	for _, c := range l.OpenCommitments("", "") {
		calls = append(calls, p.planPromise(v, c)...)
	}
	for _, d := range l.Deliverables() {
		a, ok := v.Actor(d.Owner)
		if !ok || a.Kind != sim.Agent || d.Due <= v.Now() {
			continue
		}
		if m := p.all[a.Manager]; m != nil {
			calls = append(calls, planCall(m, "chase/deliverable/"+d.ID, m.after(d.Due, chaseAfter)))
		}
	}
	return calls
}
