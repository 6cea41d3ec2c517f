package personas

import (
	"slices"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// The tools by which coworkers come and go. Scenario beats use them too.
const (
	toolAbsent = "players_absent"
	toolLeave  = "players_leave"
	toolJoin   = "players_join"
)

// absences is what each kind of absence does to the state of the coworker.
var absences = map[string]string{Sick: fallIll, OnLeave: vacation, Away: stepOut}

// subjectOf is the coworker a call is about: the caller, or the one named when the script calls.
func (p *Players) subjectOf(by sim.ActorID, a sim.Args) (*player, error) {
	who := by
	if named := a.String("who"); named != "" {
		who = sim.ActorID(named)
	}
	if m := p.all[who]; m != nil {
		return m, nil
	}
	return nil, sim.Reject("%q is no coworker", who)
}

func (p *Players) absentTool() sim.Tool {
	return sim.Tool{Name: toolAbsent, Internal: true, Doc: "A coworker is out unexpectedly until a moment.",
		Params: []sim.Param{{Name: "kind", Type: sim.String, Enum: []string{Sick, OnLeave, Away}}, {Name: "until", Type: sim.Moment},
			{Name: "who", Type: sim.String, Optional: true}},
		Decide: func(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
			m, err := p.subjectOf(by, a)
			if err != nil {
				return sim.Result{}, nil, err
			}
			until, _ := a.Time("until")
			if until <= v.Now() {
				return sim.Result{}, nil, sim.Reject("an absence until %s is over before it begins", until)
			}
			kind := a.String("kind")
			if _, ok := p.moves[[2]string{m.state, absences[kind]}]; !ok {
				return sim.Result{}, nil, sim.Reject("%s is %s and cannot be %s", m.id, m.state, kind)
			}
			back, _ := m.hours.WithOff(v.Now(), until).Next(until)
			return sim.Result{}, []sim.Fact{{Body: Absent{Who: m.id, State: kind, Until: until}},
				{Body: Moved{Who: m.id, Move: absences[kind], State: kind, Until: max(back, until)}}}, nil
		}}
}

func (p *Players) leaveTool() sim.Tool {
	return sim.Tool{Name: toolLeave, Internal: true, Doc: "A coworker leaves the company; its work and its say go to a replacement.",
		Params: []sim.Param{{Name: "replaced_by", Type: sim.String, Optional: true}, {Name: "who", Type: sim.String, Optional: true}},
		Decide: func(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
			m, err := p.subjectOf(by, a)
			if err != nil {
				return sim.Result{}, nil, err
			}
			next := sim.ActorID(a.String("replaced_by"))
			if _, ok := v.Actor(next); next != "" && (!ok || next == m.id) {
				return sim.Result{}, nil, sim.Reject("%q cannot replace %s", next, m.id)
			}
			if m.state == Gone {
				return sim.Result{}, nil, sim.Reject("%s has left already", m.id)
			}
			return sim.Result{}, []sim.Fact{{Body: Departed{Who: m.id, ReplacedBy: next}},
				{Body: Moved{Who: m.id, Move: depart, State: Gone, Until: clock.Never}}}, nil
		}}
}

func (p *Players) joinTool() sim.Tool {
	return sim.Tool{Name: toolJoin, Internal: true, Doc: "A coworker joins the company.",
		Params: []sim.Param{{Name: "who", Type: sim.String, Optional: true}},
		Decide: func(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
			m, err := p.subjectOf(by, a)
			if err != nil {
				return sim.Result{}, nil, err
			}
			if m.state != Gone {
				return sim.Result{}, nil, sim.Reject("%s is in the company already", m.id)
			}
			next, _ := m.hours.Next(v.Now())
			return sim.Result{}, one(Moved{Who: m.id, Move: join, State: Offline, Until: max(next, v.Now()+1)}), nil
		}}
}

// quit is a coworker's last moment in the company: it takes leave of those it worked for.
func (p *Players) quit(v sim.View, m *player) []sim.Call {
	next := m.persona.ReplacedBy
	calls := p.writeDown(v, m)
	to := slices.DeleteFunc(p.superiors(v, m), func(a sim.ActorID) bool { return has(m.talks[a].acts, speech.Farewell) })
	if len(to) > 0 {
		acts := []speech.Act{{Verb: speech.Farewell, Who: next, Note: "leaving the company"}}
		if next != "" && p.reachable(next) {
			to = appendNew(to, next)
		}
		calls = append(calls, sayTo(m, acts, saying{to: to, via: viaMail}))
	}
	return append(calls, sim.Call{By: m.id, Tool: toolLeave, Args: sim.Args{"replaced_by": string(next)}})
}

// afterDeparture hands over what the coworker leaves behind.
func (p *Players) afterDeparture(v sim.View, b Departed) []sim.Call {
	m, next := p.all[b.Who], b.ReplacedBy
	args := sim.Args{"who": string(m.id)}
	if next != "" && p.reachable(next) { // whoever only joins later cannot be named there yet
		args["replaced"] = string(next)
	}
	calls := []sim.Call{deed(m, "directory_leave", args)}
	if next == "" {
		return calls
	}
	return append(calls, replace(v, m, next)...)
}

// beforeLeave hands over before a planned leave: a word to the manager, the agents and whoever stands in, and an
// automatic reply.
func (p *Players) beforeLeave(v sim.View, m *player, back clock.Time) []sim.Call {
	to := p.superiors(v, m)
	calls := []sim.Call{{By: m.id, Tool: "mail_out_of_office", Args: sim.Args{"from": v.Now(), "until": back,
		"text": "I am on leave until " + back.Format(m.hours.Zone()) + standIn(v, m, v.Now()) + "."}}}
	acts := []speech.Act{{Verb: speech.Farewell, Due: back, Note: "leave"}}
	next := m.handover(v.Now())
	if n := p.all[next]; n != nil && n.state != Gone {
		to, acts[0].Who = appendNew(to, next), next
		for _, w := range ledger(v).OpenPackagesOf(m.id) {
			if w.Due != 0 && w.Due < back && len(acts) < actsMost {
				acts = append(acts, speech.Act{Verb: speech.HandOver, Package: w.ID, Who: next})
				calls = append(calls, reassign(m, w.ID, next))
			}
		}
	}
	if len(to) == 0 {
		return calls
	}
	return append(calls, sayTo(m, acts, saying{to: to, via: viaMail}))
}

func standIn(v sim.View, m *player, now clock.Time) string {
	if a, ok := v.Actor(m.handover(now)); ok {
		return "; " + a.Name + " stands in for me"
	}
	return ""
}

// handover is who stands in during the next leave.
func (m *player) handover(now clock.Time) sim.ActorID {
	today := clock.DayOf(now, m.hours.Zone())
	for _, l := range m.persona.Leave {
		if l.To >= today {
			return l.Handover
		}
	}
	return ""
}

// reportIll tells who should know that the coworker is out.
func (p *Players) reportIll(v sim.View, b Absent) []sim.Call {
	m := p.all[b.Who]
	calls := p.writeDown(v, m)
	if b.State == Away || b.Until.Sub(v.Now()) < 4*time.Hour {
		return calls
	}
	calls = append(calls, sim.Call{By: m.id, Tool: "mail_out_of_office", Args: sim.Args{"from": v.Now(), "until": b.Until,
		"text": "I am out until " + b.Until.Format(m.hours.Zone()) + "."}})
	if a, ok := v.Actor(m.id); ok && p.all[a.Manager] != nil {
		act := speech.Act{Verb: speech.Farewell, Due: b.Until, Note: b.State}
		calls = append(calls, sayTo(m, []speech.Act{act}, saying{to: []sim.ActorID{a.Manager}, via: viaMail}))
	}
	return calls
}

// superiors is who gets a coworker's reports: its manager and those the policy names, else every agent.
func (p *Players) superiors(v sim.View, m *player) []sim.ActorID {
	var out []sim.ActorID
	if a, ok := v.Actor(m.id); ok {
		if boss := p.successor(a.Manager); boss != "" && boss != m.id && p.reachable(boss) {
			out = append(out, boss)
		}
	}
	others := p.config.Policy.ReportTo
	if others == nil {
		others = p.agents
	}
	for _, a := range others {
		if a != m.id && p.reachable(a) {
			out = appendNew(out, a)
		}
	}
	return out
}

func appendNew(list []sim.ActorID, a sim.ActorID) []sim.ActorID {
	for _, x := range list {
		if x == a {
			return list
		}
	}
	return append(list, a)
}

func open(w *work.Package) bool { return w.State != work.Complete && w.State != work.Dropped }
