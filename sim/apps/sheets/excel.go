package sheets

import (
	"archive/zip"
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/extract"
)

// readExcel takes the values and formulas out of an Excel workbook.
func readExcel(raw []byte) (b *book, frozen []string, err error) {
	f, err := extract.Open(raw)
	if err != nil {
		return nil, nil, sim.Reject("that workbook cannot be opened: %s", err)
	}
	defer f.Close()
	// A damaged tab can make excelize panic; for us that is a broken file.
	defer func() {
		if r := recover(); r != nil {
			b, frozen, err = nil, nil, sim.Reject("that workbook is damaged: %v", r)
		}
	}()
	tabs := f.GetSheetList()
	if err := checkTabs(tabs); err != nil {
		return nil, nil, err
	}
	in := intake{book: newBook(tabs...)}
	r := excelReader{file: f, dates: map[int]bool{}}
	for i, t := range tabs {
		rows, err := f.GetRows(t, excelize.Options{RawCellValue: true})
		if err != nil {
			return nil, nil, sim.Reject("tab %s cannot be read: %s", t, err)
		}
		for y, row := range rows {
			for x, v := range row {
				r.cell(&in, t, place{i, y + 1, x + 1}, v)
			}
		}
	}
	return in.done()
}

type excelReader struct {
	file  *excelize.File
	dates map[int]bool // whether a style shows numbers as dates
}

// cell takes one cell as somebody would have entered it.
func (r *excelReader) cell(in *intake, tab string, p place, raw string) {
	if p.row > rowMost || p.col > colMost {
		if raw != "" && in.err == nil {
			in.err = sim.Reject("the file reaches beyond row %d or column %d", rowMost, colMost)
		}
		return
	}
	formula, err := r.file.GetCellFormula(tab, p.name())
	if raw == "" && formula == "" || err != nil {
		return
	}
	saved := r.entered(tab, p, raw)
	if formula != "" {
		in.take(p, "="+strings.ReplaceAll(strings.TrimPrefix(formula, "="), "_xlfn.", ""), saved)
		return
	}
	in.take(p, saved, saved)
}

func (r *excelReader) entered(tab string, p place, raw string) string {
	t, err := r.file.GetCellType(tab, p.name())
	if err != nil {
		return raw
	}
	switch t {
	case excelize.CellTypeBool:
		return map[string]string{"1": "TRUE", "0": "FALSE"}[raw]
	case excelize.CellTypeNumber, excelize.CellTypeUnset, excelize.CellTypeDate, excelize.CellTypeFormula:
		return r.number(tab, p, raw)
	}
	raw = strings.TrimSpace(raw)
	if k, _ := meaning(raw); k != text || strings.HasPrefix(raw, "'") {
		return "'" + raw // a text that looks like a number stays a text
	}
	return raw
}

// number writes a number out in full, or as the date that its style shows.
func (r *excelReader) number(tab string, p place, raw string) string {
	style, err := r.file.GetCellStyle(tab, p.name())
	if err == nil && r.isDate(style) {
		if d, ok := dateOf(raw); ok {
			return d
		}
	}
	if strings.ContainsAny(raw, "eE") {
		if n, err := strconv.ParseFloat(raw, 64); err == nil {
			return strconv.FormatFloat(n, 'f', -1, 64)
		}
	}
	return raw
}

func (r *excelReader) isDate(style int) bool {
	if is, ok := r.dates[style]; ok {
		return is
	}
	s, err := r.file.GetStyle(style)
	is := err == nil && (14 <= s.NumFmt && s.NumFmt <= 17 || s.NumFmt == 22 || s.CustomNumFmt != nil && datePattern(*s.CustomNumFmt))
	r.dates[style] = is
	return is
}

// datePattern says whether a number format shows a year or a day, not counting what stands in quotes or brackets.
func datePattern(f string) bool {
	quote := byte(0)
	for i := range len(f) {
		switch c := f[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"':
			quote = '"'
		case c == '[':
			quote = ']'
		case c == 'y' || c == 'Y' || c == 'd' || c == 'D':
			return true
		}
	}
	return false
}

// excel writes the book as an Excel workbook, formulas with their values. Equal books give equal bytes.
func (b *book) excel() []byte {
	f := excelize.NewFile()
	defer f.Close()
	day, err := f.NewStyle(&excelize.Style{CustomNumFmt: new("yyyy-mm-dd")})
	must(err)
	part, err := f.NewStyle(&excelize.Style{CustomNumFmt: new("0.##%")})
	must(err)
	for i, t := range b.tabs {
		must(addTab(f, i, t))
		b.stream(f, i, map[kind]int{date: day, percent: part})
	}
	buf, err := f.WriteToBuffer()
	must(err)
	return sorted(buf.Bytes())
}

// stream writes one tab. Only a stream writer sets a formula and its value together.
func (b *book) stream(f *excelize.File, tab int, styles map[kind]int) {
	w, err := f.NewStreamWriter(b.tabs[tab])
	must(err)
	used := b.used()[tab]
	for row := 1; row <= used.bottom; row++ {
		var cells []any
		for col := 1; col <= used.right; col++ {
			cells = append(cells, b.excelCell(place{tab, row, col}, styles))
		}
		must(w.SetRow(place{tab, row, 1}.name(), cells))
	}
	must(w.Flush())
}

func (b *book) excelCell(p place, styles map[kind]int) any {
	entered, filled := b.cells[p]
	if !filled {
		return nil
	}
	var c excelize.Cell
	if isFormula(entered) {
		c.Formula = entered[1:]
		entered = b.value(p)
	}
	k, bare := meaning(entered)
	c.StyleID, c.Value = styles[k], bare
	switch k {
	case number, percent, date:
		n, err := strconv.ParseFloat(bare, 64) // on its way into the file only; its shortest form is the same text
		must(err)
		c.Value = n
	case truth:
		c.Value = bare == "TRUE"
	}
	return c
}

// sorted orders an archive's entries by name: excelize writes streamed tabs in the order of a map.
func sorted(raw []byte) []byte {
	in, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	must(err)
	slices.SortFunc(in.File, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range in.File {
		from, err := f.Open()
		must(err)
		to, err := w.Create(f.Name)
		must(err)
		_, err = io.Copy(to, from)
		must(err)
		must(from.Close())
	}
	must(w.Close())
	return out.Bytes()
}
