package personas

import (
	"slices"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/personas/words"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// How often a coworker brings up the same blocker, and when it calls a meeting about it.
const (
	complainEvery = 16 * time.Hour // of its working time
	meetAfter     = 24 * time.Hour // of its working time blocked
	askAhead      = 16 * time.Hour // of its working time, before it needs something
	meetLength    = 30 * time.Minute
)

// grievance is what holds up a package: what it needs or what was said to block it, and whose that is.
type grievance struct {
	key  string
	who  sim.ActorID
	note string
}

// complain brings up what holds up packages that should be under way: to whoever it waits for, and to superiors.
func (p *Players) complain(v sim.View, m *player) []sim.Call {
	for _, w := range ledger(v).OpenPackagesOf(m.id) {
		g, ok := p.grievance(v, m, w)
		if !ok {
			continue
		}
		if last := clock.Time(m.marks[g.key]); last != 0 && m.hours.Between(last, v.Now()) < complainEvery {
			continue
		}
		return p.bringUp(v, m, w, g) // one grievance a morning is enough
	}
	return nil
}

func (p *Players) grievance(v sim.View, m *player, w *work.Package) (grievance, bool) {
	l := ledger(v)
	if w.State == work.Blocked {
		return grievance{key: "blocked/" + w.ID + "/" + w.Blocker, note: w.Blocker}, true
	}
	if w.State != work.Planned || w.Due == 0 {
		return grievance{}, false
	}
	need := p.waitsFor(l, w)
	if need == "" || !m.shouldStart(w, v.Now()) {
		return grievance{}, false
	}
	return grievance{key: "blocked/" + w.ID + "/" + need, who: p.successor(ownerOf(l, need)), note: titleOf(l, need)}, true
}

func (p *Players) bringUp(v sim.View, m *player, w *work.Package, g grievance) []sim.Call {
	calls := []sim.Call{mark(m, g.key, int64(v.Now()))}
	first := g.key + "/since"
	if m.marks[first] == 0 {
		calls = append(calls, mark(m, first, int64(v.Now())))
	}
	to := p.superiors(v, m)
	if g.who != m.id && g.who != "" && p.reachable(g.who) {
		to = appendNew(to, g.who)
	}
	if len(to) > 0 {
		act := speech.Act{Verb: speech.Block, Package: w.ID, Who: g.who, Note: g.note}
		calls = append(calls, sayTo(m, []speech.Act{act}, saying{to: to}))
	}
	return append(calls, p.callMeeting(v, m, w, g.who, clock.Time(m.marks[first]))...)
}

// inquire asks a colleague how something stands that the coworker will need soon, once for each package.
func (p *Players) inquire(v sim.View, m *player) []sim.Call {
	l, soon := ledger(v), m.after(v.Now(), askAhead)
	for _, w := range l.OpenPackagesOf(m.id) {
		if w.State != work.Planned || w.Due == 0 {
			continue
		}
		need := p.waitsFor(l, w)
		kind, id := work.Split(need)
		if kind != "package" || !m.shouldStart(w, soon) {
			continue
		}
		key := "inquired/" + w.ID + "/" + need
		if m.marks[key] != 0 {
			continue
		}
		who := ownerOf(l, need)
		if who == m.id || !p.reachable(who) {
			continue
		}
		act := speech.Act{Verb: speech.Ask, Package: id}
		return []sim.Call{mark(m, key, 1), sayTo(m, []speech.Act{act}, saying{to: []sim.ActorID{who}})}
	}
	return nil
}

// shouldStart says whether a package has to begin now to be done when it is due.
func (m *player) shouldStart(w *work.Package, now clock.Time) bool {
	start, ok := m.hours.Before(w.Due, m.stretch(w.Estimate-min(w.Spent, w.Estimate)))
	return !ok || start <= now
}

// callMeeting brings people together about what has been blocked for long, once.
func (p *Players) callMeeting(v sim.View, m *player, w *work.Package, who sim.ActorID, since clock.Time) []sim.Call {
	key := "meeting/" + w.ID
	if since == 0 || who == m.id || who == "" || m.marks[key] != 0 || m.hours.Between(since, v.Now()) < meetAfter {
		return nil
	}
	calls := p.convene(v, m, w.Title, p.without(append([]sim.ActorID{who}, p.superiors(v, m)...), m.id))
	if len(calls) == 0 {
		return nil
	}
	return append([]sim.Call{mark(m, key, 1)}, calls...)
}

// convene calls people together about something in some hours, if that is in the coworker's day.
func (p *Players) convene(v sim.View, m *player, about string, with []sim.ActorID) []sim.Call {
	start := m.after(v.Now(), 5*time.Hour)
	start = start.Add(-clock.Duration(int64(start) % int64(30*time.Minute))) // people meet on the half hour
	if about == "" || !m.hours.Working(start) || start <= v.Now() {
		return nil
	}
	var guests []string
	for _, a := range with {
		if !slices.Contains(guests, string(a)) {
			guests = append(guests, string(a))
		}
	}
	return []sim.Call{{By: m.id, Tool: "calendar_create", Args: sim.Args{"title": about + ": what holds it up", "start": start,
		"end": start.Add(meetLength), "attendees": guests, "agenda": "what " + words.Phrase(about) + " waits for, and until when"}}}
}

// greet is small talk among colleagues, now and then.
func (p *Players) greet(v sim.View, m *player) []sim.Call {
	n := uint64(m.today)
	if sim.PerMille(v.Draw(m.id, "chatty", n)) >= m.persona.Traits.Chatty || len(p.order) < 2 {
		return nil
	}
	other := p.all[p.order[sim.Pick(v.Draw(m.id, "chatty with", n), len(p.order))]]
	if other == m || !atWork(other.state) {
		return nil
	}
	if m.marks["greeted"] == int64(m.today) {
		return nil // it has only been away for a while
	}
	return []sim.Call{mark(m, "greeted", int64(m.today)),
		sayTo(m, []speech.Act{{Verb: speech.SmallTalk}}, saying{to: []sim.ActorID{other.id}, via: viaChat})}
}
