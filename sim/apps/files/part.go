package files

import (
	"fmt"
	"maps"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
	"github.com/tenure-sim/tenure/sim/extract"
)

// Config is what a scenario says about its file share.
type Config struct{ Folders []Folder }

// Part is the file share of one world.
type Part struct {
	rights rights `state:"-"` // never changes
	files  map[string]*file
	below  map[string]int // how many files are beneath a folder
	shelf  *extract.Shelf
}

// file is one record; it is replaced, never changed. Its versions are a linked list, newest first: worlds that part
// ways share the past.
type file struct {
	path    string
	latest  *version
	writers []sim.ActorID // sorted
}

type version struct {
	number  int
	content sim.Hash
	size    int
	by      sim.ActorID
	at      clock.Time
	seq     uint64
	before  *version
}

// New makes an empty file share.
func New(c Config) *Part {
	return &Part{rights: newRights(c.Folders), files: map[string]*file{}, below: map[string]int{}, shelf: extract.NewShelf()}
}

// Name implements sim.Part.
func (p *Part) Name() string { return "files" }

// Kinds implements sim.Part.
func (p *Part) Kinds() []sim.Body { return []sim.Body{Put{}, Moved{}, Removed{}} }

// Clone implements sim.Part.
func (p *Part) Clone() sim.Part {
	return &Part{rights: p.rights, files: maps.Clone(p.files), below: maps.Clone(p.below), shelf: p.shelf.Clone()}
}

// Restored implements sim.Restorer.
func (p *Part) Restored(sim.View) { p.shelf.Restored() }

// Apply implements sim.Part.
func (p *Part) Apply(e sim.Event) {
	switch b := e.Body.(type) {
	case Put:
		p.put(e, b)
	case Moved:
		f := *p.files[b.Path]
		p.drop(b.Path)
		f.path, f.writers = b.To, company.With(f.writers, b.From)
		p.add(&f, e.Seq)
	case Removed:
		p.drop(b.Path)
	default:
		panic(fmt.Sprintf("files: event %d has the kind %s", e.Seq, b.Kind()))
	}
}

func (p *Part) put(e sim.Event, b Put) {
	f := file{path: b.Path}
	if old, ok := p.files[b.Path]; ok {
		f = *old
		p.drop(b.Path)
	}
	f.latest = &version{number: b.Version, content: b.Content, size: b.Size, by: b.From, at: e.At, seq: e.Seq, before: f.latest}
	f.writers = company.With(f.writers, b.From)
	p.add(&f, e.Seq)
}

func (p *Part) add(f *file, seq uint64) {
	p.files[f.path] = f
	p.shelf.Put(f.path, seq)
	for dir := parent(f.path); ; dir = parent(dir) {
		p.below[dir]++
		if dir == "" {
			return
		}
	}
}

func (p *Part) drop(path string) {
	delete(p.files, path)
	p.shelf.Remove(path)
	for dir := parent(path); ; dir = parent(dir) {
		if p.below[dir]--; p.below[dir] == 0 {
			delete(p.below, dir)
		}
		if dir == "" {
			return
		}
	}
}

func (f *file) version(n int) *version {
	for v := f.latest; v != nil; v = v.before {
		if v.number == n {
			return v
		}
	}
	return nil
}

func (p *Part) mayRead(by sim.ActorID, path string) bool { return p.rights.of(path).mayRead(by) }

// text is what the search and a reader see of a file's newest version.
func (p *Part) text(v sim.View, path string) string {
	text, _ := extract.Text(path, v.Content(p.files[path].latest.content))
	return text
}
