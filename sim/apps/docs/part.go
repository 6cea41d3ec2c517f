package docs

import (
	"fmt"
	"maps"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
	"github.com/tenure-sim/tenure/sim/extract"
)

// Config is what a scenario says about its documents: nothing so far. They come with its history.
type Config struct{}

// Part is the documents of one world.
type Part struct {
	docs  map[string]*document
	shelf *extract.Shelf
}

// New makes a part without documents.
func New(Config) *Part {
	return &Part{docs: map[string]*document{}, shelf: extract.NewShelf()}
}

// Name implements sim.Part.
func (p *Part) Name() string { return "docs" }

// Kinds implements sim.Part.
func (p *Part) Kinds() []sim.Body {
	return []sim.Body{Created{}, Edited{}, Commented{}, Suggested{}, Decided{}, Shared{}}
}

// Clone implements sim.Part.
func (p *Part) Clone() sim.Part {
	return &Part{docs: maps.Clone(p.docs), shelf: p.shelf.Clone()}
}

// Restored implements sim.Restorer.
func (p *Part) Restored(sim.View) { p.shelf.Restored() }

// Apply implements sim.Part.
func (p *Part) Apply(e sim.Event) {
	switch b := e.Body.(type) {
	case Created:
		p.create(e, b)
	case Edited:
		d := p.change(b.Doc)
		d.latest = &version{number: b.Version, text: b.Text, words: b.Words, by: b.From, at: e.At, seq: e.Seq, before: d.latest}
		d.followers = company.With(d.followers, b.From)
		p.shelf.Put(b.Doc, e.Seq)
	case Commented:
		d := p.change(b.Doc)
		d.comments = &comment{number: b.Number, answers: b.Answers, by: b.From, at: e.At, seq: e.Seq, text: b.Text, before: d.comments}
		d.followers = company.With(d.followers, b.From)
	case Suggested:
		d := p.change(b.Doc)
		d.suggestions = &suggestion{number: newest(d.suggestions) + 1, id: b.ID, by: b.From, at: e.At,
			find: b.Find, replace: b.Replace, note: b.Note, state: open, before: d.suggestions}
		d.followers = company.With(d.followers, b.From)
	case Decided:
		d := p.change(b.Doc)
		d.suggestions = d.suggestions.decide(b)
	case Shared:
		d := p.change(b.Doc)
		d.Rights = d.Given(b.Right, b.Who...)
	default:
		panic(fmt.Sprintf("docs: event %d has the kind %s", e.Seq, b.Kind()))
	}
}

func (p *Part) create(e sim.Event, b Created) {
	p.docs[b.Doc] = &document{id: b.Doc, title: b.Title, Rights: company.Rights{Owner: b.From, Editors: b.Editors, Readers: b.Readers},
		latest: &version{number: 1, text: b.Text, words: b.Words, by: b.From, at: e.At, seq: e.Seq}}
	p.shelf.Put(b.Doc, e.Seq)
}

// change replaces a record by a copy that may be written until the event is applied.
func (p *Part) change(id string) *document {
	d := *p.docs[id]
	p.docs[id] = &d
	return &d
}

func newest(s *suggestion) int {
	if s == nil {
		return 0
	}
	return s.number
}

// decide returns the list with one suggestion decided. What is newer than it is copied, what is older is shared.
func (s *suggestion) decide(b Decided) *suggestion {
	c := *s
	if s.id != b.ID {
		c.before = s.before.decide(b)
		return &c
	}
	c.state, c.decidedBy = rejected, b.From
	if b.Accepted {
		c.state = accepted
	}
	return &c
}
