package personas

import (
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// productive is the working time since the last account that went into the coworker's package: its hours less
// meetings outside the calendar, and less what meetings and interruptions took.
func (m *player) productive(now clock.Time) clock.Duration {
	if m.since == 0 || m.since > now {
		return 0
	}
	return max(0, m.hours.Between(m.since, now)/1000*clock.Duration(m.share)-m.lost)
}

// stretch is how much of the calendar an effort takes for a coworker who is not all the time at its work.
func (m *player) stretch(effort clock.Duration) clock.Duration {
	return effort / clock.Duration(m.share) * 1000
}

// endOf is when the coworker's present package will really be complete, as far as can be known now.
func (m *player) endOf(w *work.Package, now clock.Time) clock.Time {
	left := max(0, w.Left()-m.productive(now))
	// A minute more, so that rounding never leaves a few nanoseconds to do.
	return m.after(now, m.stretch(left)+max(0, m.lost-m.hours.Between(m.since, now))+time.Minute)
}

// believedEnd is when the coworker believes that it will be done. Halfway through it sees what is left; before, it
// believes the estimate.
func (p *Players) believedEnd(v sim.View, m *player, w *work.Package) clock.Time {
	now := v.Now()
	spent := w.Spent
	if w.ID == m.working {
		spent += m.productive(now)
	}
	left := max(w.Estimate-spent, 0)
	if 2*spent >= w.Estimate {
		left = max(w.True-spent, 0)
	}
	if first := pkg(ledger(v), m.working); first != nil && w.ID != m.working {
		left += first.Left()
	}
	return m.after(now, m.stretch(left))
}

// onTheHour is a moment as people name one to come: nobody says "Monday at 8:24".
func onTheHour(t clock.Time) clock.Time {
	if over := int64(t) % int64(time.Hour); over > 0 {
		return t.Add(time.Hour - clock.Duration(over))
	}
	return t
}

// standing is what a coworker says of a package of its own.
func (p *Players) standing(v sim.View, m *player, w *work.Package) []speech.Act {
	switch w.State {
	case work.Complete:
		return []speech.Act{{Verb: speech.Done, Package: w.ID}}
	case work.Dropped:
		return []speech.Act{{Verb: speech.Withdraw, Package: w.ID, Note: "dropped"}}
	case work.Blocked:
		return []speech.Act{{Verb: speech.Block, Package: w.ID, Note: w.Blocker}}
	}
	acts := []speech.Act{{Verb: speech.Progress, Package: w.ID, Percent: m.percent(w, v.Now())}}
	if acts[0].Percent == 0 {
		acts[0].Note = map[bool]string{true: "work on it has not begun yet", false: "work on it has only just begun"}[w.State == work.Planned]
	}
	if need := p.waitsFor(ledger(v), w); w.State == work.Planned && need != "" {
		acts[0] = speech.Act{Verb: speech.Block, Package: w.ID, Who: ownerOf(ledger(v), need), Note: titleOf(ledger(v), need)}
	}
	if end := p.believedEnd(v, m, w); w.Due != 0 && end > w.Due && m.persona.Traits.Warns != "never" {
		acts = append(acts, speech.Act{Verb: speech.Delay, Package: w.ID, Due: onTheHour(end)})
	}
	return acts
}

// percent is how much of a package its owner takes to be done: the time spent, also that not yet booked, against what
// it believes the whole will take. That is the estimate at first and comes nearer to the truth with every hour's work;
// against the bare estimate everybody would be at the same figure for the last third of the time.
func (m *player) percent(w *work.Package, now clock.Time) int {
	spent := w.Spent
	if w.ID == m.working {
		spent += m.productive(now)
	}
	spent = min(spent, w.True)
	if w.State == work.Complete || w.Estimate <= 0 || w.True <= 0 {
		return w.Percent()
	}
	whole := w.Estimate + (w.True-w.Estimate)/1000*(spent*1000/w.True)
	return min(99, int(spent*100/max(whole, 1)))
}

// waitsFor is the first thing that must be there before a package can start, "" when nothing is missing.
func (p *Players) waitsFor(l *work.Ledger, w *work.Package) string {
	for _, need := range w.Needs {
		if !l.Met(need) {
			return need
		}
	}
	return ""
}

// morning is what a coworker does when it comes in.
func (p *Players) morning(v sim.View, m *player) []sim.Call {
	calls := p.takeUp(v, m)
	calls = append(calls, p.warn(v, m)...)
	calls = append(calls, p.complain(v, m)...)
	calls = append(calls, p.inquire(v, m)...)
	return append(calls, p.greet(v, m)...)
}

// takeUp goes on with the package in hand or starts the next that is ready.
func (p *Players) takeUp(v sim.View, m *player) []sim.Call {
	l := ledger(v)
	if w := pkg(l, m.working); w != nil && w.Owner == m.id && w.State == work.Active {
		return []sim.Call{planCall(m, "work", max(v.Now()+1, m.endOf(w, v.Now())))}
	}
	w := p.nextPackage(l, m)
	if w == nil {
		if m.working == "" {
			return nil
		}
		return []sim.Call{account(m, "")}
	}
	calls := []sim.Call{}
	if w.State != work.Active {
		calls = append(calls, startWork(m, w.ID))
	}
	end := m.after(v.Now(), m.stretch(w.Left())+time.Minute)
	return append(calls, account(m, w.ID), planCall(m, "work", max(v.Now()+1, end)))
}

// nextPackage is the coworker's most urgent package that nothing holds up; packages begun come first.
func (p *Players) nextPackage(l *work.Ledger, m *player) *work.Package {
	var best *work.Package
	for _, w := range l.OpenPackagesOf(m.id) {
		waits := p.waitsFor(l, w) != ""
		if w.State == work.Blocked || waits && (w.State == work.Planned || w.Left() == 0) {
			continue
		}
		if best == nil || before(w, best) {
			best = w
		}
	}
	return best
}

func before(a, b *work.Package) bool {
	if (a.State == work.Active) != (b.State == work.Active) {
		return a.State == work.Active
	}
	if a.Due != b.Due {
		return b.Due == 0 || a.Due != 0 && a.Due < b.Due
	}
	return a.ID < b.ID
}

// writeDown books the time worked since the last account.
func (p *Players) writeDown(v sim.View, m *player) []sim.Call {
	w := pkg(ledger(v), m.working)
	done := m.productive(v.Now())
	if w == nil || w.State != work.Active || done == 0 {
		return nil
	}
	return []sim.Call{progress(m, w, done), account(m, m.working)}
}

// finish is the moment at which the package in hand should be complete. Where it turned out otherwise, it goes on.
func (p *Players) finish(v sim.View, m *player) []sim.Call {
	w := pkg(ledger(v), m.working)
	if w == nil || w.State != work.Active || absent(m.state) || m.state == Offline {
		return nil // the next morning takes it up
	}
	done := m.productive(v.Now())
	if done >= w.Left() && p.waitsFor(ledger(v), w) != "" {
		return append(p.writeDown(v, m), account(m, "")) // all but done: what it needs was taken back
	}
	if done < w.Left() {
		return []sim.Call{planCall(m, "work", max(v.Now()+1, m.endOf(w, v.Now())))}
	}
	return []sim.Call{finishWork(m, w, done), account(m, "")}
}

// warn tells of delays that the coworker sees coming: early, on the day they are due, or never.
func (p *Players) warn(v sim.View, m *player) []sim.Call {
	warns := m.persona.Traits.Warns
	if warns == "never" {
		return nil
	}
	var calls []sim.Call
	zone := m.hours.Zone()
	for _, w := range ledger(v).OpenPackagesOf(m.id) {
		if w.Due == 0 || w.State != work.Active || warns == "late" && clock.DayOf(v.Now(), zone) < clock.DayOf(w.Due, zone) {
			continue
		}
		end := p.believedEnd(v, m, w)
		said := clock.Time(m.marks["late/"+w.ID])
		if end <= w.Due || said != 0 && m.hours.Between(said, end) < 8*time.Hour {
			continue
		}
		act := speech.Act{Verb: speech.Delay, Package: w.ID, Due: onTheHour(end)}
		calls = append(calls, mark(m, "late/"+w.ID, int64(end)), sayTo(m, []speech.Act{act}, saying{to: p.waiting(v, m, w)}))
	}
	return calls
}

// waiting is who wants to know how a package stands: superiors, and the owners of packages that need it.
func (p *Players) waiting(v sim.View, m *player, w *work.Package) []sim.ActorID {
	out := p.superiors(v, m)
	for _, o := range dependants(ledger(v), w.ID) {
		if o != m.id && p.reachable(o) {
			out = appendNew(out, o)
		}
	}
	return out
}

// report tells superiors how the coworker's packages stand, by its cadence.
func (p *Players) report(v sim.View, m *player) []sim.Call {
	var calls []sim.Call
	if m.cadence != nil {
		if at, ok := m.cadence.Next(v.Now()); ok {
			calls = append(calls, planCall(m, "report", at))
		}
	}
	if absent(m.state) {
		return calls
	}
	var acts []speech.Act
	for _, w := range ledger(v).OpenPackagesOf(m.id) {
		if w.State == work.Active || w.State == work.Blocked {
			acts = append(acts, p.standing(v, m, w)...)
		}
	}
	to := p.superiors(v, m)
	if len(acts) == 0 || len(to) == 0 {
		return calls
	}
	return append(append(p.writeDown(v, m), calls...), sayTo(m, acts[:min(len(acts), actsMost)], saying{to: to, via: viaMail}))
}
