package personas

import (
	"fmt"
	"slices"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// message is what was said, as far as coworkers need it later. Records are never changed: clones share them.
type message struct {
	seq     uint64
	at      clock.Time
	from    sim.ActorID
	agent   bool // from an agent under test
	said    sim.Speech
	direct  bool // to one person and no copies
	sole    bool // addressed to one person
	acts    []speech.Act
	unclear string
	read    bool // its acts are known
}

// said is what a coworker meant lately.
type said struct {
	speech.Said
	retry bool
}

// Observe implements sim.Observer.
func (p *Players) Observe(v sim.View, e sim.Event) {
	switch e.Body.(type) {
	case sim.Founded:
		p.found(v)
		return
	case sim.Opened:
		p.lexicon = terms(v)
		return
	}
	p.observeLedger(v, e)
	if len(e.Audience) == 0 || v.Now() < v.Start() {
		return
	}
	if _, ok := e.Body.(fmt.Stringer); ok {
		for _, a := range e.Audience {
			if m := p.all[a]; m != nil {
				m.memory.add(e.Seq)
			}
		}
	}
	if s, ok := e.Body.(sim.Speaker); ok {
		p.observeMessage(v, e, s.Speech())
	}
}

// found gives every coworker its calendar.
func (p *Players) found(v sim.View) {
	for _, a := range v.Actors() {
		if a.Kind == sim.Agent {
			p.agents = append(p.agents, a.ID)
		}
		m := p.all[a.ID]
		if m == nil {
			continue
		}
		m.setHours(a)
		m.share = shareOf(m.persona, a)
		m.today = clock.DayOf(v.Start(), m.hours.Zone()) - 1
	}
}

// Restored implements sim.Restorer.
func (p *Players) Restored(v sim.View) {
	for _, a := range v.Actors() {
		if m := p.all[a.ID]; m != nil {
			m.persona = p.personas[a.ID]
			m.setHours(a)
		}
	}
}

// setHours makes a coworker's calendar of the company's, its leave and what it was absent so far.
func (m *player) setHours(a *sim.Actor) {
	m.calm = a.Hours()
	for _, l := range m.persona.Leave {
		m.calm = m.calm.WithLeave(l.From, l.To)
	}
	m.hours = m.calm
	for _, off := range m.absent {
		m.hours = m.hours.WithOff(off.from, off.until)
	}
	m.setCadence()
}

func (m *player) setCadence() {
	if m.persona.Traits.Reports != "cadence" {
		return
	}
	s, err := clock.Parse(m.persona.Traits.Cadence, m.hours.Zone())
	if err != nil {
		panic(fmt.Sprintf("personas: cadence of %s, which Validate accepted: %v", m.id, err))
	}
	m.cadence = &s
}

// shareOf is how much of a coworker's week is left for its packages, in thousandths.
func shareOf(one *Persona, a *sim.Actor) int {
	minutes := 0
	for _, day := range a.Week {
		for _, s := range day {
			minutes += s.To - s.From
		}
	}
	if minutes == 0 {
		return 1000
	}
	share := max(100, 1000-int(one.Meetings/time.Minute)*1000/minutes)
	if one.Joins != "" {
		share /= 2 // a late joiner is half as productive at first (Abdel-Hamid and Madnick)
	}
	return share
}

func (p *Players) observeMessage(v sim.View, e sim.Event, s sim.Speech) {
	from, _ := v.Actor(e.Actor)
	x := &message{seq: e.Seq, at: e.At, from: e.Actor, said: s, agent: from != nil && from.Kind == sim.Agent}
	x.sole = len(addressed(s)) == 1
	x.direct = len(s.To) == 1 && len(s.Cc) == 0
	if said, ok := p.said.get(e.Cause); ok {
		x.acts, x.read = said.Acts, true
	}
	p.mail.put(e.Seq, x)
	for _, a := range p.agents {
		if a != e.Actor && e.Reaches(a) {
			p.toldAgent(a, x.acts)
		}
	}
	for _, a := range addressed(s) {
		if m := p.all[a]; m != nil && a != e.Actor {
			m.heard(e)
		}
	}
}

// toldAgent keeps which versions an agent was told of, so that nobody announces a change twice.
func (p *Players) toldAgent(a sim.ActorID, acts []speech.Act) {
	for i := range acts {
		if acts[i].Req != "" && acts[i].Version > 0 {
			p.learn(a, acts[i].Req, acts[i].Version)
		}
	}
}

// heard updates the talk with whoever wrote.
func (m *player) heard(e sim.Event) {
	t := m.talks[e.Actor]
	if e.At.Sub(t.last) > exchange {
		t.turns = 0
	}
	t.last, t.waited, t.asked = e.At, t.asked, 0
	if t.open == 0 {
		t.open, t.openAt = e.Seq, e.At
	}
	m.talks[e.Actor] = t
}

// addressed is who a message is meant for by name, each once.
func addressed(s sim.Speech) []sim.ActorID {
	if len(s.Mentions) == 0 {
		return s.To
	}
	out := slices.Clone(s.To)
	for _, a := range s.Mentions {
		if !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	return out
}
