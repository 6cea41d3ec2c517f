package sheets

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// book is a workbook at one version: every filled cell as entered. It does not change once made, but for values,
// which are calculated when first asked for.
type book struct {
	tabs   []string
	cells  map[place]string
	values map[place]string // of formula cells; nil until calculated
}

func newBook(tabs ...string) *book { return &book{tabs: tabs, cells: map[place]string{}} }

// tab returns a tab's number by its name, which is not case sensitive, or -1.
func (b *book) tab(name string) int {
	return slices.IndexFunc(b.tabs, func(t string) bool { return strings.EqualFold(t, name) })
}

// copy makes a book to write in.
func (b *book) copy() *book { return &book{tabs: slices.Clone(b.tabs), cells: maps.Clone(b.cells)} }

func (b *book) set(p place, value string) {
	if value == "" {
		delete(b.cells, p)
		return
	}
	b.cells[p] = value
}

// apply changes a book that nobody else has seen yet.
func (b *book) apply(newTab string, changes []Cell) {
	if newTab != "" {
		b.tabs = append(b.tabs, newTab)
	}
	for _, c := range changes {
		col, row, _ := corner(c.Cell)
		b.set(place{b.tab(c.Tab), row, col}, c.Value)
	}
}

// places lists the filled cells in order.
func (b *book) places() []place {
	out := make([]place, 0, len(b.cells))
	for p := range b.cells {
		out = append(out, p)
	}
	slices.SortFunc(out, byPlace)
	return out
}

// formulas lists the cells that hold one, in order.
func (b *book) formulas() []place {
	return slices.DeleteFunc(b.places(), func(p place) bool { return !isFormula(b.cells[p]) })
}

// used is the area that is filled of each tab, from A1; it is empty for an empty tab.
func (b *book) used() []area {
	out := make([]area, len(b.tabs))
	for i := range out {
		out[i] = area{tab: i, top: 1, left: 1}
	}
	for p := range b.cells {
		out[p.tab].bottom, out[p.tab].right = max(out[p.tab].bottom, p.row), max(out[p.tab].right, p.col)
	}
	return out
}

func (b *book) cellName(p place) string { return b.tabs[p.tab] + "!" + p.name() }

type storedTab struct {
	Name  string      `json:"name"`
	Cells [][2]string `json:"cells"`
}

// encode writes the book as a base content: tabs in order, cells by row and column.
func (b *book) encode() []byte {
	tabs := make([]storedTab, len(b.tabs))
	for i, t := range b.tabs {
		tabs[i] = storedTab{Name: t, Cells: [][2]string{}}
	}
	for _, p := range b.places() {
		tabs[p.tab].Cells = append(tabs[p.tab].Cells, [2]string{p.name(), b.cells[p]})
	}
	raw, err := json.Marshal(tabs)
	if err != nil {
		panic(fmt.Sprintf("sheets: a book cannot be written: %v", err))
	}
	return raw
}

func decodeBook(raw []byte) *book {
	var tabs []storedTab
	if err := json.Unmarshal(raw, &tabs); err != nil {
		panic(fmt.Sprintf("sheets: a stored base is no book: %v", err))
	}
	b := newBook()
	for i, t := range tabs {
		b.tabs = append(b.tabs, t.Name)
		for _, c := range t.Cells {
			col, row, _ := corner(c[0])
			b.cells[place{i, row, col}] = c[1]
		}
	}
	return b
}
