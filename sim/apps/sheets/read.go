package sheets

import (
	"fmt"
	"sort"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

// readMost is how many cells one call shows.
const readMost = 2_000

type listed struct {
	Sheets []line `json:"sheets"`
	Next   string `json:"next,omitempty"`
}

type line struct {
	Sheet   string      `json:"sheet"`
	Title   string      `json:"title"`
	Owner   sim.ActorID `json:"owner"`
	Version int         `json:"version"`
	Changed string      `json:"changed"`
	By      sim.ActorID `json:"by"`
	Right   string      `json:"right"`
	Matches []string    `json:"matches,omitempty"`
}

func (w *workbook) line(v sim.View, by sim.ActorID) line {
	return line{Sheet: w.id, Title: w.title, Owner: w.Owner, Version: w.latest.number, Changed: company.Stamp(v, by, w.latest.at),
		By: w.latest.by, Right: w.Of(by)}
}

func (p *Part) decideList(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	var ids []string
	for id, w := range p.sheets {
		if w.MayRead(by) {
			ids = append(ids, id)
		}
	}
	sort.Slice(ids, func(i, j int) bool { return p.sheets[ids[i]].latest.seq > p.sheets[ids[j]].latest.seq })
	return p.list(v, by, a, ids)
}

func (p *Part) decideSearch(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	ids := p.shelf.Search(a.String("query"), foundMost, func(id string) string { return p.text(v, id) },
		func(id string) bool { return p.sheets[id].MayRead(by) })
	return p.list(v, by, a, ids)
}

const foundMost = 1_000

func (p *Part) list(v sim.View, by sim.ActorID, a sim.Args, ids []string) (sim.Result, []sim.Fact, error) {
	from, to, next, err := sim.Page(a, len(ids))
	if err != nil {
		return sim.Result{}, nil, err
	}
	out, read := listed{Sheets: []line{}, Next: next}, 0
	for _, id := range ids[from:to] {
		l := p.sheets[id].line(v, by)
		if q := a.String("query"); q != "" {
			l.Matches = p.book(v, p.sheets[id].latest).matches(q)
		}
		read += sim.Words(l.Title) + sim.Words(strings.Join(l.Matches, " "))
		out.Sheets = append(out.Sheets, l)
	}
	return sim.Result{Data: out, Text: fmt.Sprintf("%d of %d sheets", to-from, len(ids)), Read: read}, nil, nil
}

// text is what the search sees: what was entered, without formulas.
func (p *Part) text(v sim.View, id string) string {
	w := p.sheets[id]
	b := p.book(v, w.latest)
	var out strings.Builder
	out.WriteString(id + "\n" + w.title + "\n" + strings.Join(b.tabs, " ") + "\n")
	for _, q := range b.places() {
		if !isFormula(b.cells[q]) {
			out.WriteString(shown(b.cells[q]) + "\n")
		}
	}
	return out.String()
}

// matchesMost is how many cells a search shows of one workbook.
const matchesMost = 5

// matches lists the first cells that hold one of the words.
func (b *book) matches(query string) []string {
	words := strings.Fields(strings.ToLower(query))
	var out []string
	for _, q := range b.places() {
		entered := strings.ToLower(b.cells[q])
		for _, w := range words {
			if strings.Contains(entered, w) {
				out = append(out, b.cellName(q)+"="+shown(b.cells[q]))
				break
			}
		}
		if len(out) == matchesMost {
			break
		}
	}
	return out
}

type rangeShown struct {
	Sheet    string     `json:"sheet"`
	Title    string     `json:"title"`
	Version  int        `json:"version"`
	Latest   int        `json:"latest"`
	Tabs     []string   `json:"tabs"`
	Range    string     `json:"range"`
	Rows     [][]string `json:"rows"`
	Formulas []string   `json:"formulas,omitempty"` // "B4==SUM(B1:B3)"
}

func (p *Part) decideRead(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	w, err := p.readable(by, a.String("sheet"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	x, err := w.pick(a.Int("version", w.latest.number))
	if err != nil {
		return sim.Result{}, nil, err
	}
	b := p.book(v, x)
	seen, err := b.window(a.String("range"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	out := rangeShown{Sheet: w.id, Title: w.title, Version: x.number, Latest: w.latest.number, Tabs: b.tabs, Range: b.areaName(seen)}
	out.Rows = b.rows(seen)
	if a.Bool("formulas") {
		for _, q := range within(b.formulas(), seen) {
			out.Formulas = append(out.Formulas, q.name()+"="+b.cells[q])
		}
	}
	read := sim.Words(strings.Join(out.Formulas, " "))
	for _, r := range out.Rows {
		read += sim.Words(strings.Join(r, " "))
	}
	return sim.Result{Data: out, Text: fmt.Sprintf("%s version %d, %s", w.id, x.number, out.Range), Read: read}, nil, nil
}

// window is the part of a range that is filled; without a range, the first tab.
func (b *book) window(ref string) (area, error) {
	whole := area{top: 1, left: 1, bottom: rowMost, right: colMost}
	if t := b.tab(unquote(ref)); t >= 0 {
		whole.tab = t
	} else if ref != "" {
		a, err := b.area(ref, 0)
		if err != nil {
			return area{}, err
		}
		whole = a
	}
	seen := whole.clip(b.used()[whole.tab])
	if seen.size() > readMost {
		return area{}, sim.Reject("%s has %d cells and one call shows at most %d: name a smaller range", b.areaName(seen), seen.size(), readMost)
	}
	return seen, nil
}

func (b *book) areaName(a area) string {
	if a.size() == 0 {
		return b.tabs[a.tab] + " (nothing there)"
	}
	from, to := place{a.tab, a.top, a.left}, place{a.tab, a.bottom, a.right}
	if from == to {
		return b.cellName(from)
	}
	return b.cellName(from) + ":" + to.name()
}

func (b *book) rows(a area) [][]string {
	out := [][]string{}
	for row := a.top; row <= a.bottom; row++ {
		line := make([]string, 0, max(0, a.cols()))
		for col := a.left; col <= a.right; col++ {
			line = append(line, b.value(place{a.tab, row, col}))
		}
		out = append(out, line)
	}
	return out
}
