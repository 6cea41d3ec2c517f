package sheets

import (
	"strings"

	"github.com/tenure-sim/tenure/sim"
)

// Exhibit implements sim.Exhibitor: "budget" shows a workbook, "budget!Summary!B4" a cell, "budget!B4" one of the first
// tab; each with or without "sheets/" before it.
func (p *Part) Exhibit(v sim.View, name string) (map[string]any, bool) {
	id, ref, cell := strings.Cut(name, "!")
	w, ok := p.sheets[id]
	if !ok {
		w, ok = p.sheets[strings.TrimPrefix(id, "sheets/")]
	}
	if !ok {
		return nil, false
	}
	b := p.book(v, w.latest)
	if cell {
		return b.exhibit(ref, w.latest.number)
	}
	return map[string]any{"version": int64(w.latest.number), "owner": string(w.Owner), "title": w.title, "tabs": b.tabs,
		"cells": int64(len(b.cells)), "errors": int64(len(b.errors())), "by": string(w.latest.by)}, true
}

// exhibit shows a cell: value as people see it, number as a bare decimal when it is one.
func (b *book) exhibit(ref string, version int) (map[string]any, bool) {
	a, err := b.area(ref, 0)
	if err != nil {
		return nil, false
	}
	at := place{a.tab, a.top, a.left}
	out := map[string]any{"value": b.value(at), "formula": "", "number": "", "version": int64(version)}
	if isFormula(b.cells[at]) {
		out["formula"] = b.cells[at]
	}
	shown := b.cells[at]
	if isFormula(shown) {
		shown = b.value(at)
	}
	if k, bare := meaning(shown); k == number || k == percent {
		out["number"] = bare
	}
	return out, true
}
