package personas

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/personas/reader"
	"github.com/tenure-sim/tenure/personas/voice"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/prompt"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
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

// documentsNamed bounds the documents whose titles are looked up for a text.
const documentsNamed = 24

// names is what people call each other, their teams, the things of the ledger and the documents that it names.
func names(v sim.View) []voice.Called {
	var out []voice.Called
	add := func(title string) {
		if title != "" && !slices.ContainsFunc(out, func(c voice.Called) bool { return c.Text == title }) {
			out = append(out, voice.Called{Text: title})
		}
	}
	for _, a := range v.Actors() {
		out = append(out, voice.Called{Text: a.Name, Person: true})
	}
	for _, a := range v.Actors() {
		add(a.Team)
	}
	l := ledger(v)
	for _, ref := range documents(l) {
		add(documentTitle(v, ref))
	}
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

// documents are those that are to be delivered or where facts can be read.
func documents(l *work.Ledger) []string {
	var out []string
	add := func(ref string) {
		if strings.HasPrefix(ref, "docs/") && len(out) < documentsNamed && !slices.Contains(out, ref) {
			out = append(out, ref)
		}
	}
	for _, f := range l.Facts() {
		for _, ref := range f.Public {
			add(ref)
		}
	}
	for _, d := range l.Deliverables() {
		add(d.Ref)
	}
	return out
}

// documentTitle is what a document is called, if there is such a one.
func documentTitle(v sim.View, ref string) string {
	app, ok := v.(parts).Part("docs").(sim.Exhibitor)
	if !ok {
		return ""
	}
	shown, _ := app.Exhibit(v, ref)
	title, _ := shown["title"].(string)
	return title
}
