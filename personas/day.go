package personas

import (
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// The tools by which coworkers move between their states.
const (
	toolOpen = "players_open"
	toolMove = "players_move"
)

const focusLength = 90 * time.Minute

func moveCall(m *player, move string) sim.Call {
	return sim.Call{By: m.id, Tool: toolMove, Args: sim.Args{"move": move}}
}

// openTool starts the day of everybody when the project opens.
func (p *Players) openTool() sim.Tool {
	return sim.Tool{Name: toolOpen, Internal: true, Doc: "The project opens: coworkers take up their days.",
		Decide: func(v sim.View, by sim.ActorID, _ sim.Args) (sim.Result, []sim.Fact, error) {
			if by != sim.Nature {
				return sim.Result{}, nil, sim.Reject("only the world opens")
			}
			var facts []sim.Fact
			for _, id := range p.order {
				facts = p.start(facts, v, p.all[id])
			}
			if p.config.Hazard > 0 {
				facts = append(facts, sim.Fact{Body: Planned{Who: sim.Nature, What: "drift", Due: v.Now().Add(week)}})
			}
			return sim.Result{}, facts, nil
		}}
}

const week = 7 * 24 * time.Hour

// start is where a coworker is when the project opens and what it plans from then on.
func (p *Players) start(facts []sim.Fact, v sim.View, m *player) []sim.Fact {
	plan := func(what string, due clock.Time) {
		facts = append(facts, sim.Fact{Body: Planned{Who: m.id, What: what, Due: due}})
	}
	zone, now := m.hours.Zone(), v.Now()
	joins, _ := localTime(m.persona.Joins, zone)
	if a, ok := v.Actor(m.id); ok && joins == 0 {
		joins = a.Joins
	}
	if quits, _ := localTime(m.persona.Leaves, zone); quits > now {
		plan("quit", quits)
	}
	if joins > now {
		plan("join", joins)
		return append(facts, sim.Fact{Body: Moved{Who: m.id, State: Gone, Until: clock.Never}})
	}
	if m.cadence != nil {
		if at, ok := m.cadence.Next(now); ok {
			plan("report", at)
		}
	}
	if m.hours.Working(now) {
		return append(facts, sim.Fact{Body: Moved{Who: m.id, Move: arrive, State: Available, Until: m.dayEnd(v)}})
	}
	next, _ := m.hours.Next(now)
	state := State(Offline)
	if m.leaveUntil(now, next) {
		state = OnLeave
	}
	return append(facts, sim.Fact{Body: Moved{Who: m.id, State: state, Until: next}})
}

// leaveUntil says whether the coworker is on planned leave from now until its next work.
func (m *player) leaveUntil(now, next clock.Time) bool {
	zone := m.hours.Zone()
	for d := clock.DayOf(now, zone); d <= clock.DayOf(next, zone); d++ {
		for _, l := range m.persona.Leave {
			if l.From <= d && d <= l.To {
				return true
			}
		}
	}
	return false
}

func (m *player) dayEnd(v sim.View) clock.Time {
	end, ok := m.hours.DayEnd(v.Now())
	if !ok {
		return clock.Never
	}
	return end
}

func (p *Players) moveTool() sim.Tool {
	return sim.Tool{Name: toolMove, Internal: true, Doc: "A coworker comes, goes, concentrates or meets.",
		Params: []sim.Param{{Name: "move", Type: sim.String}, {Name: "until", Type: sim.Moment, Optional: true}},
		Decide: p.decideMove}
}

func (p *Players) decideMove(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m, move := p.all[by], a.String("move")
	if m == nil {
		return sim.Result{}, nil, sim.Reject("%s is no coworker", by)
	}
	to, ok := p.moves[[2]string{m.state, move}]
	if !ok {
		return sim.Result{}, nil, sim.Reject("%s is %s and cannot %s", by, m.state, move)
	}
	until, given := a.Time("until")
	if !given {
		until = p.until(v, m, move, to)
	}
	return sim.Result{}, []sim.Fact{{Body: Moved{Who: by, Move: move, State: to, Until: until}}}, nil
}

// until is when the coworker moves next from the state it comes into now.
func (p *Players) until(v sim.View, m *player, move string, to State) clock.Time {
	now := v.Now()
	switch to {
	case Available:
		end := max(m.dayEndOf(), now+1)
		if move == arrive {
			end = m.dayEnd(v)
		}
		if at, ok := m.focusToday(v); ok && at > now && at < end {
			return at
		}
		return end
	case Focused:
		return max(now+1, min(m.after(now, focusLength), m.dayEndOf()))
	case Gone:
		return clock.Never
	}
	next, ok := m.hours.Next(now)
	if !ok {
		return clock.Never
	}
	return max(next, now+1)
}

// focusToday is when the coworker shuts its door today, if it does: some time of the first two thirds of its day.
func (m *player) focusToday(v sim.View) (clock.Time, bool) {
	day := clock.DayOf(v.Now(), m.hours.Zone())
	n := uint64(day)
	if sim.PerMille(v.Draw(m.id, "focus", n)) >= m.persona.Traits.Focus {
		return 0, false
	}
	morning, ok := m.hours.Next(day.At(0, m.hours.Zone()))
	if !ok {
		return 0, false
	}
	minutes := 15 + sim.Pick(v.Draw(m.id, "focus at", n), 5*60)
	return m.after(morning, clock.Duration(minutes)*time.Minute), true
}

// nextMove is what a coworker does when the time of its state is over.
func (p *Players) nextMove(v sim.View, m *player) []sim.Call {
	now := v.Now()
	switch m.state {
	case Offline:
		return p.comeIn(v, m)
	case Sick, OnLeave, Away:
		return []sim.Call{moveCall(m, recovery)}
	case Focused:
		if now >= m.dayEndOf() {
			return p.goHome(v, m)
		}
		return []sim.Call{moveCall(m, surface)}
	case Meeting:
		return []sim.Call{moveCall(m, adjourn)}
	case Available:
		if now < m.dayEndOf() {
			return []sim.Call{moveCall(m, concentrate)}
		}
		return p.goHome(v, m)
	}
	return nil
}

// dayEndOf is the end of the day the coworker came in on.
func (m *player) dayEndOf() clock.Time {
	end, ok := m.hours.DayEnd(m.today.At(0, m.hours.Zone()))
	if !ok {
		return clock.Never
	}
	return end
}

// comeIn begins a day, unless the coworker wakes up ill.
func (p *Players) comeIn(v sim.View, m *player) []sim.Call {
	now := v.Now()
	if !m.hours.Working(now) {
		next, ok := m.hours.Next(now)
		if !ok || next <= now {
			return nil
		}
		return []sim.Call{planCall(m, "state", next)}
	}
	day := clock.DayOf(now, m.hours.Zone())
	if days := p.illFor(v, m, day); days > 0 {
		until := day.AddDays(days).At(0, m.hours.Zone())
		return []sim.Call{{By: m.id, Tool: toolAbsent, Args: sim.Args{"kind": Sick, "until": until}}}
	}
	return []sim.Call{moveCall(m, arrive)}
}

// illFor draws for how many days the coworker falls ill today; mostly 0. An illness lasts 1 to 4 days, 2.5 on average,
// so that the share of days lost is the one configured.
func (p *Players) illFor(v sim.View, m *player, day clock.Day) int {
	if p.config.Sick <= 0 || sim.Pick(v.Draw(m.id, "ill", uint64(day)), 2500) >= p.config.Sick {
		return 0
	}
	return 1 + sim.Pick(v.Draw(m.id, "ill for", uint64(day)), 4)
}

// goHome writes down the day's work and leaves, for the night or for a leave.
func (p *Players) goHome(v sim.View, m *player) []sim.Call {
	calls := p.writeDown(v, m)
	next, ok := m.hours.Next(v.Now())
	if ok && m.leaveUntil(v.Now(), next) {
		calls = append(calls, p.beforeLeave(v, m, next)...)
		return append(calls, moveCall(m, vacation))
	}
	return append(calls, moveCall(m, goHome))
}

// afterMove is what a coworker does when it has come in, come back or joined.
func (p *Players) afterMove(v sim.View, b Moved) []sim.Call {
	m := p.all[b.Who]
	switch b.Move {
	case arrive:
		return p.morning(v, m)
	case join, recovery:
		if m.hours.Working(v.Now()) {
			return []sim.Call{moveCall(m, arrive)}
		}
	}
	return p.recall(v, b)
}
