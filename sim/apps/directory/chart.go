package directory

import (
	"fmt"

	"github.com/tenure-sim/tenure/sim"
)

// Chart is what directory_chart gives.
type Chart struct {
	Managers []Line   `json:"managers"` // the nearest first
	Person   Line     `json:"person"`
	Reports  []Report `json:"reports"` // all below, each after their manager
}

// Report is somebody below, and how far: 1 reports to the person.
type Report struct {
	Line
	Level int `json:"level"`
}

func (p *Part) chart(v sim.View, _ sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	x, err := find(v, a.String("who"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	if l, gone := p.left[x.ID]; gone {
		return sim.Result{}, nil, sim.Reject("%s", l)
	}
	out := Chart{Managers: []Line{}, Person: p.line(v, x), Reports: []Report{}}
	words := out.Person.words()
	seen := map[sim.ActorID]bool{x.ID: true} // a scenario may hold a circle of managers
	for boss := p.bossOf(v, x); boss != "" && !seen[boss]; {
		seen[boss] = true
		b, _ := v.Actor(boss)
		out.Managers = append(out.Managers, p.line(v, b))
		boss = p.bossOf(v, b)
	}
	p.below(v, &out, x.ID, 1, map[sim.ActorID]bool{x.ID: true})
	for _, l := range out.Managers {
		words += l.words()
	}
	for _, r := range out.Reports {
		words += r.words()
	}
	text := fmt.Sprintf("%d managers above %s, %d people below", len(out.Managers), x.ID, len(out.Reports))
	return sim.Result{Data: out, Text: text, Read: words}, nil, nil
}

func (p *Part) below(v sim.View, out *Chart, boss sim.ActorID, level int, seen map[sim.ActorID]bool) {
	for _, r := range p.reports(v, boss) {
		if seen[r.ID] {
			continue
		}
		seen[r.ID] = true
		out.Reports = append(out.Reports, Report{p.line(v, r), level})
		p.below(v, out, r.ID, level+1, seen)
	}
}

// reports are those whose manager somebody is, in the order of the cast.
func (p *Part) reports(v sim.View, boss sim.ActorID) []*sim.Actor {
	var out []*sim.Actor
	for _, a := range p.staff(v) {
		if p.bossOf(v, a) == boss {
			out = append(out, a)
		}
	}
	return out
}
