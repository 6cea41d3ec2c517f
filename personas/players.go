package personas

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/personas/reader"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// Policy is what the company expects of people. Times are working time of the person concerned.
type Policy struct {
	ReplyUrgent   clock.Duration // 1h when 0
	ReplyNormal   clock.Duration // 8h when 0
	EscalateAfter clock.Duration // 16h when 0: an owed thing this late goes to EscalateTo
	EscalateTo    sim.ActorID    // the manager of the person concerned when ""
	ReportTo      []sim.ActorID  // who gets reports besides the manager; every agent under test when nil
}

// Config is what a scenario gives the players.
type Config struct {
	Personas []Persona
	Policy   Policy
	// Hazard is how often requirements change by themselves, per mille of the requirements with Drift a month of
	// working time; negative for never, 0 for HazardUsual.
	Hazard int
	// Drift lists plausible new values of a requirement, used in turn. One without them never changes by itself.
	Drift map[string][]string
	// Sick is the per mille of working days on which a coworker is ill; negative for never, 0 for SickUsual.
	Sick int
}

// Grounded defaults of Config; sources in persona-parameters.
const (
	HazardUsual = 20
	SickUsual   = 14
)

// Players is the part that holds all coworkers of a world.
type Players struct {
	*rules  `state:"-"`
	all     map[sim.ActorID]*player
	order   []sim.ActorID // of the cast: the order in which coworkers do things at one moment
	knows   map[sim.ActorID]map[string]int
	mail    window[*message] // what was said lately
	said    window[said]
	agents  []sim.ActorID
	lexicon *reader.Lexicon // nil until the project opens
	weeks   uint64          // in which requirements could change by chance

	backing   Backing
	questions uint64            // to models, so far
	asked     map[uint64]Asking // and those that have no answer yet
}

// rules is what never changes once the world is made; clones share it.
type rules struct {
	personas map[sim.ActorID]*Persona
	config   Config
	moves    map[[2]string]State
}

const messagesKept = 1024

// New makes the players of a scenario, or says what is wrong with the cast.
func New(c Config) (*Players, error) {
	r := &rules{config: c, moves: compileMoves(), personas: map[sim.ActorID]*Persona{}}
	p := &Players{rules: r, all: map[sim.ActorID]*player{}, knows: map[sim.ActorID]map[string]int{},
		mail: newWindow[*message](messagesKept), said: newWindow[said](messagesKept), asked: map[uint64]Asking{}}
	var errs []error
	for i := range c.Personas {
		one := &c.Personas[i]
		if err := one.Validate(); err != nil {
			errs = append(errs, err)
			continue
		}
		if r.personas[one.ID] != nil {
			errs = append(errs, fmt.Errorf("two personas are called %q", one.ID))
		}
		r.personas[one.ID] = one
		p.all[one.ID] = newPlayer(one)
		p.order = append(p.order, one.ID)
	}
	r.setPolicy()
	return p, errors.Join(errs...)
}

func (r *rules) setPolicy() {
	c := &r.config
	usual := func(d *clock.Duration, otherwise clock.Duration) {
		if *d == 0 {
			*d = otherwise
		}
	}
	usual(&c.Policy.ReplyUrgent, time.Hour)
	usual(&c.Policy.ReplyNormal, 8*time.Hour)
	usual(&c.Policy.EscalateAfter, 16*time.Hour)
	if c.Hazard == 0 {
		c.Hazard = HazardUsual
	}
	if c.Sick == 0 {
		c.Sick = SickUsual
	}
}

// Name implements sim.Part.
func (p *Players) Name() string { return owner }

// Kinds implements sim.Part.
func (p *Players) Kinds() []sim.Body {
	return []sim.Body{Moved{}, Noticed{}, Handled{}, Learned{}, Spoke{}, Planned{}, Marked{}, Accounted{}, Absent{}, Departed{},
		Trusted{}, Backed{}, Asking{}, Chosen{}, Carded{}, Degraded{}, speech.Said{}, speech.Understood{}}
}

// Clone implements sim.Part.
func (p *Players) Clone() sim.Part {
	c := *p
	c.all = make(map[sim.ActorID]*player, len(p.all))
	for id, one := range p.all {
		c.all[id] = one.clone()
	}
	c.knows = make(map[sim.ActorID]map[string]int, len(p.knows))
	for id, reqs := range p.knows {
		c.knows[id] = cloneMap(reqs)
	}
	c.mail, c.said, c.asked = p.mail.clone(), p.said.clone(), cloneMap(p.asked)
	if p.lexicon != nil {
		c.lexicon = p.lexicon.Clone()
	}
	return &c
}

// parts is a view that can show other parts. A world is one.
type parts interface{ Part(name string) sim.Part }

// ledger finds the project's ledger anew each time: a kept pointer would outlive a fork.
func ledger(v sim.View) *work.Ledger {
	l, ok := v.(parts).Part("work").(*work.Ledger)
	if !ok {
		panic("personas: the world has no work ledger")
	}
	return l
}

// player returns the coworker of that id, or nil: an agent, nature or the script.
func (p *Players) player(id sim.ActorID) *player { return p.all[id] }

// Persona returns the data of a coworker.
func (p *Players) Persona(id sim.ActorID) (*Persona, bool) { one, ok := p.personas[id]; return one, ok }

// Cast returns the ids of all coworkers in the order of the cast.
func (p *Players) Cast() []sim.ActorID { return slices.Clone(p.order) }

// Trust returns how much a coworker trusts somebody, 0 to 100.
func (p *Players) Trust(who, of sim.ActorID) int {
	one := p.all[who]
	if one == nil {
		return TrustStart
	}
	return one.trustIn(of)
}

// State returns a coworker's availability; Gone when there is no such coworker.
func (p *Players) State(who sim.ActorID) State {
	if one := p.all[who]; one != nil {
		return one.state
	}
	return Gone
}

// Knows returns the version of a requirement that somebody was told last; 1 when never told.
func (p *Players) Knows(who sim.ActorID, req string) int { return max(1, p.knows[who][req]) }

// Remembers returns the numbers of the last events a coworker perceived, oldest first.
func (p *Players) Remembers(who sim.ActorID) []uint64 {
	if one := p.all[who]; one != nil {
		return one.memory.list()
	}
	return nil
}

func cloneMap[K comparable, V any](m map[K]V) map[K]V {
	c := make(map[K]V, len(m))
	for k, v := range m {
		c[k] = v
	}
	return c
}
