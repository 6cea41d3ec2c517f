package generate

import (
	"fmt"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
)

// work is a package in the plan.
type work struct {
	id, title string
	owner     int
	estimate  int // hours
	needs     []string
	from, due int // working hours after the start, as planned
}

type requirement struct {
	id, title string
	owner     int
	unit      string
}

// Effort is planned as if people spent this share of their time on it and needed this much more than they estimate;
// the rest goes into meetings, answers and illness. With less to do, people run out of work before the end.
const (
	sharePerCent = 60
	slipPerCent  = 125
)

// require has one requirement for every two people, each owned by a lead or the head.
func (p *project) require() {
	units := []string{"days", "EUR", "users", "seconds", "MB", "per cent", "requests", "languages"}
	for i := range max(3, len(p.people)/2) {
		r := requirement{id: "req-" + number(i+1), unit: units[i%len(units)], owner: i * teamSize % len(p.people) / teamSize * teamSize}
		r.title = "Limit of the " + areas[i%len(areas)]
		if n := i / len(areas); n > 0 {
			r.title += " " + number(n+1)
		}
		p.needs = append(p.needs, r)
	}
}

func (r requirement) value(p *project, version int) string {
	return fmt.Sprintf("%d %s", 100+10*version+p.dice.roll(r.id, version, 9), r.unit)
}

// plan gives everybody one package after the other, to the end of the project. About a third of them need something of
// a colleague that is planned to be there two days before.
func (p *project) plan() {
	last := make([]int, len(p.people)) // hour up to which everybody is planned
	for n := 0; ; n++ {
		who := 0
		for i := range last {
			if last[i] < last[who] {
				who = i
			}
		}
		if last[who] >= p.Hours-perDay {
			return
		}
		w := work{id: "p" + number(n+1), owner: who, estimate: of(p.dice, "estimate", n, []int{8, 12, 16, 16, 24, 24, 32, 40})}
		w.title = p.titleOf(n)
		w.from = last[who]
		w.due = min(w.from+w.estimate*slipPerCent/sharePerCent, p.Hours)
		last[who] = w.due
		w.needs = p.needed(n, w.from)
		p.works = append(p.works, w)
	}
}

func (p *project) titleOf(n int) string {
	t := pieces[n%len(pieces)] + " of the " + areas[n/len(pieces)%len(areas)]
	t = strings.ToUpper(t[:1]) + t[1:]
	if round := n / (len(pieces) * len(areas)); round > 0 {
		t += " " + number(round+1)
	}
	return t
}

// needed is an earlier package that is due in time, with a chance of one in three.
func (p *project) needed(n, from int) []string {
	if n == 0 || p.dice.roll("needs", n, 3) > 0 {
		return nil
	}
	for k := 1; k <= 2*len(p.people) && k <= n; k++ {
		if w := &p.works[n-k]; w.due+16 <= from {
			return []string{"package/" + w.id}
		}
	}
	return nil
}

func (p *project) hour(h int) clock.Time { return p.at(time.Duration(h) * time.Hour) }

// writeWork is the section work of scenario.yaml.
func (p *project) writeWork(b *strings.Builder) {
	b.WriteString("work:\n  requirements:\n")
	for i, r := range p.needs {
		fmt.Fprintf(b, "    - {id: %s, title: %s, owner: %s, value: %q, text: %q, informed: [%s], dependents: [deliverable/%s, package/%s]}\n",
			r.id, r.title, p.people[r.owner].id, r.value(p, 0), "The "+strings.ToLower(r.title)+" is "+r.value(p, 0)+".",
			strings.Join(p.several("informed", i, 3, r.owner), ", "), p.reportID(i%p.reports()), p.works[i%len(p.works)].id)
	}
	b.WriteString("  packages:\n")
	for _, w := range p.works {
		needs := ""
		if len(w.needs) > 0 {
			needs = "needs: [" + strings.Join(w.needs, ", ") + "], "
		}
		fmt.Fprintf(b, "  - {id: %s, title: %s, owner: %s, estimate: %dh, %sdue: %s}\n", w.id, w.title, p.people[w.owner].id, w.estimate, needs,
			p.local(p.hour(w.due)))
	}
	p.writeResults(b)
	p.writeFacts(b)
}

// several names n people other than one.
func (p *project) several(kind string, i, n, not int) []string {
	var out []string
	for k := range min(n, len(p.people)-1) {
		out = append(out, p.people[(not+1+(p.dice.roll(kind, i, len(p.people))+k)%(len(p.people)-1))%len(p.people)].id)
	}
	return out
}

// Reports are the agent's deliverables, one for every two weeks of work.
const reportEvery = 80

func (p *project) reports() int          { return max(1, p.Hours/reportEvery) }
func (p *project) reportID(i int) string { return "report-" + number(i+1) }
func (p *project) reportDue(i int) clock.Time {
	return p.hour(min((i+1)*reportEvery, p.Hours) - 2)
}

// Approvals are asked for by the owner of the package that they look at.
const approvalEvery = 20 // packages

func (p *project) writeResults(b *strings.Builder) {
	b.WriteString("  deliverables:\n")
	for i := range p.reports() {
		fmt.Fprintf(b, "    - {id: %s, title: Report %d, owner: %s, ref: docs/reports/%d, requirements: [%s], due: %s}\n", p.reportID(i), i+1, agent,
			i+1, p.needs[i%len(p.needs)].id, p.local(p.reportDue(i)))
	}
	b.WriteString("  commitments:\n")
	for i := range min(len(p.works), len(p.people)) {
		w := p.works[i]
		fmt.Fprintf(b, "    - {id: c%d, by: %s, to: %s, what: package/%s, due: %s}\n", i+1, p.people[w.owner].id, agent, w.id, p.local(p.hour(w.due)))
	}
	b.WriteString("  approvals:\n")
	for i := 0; i*approvalEvery < len(p.works); i++ {
		w := p.works[i*approvalEvery]
		fmt.Fprintf(b, "    - {id: a%d, title: %q, approver: %s, needs: [package/%s]}\n", i+1, "Approval of "+w.id,
			p.people[p.other("approver", i, w.owner)].id, w.id)
	}
}

// factsEach is how many things each person knows that others ask for. They ask in the first days, once: with more, the
// first hundred hours are made of other events than the rest.
const factsEach = 1

func (p *project) writeFacts(b *strings.Builder) {
	b.WriteString("  facts:\n")
	for i := range factsEach * len(p.people) {
		area, value := areas[i%len(areas)], fmt.Sprintf("%d-%d", 100+i, 1000+p.dice.roll("fact", i, 9000))
		topic := fmt.Sprintf("key figure %d of the %s", i+1, area)
		fmt.Fprintf(b, "    - {id: f%d, topic: %s, text: \"The %s is %s.\", value: %q, owners: [%s], keywords: [figure, %s]", i+1, topic, topic, value, value,
			p.people[i%len(p.people)].id, area)
		if i%10 == 9 {
			fmt.Fprintf(b, ", severity: 4, canary: %q, clearance: [%s, %s]", value, agent, p.people[0].id)
		}
		b.WriteString("}\n")
	}
	b.WriteString("  risks:\n")
	for i := range max(2, len(p.people)/3) {
		fmt.Fprintf(b, "    - {id: r%d, title: Trouble with the %s, owner: %s, severity: %d}\n", i+1, areas[i%len(areas)],
			p.people[i*3%len(p.people)].id, 1+i%5)
	}
}
