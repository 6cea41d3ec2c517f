package docs

import (
	"fmt"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

// written is the result of a call that makes a version.
type written struct {
	Doc     string `json:"doc"`
	Version int    `json:"version"`
	Words   int    `json:"words"`
}

func (p *Part) decideCreate(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	b := Created{Doc: strings.TrimPrefix(a.String("doc"), "docs/"), Title: strings.TrimSpace(a.String("title")), From: by,
		Editors: company.With(nil, a.Actors("editors")...), Readers: company.With(nil, a.Actors("readers")...)}
	if err := p.checkNew(v, b); err != nil {
		return sim.Result{}, nil, err
	}
	if !a.Has("readers") {
		b.Readers = []sim.ActorID{company.Everyone}
	}
	text := a.String("text")
	if err := checkText(text); err != nil {
		return sim.Result{}, nil, err
	}
	b.Text, b.Words = sim.HashOf([]byte(text)), sim.Words(text)
	told := company.Audience(append(append([]sim.ActorID{by}, b.Editors...), b.Readers...))
	return sim.Result{Data: written{b.Doc, 1, b.Words}, Text: fmt.Sprintf("created %s, version 1", b.Doc)},
		[]sim.Fact{{Body: b, Audience: told, Contents: [][]byte{[]byte(text)}}}, nil
}

func (p *Part) checkNew(v sim.View, b Created) error {
	if err := newID(b.Doc); err != nil {
		return err
	}
	// That an id is taken is said even when the document is hidden: two cannot share it.
	if _, taken := p.docs[b.Doc]; taken {
		return sim.Reject("the id %q is taken: choose another, or use docs_write to change the document", b.Doc)
	}
	if b.Title == "" || len(b.Title) > titleMost || strings.Contains(b.Title, "\n") {
		return sim.Reject("a title is one line of 1 to %d bytes", titleMost)
	}
	if err := company.Known(v, b.Editors); err != nil {
		return err
	}
	return company.Known(v, b.Readers)
}

func (p *Part) decideWrite(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	d, err := p.fresh(by, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	return d.rewrite(v, by, a.String("text"), "")
}

func (p *Part) decideEdit(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	d, err := p.fresh(by, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	text, err := substitute(d.id, d.text(v), a.String("find"), a.String("replace"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	return d.rewrite(v, by, text, "")
}

func (p *Part) decideAppend(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	d, err := p.editable(by, a.String("doc"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	old := strings.TrimRight(d.text(v), "\n")
	if old != "" {
		old += "\n\n"
	}
	return d.rewrite(v, by, old+a.String("text"), "")
}

// fresh finds a document to edit and checks that the actor's base is the newest version.
func (p *Part) fresh(by sim.ActorID, a sim.Args) (*document, error) {
	d, err := p.editable(by, a.String("doc"))
	if err != nil {
		return nil, err
	}
	if base := a.Int("base_version", d.latest.number); base != d.latest.number {
		return nil, sim.Reject("version %d of %s is not the newest: %s wrote version %d; docs_diff shows what changed",
			base, d.id, d.latest.by, d.latest.number)
	}
	return d, nil
}

func (d *document) text(v sim.View) string { return string(v.Content(d.latest.text)) }

// rewrite proposes a new version.
func (d *document) rewrite(v sim.View, by sim.ActorID, text, suggestion string) (sim.Result, []sim.Fact, error) {
	if err := checkText(text); err != nil {
		return sim.Result{}, nil, err
	}
	hash := sim.HashOf([]byte(text))
	if hash == d.latest.text {
		return sim.Result{}, nil, sim.Reject("that is the text of version %d already: nothing would change", d.latest.number)
	}
	b := Edited{Doc: d.id, Title: d.title, From: by, Version: d.latest.number + 1, Text: hash, Words: sim.Words(text),
		Was: d.latest.words, Suggestion: suggestion}
	return sim.Result{Data: written{b.Doc, b.Version, b.Words}, Text: fmt.Sprintf("%s is at version %d", b.Doc, b.Version)},
		[]sim.Fact{{Body: b, Audience: d.audience(by), Contents: [][]byte{[]byte(text)}}}, nil
}

// substitute replaces the one place where find occurs.
func substitute(id, text, find, replace string) (string, error) {
	if find == "" {
		return "", sim.Reject("find is empty: give the passage to replace, or use docs_append")
	}
	switch n := strings.Count(text, find); n {
	case 1:
		return strings.Replace(text, find, replace, 1), nil
	case 0:
		return "", sim.Reject("the passage does not occur in %s: read the document and copy it exactly", id)
	default:
		return "", sim.Reject("the passage occurs %d times in %s: give more of what stands around it", n, id)
	}
}
