package agents

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tenure-sim/tenure/clock"
)

// blank is an empty cell beside a label, in a sheet that the task says to fill.
type blank struct {
	sheet, cell, label string
	value              string // that was written, as its owner says it
}

// takeCells notes the empty cells of the first tabs of its sheets, with the labels left of them.
func (s *Steady) takeCells(r result) {
	if len(r.Tabs) > 1 && !strings.HasPrefix(s.last.about, "read tab ") {
		for _, tab := range r.Tabs[1:] {
			s.shelf = append(s.shelf, pending{call("sheets_read", map[string]any{"sheet": r.Sheet, "range": tab, "formulas": true}), "read tab " + tab})
		}
	}
	tab, _, ok := strings.Cut(r.Range, "!")
	if !ok && len(r.Tabs) > 0 {
		tab = r.Tabs[0]
	}
	for i, row := range r.Rows {
		cell := "B" + strconv.Itoa(i+1)
		formula := slices.ContainsFunc(r.Formulas, func(f string) bool { return strings.HasPrefix(f, cell+"=") })
		if len(row) > 1 && row[0] != "" && strings.TrimSpace(row[1]) == "" && !formula {
			s.blanks = append(s.blanks, &blank{sheet: r.Sheet, cell: tab + "!" + cell, label: row[0]})
		}
	}
}

// fillSheets writes a known value into the cell whose label is its name, and keeps it current.
func (s *Steady) fillSheets(now clock.Time) {
	for _, b := range s.blanks {
		t := s.labelled(b.label)
		if t == nil || b.value == t.value {
			continue
		}
		b.value = t.value
		for _, it := range s.items {
			if it.id == b.sheet {
				it.filled++
			}
		}
		s.push("", "sheets_set", map[string]any{"sheet": b.sheet, "cell": b.cell, "value": figure(t.value)})
		return
	}
}

// labelled is the topic whose value belongs beside a label.
func (s *Steady) labelled(label string) *topic {
	for _, t := range s.topics {
		if t.value != "" && figure(t.value) != "" && mentions(t.name, label) {
			return t
		}
	}
	return nil
}

// figure is the number in a value: "18,400 EUR" is 18400. It is empty when there is none to put into a cell.
func figure(value string) string {
	if dayForm.MatchString(value) || spanForm.MatchString(value) {
		return ""
	}
	end := strings.IndexFunc(value, func(r rune) bool { return (r < '0' || r > '9') && r != '.' && r != ',' })
	if end < 0 {
		end = len(value)
	}
	return strings.Trim(strings.ReplaceAll(value[:end], ",", ""), ".")
}
