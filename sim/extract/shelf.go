package extract

import (
	"maps"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim/index"
)

// Shelf finds named texts by their words, the newest change first. A text is taken in only when somebody
// searches after it changed. The index is a cache: what a search finds depends on nothing but what was put.
type Shelf struct {
	keys  map[string]uint64 // the newest change of each name
	names map[uint64]string `state:"-"` // the names by their keys
	index *index.Index      `state:"-"`
	taken map[string]uint64 `state:"-"` // the change under which the index holds the name
	stale map[string]bool   `state:"-"`
}

// NewShelf makes an empty shelf.
func NewShelf() *Shelf {
	return &Shelf{index: index.New(), keys: map[string]uint64{}, names: map[uint64]string{},
		taken: map[string]uint64{}, stale: map[string]bool{}}
}

// Restored makes what a snapshot leaves out: every text is taken in anew, when somebody searches.
func (s *Shelf) Restored() {
	keys := s.keys
	*s = *NewShelf()
	s.keys = keys
	for name, key := range keys {
		s.names[key], s.stale[name] = name, true
	}
}

// Put says that the named text changed with event number seq.
func (s *Shelf) Put(name string, seq uint64) {
	delete(s.names, s.keys[name])
	s.keys[name], s.names[seq], s.stale[name] = seq, name, true
}

// Remove takes the name off the shelf.
func (s *Shelf) Remove(name string) {
	delete(s.names, s.keys[name])
	delete(s.keys, name)
	s.stale[name] = true
}

// Search returns the names whose texts match, the last changed first, at most most of them.
func (s *Shelf) Search(query string, most int, text func(name string) string, allow func(name string) bool) []string {
	s.refresh(text)
	found := s.index.Search(query, most, func(id uint64) bool {
		name, ok := s.names[id]
		return ok && allow(name)
	})
	out := make([]string, len(found))
	for i, id := range found {
		out[i] = s.names[id]
	}
	return out
}

func (s *Shelf) refresh(text func(name string) string) {
	for _, name := range slices.Sorted(maps.Keys(s.stale)) {
		if old, ok := s.taken[name]; ok {
			s.index.Remove(old)
			delete(s.taken, name)
		}
		if key, ok := s.keys[name]; ok {
			s.index.Put(key, text(name))
			s.taken[name] = key
		}
	}
	clear(s.stale)
}

// Clone makes a shelf that goes its own way from here.
func (s *Shelf) Clone() *Shelf {
	return &Shelf{index: s.index.Clone(), keys: maps.Clone(s.keys), names: maps.Clone(s.names),
		taken: maps.Clone(s.taken), stale: maps.Clone(s.stale)}
}

// nearestMost bounds the names offered in place of one that does not exist.
const nearestMost = 3

// Nearest returns the allowed names most like the one asked for: those that share its last part, then those with
// the longest common beginning.
func (s *Shelf) Nearest(name string, allow func(name string) bool) []string {
	type near struct {
		name string
		rank int
	}
	var all []near
	for n := range s.keys {
		if r := likeness(n, name); r > 0 && allow(n) {
			all = append(all, near{n, r})
		}
	}
	slices.SortFunc(all, func(a, b near) int {
		if a.rank != b.rank {
			return b.rank - a.rank
		}
		return strings.Compare(a.name, b.name)
	})
	out := make([]string, 0, nearestMost)
	for _, n := range all[:min(len(all), nearestMost)] {
		out = append(out, n.name)
	}
	return out
}

// likeness counts what two names share; sharing the last part counts most. 0 means nothing in common.
func likeness(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	lastA, lastB := a[strings.LastIndexByte(a, '/')+1:], b[strings.LastIndexByte(b, '/')+1:]
	rank := common(a, b)
	if stem(lastA) == stem(lastB) {
		rank += 1000
	}
	if stem(lastB) != "" && strings.Contains(a, stem(lastB)) || stem(lastA) != "" && strings.Contains(b, stem(lastA)) {
		rank += 500
	}
	return rank
}

func stem(s string) string {
	if i := strings.LastIndexByte(s, '.'); i > 0 {
		return s[:i]
	}
	return s
}

func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
