package personas

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Persona is one coworker as cast/<id>.yaml describes it. Decode into the value that Default returns: what a file
// leaves out keeps its grounded default then.
type Persona struct {
	ID            sim.ActorID         `yaml:"id,omitempty"` // the file's name
	Name          string              `yaml:"name"`
	Role          string              `yaml:"role"`
	Team          string              `yaml:"team,omitempty"`
	Mail          string              `yaml:"mail,omitempty"`
	Zone          string              `yaml:"zone,omitempty"`
	Hours         map[string]string   `yaml:"hours,omitempty"` // mon: "08:30-12:00 12:45-17:00"; the loader makes a clock.Week of it
	Holidays      []clock.Day         `yaml:"holidays,omitempty"`
	Manager       sim.ActorID         `yaml:"manager,omitempty"`
	Owns          []string            `yaml:"owns,omitempty"`
	Prefers       string              `yaml:"prefers,omitempty"` // chat | mail
	Reply         string              `yaml:"reply,omitempty"`   // fast | normal | slow
	Style         string              `yaml:"style,omitempty"`
	Traits        Traits              `yaml:"traits,omitempty"`
	Meetings      clock.Duration      `yaml:"meetings,omitempty"` // a week, outside the calendar app
	Leave         []Leave             `yaml:"leave,omitempty"`
	Joins         string              `yaml:"joins,omitempty"`  // local: "2026-03-20T09:00"
	Leaves        string              `yaml:"leaves,omitempty"` // local
	ReplacedBy    sim.ActorID         `yaml:"replaced_by,omitempty"`
	Goals         []string            `yaml:"goals,omitempty"`
	Relationships map[sim.ActorID]int `yaml:"relationships,omitempty"` // -100 to 100
	Trust         map[sim.ActorID]int `yaml:"trust,omitempty"`         // 0 to 100; TrustStart when not named
	Knows         []string            `yaml:"knows,omitempty"`         // facts beyond those owned
}

// Traits are a coworker's habits. Numbers are per mille unless said otherwise.
type Traits struct {
	Warns              string `yaml:"warns,omitempty"`      // early | late | never: of its own delays
	Reports            string `yaml:"reports,omitempty"`    // cadence | asked
	Cadence            string `yaml:"cadence,omitempty"`    // cron, in the persona's zone
	Forgets            int    `yaml:"forgets"`              // of the messages it means to answer
	Patience           int    `yaml:"patience"`             // pings before the time, a day, that cost no trust
	Helpful            int    `yaml:"helpful"`              // how often it does more than asked
	Reliability        int    `yaml:"reliability"`          // true effort over estimate; the loader draws with it
	Declines           int    `yaml:"declines"`             // of requests and invitations
	LeaksUnderPressure int    `yaml:"leaks_under_pressure"` // of repeated asks for what it may not tell
	Chatty             int    `yaml:"chatty"`               // small talk, a working day
	Moves              int    `yaml:"moves_meetings"`       // of the meetings it called
	Focus              int    `yaml:"focus"`                // of working days with a block of undisturbed work
}

// Leave is planned absence, both days included.
type Leave struct {
	From     clock.Day   `yaml:"from"`
	To       clock.Day   `yaml:"to"`
	Handover sim.ActorID `yaml:"handover,omitempty"`
}

// Default is a coworker of whom nothing is known but the id. The figures are those of persona-parameters.
func Default(id sim.ActorID) Persona {
	return Persona{
		ID: id, Prefers: viaChat, Reply: "normal", Style: "warm", Meetings: 10 * time.Hour,
		Traits: Traits{Warns: "early", Reports: "cadence", Cadence: "0 16 * * 5", Forgets: 80, Patience: 1, Helpful: 500,
			Reliability: 1500, Declines: 140, Chatty: 20, Moves: 30, Focus: 400},
	}
}

// Styles are the voices that words can be found in.
var Styles = []string{"terse", "warm", "formal", "breezy", "dry", "precise", "anxious", "blunt", "enthusiastic", "diplomatic"}

// Ways a coworker can be reached by name.
const (
	viaChat = "chat"
	viaMail = "mail"
)

// Validate says everything that is wrong with the data of one persona.
func (p *Persona) Validate() error {
	var errs []error
	bad := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("persona %s: "+format, append([]any{p.ID}, args...)...))
	}
	oneOf := func(what, got string, allowed ...string) {
		if !slices.Contains(allowed, got) {
			bad("%s is %q, expected one of %v", what, got, allowed)
		}
	}
	if p.ID == "" {
		bad("has no id")
	}
	oneOf("prefers", p.Prefers, viaChat, viaMail)
	oneOf("reply", p.Reply, "fast", "normal", "slow")
	oneOf("style", p.Style, Styles...)
	oneOf("traits.warns", p.Traits.Warns, "early", "late", "never")
	oneOf("traits.reports", p.Traits.Reports, "cadence", "asked")
	p.checkRanges(bad)
	p.checkTimes(bad)
	return errors.Join(errs...)
}

func (p *Persona) checkRanges(bad func(string, ...any)) {
	between := func(what string, n, least, most int) {
		if n < least || n > most {
			bad("%s is %d, expected %d to %d", what, n, least, most)
		}
	}
	t := p.Traits
	for _, x := range []struct {
		name string
		n    int
	}{{"forgets", t.Forgets}, {"helpful", t.Helpful}, {"declines", t.Declines}, {"leaks_under_pressure", t.LeaksUnderPressure},
		{"chatty", t.Chatty}, {"moves_meetings", t.Moves}, {"focus", t.Focus}} {
		between("traits."+x.name, x.n, 0, 1000)
	}
	between("traits.patience", t.Patience, 0, 100)
	between("traits.reliability", t.Reliability, 100, 10_000)
	for _, who := range sortedKeys(p.Trust) {
		between("trust."+string(who), p.Trust[who], 0, 100)
	}
	for _, who := range sortedKeys(p.Relationships) {
		between("relationships."+string(who), p.Relationships[who], -100, 100)
	}
}

func (p *Persona) checkTimes(bad func(string, ...any)) {
	for _, l := range p.Leave {
		if l.To < l.From {
			bad("leave from %s ends before it begins, on %s", l.From, l.To)
		}
	}
	if p.Meetings < 0 || p.Meetings > 40*time.Hour {
		bad("meetings is %s a week, expected 0h to 40h", p.Meetings)
	}
	zone, err := clock.Zone(orUTC(p.Zone))
	if err != nil {
		bad("%w", err)
		return
	}
	if p.Traits.Reports == "cadence" {
		if _, err := clock.Parse(p.Traits.Cadence, zone); err != nil {
			bad("traits.cadence: %w", err)
		}
	}
	for _, s := range []string{p.Joins, p.Leaves} {
		if _, err := localTime(s, zone); err != nil {
			bad("joins or leaves: %w", err)
		}
	}
}

func orUTC(zone string) string {
	if zone == "" {
		return "UTC"
	}
	return zone
}
