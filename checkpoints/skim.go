package checkpoints

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
)

// This file looks at the trees of the large buckets before bbolt does. bbolt takes every page that calls itself no leaf
// for one that leads to others, and adds up whatever lengths it finds: an old list of free pages in the place of a leaf
// leads it round for ever, and a flipped bit in a length makes it ask for half a gigabyte.
//
// Covered are, of each page: its own number, its kind, that all pages of a level are of one kind, that its items fill it
// one behind the other and end in the last of the pages that it claims, that its keys are in order and within those that
// lead to it, that it begins with the key that leads to it, and that no other page leads to it. Not covered are the contents, keys that lie behind the first of several
// pages, and an old version of a page that would fit: a log, a content and a record each tell by themselves.
const (
	// skimMost is how many leaves Open looks at: a quarter of a gigabyte of them, which takes a tenth of a second where the
	// file is in memory; of a whole gigabyte it would be a third of one. Of a larger store it looks at all pages that lead
	// to others, and at the first leaves in the order of the file.
	skimMost = 64 << 10
	// skimRun is how many pages are read at once, where they lie near one another.
	skimRun = 32
)

type skim struct {
	file  pageFile
	seen  pageSet
	left  int // leaves that may still be looked at
	short bool
	stop  func() bool

	from, to uint64 // the pages that lie in run
	run      []byte
}

// pageSet is a set of pages, a bit for each of a file's.
type pageSet []uint64

func newPageSet(n uint64) pageSet    { return make(pageSet, n/64+1) }
func (s pageSet) has(id uint64) bool { return s[id/64]&(1<<(id%64)) != 0 }
func (s pageSet) add(id uint64)      { s[id/64] |= 1 << (id % 64) }
func (s pageSet) meets(from, n uint64) bool { // one of n pages is in it
	for i := range n {
		if s.has(from + i) {
			return true
		}
	}
	return false
}

func newSkim(f pageFile, leaves int, stop func() bool) *skim {
	return &skim{file: f, seen: newPageSet(f.most), left: leaves, stop: stop}
}

// twig is a page that another leads to, with the keys that may stand in it.
type twig struct {
	id uint64
	in bounds
}

// bucket goes down a bucket's tree, level by level and each in the order of the file.
func (s *skim) bucket(name string, root uint64) error {
	values := isBucket(name)
	for level := []twig{{id: root}}; len(level) > 0; {
		slices.SortFunc(level, func(a, b twig) int { return cmp.Compare(a.id, b.id) })
		var below []twig
		kind := uint16(0)
		for i, t := range level {
			if s.stop() {
				return nil
			}
			if err := s.claim(t.id); err != nil {
				return err
			}
			if kind == flagLeaf && s.left <= 0 {
				s.short = true
				continue
			}
			p, err := s.page(t.id, i+1 < len(level) && level[i+1].id < t.id+skimRun)
			if err == nil {
				kind = cmp.Or(kind, p.flags)
				err = s.look(p, kind, values, t.in)
			}
			if err != nil {
				return err
			}
			if kind == flagLeaf {
				s.left--
			} else if below, err = p.twigs(below, t.in); err != nil {
				return err
			}
		}
		level = below
	}
	return nil
}

// claim notes that a page is led to.
func (s *skim) claim(id uint64) error {
	if id < 2 || id >= s.file.most || s.seen.has(id) {
		return fmt.Errorf("page %d is led to twice, or is none of the file's %d", id, s.file.most)
	}
	s.seen.add(id)
	return nil
}

// page reads a page without those after it, unless its list of items goes on there. What is read of one that leads to
// others stays.
func (s *skim) page(id uint64, near bool) (page, error) {
	size := uint64(s.file.size)
	if id < s.from || id >= s.to {
		n := uint64(1)
		if near {
			n = min(skimRun, s.file.most-id)
		}
		if uint64(cap(s.run)) < skimRun*size {
			s.run = make([]byte, skimRun*size)
		}
		if _, err := s.file.r.ReadAt(s.run[:n*size], int64(id*size)); err != nil {
			return page{}, fmt.Errorf("page %d: %w", id, err)
		}
		s.from, s.to = id, id+n
	}
	at := (id - s.from) * size
	p := pageOf(s.run[at : at+size])
	switch {
	case p.id != id:
		return page{}, fmt.Errorf("page %d calls itself %d", id, p.id)
	case p.flags != flagLeaf && p.flags != flagBranch:
		return page{}, fmt.Errorf("page %d is of a kind (%#x) that does not belong there", id, p.flags)
	case p.overflow >= s.file.most-id || p.overflow >= uint64(pageMost)/size:
		return page{}, fmt.Errorf("page %d claims %d pages after it", id, p.overflow)
	}
	if list := uint64(pageHeader + p.count*pageItem); p.flags == flagBranch || list > size {
		if list > (p.overflow+1)*size {
			return page{}, fmt.Errorf("page %d claims %d items and has no room for them", id, p.count)
		}
		return p, s.file.fill(&p)
	}
	return p, nil
}

// look checks one page against what it claims and what leads to it.
func (s *skim) look(p page, kind uint16, values bool, in bounds) error {
	if p.flags != kind || kind == flagBranch && p.count == 0 {
		return fmt.Errorf("page %d leads nowhere, or is of another kind than those beside it", p.id)
	}
	if s.seen.meets(p.id+1, p.overflow) {
		return fmt.Errorf("page %d claims %d pages after it, and others lead to one of them", p.id, p.overflow)
	}
	for i := range p.overflow {
		s.seen.add(p.id + 1 + i)
	}
	end, whole := uint64(pageHeader+p.count*pageItem), (p.overflow+1)*uint64(s.file.size)
	last := in.least
	for i := range p.count {
		it := p.extent(i)
		if it.begin != end || it.key == 0 || it.kind > 1 || it.end() > whole {
			return fmt.Errorf("page %d: item %d does not follow the one before, or does not fit in", p.id, i)
		}
		if values && it.kind != 0 {
			return fmt.Errorf("page %d: item %d is a bucket where a value belongs", p.id, i)
		}
		end = it.end()
		if it.begin+it.key > uint64(len(p.b)) {
			last = nil // its key lies in a page that is not read
			continue
		}
		key := p.b[it.begin : it.begin+it.key]
		if !in.hold(key) || i > 0 && last != nil && bytes.Compare(key, last) <= 0 {
			return fmt.Errorf("page %d: %w", p.id, errOrder)
		}
		if i == 0 && !in.lead(key) {
			return fmt.Errorf("page %d: %w", p.id, errLead)
		}
		last = key
	}
	if p.count > 0 && (end-1)/uint64(s.file.size) != p.overflow || p.count == 0 && p.overflow > 0 {
		return fmt.Errorf("page %d claims %d pages after it and its items need another number", p.id, p.overflow)
	}
	return nil
}

// itemExtent is where an item lies in its page.
type itemExtent struct {
	kind              uint32 // 1: a bucket
	begin, key, value uint64
}

func (e itemExtent) end() uint64 { return e.begin + e.key + e.value }

// extent reads where an item lies. The page has room for the list of its items.
func (p page) extent(i int) itemExtent {
	at := uint64(pageHeader + i*pageItem)
	b := p.b[at : at+pageItem]
	if p.flags == flagBranch {
		return itemExtent{0, at + uint64(native.Uint32(b)), uint64(native.Uint32(b[4:])), 0}
	}
	return itemExtent{native.Uint32(b), at + uint64(native.Uint32(b[4:])), uint64(native.Uint32(b[8:])), uint64(native.Uint32(b[12:]))}
}

// twigs adds the pages that one leads to.
func (p page) twigs(to []twig, in bounds) ([]twig, error) {
	for i := range p.count {
		key, id, err := p.child(i)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			to[len(to)-1].in.most = key
		}
		to = append(to, twig{id, bounds{key, in.most}})
	}
	return to, nil
}

// free checks the list of free pages, from which whoever writes takes those that he writes over: none of them may be in
// use, and its own pages must be as many as the list needs. One that was made for a longer list may be longer by the pages
// that it took for itself.
func (s *skim) free(id uint64) error {
	free, p, err := s.file.freePages(id)
	if err != nil || p.b == nil {
		return err
	}
	need := func(n uint64) uint64 {
		if n >= countInBody {
			n++
		}
		return (pageHeader + 8*n) / uint64(s.file.size)
	}
	n := uint64(len(free))
	if own := p.overflow + 1; p.overflow < need(n) || p.overflow > need(n+own) || s.seen.meets(p.id, own) {
		return fmt.Errorf("page %d, the list of free pages, claims %d pages after it and needs another number, or is in use", p.id, p.overflow)
	}
	for i := range p.overflow + 1 {
		s.seen.add(p.id + i)
	}
	for _, id := range free {
		if s.seen.has(id) {
			return fmt.Errorf("page %d is in use and on the list of free pages, or twice on it", id)
		}
		s.seen.add(id)
	}
	return nil
}
