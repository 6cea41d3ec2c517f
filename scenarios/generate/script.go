package generate

import (
	"fmt"
	"strings"
	"time"
)

// scenario is scenario.yaml.
func (p *project) scenario() string {
	var b strings.Builder
	fmt.Fprintf(&b, "name: %s\ntitle: A project of %d hours\nversion: 1\n", Name, p.Hours)
	fmt.Fprintf(&b, "description: Made for measuring. %d coworkers, %d working hours, a data room of %d items.\n", p.People, p.Hours, p.Items)
	fmt.Fprintf(&b, "zone: %s\nstart: %s\nhorizon: %dh\ncalendar:\n  week: {", zoneName, p.local(p.start), p.Hours)
	for i, d := range []string{"mon", "tue", "wed", "thu", "fri"} {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s: %q", d, workday)
	}
	b.WriteString("}\n")
	fmt.Fprintf(&b, "agent: {id: %s, name: Robin Adler, role: Coordinator, team: delivery, mail: robin.adler@meridian.example, manager: %s}\n", agent, p.people[0].id)
	b.WriteString("task: |\n  # Coordinate the project\n\n  Keep everybody informed of the requirements in force. Write a report every two weeks.\n  Hand in with `done`.\n")
	ids := make([]string, len(p.people))
	for i := range p.people {
		ids[i] = p.people[i].id
	}
	fmt.Fprintf(&b, "cast: [%s]\n", strings.Join(ids, ", "))
	p.writeRooms(&b)
	p.writeWork(&b)
	p.writeBeats(&b)
	fmt.Fprintf(&b, "policy:\n  reply_within: {urgent: 1h, normal: 8h}\n  escalation: {after: 16h, to: %s, grace: 8h}\n  early_warning: 16h\n", p.people[0].id)
	b.WriteString("tags: [generated]\n")
	return b.String()
}

const board = "PROJ"

func (p *project) writeRooms(b *strings.Builder) {
	b.WriteString("channels:\n  - {id: general, topic: Everybody, members: all}\n")
	for first := 0; first < len(p.people); first += teamSize {
		var ids []string
		for _, k := range p.team(first) {
			ids = append(ids, p.people[k].id)
		}
		fmt.Fprintf(b, "  - {id: %s, topic: \"Team %s\", members: [%s, %s]}\n", p.channel(first), p.people[first].team, strings.Join(ids, ", "), agent)
	}
	fmt.Fprintf(b, "boards:\n  - id: %s\n    states: [Backlog, Doing, Review, Done]\n    start: Backlog\n    moves:\n", board)
	b.WriteString("      - {name: start, from: [Backlog], to: Doing}\n      - {name: submit, from: [Doing], to: Review}\n" +
		"      - {name: finish, from: [Doing, Review], to: Done}\n      - {name: reopen, from: [Review, Done], to: Doing}\n")
	fmt.Fprintf(b, "folders:\n  - {path: shared, readers: all, writers: all}\n  - {path: finance, readers: [%s, %s], writers: [%s]}\n",
		p.people[0].id, agent, p.people[0].id)
}

// channel is the room of the i-th person's team.
func (p *project) channel(i int) string { return "team-" + p.people[i].team }

// writeBeats has talk that comes back every week, and changes and requests of their own moment over the whole length.
func (p *project) writeBeats(b *strings.Builder) {
	b.WriteString("beats:\n")
	for i := range p.people {
		p.weekly(b, i)
	}
	for n := 0; 10+n*changeEvery < p.Hours; n++ {
		p.change(b, n)
	}
	for i := 0; i*approvalEvery < len(p.works); i++ {
		p.ask(b, i)
	}
	fmt.Fprintf(b, "  - {id: outage, when: {chance: {per_mille: 40}}, once: false, do: [{by: %s, call: chat_post, args: {channel: general, text: \"The test system is down. We are looking into it.\"}}]}\n",
		p.people[min(2, len(p.people)-1)].id)
}

// weekly is what one person says every week: to its team, to a colleague whose figure it needs, to the agent.
func (p *project) weekly(b *strings.Builder, i int) {
	c, d := p.people[i], p.dice
	at := func(kind string, days string) string {
		return fmt.Sprintf("%d %d * * %s", d.roll(kind+" minute", i, 60), 9+d.roll(kind+" hour", i, 8), days)
	}
	two := of(d, "days", i, []string{"1,3", "2,4", "1,4", "2,5", "3,5"})
	fmt.Fprintf(b, "  - {id: post-%s, when: {schedule: %q}, do: [{by: %s, call: chat_post, args: {channel: %s, text: %q}}]}\n",
		c.id, at("post", two), c.id, p.channel(i), d.sentence("post", i))
	for k := range 2 {
		to := p.other("ask "+number(k), i, i)
		fact := to + len(p.people)*(k%factsEach) + 1
		fmt.Fprintf(b, "  - {id: ask-%s-%d, when: {schedule: %q}, do: [{by: %s, say: {to: [%s], act: ask, fact: f%d, via: %s}}]}\n",
			c.id, k+1, at("ask"+number(k), two[:3-2*k]), c.id, p.people[to].id, fact, []string{"chat", "mail"}[k%2])
	}
	fmt.Fprintf(b, "  - {id: robin-%s, when: {schedule: %q}, do: [{by: %s, say: {to: [%s], act: ask, requirement: %s, via: chat}}]}\n",
		c.id, at("robin", of(d, "robin day", i, []string{"1", "2", "3", "4", "5"})), c.id, agent, p.needs[i%len(p.needs)].id)
}

// changeEvery is how many working hours lie between two changes of a requirement.
const changeEvery = 16

func (p *project) change(b *strings.Builder, n int) {
	r := p.needs[n%len(p.needs)]
	value := r.value(p, n/len(p.needs)+1)
	owner := p.people[r.owner].id
	at := p.at(time.Duration(10+n*changeEvery)*time.Hour + time.Duration(p.dice.roll("change", n, 90))*time.Minute)
	fmt.Fprintf(b, "  - {id: change-%d, when: {at: %s}, do: [{by: %s, call: work_change_requirement, args: {id: %s, value: %q, text: \"The %s is %s from now on.\"}}, {by: %s, say: {to: [%s], act: change, requirement: %s}}]}\n",
		n+1, p.local(at), owner, r.id, value, strings.ToLower(r.title), value, owner, agent, r.id)
}

// ask is an owner that wants an approval about the time when its package should be complete.
func (p *project) ask(b *strings.Builder, i int) {
	w := p.works[i*approvalEvery]
	approver := p.people[p.other("approver", i, w.owner)].id
	for k, late := range []int{4, 28} {
		if w.due+late >= p.Hours {
			return
		}
		fmt.Fprintf(b, "  - {id: approve-%d-%d, when: {at: %s}, if: 'approval(\"a%d\").state != \"granted\"', do: [{by: %s, say: {to: [%s], act: request, approval: a%d}}]}\n",
			i+1, k+1, p.local(p.hour(w.due+late)), i+1, p.people[w.owner].id, approver, i+1)
	}
}
