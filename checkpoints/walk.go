package checkpoints

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// walk goes through a file's buckets, from the root down. It goes on after a fault.
type walk struct {
	file  pageFile
	seen  map[uint64]bool // each page is visited once: no circle holds the walk
	leaf  func(bucket string, it leafItem)
	fault func(page uint64, err error)
	below func(bucket string, root uint64) // goes on in the pages of a bucket that has its own
	stop  func() bool
	seqs  map[string]uint64 // the buckets' sequences
}

func newWalk(f pageFile, leaf func(string, leafItem), fault func(uint64, error)) *walk {
	w := &walk{file: f, seen: map[uint64]bool{}, leaf: leaf, fault: fault, seqs: map[string]uint64{}, stop: func() bool { return false }}
	w.below = func(bucket string, root uint64) { w.page(bucket, root, bounds{}) }
	return w
}

// bounds are those of the keys that may stand in a page: from least on and below most, where nil is no bound.
type bounds struct{ least, most []byte }

func (b bounds) hold(key []byte) bool {
	return bytes.Compare(key, b.least) >= 0 && (b.most == nil || bytes.Compare(key, b.most) < 0)
}

// lead says whether a page that begins with the key is the one that was led to. bbolt keeps the first key of a page in the
// page above, and finds a page by it when it writes: where the two differ it leaves the old page in the tree as well as
// the new one, and writes over it later.
func (b bounds) lead(first []byte) bool { return b.least == nil || bytes.Equal(first, b.least) }

var (
	errOrder = errors.New("its keys are out of order")
	errLead  = errors.New("its first key is not the one that leads to it")
)

func (w *walk) page(bucket string, id uint64, in bounds) {
	if w.stop() {
		return
	}
	p, err := w.file.at(id)
	if err == nil && w.seen[id] {
		err = fmt.Errorf("page %d is reached twice", id)
	}
	if err == nil && p.flags == flagFreelist {
		err = fmt.Errorf("page %d is the list of free pages and stands where data belong", id)
	}
	if err != nil {
		w.fault(id, err)
		return
	}
	if p.torn {
		w.fault(id, fmt.Errorf("page %d claims %d pages after it and its items need another number", id, p.claims))
	}
	for i := range p.overflow + 1 {
		w.seen[id+i] = true
	}
	if p.flags == flagLeaf {
		w.leaves(bucket, p, in)
		return
	}
	w.children(bucket, p, in)
}

func (w *walk) children(bucket string, p page, in bounds) {
	if p.count == 0 || p.room() != p.count {
		w.fault(p.id, fmt.Errorf("page %d claims %d children and has room for %d", p.id, p.count, p.room()))
	}
	last := in.least
	for i := range p.count {
		key, id, err := p.child(i)
		if err != nil {
			w.fault(p.id, err)
			return
		}
		if i == 0 && in.hold(key) && !in.lead(key) {
			w.fault(p.id, fmt.Errorf("page %d: %w", p.id, errLead))
		}
		sub := bounds{key, in.most}
		if i+1 < p.count {
			if next, _, err := p.child(i + 1); err == nil {
				sub.most = next
			}
		}
		if !in.hold(key) || bytes.Compare(key, last) < 0 {
			w.fault(p.id, fmt.Errorf("page %d: %w", p.id, errOrder))
		}
		last = key
		w.page(bucket, id, sub)
	}
}

func (w *walk) leaves(bucket string, p page, in bounds) {
	var last []byte
	room := p.room()
	if room != p.count {
		w.fault(p.id, fmt.Errorf("page %d claims %d items and has room for %d", p.id, p.count, room))
	}
	n := max(p.count, room)
	end, budget := uint64(pageHeader+n*pageItem), p.budget()
	for i := range n {
		it, err := p.leaf(i)
		if err != nil {
			w.fault(p.id, err)
			continue
		}
		if budget -= int(it.end - it.begin); budget < 0 {
			w.fault(p.id, fmt.Errorf("page %d: its items lie upon one another", p.id))
			return
		}
		if it.begin != end {
			w.fault(p.id, fmt.Errorf("page %d: item %d does not follow the one before", p.id, i))
		}
		end = it.end
		if !in.hold(it.key) || last != nil && bytes.Compare(it.key, last) <= 0 {
			w.fault(p.id, fmt.Errorf("page %d: %w", p.id, errOrder))
		} else if i == 0 && !in.lead(it.key) {
			w.fault(p.id, fmt.Errorf("page %d: %w", p.id, errLead))
		}
		last = it.key
		if it.bucket == (bucket != "") && (bucket == "" || isBucket(bucket)) {
			w.fault(p.id, fmt.Errorf("page %d: item %d is a bucket where a value belongs, or a value where a bucket does", p.id, i))
			if it.bucket {
				continue
			}
		}
		if it.bucket {
			w.enter(p.id, it)
			continue
		}
		w.leaf(bucket, it)
	}
}

// enter goes into a bucket: its own page, or a small one within the item.
func (w *walk) enter(from uint64, it leafItem) {
	name := string(it.key)
	if len(it.value) < rootHeader {
		w.fault(from, fmt.Errorf("page %d: the bucket %q has no root", from, name))
		return
	}
	root := native.Uint64(it.value)
	w.seqs[name] = native.Uint64(it.value[8:])
	if root != 0 {
		if len(it.value) != rootHeader {
			w.fault(from, fmt.Errorf("page %d: the bucket %q has pages of its own, and something in the item too", from, name))
		}
		w.below(name, root)
		return
	}
	if len(it.value) < rootHeader+pageHeader {
		w.fault(from, fmt.Errorf("page %d: the bucket %q is cut short", from, name))
		return
	}
	inner := pageOf(it.value[rootHeader:])
	if inner.flags != flagLeaf {
		w.fault(from, fmt.Errorf("page %d: the bucket %q is of no known kind", from, name))
		return
	}
	inner.id, inner.base = from, it.at+rootHeader
	if inner.end() != uint64(len(inner.b)) {
		w.fault(from, fmt.Errorf("page %d: the bucket %q does not end with its last item", from, name))
	}
	w.leaves(name, inner, bounds{})
}

// checkPages walks everything that a meta page reaches and says what is wrong with it. It returns the buckets that are
// there, with their sequences.
func checkPages(r io.ReaderAt, m fileMeta, stop func() bool, found func(page uint64, err error)) map[string]uint64 {
	f := pageFile{r: r, size: int64(m.pageSize), most: m.pages}
	c := &census{found: found}
	w := newWalk(f, c.leaf, found)
	w.stop = stop
	w.page("", m.root, bounds{})
	c.end(w.seqs)
	if free, list, ok := w.readFree(m); ok {
		w.checkFree(m, free, list)
	}
	return w.seqs
}

// readFree reads the list of free pages. What is on it may lie beyond the end of a file that was cut short.
func (w *walk) readFree(m fileMeta) (free []uint64, list page, ok bool) {
	free, list, err := pageFile{r: w.file.r, size: w.file.size, most: m.pages}.freePages(m.freelist)
	if err != nil {
		w.fault(m.freelist, err)
	}
	return free, list, err == nil
}

// checkFree compares what the walk has seen with the list of free pages: every page is in the one or the other. It says
// whether none is in both.
func (w *walk) checkFree(m fileMeta, free []uint64, list page) bool {
	apart := true
	if list.b != nil {
		for i := range list.overflow + 1 {
			apart = apart && !w.seen[list.id+i]
			w.seen[list.id+i] = true
		}
	}
	isFree := make(map[uint64]bool, len(free))
	for _, id := range free {
		if w.seen[id] || isFree[id] {
			apart = false
			w.fault(id, fmt.Errorf("page %d is in use and on the list of free pages, or twice on it", id))
		}
		isFree[id] = true
	}
	lost := 0
	for id := uint64(2); id < m.pages && !w.stop(); id++ {
		if !w.seen[id] && !isFree[id] {
			lost++
		}
	}
	if lost > 0 {
		w.fault(m.freelist, fmt.Errorf("%d pages are neither in use nor free", lost))
	}
	return apart
}
