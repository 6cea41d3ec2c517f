package sheets

import (
	"fmt"
	"maps"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
	"github.com/tenure-sim/tenure/sim/extract"
)

// Config is what a scenario says about its sheets: nothing so far. They come with its history.
type Config struct{}

// Part is the spreadsheets of one world.
type Part struct {
	sheets map[string]*workbook
	shelf  *extract.Shelf
	books  books `state:"-"` // a cache
}

// New makes a part without workbooks.
func New(Config) *Part {
	return &Part{sheets: map[string]*workbook{}, shelf: extract.NewShelf()}
}

// Name implements sim.Part.
func (p *Part) Name() string { return "sheets" }

// Kinds implements sim.Part.
func (p *Part) Kinds() []sim.Body { return []sim.Body{Created{}, Written{}, Imported{}, Shared{}} }

// Clone implements sim.Part. The clone starts without calculated books.
func (p *Part) Clone() sim.Part {
	return &Part{sheets: maps.Clone(p.sheets), shelf: p.shelf.Clone()}
}

// Restored implements sim.Restorer.
func (p *Part) Restored(sim.View) { p.shelf.Restored() }

// Apply implements sim.Part.
func (p *Part) Apply(e sim.Event) {
	switch b := e.Body.(type) {
	case Created:
		p.sheets[b.Sheet] = &workbook{id: b.Sheet, title: b.Title, Rights: company.Rights{Owner: b.From, Editors: b.Editors, Readers: b.Readers}}
		p.add(e, b.Sheet, version{number: 1, base: b.Base, source: b.Source, by: b.From})
	case Written:
		p.add(e, b.Sheet, version{number: b.Version, newTab: b.NewTab, changes: b.Cells, by: b.From})
	case Imported:
		p.add(e, b.Sheet, version{number: b.Version, base: b.Base, source: b.Source, by: b.From})
	case Shared:
		w := *p.sheets[b.Sheet]
		w.Rights = w.Given(b.Right, b.Who...)
		p.sheets[b.Sheet] = &w
	default:
		panic(fmt.Sprintf("sheets: event %d has the kind %s", e.Seq, b.Kind()))
	}
}

func (p *Part) add(e sim.Event, id string, x version) {
	w := *p.sheets[id]
	x.at, x.seq, x.before = e.At, e.Seq, w.latest
	w.latest, w.writers = &x, company.With(w.writers, x.by)
	p.sheets[id] = &w
	p.shelf.Put(id, e.Seq)
}

// booksMost is how many books a part keeps put together and calculated.
const booksMost = 8

// books is a cache: the books looked at last, the oldest first.
type books []cachedBook

type cachedBook struct {
	of   *version
	book *book
}

func (c *books) find(x *version) *book {
	for _, b := range *c {
		if b.of == x {
			return b.book
		}
	}
	return nil
}

func (c *books) keep(x *version, b *book) {
	if len(*c) == booksMost {
		*c = append((*c)[:0], (*c)[1:]...)
	}
	*c = append(*c, cachedBook{x, b})
}

// book puts a version together from its base, or the nearest version at hand, and the changes since.
func (p *Part) book(v sim.View, x *version) *book {
	if b := p.books.find(x); b != nil {
		return b
	}
	var later []*version
	from := x
	for from.base == "" && p.books.find(from) == nil {
		later = append(later, from)
		from = from.before
	}
	b := p.books.find(from)
	if b == nil {
		b = decodeBook(v.Content(from.base))
	}
	if len(later) > 0 {
		b = b.copy()
	}
	for i := len(later) - 1; i >= 0; i-- {
		b.apply(later[i].newTab, later[i].changes)
	}
	p.books.keep(x, b)
	return b
}
