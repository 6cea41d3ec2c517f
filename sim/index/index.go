package index

import (
	"maps"
	"slices"
	"sort"
	"strings"
)

// topMost bounds the top, which a search walks and a clone copies.
const topMost = 64

// Index finds texts by their words. New makes one; it is used by one goroutine at a time.
type Index struct {
	layers []*layer // oldest first, each at least twice as large as the next
	top    map[uint64][]string
	// late is what was put and removed since the last search, in order. Few worlds are searched at every moment, and a
	// replay is not searched at all: splitting every text at once took a sixth of it.
	late []filing
}

// filing is a text under its number; no text forgets it.
type filing struct {
	id   uint64
	text string
}

// New makes an empty index.
func New() *Index { return &Index{top: map[uint64][]string{}} }

// Put files a text under its number, in place of the text that had the number.
func (x *Index) Put(id uint64, text string) { x.late = append(x.late, filing{id, text}) }

// Remove forgets the text of that number, if there is one.
func (x *Index) Remove(id uint64) { x.late = append(x.late, filing{id: id}) }

// Clone is an independent index of the same texts.
func (x *Index) Clone() *Index {
	return &Index{layers: slices.Clone(x.layers), top: maps.Clone(x.top), late: slices.Clip(x.late)}
}

// catchUp files what is late. A text without words is the same as none.
func (x *Index) catchUp() {
	for _, f := range x.late {
		x.touch(f.id, terms(f.text))
	}
	x.late = nil
}

func (x *Index) touch(id uint64, ts []string) {
	x.top[id] = ts
	if len(x.top) < topMost {
		return
	}
	x.layers = append(x.layers, freeze(x.top))
	x.top = map[uint64][]string{}
	for n := len(x.layers); n > 1 && len(x.layers[n-2].ids) < 2*len(x.layers[n-1].ids); n-- {
		x.layers = append(x.layers[:n-2:n-2], merge(x.layers[n-2], x.layers[n-1]))
	}
}

// Search returns the numbers of at most so many texts that have all words of the query, the largest first. The last
// word may be the beginning of one. A nil allow lets everything pass. A query without words finds nothing.
func (x *Index) Search(query string, most int, allow func(id uint64) bool) []uint64 {
	words := wanted(query)
	if len(words) == 0 || most <= 0 {
		return nil
	}
	x.catchUp()
	cursors := x.cursors(words)
	var out []uint64
	for len(out) < most {
		at := -1
		for i := range cursors {
			if cursors[i].ok && (at < 0 || cursors[i].id > cursors[at].id) {
				at = i
			}
		}
		if at < 0 {
			break
		}
		id := cursors[at].id
		if !x.outdated(id, at) && (allow == nil || allow(id)) {
			out = append(out, id)
		}
		cursors[at].next()
	}
	return out
}

// outdated says whether a newer layer than the given one speaks for a text. The top comes after all layers.
func (x *Index) outdated(id uint64, in int) bool {
	if in == len(x.layers) {
		return false
	}
	if _, ok := x.top[id]; ok {
		return true
	}
	for _, l := range x.layers[in+1:] {
		if l.touches(id) {
			return true
		}
	}
	return false
}

// cursors is one cursor for each layer, in order, and one for the top.
func (x *Index) cursors(words []string) []cursor {
	out := make([]cursor, 0, len(x.layers)+1)
	last := len(words) - 1
	for _, l := range x.layers {
		c := cursor{lists: make([][]uint64, 0, len(words))}
		for _, w := range words[:last] {
			c.lists = append(c.lists, l.exact(w))
		}
		c.lists = append(c.lists, l.prefixed(words[last]))
		out = append(out, c)
	}
	out = append(out, cursor{lists: [][]uint64{x.inTop(words)}})
	for i := range out {
		out[i].next()
	}
	return out
}

func (x *Index) inTop(words []string) []uint64 {
	var out []uint64
	for id, ts := range x.top {
		if hasAll(ts, words) {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

func hasAll(terms, words []string) bool {
	last := len(words) - 1
	for _, w := range words[:last] {
		if !slices.Contains(terms, w) {
			return false
		}
	}
	return slices.ContainsFunc(terms, func(t string) bool { return strings.HasPrefix(t, words[last]) })
}

// cursor walks the numbers that all its lists have, from the largest down.
type cursor struct {
	lists [][]uint64 // ascending; what is passed is cut off the end
	id    uint64
	ok    bool
}

func (c *cursor) next() {
	if c.ok {
		c.lists[0] = c.lists[0][:len(c.lists[0])-1]
	}
	c.ok = false
	for i, agreed := 0, 0; agreed < len(c.lists); i = (i + 1) % len(c.lists) {
		l := c.lists[i]
		if agreed > 0 {
			id := c.id
			l = l[:sort.Search(len(l), func(k int) bool { return l[k] > id })]
			c.lists[i] = l
		}
		if len(l) == 0 {
			return
		}
		if newest := l[len(l)-1]; agreed == 0 || newest != c.id {
			c.id, agreed = newest, 0
		}
		agreed++
	}
	c.ok = true
}
