package index

import (
	"slices"
	"sort"
	"strings"
)

// layer is a part of an index that never changes. Its lists lie in one slice, in the order of the terms.
type layer struct {
	terms   []string // sorted
	start   []int    // of each term's list in ids, and the end of the last
	ids     []uint64 // each list ascending
	touched []uint64 // ascending: texts put or removed here; older layers no longer count for them
}

// freeze makes a layer of texts by number; a text without terms was removed. Sorting the different terms and counting
// is several times faster than sorting every pair of term and number.
func freeze(top map[uint64][]string) *layer {
	l := &layer{touched: make([]uint64, 0, len(top))}
	for id := range top {
		l.touched = append(l.touched, id)
	}
	slices.Sort(l.touched)
	lists := map[string]*tally{}
	for _, id := range l.touched {
		for _, t := range top[id] {
			y := lists[t]
			if y == nil {
				y = &tally{}
				lists[t] = y
				l.terms = append(l.terms, t)
			}
			if y.n == 0 || y.last != id {
				y.n, y.last = y.n+1, id
			}
		}
	}
	slices.Sort(l.terms)
	l.start = make([]int, len(l.terms)+1)
	for i, t := range l.terms {
		y := lists[t]
		l.start[i+1] = l.start[i] + y.n
		y.n, y.next = 0, l.start[i]
		// A clone of the word, lest one word keep a whole text in memory.
		l.terms[i] = strings.Clone(t)
	}
	l.ids = make([]uint64, l.start[len(l.terms)])
	for _, id := range l.touched {
		for _, t := range top[id] {
			lists[t].list(l.ids, id)
		}
	}
	return l
}

// tally counts the texts that have a term, and then lists them.
type tally struct {
	n    int
	last uint64 // a text has a term once, however often it comes
	next int    // place in the list
}

func (y *tally) list(ids []uint64, id uint64) {
	if y.n > 0 && y.last == id {
		return
	}
	ids[y.next] = id
	y.n, y.last, y.next = y.n+1, id, y.next+1
}

func (l *layer) list(i int) []uint64 { return l.ids[l.start[i]:l.start[i+1]] }

// touches says whether the layer speaks for a text.
func (l *layer) touches(id uint64) bool {
	n := len(l.touched)
	if n == 0 || id < l.touched[0] || id > l.touched[n-1] {
		return false
	}
	_, ok := slices.BinarySearch(l.touched, id)
	return ok
}

// exact is the list of one term.
func (l *layer) exact(term string) []uint64 {
	if i, ok := slices.BinarySearch(l.terms, term); ok {
		return l.list(i)
	}
	return nil
}

// prefixed is the list of all terms that begin so.
func (l *layer) prefixed(prefix string) []uint64 {
	from, _ := slices.BinarySearch(l.terms, prefix)
	to := from + sort.Search(len(l.terms)-from, func(i int) bool { return !strings.HasPrefix(l.terms[from+i], prefix) })
	if to-from <= 1 {
		return l.ids[l.start[from]:l.start[to]]
	}
	union := slices.Clone(l.ids[l.start[from]:l.start[to]])
	slices.Sort(union)
	return slices.Compact(union)
}

// merge makes one layer of two, the first being the older.
func merge(old, young *layer) *layer {
	m := &layer{
		terms: make([]string, 0, len(old.terms)+len(young.terms)),
		start: make([]int, 0, len(old.terms)+len(young.terms)+1),
		ids:   make([]uint64, 0, len(old.ids)+len(young.ids)),
	}
	for i, j := 0, 0; i < len(old.terms) || j < len(young.terms); {
		c := order(old.terms[i:], young.terms[j:])
		from := len(m.ids)
		var term string
		if c <= 0 {
			term = old.terms[i]
			for _, id := range old.list(i) {
				if !young.touches(id) {
					m.ids = append(m.ids, id)
				}
			}
			i++
		}
		if c >= 0 {
			term = young.terms[j]
			m.addList(from, young.list(j))
			j++
		}
		if len(m.ids) > from {
			m.terms, m.start = append(m.terms, term), append(m.start, from)
		}
	}
	m.start = append(m.start, len(m.ids))
	m.touched = slices.Concat(old.touched, young.touched)
	slices.Sort(m.touched)
	m.touched = slices.Compact(m.touched)
	return m
}

// order compares the first of two runs of terms; an empty run comes last.
func order(a, b []string) int {
	switch {
	case len(a) == 0:
		return 1
	case len(b) == 0:
		return -1
	}
	return strings.Compare(a[0], b[0])
}

// addList puts a list behind what the term's list, begun at from, already has.
func (l *layer) addList(from int, ids []uint64) {
	late := len(l.ids) > from && l.ids[len(l.ids)-1] > ids[0]
	l.ids = append(l.ids, ids...)
	if late { // an old text was put again
		slices.Sort(l.ids[from:])
	}
}
