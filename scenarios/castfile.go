package scenarios

import (
	"regexp"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/sim"
)

// cast reads the coworkers' files and makes the actors of the world.
func (l *loader) cast() {
	l.byMail = map[string]sim.ActorID{}
	for _, id := range l.sc.Cast {
		if l.full() {
			return
		}
		l.coworker(id)
	}
	for _, name := range l.files.below("cast") {
		if l.full() {
			return
		}
		id := strings.TrimSuffix(strings.TrimPrefix(name, "cast/"), ".yaml")
		if !l.people.has(id) || id == string(l.sc.Agent.ID) {
			l.problem(name, pos{}, "%q is not in the cast of scenario.yaml%s", id, choices(id, l.sc.Cast))
		}
	}
	l.agent()
	l.mails = sortedKeys(l.byMail)
}

func (l *loader) coworker(id string) {
	name := "cast/" + id + ".yaml"
	raw, ok := l.files[name]
	if !ok {
		at := l.config.pos(index("cast", slices.Index(l.sc.Cast, id)))
		l.problem(l.config.file, at, "the file %s is missing", name)
		return
	}
	s, n := l.read(name, raw, l.sc.zone)
	if n == nil {
		return
	}
	known := len(l.problems)
	p := personas.Default(sim.ActorID(id))
	p.Holidays = l.sc.Calendar.Holidays
	s.decode(n, &p)
	l.mailOf(s, "mail", p.Mail, p.ID)
	if len(l.problems) > known {
		return
	}
	if p.Zone == "" {
		p.Zone = l.sc.Config.Zone
	}
	l.checkPersona(s, &p, known)
	if len(l.problems) == known {
		l.sc.Personas = append(l.sc.Personas, p)
		l.sc.actors = append(l.sc.actors, l.actor(s, &p))
	}
}

func (l *loader) mailOf(s *source, path, mail string, id sim.ActorID) {
	key := strings.ToLower(mail)
	if key == "" {
		return
	}
	if other, taken := l.byMail[key]; taken {
		s.bad(path, "mail: %s has the address %s already", other, short(mail))
		return
	}
	l.byMail[key] = id
}

// checkPersona checks names and what package personas checks; known is how many problems there were before.
func (l *loader) checkPersona(s *source, p *personas.Persona, known int) {
	if string(p.ID) != strings.TrimSuffix(strings.TrimPrefix(s.file, "cast/"), ".yaml") {
		s.bad("id", "id: expected the file's name, got %q", short(string(p.ID)))
	}
	for _, need := range []string{"name", "role", "mail"} {
		if !s.has(need) {
			s.bad(need, "the key %q is missing", need)
		}
	}
	l.others(s, p)
	s.oneOf("prefers", "way", p.Prefers, []string{"chat", "mail"})
	s.oneOf("reply", "speed", p.Reply, []string{"fast", "normal", "slow"})
	s.oneOf("style", "style", p.Style, personas.Styles)
	s.oneOf("traits.warns", "habit", p.Traits.Warns, []string{"early", "late", "never"})
	s.oneOf("traits.reports", "habit", p.Traits.Reports, []string{"cadence", "asked"})
	l.personaTimes(s, p)
	if len(l.problems) > known {
		return
	}
	if err := p.Validate(); err != nil {
		l.relay(s, err)
	}
}

// personaError finds the field in what package personas says: "persona lena: traits.forgets is 1200, expected ...".
var personaError = regexp.MustCompile(`^persona [^:]*: ([a-z_]+(?:\.[a-z_0-9-]+)?)[ :]`)

// relay puts what package personas says where the field stands.
func (l *loader) relay(s *source, err error) {
	for _, line := range strings.Split(err.Error(), "\n") {
		path := ""
		if m := personaError.FindStringSubmatch(line); m != nil {
			path = m[1]
		}
		_, what, ok := strings.Cut(line, ": ")
		if !ok {
			what = line
		}
		s.bad(path, "%s", what)
	}
}

// others checks the people a coworker's file names.
func (l *loader) others(s *source, p *personas.Persona) {
	check := func(path string, id sim.ActorID) {
		if id == "" {
			return
		}
		if id == p.ID {
			s.bad(path, "%s is the coworker of this file; expected somebody else", id)
			return
		}
		l.person(s.file, s.pos(path), "person", string(id))
	}
	check("manager", p.Manager)
	check("replaced_by", p.ReplacedBy)
	for i, leave := range p.Leave {
		check(index("leave", i)+".handover", leave.Handover)
	}
	for _, id := range sortedKeys(p.Relationships) {
		check("relationships."+string(id), id)
	}
	for _, id := range sortedKeys(p.Trust) {
		check("trust."+string(id), id)
	}
	l.namedAll(s, "knows", "fact", p.Knows)
}

func (l *loader) personaTimes(s *source, p *personas.Persona) {
	zone, err := clock.Zone(p.Zone)
	if err != nil {
		s.bad("zone", "zone: unknown time zone %q; expected such as Europe/Berlin", short(p.Zone))
		return
	}
	for _, x := range []struct{ path, words string }{{"joins", p.Joins}, {"leaves", p.Leaves}} {
		if _, ok := moment(x.words, zone); x.words != "" && !ok {
			s.bad(x.path, "%s: expected %s, got %q", x.path, momentWant, short(x.words))
		}
	}
	if p.Traits.Reports == "cadence" {
		if _, err := clock.Parse(p.Traits.Cadence, zone); err != nil {
			s.bad("traits.cadence", "cadence: expected a cron expression such as 0 16 * * 5: %s", oneLine(err))
		}
	}
}

// actor is what the company's directory knows of a coworker.
func (l *loader) actor(s *source, p *personas.Persona) sim.Actor {
	week := l.config.week("calendar.week", l.sc.Calendar.Week)
	if s.has("hours") {
		week = s.week("hours", p.Hours)
	}
	zone, err := clock.Zone(p.Zone)
	a := sim.Actor{ID: p.ID, Kind: sim.Persona, Name: p.Name, Role: p.Role, Team: p.Team, Mail: p.Mail, Zone: p.Zone,
		Manager: p.Manager, Week: week, Holidays: p.Holidays, Owns: p.Owns}
	if err != nil {
		return a
	}
	a.Joins, _ = moment(p.Joins, zone)
	if _, err := clock.NewHours(zone, week, p.Holidays); err != nil {
		s.bad("hours", "hours: %s", err)
	}
	return a
}

// agent adds the agent under test to the actors.
func (l *loader) agent() {
	a := &l.sc.Agent
	l.who("agent.manager", a.Manager)
	l.mailOf(l.config, "agent.mail", a.Mail, a.ID)
	l.sc.actors = append(l.sc.actors, sim.Actor{ID: a.ID, Kind: sim.Agent, Name: a.Name, Role: a.Role, Team: a.Team, Mail: a.Mail,
		Zone: l.sc.Config.Zone, Manager: a.Manager, Week: l.config.week("calendar.week", l.sc.Calendar.Week),
		Holidays: l.sc.Calendar.Holidays, Owns: a.Owns})
}
