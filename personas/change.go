package personas

import (
	"strconv"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// toolDrift counts changes of requirements that happen by chance.
const toolDrift = "players_drift"

// changed lets the owner of a requirement learn its own change and plan to announce it: to agents soon, to
// colleagues late.
func (p *Players) changed(v sim.View, r *work.Requirement, seq uint64) []sim.Call {
	m := p.all[r.Owner]
	if m == nil || m.state == Gone {
		return nil
	}
	n := r.Current().Number
	calls := []sim.Call{learn(m, r.ID, n, seq)}
	key := r.ID + "@" + strconv.Itoa(n)
	draw := func(what string) uint64 { return v.Draw(m.id, "announce "+what+" "+r.ID, uint64(n)) }
	soon := m.after(m.freeFrom(v.Now(), false), max(time.Minute, tellAgentPace.draw(draw("soon"))))
	late := m.after(m.freeFrom(v.Now(), false), max(time.Hour, min(latest, tellOthers.draw(draw("late")))))
	return append(calls, planCall(m, "announce/agents/"+key, max(soon, v.Now()+1)), planCall(m, "announce/others/"+key, max(late, v.Now()+2)))
}

// announce tells those who should know and have not heard yet. It forgets some, as people do.
func (p *Players) announce(v sim.View, m *player, ref string) []sim.Call {
	whom, key, _ := strings.Cut(ref, "/")
	id, number, _ := strings.Cut(key, "@")
	n, err := strconv.Atoi(number)
	r := req(ledger(v), id)
	if err != nil || r == nil || r.Current().Number != n || r.Owner != m.id {
		return nil // overtaken by a newer version, which has its own announcement
	}
	if m.state == Sick || m.state == OnLeave {
		return []sim.Call{planCall(m, "announce/"+ref, m.after(m.back, time.Hour))}
	}
	var to []sim.ActorID
	for _, a := range r.Informed {
		if agent := p.all[a] == nil; agent != (whom == "agents") || a == m.id || p.Knows(a, id) >= n || !p.reachable(a) {
			continue
		}
		if sim.PerMille(v.Draw(m.id, "forgets to tell "+string(a), uint64(n))) < m.persona.Traits.Forgets/2 {
			continue
		}
		to = append(to, a)
	}
	if len(to) == 0 {
		return nil
	}
	act := speech.Act{Verb: speech.Change, Req: id, Version: n, Value: r.Current().Value}
	via := ""
	if whom != "agents" {
		via = viaMail
	}
	return []sim.Call{sayTo(m, []speech.Act{act}, saying{to: to, via: via})}
}

// afterLearning brings the coworker's packages up to a version it has just heard of, which costs effort.
func (p *Players) afterLearning(v sim.View, b Learned) []sim.Call {
	m := p.all[b.Who]
	if m == nil || m.state == Gone {
		return nil
	}
	l := ledger(v)
	var calls []sim.Call
	for _, w := range l.OpenPackagesOf(m.id) {
		if !dependsOn(l, w, b.Req) || w.BasedOn[b.Req] >= b.Version {
			continue
		}
		part := 5 + sim.Pick(v.Draw(m.id, "rework "+w.ID, uint64(b.Version)), 20)
		var extra clock.Duration
		if w.Spent > 0 {
			extra = (w.Estimate / 100 * clock.Duration(part)).Round(time.Minute)
		}
		calls = append(calls, rebase(m, w, b.Req, b.Version, extra)...)
	}
	return calls
}

// drifting changes requirements by chance, once a week each: Jones gives 1 to 2 % of requirements a month. Only
// those change for which the scenario lists plausible values.
func (p *Players) drifting(v sim.View) []sim.Call {
	calls := []sim.Call{{By: sim.Nature, Tool: toolDrift}}
	n := p.weeks
	for _, id := range sortedKeys(p.config.Drift) {
		r := req(ledger(v), id)
		values := p.config.Drift[id]
		if r == nil || len(values) == 0 || p.all[r.Owner] == nil || !atWork(p.all[r.Owner].state) && p.all[r.Owner].state != Offline {
			continue
		}
		if sim.Pick(v.Draw(r.Owner, "drift "+id, n), 1000*30) >= p.config.Hazard*7 {
			continue
		}
		value := values[sim.Pick(v.Draw(r.Owner, "drift to "+id, n), len(values))]
		if value != r.Current().Value {
			calls = append(calls, changeReq(p.all[r.Owner], id, value))
		}
	}
	return calls
}

func (p *Players) driftTool() sim.Tool {
	return sim.Tool{Name: toolDrift, Internal: true, Doc: "A week goes by in which requirements may change.",
		Decide: func(v sim.View, by sim.ActorID, _ sim.Args) (sim.Result, []sim.Fact, error) {
			if by != sim.Nature {
				return sim.Result{}, nil, sim.Reject("only the world drifts")
			}
			return sim.Result{}, []sim.Fact{{Body: Marked{Who: by, What: "weeks"}},
				{Body: Planned{Who: by, What: "drift", Due: v.Now().Add(week)}}}, nil
		}}
}
