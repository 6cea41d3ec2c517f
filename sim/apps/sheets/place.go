package sheets

import (
	"cmp"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/tenure-sim/tenure/sim"
)

// Limits of one workbook. They keep a calculation short: an agent writes formulas, and must not stop the world.
const (
	rowMost     = 10_000
	colMost     = 256
	cellsMost   = 20_000
	valueMost   = 4_000 // bytes of one cell
	formulaMost = 1_000
	tabsMost    = 50
)

// place is where a cell is: the tab's number and row and column from 1.
type place struct{ tab, row, col int }

func (p place) name() string {
	name, err := excelize.CoordinatesToCellName(p.col, p.row)
	if err != nil {
		panic("sheets: a cell off the sheet: " + err.Error())
	}
	return name
}

// byPlace orders cells by tab, row and column.
func byPlace(a, b place) int {
	return cmp.Or(cmp.Compare(a.tab, b.tab), cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col))
}

// area is a rectangle of cells, its ends included. open marks one written as whole columns or rows.
type area struct {
	tab, top, left, bottom, right int
	open                          bool
}

func (a area) rows() int { return a.bottom - a.top + 1 }
func (a area) cols() int { return a.right - a.left + 1 }

func (a area) holds(p place) bool {
	return p.tab == a.tab && a.top <= p.row && p.row <= a.bottom && a.left <= p.col && p.col <= a.right
}

// clip cuts an area down to what is filled.
func (a area) clip(used area) area {
	a.bottom, a.right = min(a.bottom, used.bottom), min(a.right, used.right)
	return a
}

func (a area) size() int { return max(0, a.rows()) * max(0, a.cols()) }

// work is how many cells excelize looks at: it cuts down whole columns and rows only.
func (a area) work(used area) int {
	if a.open {
		return a.clip(used).size()
	}
	return a.size()
}

// area reads "B4", "B4:C9", "B:B", "2:5", each with or without "Tab!" before it and dollar signs within.
func (b *book) area(text string, home int) (area, error) {
	out := area{tab: home}
	cells := text
	if i := strings.LastIndexByte(text, '!'); i >= 0 {
		name := unquote(text[:i])
		if out.tab = b.tab(name); out.tab < 0 {
			return area{}, sim.Reject("there is no tab %q; there is %s", name, strings.Join(b.tabs, ", "))
		}
		cells = text[i+1:]
	}
	cells = strings.ToUpper(strings.ReplaceAll(cells, "$", ""))
	from, to, isRange := strings.Cut(cells, ":")
	if !isRange {
		to = from
	}
	fromCol, fromRow, ok1 := corner(from)
	toCol, toRow, ok2 := corner(to)
	whole := fromCol == 0 || fromRow == 0
	out.open = whole
	if !ok1 || !ok2 || whole && !isRange || (fromCol == 0) != (toCol == 0) || (fromRow == 0) != (toRow == 0) {
		return area{}, sim.Reject("%q is no cell or range: write it like B4, B4:C9 or Summary!B4", text)
	}
	if fromRow == 0 {
		fromRow, toRow = 1, rowMost
	}
	if fromCol == 0 {
		fromCol, toCol = 1, colMost
	}
	out.top, out.bottom = min(fromRow, toRow), max(fromRow, toRow)
	out.left, out.right = min(fromCol, toCol), max(fromCol, toCol)
	if out.bottom > rowMost || out.right > colMost {
		return area{}, sim.Reject("%q is outside the sheet, which has %d rows and %d columns", text, rowMost, colMost)
	}
	return out, nil
}

// corner reads "B4", "B" (row 0) or "4" (column 0).
func corner(s string) (col, row int, ok bool) {
	i := 0
	for ; i < len(s) && 'A' <= s[i] && s[i] <= 'Z'; i++ {
		if col = col*26 + int(s[i]-'A') + 1; col > 1<<20 {
			return 0, 0, false
		}
	}
	digits := s[i:]
	for _, r := range digits {
		if r < '0' || r > '9' {
			return 0, 0, false
		}
		if row = row*10 + int(r-'0'); row > 1<<24 {
			return 0, 0, false
		}
	}
	return col, row, s != "" && (digits == "" || row > 0)
}

func unquote(tab string) string {
	if len(tab) >= 2 && tab[0] == '\'' && tab[len(tab)-1] == '\'' {
		return strings.ReplaceAll(tab[1:len(tab)-1], "''", "'")
	}
	return tab
}
