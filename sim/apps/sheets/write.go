package sheets

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tenure-sim/tenure/sim"
)

type written struct {
	Sheet   string   `json:"sheet"`
	Version int      `json:"version"`
	Changed []string `json:"changed,omitempty"` // "Summary!B4=18400", formulas with what they come to
	Errors  []string `json:"errors,omitempty"`
	More    int      `json:"more,omitempty"`
	Frozen  []string `json:"frozen,omitempty"` // imported formulas that cannot be kept: their saved value stands
}

func (p *Part) decideWrite(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	w, err := p.editable(by, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	old := p.book(v, w.latest)
	at, newTab, err := old.target(a.String("range"), a.Bool("new_tab"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	return p.propose(v, w, by, old, newTab, grid(at, a.String("values")))
}

func (p *Part) decideSet(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	w, err := p.editable(by, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	old := p.book(v, w.latest)
	at, _, err := old.target(a.String("cell"), false)
	if err != nil {
		return sim.Result{}, nil, err
	}
	return p.propose(v, w, by, old, "", map[place]string{at: capital(strings.TrimSpace(a.String("value")))})
}

// target is the cell a write begins at. A tab that is not there is added only on request: a name misspelt would
// make one.
func (b *book) target(ref string, mayAdd bool) (place, string, error) {
	tab, cells, ok := strings.Cut(ref, "!")
	if ok && mayAdd && b.tab(unquote(tab)) < 0 {
		name := unquote(tab)
		if err := checkTab(name); err != nil {
			return place{}, "", err
		}
		if len(b.tabs) == tabsMost {
			return place{}, "", sim.Reject("a workbook has at most %d tabs", tabsMost)
		}
		a, err := b.area(cells, len(b.tabs))
		return place{a.tab, a.top, a.left}, name, err
	}
	a, err := b.area(ref, 0)
	return place{a.tab, a.top, a.left}, "", err
}

// grid lays rows of tab-separated cells out from a place.
func grid(at place, values string) map[place]string {
	out := map[place]string{}
	for i, line := range strings.Split(strings.TrimRight(strings.ReplaceAll(values, "\r\n", "\n"), "\n"), "\n") {
		for j, cell := range strings.Split(line, "\t") {
			out[place{at.tab, at.row + i, at.col + j}] = capital(strings.TrimSpace(cell))
		}
	}
	return out
}

// propose makes the version in which the given cells have new values.
func (p *Part) propose(v sim.View, w *workbook, by sim.ActorID, old *book, newTab string, cells map[place]string) (sim.Result, []sim.Fact, error) {
	now := old.copy()
	now.apply(newTab, nil)
	changed, err := now.write(cells)
	if err != nil {
		return sim.Result{}, nil, err
	}
	if len(changed) == 0 && newTab == "" {
		return sim.Result{}, nil, sim.Reject("those cells hold these values already: nothing would change")
	}
	if err := now.checkCycles(old, changed); err != nil {
		return sim.Result{}, nil, err
	}
	b := Written{Sheet: w.id, Title: w.title, From: by, Version: w.latest.number + 1, NewTab: newTab}
	for _, q := range changed {
		b.Cells = append(b.Cells, Cell{now.tabs[q.tab], q.name(), now.cells[q]})
	}
	out := written{Sheet: w.id, Version: b.Version}
	now.report(v, changed, &out)
	return sim.Result{Data: out, Text: fmt.Sprintf("%s is at version %d, %d cells changed", w.id, b.Version, len(changed)),
		Read: len(out.Changed) + len(out.Errors)}, []sim.Fact{{Body: b, Audience: w.audience(by)}}, nil
}

// changeMost bounds the cells of one write: a write's event carries them.
const changeMost = 2_000

// write sets cells and returns those that changed, in order.
func (b *book) write(cells map[place]string) ([]place, error) {
	var changed []place
	for q, s := range cells {
		if b.cells[q] != s {
			changed = append(changed, q)
		}
	}
	slices.SortFunc(changed, byPlace)
	if len(changed) > changeMost {
		return nil, sim.Reject("one call writes at most %d cells, this one %d: write in parts, or import a file", changeMost, len(changed))
	}
	for _, q := range changed {
		if err := b.checkCell(q, cells[q]); err != nil {
			return nil, err
		}
		b.set(q, cells[q])
	}
	if len(b.cells) > cellsMost {
		return nil, sim.Reject("a workbook has at most %d filled cells", cellsMost)
	}
	return changed, nil
}

func (b *book) checkCell(q place, s string) error {
	if q.row > rowMost || q.col > colMost {
		return sim.Reject("the values reach beyond row %d or column %d", rowMost, colMost)
	}
	if len(s) > valueMost || !utf8.ValidString(s) {
		return sim.Reject("%s: a cell has at most %d bytes", q.name(), valueMost)
	}
	if !isFormula(s) {
		return nil
	}
	_, err := b.checkFormula(q, s)
	return err
}

// checkCycles refuses formulas that would depend on themselves and did not before.
func (b *book) checkCycles(old *book, changed []place) error {
	g, err := b.graph()
	if err != nil || len(g.stuck) == 0 {
		return err
	}
	before, err := old.graph()
	if err != nil {
		return err
	}
	for _, q := range changed {
		_, stuck := slices.BinarySearchFunc(g.stuck, q, byPlace)
		_, was := slices.BinarySearchFunc(before.stuck, q, byPlace)
		if stuck && !was {
			return sim.Reject("%s would depend on itself, directly or through other cells: %s", b.cellName(q), b.cells[q])
		}
	}
	return nil
}

// reportMost is how many cells a result lists.
const reportMost = 50

// report lists changed cells and all formulas that come to an error. Nobody reads the results of what is laid down as
// history, and calculating every workbook of a data room would take long.
func (b *book) report(v sim.View, changed []place, out *written) {
	if v.Now() < v.Start() {
		return
	}
	for _, q := range changed {
		if len(out.Changed) == reportMost {
			out.More = len(changed) - reportMost
			break
		}
		line := b.cellName(q) + "=" + b.cells[q]
		if isFormula(b.cells[q]) {
			line += " -> " + b.value(q)
		}
		out.Changed = append(out.Changed, line)
	}
	errors := b.errors()
	for _, q := range errors[:min(len(errors), reportMost)] {
		out.Errors = append(out.Errors, fmt.Sprintf("%s=%s -> %s", b.cellName(q), b.cells[q], b.value(q)))
	}
}

// errors lists the formulas that come to one.
func (b *book) errors() []place {
	return slices.DeleteFunc(b.formulas(), func(q place) bool { return !isError(b.value(q)) })
}

func isError(s string) bool {
	return len(s) > 2 && s[0] == '#' && (strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") || s == "#N/A")
}
