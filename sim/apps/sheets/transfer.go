package sheets

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tenure-sim/tenure/sim"
)

// cabinet is where files are. It is looked up in the View for every call: a clone of the world has a cabinet of
// its own, and a pointer kept here would go on to the old one.
type cabinet interface {
	Open(v sim.View, by sim.ActorID, path string) ([]byte, error)
	PutFacts(v sim.View, by sim.ActorID, path string, content []byte) ([]sim.Fact, error)
}

func files(v sim.View) (cabinet, error) {
	if w, ok := v.(interface{ Part(string) sim.Part }); ok {
		if c, ok := w.Part("files").(cabinet); ok {
			return c, nil
		}
	}
	return nil, sim.Reject("this company has no file share: give the workbook's bytes as data")
}

func (p *Part) decideImport(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	raw, err := source(v, by, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	b, frozen, err := read(raw)
	if err != nil {
		return sim.Result{}, nil, err
	}
	id := strings.TrimPrefix(a.String("sheet"), "sheets/")
	if w, ok := p.sheets[id]; !ok || !w.MayRead(by) {
		res, facts, err := p.found(v, by, a, b, a.String("file"))
		return withFrozen(res, frozen), facts, err
	}
	w, err := p.editable(by, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	base := b.encode()
	f := Imported{Sheet: w.id, Title: w.title, From: by, Version: w.latest.number + 1, Base: sim.HashOf(base), Cells: len(b.cells), Source: a.String("file")}
	out := written{Sheet: w.id, Version: f.Version}
	b.report(v, nil, &out)
	res := sim.Result{Data: out, Text: fmt.Sprintf("%s is at version %d, %d cells imported", w.id, f.Version, f.Cells)}
	return withFrozen(res, frozen), []sim.Fact{{Body: f, Audience: w.audience(by), Contents: [][]byte{base}}}, nil
}

func withFrozen(r sim.Result, frozen []string) sim.Result {
	if out, ok := r.Data.(written); ok && len(frozen) > 0 {
		out.Frozen = frozen[:min(len(frozen), reportMost)]
		r.Data = out
		r.Text += fmt.Sprintf("; %d formulas cannot be kept, their saved values stand", len(frozen))
	}
	return r
}

// importMost bounds a file that is imported, in bytes.
const importMost = 4 << 20

func source(v sim.View, by sim.ActorID, a sim.Args) (raw []byte, err error) {
	switch {
	case a.Has("file") == a.Has("data"):
		return nil, sim.Reject("give either file, a path in the file share, or data, the file's bytes as base64")
	case a.Has("file"):
		c, err := files(v)
		if err != nil {
			return nil, err
		}
		if raw, err = c.Open(v, by, a.String("file")); err != nil {
			return nil, err
		}
	default:
		if raw, err = base64.StdEncoding.DecodeString(strings.Join(strings.Fields(a.String("data")), "")); err != nil {
			return nil, sim.Reject("data is not base64: %s", err)
		}
	}
	if len(raw) > importMost {
		return nil, sim.Reject("a file of %d bytes is too big to import: at most %d", len(raw), importMost)
	}
	return raw, nil
}

// read makes a book of an Excel workbook or of comma-separated text.
func read(raw []byte) (*book, []string, error) {
	if bytes.HasPrefix(raw, []byte("PK")) {
		return readExcel(raw)
	}
	if !utf8.Valid(raw) {
		return nil, nil, sim.Reject("that is neither an Excel workbook nor comma-separated text")
	}
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(raw, []byte("\ufeff"))))
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil {
		return nil, nil, sim.Reject("that is no comma-separated text: %s", err)
	}
	in := intake{book: newBook("Sheet1")}
	for i, row := range rows {
		for j, s := range row {
			in.take(place{0, i + 1, j + 1}, strings.TrimSpace(s), strings.TrimSpace(s))
		}
	}
	return in.done()
}

// intake gathers the cells of a file. The first cell that cannot be taken stops it.
type intake struct {
	book   *book
	frozen []string
	late   map[place]string // saved values of formulas, which are checked when all tabs are known
	err    error
}

// take puts a cell in; saved is what stands when its formula cannot be kept.
func (in *intake) take(p place, entered, saved string) {
	if in.err != nil || entered == "" {
		return
	}
	if isFormula(entered) {
		if in.late == nil {
			in.late = map[place]string{}
		}
		in.late[p] = saved
	} else if in.err = in.book.checkCell(p, entered); in.err != nil {
		return
	}
	in.book.cells[p] = capital(entered)
	if len(in.book.cells) > cellsMost {
		in.err = sim.Reject("a workbook has at most %d filled cells", cellsMost)
	}
}

// done checks the formulas. One that is not allowed gives way to its saved value, as text if that is all it can be.
func (in *intake) done() (*book, []string, error) {
	if in.err != nil {
		return nil, nil, in.err
	}
	for _, p := range in.book.formulas() {
		if p.row > rowMost || p.col > colMost {
			return nil, nil, sim.Reject("the file reaches beyond row %d or column %d", rowMost, colMost)
		}
		if _, err := in.book.checkFormula(p, in.book.cells[p]); err == nil {
			continue
		}
		in.frozen = append(in.frozen, in.book.cellName(p)+in.book.cells[p])
		saved := in.late[p]
		if isFormula(saved) {
			saved = "'" + saved
		}
		in.book.set(p, saved)
	}
	if _, err := in.book.graph(); err != nil {
		return nil, nil, err
	}
	return in.book, in.frozen, nil
}

func (p *Part) decideExport(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	w, err := p.readable(by, a.String("sheet"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	c, err := files(v)
	if err != nil {
		return sim.Result{}, nil, err
	}
	b, path := p.book(v, w.latest), a.String("file")
	raw, err := b.export(path, a.String("tab"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	facts, err := c.PutFacts(v, by, path, raw)
	if err != nil {
		return sim.Result{}, nil, err
	}
	return sim.Result{Data: exported{w.id, w.latest.number, path, len(raw), sim.HashOf(raw)},
		Text: fmt.Sprintf("exported version %d of %s to %s", w.latest.number, w.id, path)}, facts, nil
}

type exported struct {
	Sheet   string   `json:"sheet"`
	Version int      `json:"version"`
	File    string   `json:"file"`
	Size    int      `json:"size"`
	SHA256  sim.Hash `json:"sha256"`
}

func (b *book) export(path, tab string) ([]byte, error) {
	switch lower := strings.ToLower(path); {
	case strings.HasSuffix(lower, ".xlsx"):
		return b.excel(), nil
	case strings.HasSuffix(lower, ".csv"):
		t := 0
		if tab != "" {
			if t = b.tab(tab); t < 0 {
				return nil, sim.Reject("there is no tab %q; there is %s", tab, strings.Join(b.tabs, ", "))
			}
		}
		return b.csv(t), nil
	}
	return nil, sim.Reject("%q must end in .xlsx or .csv", path)
}

// csv writes one tab's values.
func (b *book) csv(tab int) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	for _, row := range b.rows(b.used()[tab]) {
		must(w.Write(row))
	}
	w.Flush()
	return out.Bytes()
}
