package sheets

import (
	"fmt"
	"slices"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

type history struct {
	Sheet    string    `json:"sheet"`
	Versions []entered `json:"versions"`
	Next     string    `json:"next,omitempty"`
}

type entered struct {
	Version int         `json:"version"`
	At      string      `json:"at"`
	By      sim.ActorID `json:"by"`
	Changed []string    `json:"changed,omitempty"`
	More    int         `json:"more,omitempty"`
	NewTab  string      `json:"newTab,omitempty"`
	Whole   bool        `json:"whole,omitempty"` // created or imported: everything is new
	Source  string      `json:"source,omitempty"`
}

func (p *Part) decideHistory(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	w, err := p.readable(by, a.String("sheet"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	var all []entered
	for x := w.latest; x != nil; x = x.before {
		all = append(all, x.entry(v, by))
	}
	from, to, next, err := sim.Page(a, len(all))
	if err != nil {
		return sim.Result{}, nil, err
	}
	read := 0
	for _, e := range all[from:to] {
		read += 5 + len(e.Changed)
	}
	return sim.Result{Data: history{w.id, all[from:to], next}, Text: fmt.Sprintf("%s is at version %d", w.id, w.latest.number), Read: read}, nil, nil
}

func (x *version) entry(v sim.View, by sim.ActorID) entered {
	e := entered{Version: x.number, At: company.Stamp(v, by, x.at), By: x.by, NewTab: x.newTab, Whole: x.base != "", Source: x.source}
	for _, c := range x.changes[:min(len(x.changes), toldMost)] {
		e.Changed = append(e.Changed, c.String())
	}
	e.More = len(x.changes) - len(e.Changed)
	return e
}

type compared struct {
	Sheet string  `json:"sheet"`
	From  int     `json:"from"`
	To    int     `json:"to"`
	Cells []moved `json:"cells"`
	More  int     `json:"more,omitempty"`
}

type moved struct {
	Cell string `json:"cell"`
	Was  string `json:"was"`
	Now  string `json:"now"`
}

const comparedMost = 200

func (p *Part) decideDiff(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	w, err := p.readable(by, a.String("sheet"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	old, err := w.pick(a.Int("from", 0))
	if err != nil {
		return sim.Result{}, nil, err
	}
	now, err := w.pick(a.Int("to", w.latest.number))
	if err != nil {
		return sim.Result{}, nil, err
	}
	out := compared{Sheet: w.id, From: old.number, To: now.number, Cells: compare(p.book(v, old), p.book(v, now))}
	if out.More = len(out.Cells) - comparedMost; out.More < 0 {
		out.More = 0
	}
	total := len(out.Cells)
	out.Cells = out.Cells[:total-out.More]
	return sim.Result{Data: out, Read: 3 * len(out.Cells), Text: fmt.Sprintf("%s from version %d to %d: %d cells differ",
		w.id, old.number, now.number, total)}, nil, nil
}

// compare lists the cells that show something else or hold another formula, those of the newer book first by order.
func compare(old, now *book) []moved {
	out := []moved{}
	for _, q := range now.places() {
		was := old.tab(now.tabs[q.tab])
		before := look(old, place{was, q.row, q.col})
		if after := look(now, q); before != after {
			out = append(out, moved{now.cellName(q), before, after})
		}
	}
	for _, q := range old.places() {
		t := now.tab(old.tabs[q.tab])
		if t < 0 || now.cells[place{t, q.row, q.col}] == "" {
			out = append(out, moved{old.cellName(q), look(old, q), ""})
		}
	}
	return slices.Clip(out)
}

// look is a cell's value, with its formula when it has one.
func look(b *book, q place) string {
	if q.tab < 0 {
		return ""
	}
	if entered := b.cells[q]; isFormula(entered) {
		return entered + " -> " + b.value(q)
	}
	return b.value(q)
}

type recalculated struct {
	Sheet    string   `json:"sheet"`
	Version  int      `json:"version"`
	Formulas int      `json:"formulas"`
	Errors   []string `json:"errors"`
	More     int      `json:"more,omitempty"`
}

func (p *Part) decideRecalculate(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	w, err := p.readable(by, a.String("sheet"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	b := p.book(v, w.latest)
	bad := b.errors()
	out := recalculated{Sheet: w.id, Version: w.latest.number, Formulas: len(b.formulas()), Errors: []string{}}
	for _, q := range bad[:min(len(bad), comparedMost)] {
		out.Errors = append(out.Errors, fmt.Sprintf("%s=%s -> %s", b.cellName(q), b.cells[q], b.value(q)))
	}
	out.More = len(bad) - len(out.Errors)
	return sim.Result{Data: out, Read: 3 * len(out.Errors),
		Text: fmt.Sprintf("%s: %d formulas, %d with errors", w.id, out.Formulas, len(bad))}, nil, nil
}
