package personas

import (
	"github.com/tenure-sim/tenure/personas/reader"
	"github.com/tenure-sim/tenure/personas/voice"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/prompt"
	"github.com/tenure-sim/tenure/sim/speech"
)

// ground is what a text may rest on that a coworker says to somebody: the question that its writer was asked, and the
// acts that were decided. What it says besides is read by the rules by which coworkers read agents.
func (p *Players) ground(v sim.View, q prompt.Prompt, acts []speech.Act, s Spoke) voice.Ground {
	g := voice.GroundOf(q)
	g.Acts, g.Names = acts, names(v)
	m := p.all[s.Who]
	c := reader.Context{Now: v.Now(), Zone: m.hours.Zone(), From: s.Who}
	if len(s.To) > 0 {
		c.To = s.To[0]
	}
	if x, ok := p.mail.get(s.Answers); ok {
		c.LastActs = x.acts
	}
	g.Read = func(text string) []speech.Act { return p.lexicon.Read(text, c).Acts }
	return g
}

// decided is what a coworker meant when it asked for words, while that is remembered.
func (p *Players) decided(a answer) []speech.Act {
	meant, _ := p.said.get(a.Said)
	return meant.Acts
}

// names is what people call each other and the things of the ledger.
func names(v sim.View) []voice.Called {
	var out []voice.Called
	for _, a := range v.Actors() {
		out = append(out, voice.Called{Text: a.Name, Person: true})
	}
	add := func(title string) { out = append(out, voice.Called{Text: title}) }
	l := ledger(v)
	for _, r := range l.Requirements() {
		add(r.Title)
	}
	for _, w := range l.Packages() {
		add(w.Title)
	}
	for _, d := range l.Deliverables() {
		add(d.Title)
	}
	for _, a := range l.Approvals() {
		add(a.Title)
	}
	for _, f := range l.Facts() {
		add(f.Topic)
	}
	for _, r := range l.Risks() {
		add(r.Title)
	}
	return out
}
