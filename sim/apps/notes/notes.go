package notes

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/index"
)

// Written is a note put under its key in place of what was there. Whose it is, the event's actor says.
type Written struct {
	Key  string `cbor:"1,keyasint"`
	Text string `cbor:"2,keyasint"`
}

// Appended is a line put at the end of a note, which it begins if need be.
type Appended struct {
	Key  string `cbor:"1,keyasint"`
	Text string `cbor:"2,keyasint"`
}

// Deleted is a note thrown away.
type Deleted struct {
	Key string `cbor:"1,keyasint"`
}

// Kind implements sim.Body. None has a String: notes are nobody's news.
func (Written) Kind() string  { return "notes.written" }
func (Appended) Kind() string { return "notes.appended" }
func (Deleted) Kind() string  { return "notes.deleted" }

// Config is empty: notes need nothing from a scenario.
type Config struct{}

// Part is all notebooks of one world.
type Part struct{ books map[sim.ActorID]*book }

// book is one person's notebook. Clones do not share it, but for its notes.
type book struct {
	notes   map[string]*note
	numbers map[uint64]string // key of each number in the index
	next    uint64
	index   *index.Index `state:"-"` // of the notes
}

// note is replaced, never changed.
type note struct {
	number uint64 // of its last change
	text   string
	at     clock.Time
}

// New makes empty notebooks.
func New(Config) *Part { return &Part{books: map[sim.ActorID]*book{}} }

// Name implements sim.Part.
func (*Part) Name() string { return "notes" }

// Kinds implements sim.Part.
func (*Part) Kinds() []sim.Body { return []sim.Body{Written{}, Appended{}, Deleted{}} }

// Clone implements sim.Part.
func (p *Part) Clone() sim.Part {
	c := &Part{books: make(map[sim.ActorID]*book, len(p.books))}
	for who, b := range p.books {
		c.books[who] = &book{notes: maps.Clone(b.notes), numbers: maps.Clone(b.numbers), next: b.next, index: b.index.Clone()}
	}
	return c
}

// Apply implements sim.Part.
func (p *Part) Apply(e sim.Event) {
	b := p.books[e.Actor]
	if b == nil {
		b = newBook()
		p.books[e.Actor] = b
	}
	switch body := e.Body.(type) {
	case Written:
		b.set(body.Key, body.Text, e.At)
	case Appended:
		text := body.Text
		if old := b.notes[body.Key]; old != nil {
			text = old.text + "\n" + text
		}
		b.set(body.Key, text, e.At)
	case Deleted:
		b.drop(body.Key)
	}
}

func newBook() *book {
	return &book{notes: map[string]*note{}, numbers: map[uint64]string{}, index: index.New()}
}

// set gives the note a new number, so that the search shows what was changed last first.
func (b *book) set(key, text string, at clock.Time) {
	b.drop(key)
	b.next++
	b.notes[key] = &note{number: b.next, text: text, at: at}
	b.numbers[b.next] = key
	b.file(key, b.notes[key])
}

// file makes a note known to the search.
func (b *book) file(key string, n *note) { b.index.Put(n.number, key+"\n"+n.text) }

// Restored implements sim.Restorer.
func (p *Part) Restored(sim.View) {
	for _, b := range p.books {
		b.index = index.New()
		for key, n := range b.notes {
			b.file(key, n)
		}
	}
}

func (b *book) drop(key string) {
	if n := b.notes[key]; n != nil {
		b.index.Remove(n.number)
		delete(b.numbers, n.number)
		delete(b.notes, key)
	}
}

// book is the caller's notebook, to look at only.
func (p *Part) book(by sim.ActorID) *book {
	if b := p.books[by]; b != nil {
		return b
	}
	return newBook()
}

// keys by last change, the newest first.
func (b *book) keys() []string {
	return b.named(slices.Backward(slices.Sorted(maps.Keys(b.numbers))))
}

func (b *book) named(numbers func(func(int, uint64) bool)) []string {
	var out []string
	for _, n := range numbers {
		out = append(out, b.numbers[n])
	}
	return out
}

// Exhibit implements sim.Exhibitor: a note as "robin/key", or a notebook by its owner.
func (p *Part) Exhibit(_ sim.View, name string) (map[string]any, bool) {
	who, key, one := strings.Cut(name, "/")
	b := p.books[sim.ActorID(who)]
	if b == nil {
		return nil, false
	}
	if !one {
		return map[string]any{"notes": int64(len(b.notes)), "keys": slices.Sorted(maps.Keys(b.notes))}, true
	}
	n := b.notes[key]
	if n == nil {
		return nil, false
	}
	return map[string]any{"text": n.text}, true
}

// Limits of a notebook.
const (
	keyMost   = 80     // characters
	textMost  = 20_000 // of one note, after appending as well
	notesMost = 1_000
)

func checkKey(a sim.Args) (string, error) {
	key := strings.TrimSpace(a.String("key"))
	if key == "" || utf8.RuneCountInString(key) > keyMost {
		return "", sim.Reject("a key has 1 to %d characters", keyMost)
	}
	return key, nil
}

func (b *book) check(key, text string) error {
	if n := utf8.RuneCountInString(text); n > textMost {
		return sim.Reject("a note has at most %d characters, this would have %d; begin another", textMost, n)
	}
	if b.notes[key] == nil && len(b.notes) >= notesMost {
		return sim.Reject("the notebook holds %d notes, which is all it can; delete some", notesMost)
	}
	return nil
}

func done(by sim.ActorID, text string, body sim.Body) (sim.Result, []sim.Fact, error) {
	f := sim.Fact{Body: body}
	if by != sim.Script {
		f.Audience = []sim.ActorID{by}
	}
	return sim.Result{Text: text}, []sim.Fact{f}, nil
}
