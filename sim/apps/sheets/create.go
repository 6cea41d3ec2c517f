package sheets

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

func (p *Part) decideCreate(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	tabs := a.Strings("tabs")
	if len(tabs) == 0 {
		tabs = []string{"Sheet1"}
	}
	if err := checkTabs(tabs); err != nil {
		return sim.Result{}, nil, err
	}
	b := newBook(tabs...)
	if _, err := b.write(grid(place{0, 1, 1}, a.String("values"))); err != nil {
		return sim.Result{}, nil, err
	}
	if err := b.checkCycles(newBook(tabs...), b.formulas()); err != nil {
		return sim.Result{}, nil, err
	}
	return p.found(v, by, a, b, "")
}

func checkTabs(tabs []string) error {
	if len(tabs) > tabsMost {
		return sim.Reject("a workbook has at most %d tabs", tabsMost)
	}
	for i, t := range tabs {
		if err := checkTab(t); err != nil {
			return err
		}
		if slices.ContainsFunc(tabs[:i], func(o string) bool { return strings.EqualFold(o, t) }) {
			return sim.Reject("two tabs are called %q", t)
		}
	}
	return nil
}

// found proposes a new workbook with the given cells.
func (p *Part) found(v sim.View, by sim.ActorID, a sim.Args, cells *book, source string) (sim.Result, []sim.Fact, error) {
	b := Created{Sheet: strings.TrimPrefix(a.String("sheet"), "sheets/"), Title: strings.TrimSpace(a.String("title")), From: by, Source: source,
		Editors: company.With(nil, a.Actors("editors")...), Readers: company.With(nil, a.Actors("readers")...), Cells: len(cells.cells)}
	if b.Title == "" {
		b.Title = b.Sheet
	}
	if err := p.checkNew(v, b); err != nil {
		return sim.Result{}, nil, err
	}
	if !a.Has("readers") {
		b.Readers = []sim.ActorID{company.Everyone}
	}
	raw := cells.encode()
	b.Base = sim.HashOf(raw)
	told := company.Audience(append(append([]sim.ActorID{by}, b.Editors...), b.Readers...))
	out := written{Sheet: b.Sheet, Version: 1}
	cells.report(v, nil, &out)
	return sim.Result{Data: out, Text: fmt.Sprintf("created %s, version 1, %d cells", b.Sheet, b.Cells)},
		[]sim.Fact{{Body: b, Audience: told, Contents: [][]byte{raw}}}, nil
}

func (p *Part) checkNew(v sim.View, b Created) error {
	if err := newID(b.Sheet); err != nil {
		return err
	}
	// That an id is taken is said even when the workbook is hidden: two cannot share it.
	if _, taken := p.sheets[b.Sheet]; taken {
		return sim.Reject("the id %q is taken: choose another", b.Sheet)
	}
	if len(b.Title) > titleMost || strings.Contains(b.Title, "\n") {
		return sim.Reject("a title is one line of at most %d bytes", titleMost)
	}
	if err := company.Known(v, b.Editors); err != nil {
		return err
	}
	return company.Known(v, b.Readers)
}

func (p *Part) decideShare(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	w, err := p.editable(by, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	b := Shared{Sheet: w.id, Title: w.title, From: by, Who: company.With(nil, a.Actors("who")...), Right: company.Right(a.String("right"))}
	if err := w.MayGive(v, w.id, b.Right, b.Who...); err != nil {
		return sim.Result{}, nil, err
	}
	after := *w
	after.Rights = w.Given(b.Right, b.Who...)
	told := company.Audience(append(after.audience(by), b.Who...))
	return sim.Result{Text: b.String()}, []sim.Fact{{Body: b, Audience: told}}, nil
}
