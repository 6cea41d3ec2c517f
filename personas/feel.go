package personas

import (
	"slices"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// tone is how a message sounds.
type tone struct{ rude, urgent bool }

// feel adds what a message of an agent does to a coworker's trust.
func (p *Players) feel(facts []sim.Fact, v sim.View, m *player, x *message, t tone, r reception) []sim.Fact {
	moved := func(why Why) { facts = m.moves(facts, x.from, why, x.seq) }
	if t.rude {
		moved(RudeWords)
	}
	if x.said.App == "chat" && !x.said.Urgent && !m.dayAround(v.Now()) {
		moved(AfterHours)
	}
	if r.early && m.counts[countPing] >= m.persona.Traits.Patience {
		moved(PrematurePing)
	}
	if why, ok := p.answerSpeed(v, m, x.from); ok {
		moved(why)
	}
	for i := range x.acts {
		if why, ok := p.feelAct(v, m, x, &x.acts[i]); ok {
			moved(why)
		}
	}
	return facts
}

// dayAround says whether a moment lies in the coworker's working day, lunch included.
func (m *player) dayAround(t clock.Time) bool {
	zone := m.calm.Zone()
	today := clock.DayOf(t, zone)
	begin, ok := m.calm.Next(today.At(0, zone))
	if !ok || clock.DayOf(begin, zone) != today || t < begin {
		return false
	}
	end, ok := m.calm.DayEnd(begin)
	return ok && t < end
}

// answerSpeed judges how long an agent took, of its own working time, to answer what this coworker
// asked.
func (p *Players) answerSpeed(v sim.View, m *player, from sim.ActorID) (Why, bool) {
	t := m.talks[from]
	a, ok := v.Actor(from)
	if t.waited == 0 || !ok {
		return "", false
	}
	if a.Hours().Between(t.waited, v.Now()) <= p.config.Policy.ReplyNormal {
		return PromptReply, true
	}
	return LateReply, true
}

func (p *Players) feelAct(v sim.View, m *player, x *message, a *speech.Act) (Why, bool) {
	l := ledger(v)
	switch a.Verb {
	case speech.Thank, speech.Apologise:
		return Thanked, true
	case speech.Ask:
		_, before := m.marks[told(x.from, p.asKnown(m, a))]
		return RedundantAsk, before && topic(a) != ""
	case speech.Change, speech.Inform:
		return ToldInTime, a.Req != "" && a.Version > p.Knows(m.id, a.Req)
	case speech.Delay:
		c := promiseOf(l, x.from, m.id, a)
		return WarnedEarly, c != nil && v.Now() < c.Due
	case speech.Done:
		return FalseDone, falseDone(v, x.from, a)
	case speech.Escalate:
		return EscalatedSoon, p.tooSoon(v, x.from, a)
	}
	return "", false
}

// falseDone says whether a claim to be done is not so: a colleague's package is open, or the result is nowhere. An
// agent's own packages are done when it says so, for nobody else could tell.
func falseDone(v sim.View, from sim.ActorID, a *speech.Act) bool {
	l := ledger(v)
	if w := pkg(l, a.Package); w != nil && w.Owner != from && open(w) {
		return true
	}
	d := deliverable(l, a.Deliverable)
	if d == nil || d.Owner != from {
		return false
	}
	_, found, known := artifact(v, d.Ref)
	return known && !found
}

// asKnown is an act with the version of its requirement that the coworker knows.
func (p *Players) asKnown(m *player, a *speech.Act) *speech.Act {
	b := *a
	if b.Req != "" {
		b.Version = p.Knows(m.id, b.Req)
	}
	return &b
}

// leaked takes trust from an agent that told a guarded fact to somebody not cleared for it: word gets around to those
// whose fact it is.
func (p *Players) leaked(v sim.View, b work.FactTold, seq uint64) []sim.Call {
	f := fact(ledger(v), b.Fact)
	if f == nil || p.all[b.From] != nil || !slices.Contains(p.agents, b.From) {
		return nil
	}
	var calls []sim.Call
	for _, to := range b.To {
		if f.MayKnow(to) {
			continue
		}
		for _, o := range f.Owners {
			if m := p.all[o]; m != nil && m.state != Gone {
				calls = append(calls, trustCall(m, b.From, Leak, seq))
			}
		}
		break
	}
	return calls
}

// tooSoon says whether an agent escalates what it asked the person in charge less than the policy's time ago.
func (p *Players) tooSoon(v sim.View, from sim.ActorID, a *speech.Act) bool {
	m := p.all[concerned(ledger(v), a)]
	if m == nil {
		return false
	}
	t := m.talks[from]
	return t.openAt != 0 && m.hours.Between(t.openAt, v.Now()) < p.config.Policy.EscalateAfter
}

// moves adds a move of trust by the table, within what counts a day.
func (m *player) moves(facts []sim.Fact, of sim.ActorID, why Why, because uint64) []sim.Fact {
	row := trustMove(why)
	if row.Daily > 0 && m.counts["trust/"+string(why)+"/"+string(of)] >= row.Daily {
		return facts
	}
	now := m.trustIn(of)
	for _, f := range facts {
		if t, ok := f.Body.(Trusted); ok && t.Who == m.id && t.Of == of {
			now = t.Now // several moves by one message add up
		}
	}
	next := clampTrust(now + row.Delta)
	return append(facts, sim.Fact{Body: Trusted{Who: m.id, Of: of, Delta: row.Delta, Why: why, Because: because, Now: next}})
}
