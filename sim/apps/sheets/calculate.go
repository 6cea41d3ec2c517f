package sheets

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/efp"
	"github.com/xuri/excelize/v2"

	"github.com/tenure-sim/tenure/sim"
)

const (
	cycle    = "#CYCLE!"
	broken   = "#ERROR!"
	workMost = 200_000 // cells that all formulas of a workbook together look at
	longMost = 32_767  // characters of a formula's value, as in other spreadsheets
)

// graph is which formulas look at which.
type graph struct {
	order []place // every formula after those it looks at
	stuck []place // formulas on a cycle, or that look at one; sorted
}

// graph orders the formulas of the book. It refuses what would take too long to calculate.
func (b *book) graph() (graph, error) {
	all, used := b.formulas(), b.used()
	waits, readers := map[place]int{}, map[place][]place{}
	work := 0
	for _, p := range all {
		areas, err := b.checkFormula(p, b.cells[p])
		if err != nil {
			return graph{}, err
		}
		for _, a := range areas {
			if work += a.work(used[a.tab]); work > workMost {
				return graph{}, sim.Reject("the formulas look at more than %d cells together: use smaller ranges", workMost)
			}
			for _, q := range within(all, a) {
				waits[p]++
				readers[q] = append(readers[q], p)
			}
		}
	}
	var g graph
	for _, p := range all {
		if waits[p] == 0 {
			g.order = append(g.order, p)
		}
	}
	for i := 0; i < len(g.order); i++ {
		for _, r := range readers[g.order[i]] {
			if waits[r]--; waits[r] == 0 {
				g.order = append(g.order, r)
			}
		}
	}
	g.stuck = slices.DeleteFunc(all, func(p place) bool { return waits[p] == 0 })
	return g, nil
}

// within returns the sorted places that an area holds.
func within(sorted []place, a area) []place {
	from, _ := slices.BinarySearchFunc(sorted, place{a.tab, a.top, 0}, byPlace)
	var out []place
	for _, p := range sorted[from:] {
		if p.tab != a.tab || p.row > a.bottom {
			break
		}
		if a.holds(p) {
			out = append(out, p)
		}
	}
	return out
}

// value is what people see in a cell: what was entered, or what the formula comes to.
func (b *book) value(p place) string {
	entered := b.cells[p]
	if !isFormula(entered) {
		return shown(entered)
	}
	if b.values == nil {
		b.values = b.calculate()
	}
	return b.values[p]
}

// calculate works out every formula once, in an order in which all it looks at is known, and puts the value in the
// formula's place: excelize alone would follow cycles silently and grow texts without bound. Between steps numbers
// have 15 digits, as shown.
func (b *book) calculate() map[place]string {
	values := map[place]string{}
	g, err := b.graph()
	if err != nil {
		panic(fmt.Sprintf("sheets: a stored formula is not allowed: %v", err))
	}
	if len(g.order)+len(g.stuck) == 0 {
		return values
	}
	f := b.workbook()
	defer f.Close()
	for _, p := range g.stuck {
		values[p] = cycle
		put(f, b.tabs[p.tab], p, cycle)
	}
	dated := map[place]bool{}
	for _, p := range g.order {
		v := evaluate(f, b.tabs[p.tab], p)
		put(f, b.tabs[p.tab], p, v)
		if b.givesDate(p, dated) {
			if day, ok := dateOf(v); ok {
				v, dated[p] = day, true
			}
		}
		values[p] = v
	}
	return values
}

// evaluate asks excelize for one formula. Its formula code can panic on odd arguments: for us that is an error value.
func evaluate(f *excelize.File, tab string, p place) (value string) {
	defer func() {
		if r := recover(); r != nil {
			value = broken
		}
	}()
	v, err := f.CalcCellValue(tab, p.name(), excelize.Options{RawCellValue: true})
	switch {
	case err != nil && strings.HasPrefix(v, "#"):
		return v
	case err != nil && strings.HasPrefix(err.Error(), "#"):
		return err.Error()
	case err != nil || len(v) > longMost:
		return broken
	}
	return v
}

// workbook is the book for excelize: values in their types, formulas without values.
func (b *book) workbook() *excelize.File {
	f := excelize.NewFile()
	for i, t := range b.tabs {
		must(addTab(f, i, t))
	}
	for _, p := range b.places() {
		tab, name := b.tabs[p.tab], p.name()
		switch k, bare := meaning(b.cells[p]); k {
		case formula:
			must(f.SetCellFormula(tab, name, bare[1:]))
		case number, percent, date:
			must(f.SetCellDefault(tab, name, bare))
		case truth:
			must(f.SetCellBool(tab, name, bare == "TRUE"))
		default:
			must(f.SetCellStr(tab, name, bare))
		}
	}
	return f
}

func addTab(f *excelize.File, i int, name string) error {
	if i == 0 {
		return f.SetSheetName("Sheet1", name)
	}
	_, err := f.NewSheet(name)
	return err
}

// errorFormulas stand in the place of a formula that came to an error, so that formulas that look at it see one.
var errorFormulas = map[string]string{"#DIV/0!": "1/0", "#N/A": "NA()", "#NUM!": "SQRT(-1)", "#VALUE!": `VALUE("x")`, "#REF!": "INDEX(1,9)"}

// put puts a calculated value in the place of its formula.
func put(f *excelize.File, tab string, p place, value string) {
	name := p.name()
	switch {
	case strings.HasPrefix(value, "#"):
		stand, ok := errorFormulas[value]
		if !ok {
			stand = errorFormulas["#VALUE!"]
		}
		must(f.SetCellFormula(tab, name, stand))
	case value == "TRUE" || value == "FALSE":
		must(f.SetCellBool(tab, name, value == "TRUE"))
	case isDecimal(value):
		must(f.SetCellFormula(tab, name, ""))
		must(f.SetCellDefault(tab, name, value))
	default:
		must(f.SetCellStr(tab, name, value))
	}
}

func isDecimal(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil && strings.ContainsAny(s, "0123456789")
}

// must holds for calls that fail only when we name a cell or tab that is not there.
func must(err error) {
	if err != nil {
		panic("sheets: " + err.Error())
	}
}

var dateFunctions = []string{"DATE", "WORKDAY", "WORKDAY.INTL"}

// givesDate guesses whether a formula's number is meant as a date, as spreadsheets do when they format a new formula:
// it begins with a date or a function that gives one and adds or takes away days.
func (b *book) givesDate(p place, dated map[place]bool) bool {
	list := tokens(b.cells[p])
	for i, t := range list {
		if t.TType != efp.TokenTypeOperatorInfix {
			continue
		}
		isDays := t.TValue == "+" || t.TValue == "-" && i+1 < len(list) && !b.isDate(list[i+1], p, dated)
		if !isDays {
			return false
		}
	}
	if len(list) > 0 && (list[0].TValue == "MAX" || list[0].TValue == "MIN") {
		list = list[1:]
	}
	return len(list) > 0 && b.isDate(list[0], p, dated)
}

func (b *book) isDate(t efp.Token, p place, dated map[place]bool) bool {
	if t.TType == efp.TokenTypeFunction {
		return slices.Contains(dateFunctions, strings.ToUpper(t.TValue))
	}
	if t.TSubType != efp.TokenSubTypeRange {
		return false
	}
	a, err := b.area(t.TValue, p.tab)
	if err != nil {
		return false
	}
	first := place{a.tab, a.top, a.left}
	k, _ := meaning(b.cells[first])
	return k == date || dated[first]
}
