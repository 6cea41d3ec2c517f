package generate

import (
	"fmt"
	"strings"
)

// person is one coworker. The first is the head of the project, the first of each team leads it.
type person struct {
	id, name, role, team, mail, zone string
	manager                          string
	lead                             bool
}

const teamSize = 5

var (
	firstNames = []string{"Anna", "Bruno", "Clara", "David", "Elena", "Farid", "Greta", "Hugo", "Irene", "Jonas", "Katja", "Leon", "Mira",
		"Nils", "Olga", "Pavel", "Quirin", "Rosa", "Sami", "Tara", "Udo", "Vera", "Walter", "Xenia", "Yusuf", "Zoe"}
	lastNames = []string{"Albrecht", "Bergmann", "Castro", "Dahl", "Engel", "Farkas", "Gruber", "Haas", "Ivanov", "Jensen", "Kowalski",
		"Lindner", "Moreau", "Novak", "Olsen", "Petrov", "Quint", "Rossi", "Sato", "Tanaka", "Ullmann", "Vogel", "Weber", "Yilmaz", "Zimmer"}
	crafts = []string{"backend", "frontend", "platform", "quality", "design", "data", "security", "support", "finance", "legal"}
	styles = []string{"terse", "warm", "formal", "breezy", "dry", "precise", "anxious", "blunt", "enthusiastic", "diplomatic"}
	zones  = []string{zoneName, zoneName, zoneName, "Europe/London", "America/New_York", zoneName, "Asia/Kolkata"}
)

func (p *project) hire() {
	for i := range p.People {
		first := firstNames[i%len(firstNames)]
		last := lastNames[(i+i/len(firstNames)*7)%len(lastNames)]
		id := strings.ToLower(first)
		if n := i / len(firstNames); n > 0 {
			id += number(n + 1)
		}
		team := i / teamSize
		craft := crafts[team%len(crafts)]
		one := person{id: id, name: first + " " + last, role: "Engineer, " + craft, team: craft, mail: id + "@meridian.example", zone: zones[i%len(zones)]}
		if n := team / len(crafts); n > 0 {
			one.team += number(n + 1)
		}
		switch one.lead = i%teamSize == 0; {
		case i == 0:
			one.role = "Head of project"
		case one.lead:
			one.role, one.manager = "Lead, "+craft, p.people[0].id
		default:
			one.manager = p.people[team*teamSize].id
		}
		p.people = append(p.people, one)
	}
}

// persona is the coworker's file in the cast.
func (p *project) persona(i int) string {
	c, d := &p.people[i], p.dice
	var b strings.Builder
	fmt.Fprintf(&b, "name: %s\nrole: %q\nteam: %s\nmail: %s\nzone: %s\n", c.name, c.role, c.team, c.mail, c.zone)
	if c.manager != "" {
		fmt.Fprintf(&b, "manager: %s\n", c.manager)
	}
	fmt.Fprintf(&b, "owns: [%q]\n", c.team+" "+of(d, "owns", i, areas))
	fmt.Fprintf(&b, "prefers: %s\nreply: %s\nstyle: %s\n", of(d, "prefers", i, []string{"chat", "chat", "mail"}),
		of(d, "reply", i, []string{"fast", "normal", "normal", "slow"}), styles[i%len(styles)])
	fmt.Fprintf(&b, "traits: {warns: %s, reports: cadence, cadence: \"%d %d * * %d\", forgets: %d, patience: %d, helpful: %d, reliability: %d, chatty: %d, focus: %d}\n",
		of(d, "warns", i, []string{"early", "early", "late"}), 5*d.roll("minute", i, 12), 14+d.roll("hour", i, 3), 2+d.roll("weekday", i, 4),
		20+d.roll("forgets", i, 100), 1+d.roll("patience", i, 4), 400+d.roll("helpful", i, 500), 1050+d.roll("reliability", i, 500),
		20+d.roll("chatty", i, 60), 200+d.roll("focus", i, 400))
	fmt.Fprintf(&b, "meetings: %dh\n", 3+d.roll("meetings", i, 6))
	b.WriteString(p.leave(i))
	b.WriteString("goals: [a result that holds, few surprises]\n")
	return b.String()
}

// leave is a week off every 500 working hours of the project, from the second hundred on.
func (p *project) leave(i int) string {
	var spans []string
	for h, n := 100, 0; h+60 < p.Hours; h, n = h+500, n+1 {
		first := p.dateAfter(h + p.dice.roll("leave "+number(n), i, 300))
		last := first.AddDays(3 + p.dice.roll("days off "+number(n), i, 4))
		with := p.people[(i+1)%len(p.people)].id
		spans = append(spans, fmt.Sprintf("{from: %s, to: %s, handover: %s}", first, last, with))
	}
	if len(spans) == 0 {
		return ""
	}
	return "leave: [" + strings.Join(spans, ", ") + "]\n"
}

// team lists the places of the people who work with the i-th in one team.
func (p *project) team(i int) []int {
	first := i / teamSize * teamSize
	var out []int
	for k := first; k < min(first+teamSize, len(p.people)); k++ {
		out = append(out, k)
	}
	return out
}

// other is somebody else than the i-th, of all people.
func (p *project) other(kind string, i, who int) int {
	k := p.dice.roll(kind, i, len(p.people)-1)
	if k >= who {
		k++
	}
	return k
}
