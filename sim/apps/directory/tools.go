package directory

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/index"
	"github.com/tenure-sim/tenure/sim/index/people"
)

// Tools implements sim.Part.
func (p *Part) Tools() []sim.Tool {
	who := sim.Param{Name: "who", Type: sim.String, Doc: "id, name or mail address"}
	return []sim.Tool{
		{Name: "directory_list", Base: 10 * time.Second, Decide: p.list,
			Doc:    "List the people of the company, or of one team.",
			Params: append([]sim.Param{{Name: "team", Type: sim.String, Optional: true, Doc: "only this team"}}, sim.PageParams()...)},
		{Name: "directory_person", Base: 10 * time.Second, Decide: p.person, Params: []sim.Param{who},
			Doc: "See somebody's role, team, manager, areas, address, time zone and working hours."},
		{Name: "directory_who_owns", Base: 10 * time.Second, Decide: p.whoOwns,
			Doc:    "Find who owns a topic, area or system.",
			Params: []sim.Param{{Name: "topic", Type: sim.String, Doc: "one word or a few"}}},
		{Name: "directory_hours", Base: 10 * time.Second, Decide: p.hours,
			Doc: "See when somebody works on a day, on their clock and on yours. Leave and meetings are in the calendar.",
			Params: []sim.Param{who,
				{Name: "day", Type: sim.Moment, Optional: true, Doc: "the day, such as 2026-03-02; today when not given"}}},
		{Name: "directory_chart", Base: 10 * time.Second, Decide: p.chart, Params: []sim.Param{who},
			Doc: "See somebody's managers up to the top, and who reports to them."},
		{Name: "directory_leave", Internal: true, Decide: p.leave,
			Doc: "Somebody leaves the company for good.",
			Params: []sim.Param{who,
				{Name: "replaced", Type: sim.String, Optional: true, Doc: "who takes over"}}},
	}
}

// Line is a person in a list.
type Line struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Role    string `json:"role,omitempty"`
	Team    string `json:"team,omitempty"`
	Manager string `json:"manager,omitempty"`
}

// List is what directory_list gives.
type List struct {
	People []Line `json:"people"`
	Next   string `json:"next,omitempty"`
}

// Person is what directory_person gives.
type Person struct {
	Line
	Mail     string   `json:"mail,omitempty"`
	Owns     []string `json:"owns,omitempty"`
	Zone     string   `json:"zone"`
	Local    string   `json:"local"`   // what their clock shows
	Working  bool     `json:"working"` // by their usual hours
	Week     []string `json:"week,omitempty"`
	Reports  int      `json:"reports,omitempty"`
	Left     string   `json:"left,omitempty"` // when
	Replaced string   `json:"replaced,omitempty"`
}

func (p *Part) line(v sim.View, a *sim.Actor) Line {
	return Line{ID: string(a.ID), Name: a.Name, Role: a.Role, Team: a.Team, Manager: string(p.bossOf(v, a))}
}

func (l Line) words() int { return sim.Words(l.Name+" "+l.Role+" "+l.Team) + 2 }

func (p *Part) list(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	staff := p.staff(v)
	if team := strings.TrimSpace(a.String("team")); team != "" {
		var of []*sim.Actor
		for _, x := range staff {
			if strings.EqualFold(x.Team, team) {
				of = append(of, x)
			}
		}
		if len(of) == 0 {
			return sim.Result{}, nil, sim.Reject("there is no team %q: %s", team, people.Hint(team, teams(staff)))
		}
		staff = of
	}
	from, to, next, err := sim.Page(a, len(staff))
	if err != nil {
		return sim.Result{}, nil, err
	}
	out, words := List{People: []Line{}, Next: next}, 0
	for _, x := range staff[from:to] {
		l := p.line(v, x)
		out.People = append(out.People, l)
		words += l.words()
	}
	return sim.Result{Data: out, Text: fmt.Sprintf("%d people", len(staff)), Read: words}, nil, nil
}

func teams(staff []*sim.Actor) []string {
	var out []string
	for _, a := range staff {
		if a.Team != "" {
			out = append(out, a.Team)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// find is the actor meant, whether still here or not.
func find(v sim.View, name string) (*sim.Actor, error) {
	id, err := people.Find(v, name)
	if err != nil {
		return nil, err
	}
	a, _ := v.Actor(id)
	return a, nil
}

func (p *Part) person(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	x, err := find(v, a.String("who"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	out := Person{Line: p.line(v, x), Mail: x.Mail, Zone: x.Zone, Local: people.Local(v, x.ID, v.Now())}
	if l, gone := p.left[x.ID]; gone {
		out.Left, out.Replaced = people.Local(v, by, l.at), string(p.successor(v, x.ID))
		return sim.Result{Data: out, Text: l.String(), Read: out.words() + 6}, nil, nil
	}
	out.Owns, out.Working, out.Week = p.owns(v, x), x.Hours().Working(v.Now()), weekOf(x)
	out.Reports = len(p.reports(v, x.ID))
	words := out.words() + sim.Words(strings.Join(out.Owns, " ")) + 2*len(out.Week) + 6
	return sim.Result{Data: out, Text: x.Name + ", " + x.Role, Read: words}, nil, nil
}

// weekOf is the usual week, one line for each working day, Monday first.
func weekOf(a *sim.Actor) []string {
	var out []string
	for i := range 7 {
		day := time.Weekday((i + 1) % 7)
		line := day.String()[:3]
		for _, s := range a.Week[day] {
			line += " " + s.String()
		}
		if len(a.Week[day]) > 0 {
			out = append(out, line)
		}
	}
	return out
}

// Owner is somebody who owns what was asked for.
type Owner struct {
	Line
	Owns []string `json:"owns,omitempty"` // what fits
}

// Owners is what directory_who_owns gives: the best fit first.
type Owners struct {
	Owners []Owner `json:"owners"`
}

// ownersMost is how many owners an answer names.
const ownersMost = 10

func (p *Part) whoOwns(v sim.View, _ sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	topic := strings.TrimSpace(a.String("topic"))
	if topic == "" {
		return sim.Result{}, nil, sim.Reject("directory_who_owns needs a topic")
	}
	out := Owners{Owners: []Owner{}}
	words := 0
	for _, o := range p.owners(v, topic) {
		out.Owners = append(out.Owners, o)
		words += o.words() + sim.Words(strings.Join(o.Owns, " "))
	}
	text := "nobody is on record as the owner of " + topic
	if len(out.Owners) > 0 {
		text = fmt.Sprintf("%d people own %s", len(out.Owners), topic)
	}
	return sim.Result{Data: out, Text: text, Read: words}, nil, nil
}

// owners looks for all the words in one area, then in a role or team, then for any of the words in an area.
func (p *Part) owners(v sim.View, topic string) []Owner {
	anyWord := func(area string) bool {
		return slices.ContainsFunc(strings.Fields(topic), func(w string) bool { return len(w) > 2 && index.Matches(area, w) })
	}
	var areas, roles, some []Owner
	for _, x := range p.staff(v) {
		all := p.owns(v, x)
		switch fit, near := keep(all, func(s string) bool { return index.Matches(s, topic) }), keep(all, anyWord); {
		case len(fit) > 0:
			areas = append(areas, Owner{p.line(v, x), fit})
		case index.Matches(x.Role+" "+x.Team, topic):
			roles = append(roles, Owner{p.line(v, x), nil})
		case len(near) > 0:
			some = append(some, Owner{p.line(v, x), near})
		}
	}
	out := append(areas, roles...)
	if len(out) == 0 {
		out = some
	}
	return out[:min(ownersMost, len(out))]
}

func keep(list []string, fits func(string) bool) []string {
	var out []string
	for _, s := range list {
		if fits(s) {
			out = append(out, s)
		}
	}
	return out
}

func (p *Part) leave(v sim.View, _ sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	x, err := find(v, a.String("who"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	if _, gone := p.left[x.ID]; gone {
		return sim.Result{}, nil, sim.Reject("%s has left already", x.ID)
	}
	b := Left{Who: x.ID}
	if name := a.String("replaced"); name != "" {
		y, err := find(v, name)
		if err != nil {
			return sim.Result{}, nil, err
		}
		if _, gone := p.left[y.ID]; gone || y.ID == x.ID {
			return sim.Result{}, nil, sim.Reject("%s cannot take over from %s", y.ID, x.ID)
		}
		b.Replaced = y.ID
	}
	var told []sim.ActorID
	for _, s := range p.staff(v) {
		told = append(told, s.ID)
	}
	return sim.Result{Text: b.String()}, []sim.Fact{{Body: b, Audience: told}}, nil
}
