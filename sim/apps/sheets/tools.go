package sheets

import (
	"time"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

// What handling a sheet costs an agent before any word is read or written.
const (
	glance = 10 * time.Second
	handle = 30 * time.Second
	opened = 60 * time.Second
)

// Tools implements sim.Part.
func (p *Part) Tools() []sim.Tool {
	sheet := sim.Param{Name: "sheet", Type: sim.String, Doc: "the sheet's id, such as finance/budget"}
	return append(p.writingTools(sheet), p.readingTools(sheet)...)
}

func (p *Part) writingTools(sheet sim.Param) []sim.Tool {
	base := sim.Param{Name: "base_version", Type: sim.Int, Optional: true,
		Doc: "the version you read; the call is refused when somebody wrote a newer one"}
	title := sim.Param{Name: "title", Type: sim.String, Optional: true, Doc: "one line; the id when not given", Writes: true}
	readers := sim.Param{Name: "readers", Type: sim.Strings, Optional: true, Doc: "people's ids, or all (the default)"}
	editors := sim.Param{Name: "editors", Type: sim.Strings, Optional: true, Doc: "people's ids, or all; only the owner when not given"}
	values := sim.Param{Name: "values", Type: sim.String, Writes: true,
		Doc: "rows set apart by newlines, cells by tabs; = begins a formula, an empty cell clears"}
	filled := values
	filled.Optional = true
	return []sim.Tool{
		{Name: "sheets_create", Doc: "Create a spreadsheet. You own it.", Base: opened, Decide: p.decideCreate,
			Params: []sim.Param{sheet, title,
				{Name: "tabs", Type: sim.Strings, Optional: true, Doc: "names of its tabs; Sheet1 when not given"}, filled, readers, editors}},
		{Name: "sheets_write", Doc: "Write cells from a cell on, rightwards and down.", Base: opened, Decide: p.decideWrite,
			Params: []sim.Param{sheet, {Name: "range", Type: sim.String, Doc: "the first cell, such as Summary!B4"}, values,
				{Name: "new_tab", Type: sim.Bool, Optional: true, Doc: "true adds the tab when there is none of that name"}, base}},
		{Name: "sheets_set", Doc: "Write one cell.", Base: handle, Decide: p.decideSet,
			Params: []sim.Param{sheet, {Name: "cell", Type: sim.String, Doc: "such as Summary!B4"},
				{Name: "value", Type: sim.String, Writes: true, Doc: "text, number, date (2026-03-27) or =formula; empty clears"}, base}},
		{Name: "sheets_import", Doc: "Make a sheet, or a new version of one, from an .xlsx or .csv file. Formats are dropped.", Base: opened,
			Decide: p.decideImport, Params: []sim.Param{sheet,
				{Name: "file", Type: sim.String, Optional: true, Doc: "a path in the file share"},
				{Name: "data", Type: sim.String, Optional: true, Doc: "the file's bytes as base64, instead of file"}, title, readers, editors, base}},
		{Name: "sheets_export", Doc: "Save a sheet as a file in the file share.", Base: opened, Decide: p.decideExport,
			Params: []sim.Param{sheet, {Name: "file", Type: sim.String, Doc: "a path that ends in .xlsx or .csv"},
				{Name: "tab", Type: sim.String, Optional: true, Doc: "for .csv: the tab; the first when not given"}}},
		{Name: "sheets_share", Doc: "Give people a right to a sheet, or take it away.", Base: handle, Decide: p.decideShare,
			Params: []sim.Param{sheet, {Name: "who", Type: sim.Strings, Doc: "people's ids, or all"},
				{Name: "right", Type: sim.String, Enum: []string{string(company.Read), string(company.Edit), string(company.None)}, Doc: "what they may do"}}},
	}
}

func (p *Part) readingTools(sheet sim.Param) []sim.Tool {
	return []sim.Tool{
		{Name: "sheets_list", Doc: "List the sheets you may read, the last changed first.", Base: glance, Decide: p.decideList, Params: sim.PageParams()},
		{Name: "sheets_search", Doc: "Find sheets by words in title or cells.", Base: glance, Decide: p.decideSearch,
			Params: append([]sim.Param{{Name: "query", Type: sim.String, Doc: "words that must all occur"}}, sim.PageParams()...)},
		{Name: "sheets_read", Doc: "Read cells: values, with formulas on request.", Base: opened, Decide: p.decideRead,
			Params: []sim.Param{sheet,
				{Name: "range", Type: sim.String, Optional: true, Doc: "such as Summary!A1:D20, or a tab's name; the first tab when not given"},
				{Name: "formulas", Type: sim.Bool, Optional: true, Doc: "true lists the formulas as well"},
				{Name: "version", Type: sim.Int, Optional: true, Doc: "an older version; the newest when not given"}}},
		{Name: "sheets_history", Doc: "List a sheet's versions, the newest first.", Base: glance, Decide: p.decideHistory,
			Params: append([]sim.Param{sheet}, sim.PageParams()...)},
		{Name: "sheets_diff", Doc: "Show which cells differ between two versions.", Base: handle, Decide: p.decideDiff,
			Params: []sim.Param{sheet, {Name: "from", Type: sim.Int, Doc: "the older version"},
				{Name: "to", Type: sim.Int, Optional: true, Doc: "the newer version; the newest when not given"}}},
		{Name: "sheets_recalculate", Doc: "Calculate all formulas and list those with errors.", Base: handle, Decide: p.decideRecalculate,
			Params: []sim.Param{sheet}},
	}
}
