package checkpoints

import (
	"encoding/binary"
	"fmt"
	"io"
)

// This file reads the pages of a bbolt file with every number checked. bbolt itself follows whatever numbers it
// finds in mapped memory: one flipped bit can lead it beyond the file or round in a circle for ever. The layout is
// that of bbolt's internal/common: a page has a header of 16 bytes (id u64, flags u16, count u16, overflow u32); a
// leaf's items are four u32 (flags, position from the item on, key's length, value's length); a branch's are position
// and key's length (u32) and the child's id (u64). Numbers are in the machine's byte order.
const (
	pageHeader = 16
	pageItem   = 16
	rootHeader = 16 // a bucket's value: its root page's id and its sequence

	flagBranch   = 0x01
	flagLeaf     = 0x02
	flagFreelist = 0x10

	pageMost    = 1 << 30 // bytes of one page with its overflow: more is taken for damage
	noFreelist  = ^uint64(0)
	countInBody = 0xffff // a free-list too long for its header's count
)

var native = binary.NativeEndian

// pageFile reads pages. It never faults and never follows a number out of the file.
type pageFile struct {
	r    io.ReaderAt
	size int64  // of a page
	most uint64 // the pages are those below it
}

type page struct {
	id       uint64
	flags    uint16
	count    int
	overflow uint64 // pages after it that are surely its own
	claims   uint64 // those that its header claims
	torn     bool   // header and items disagree on them
	base     int64  // where b begins in the file
	b        []byte // from its header to the end of its overflow
}

// at reads one page with its overflow.
func (f pageFile) at(id uint64) (page, error) {
	var head [pageHeader]byte
	if id < 2 || id >= f.most {
		return page{}, fmt.Errorf("page %d is none of the file's %d", id, f.most)
	}
	if _, err := f.r.ReadAt(head[:], int64(id)*f.size); err != nil {
		return page{}, fmt.Errorf("page %d: %w", id, err)
	}
	p := pageOf(head[:])
	if p.id != id {
		return page{}, fmt.Errorf("page %d calls itself %d", id, p.id)
	}
	if p.flags != flagBranch && p.flags != flagLeaf && p.flags != flagFreelist {
		return page{}, fmt.Errorf("page %d is of no known kind (%#x)", id, p.flags)
	}
	p.claims = p.overflow
	if err := f.fill(&p); err != nil {
		return page{}, err
	}
	if need := p.needs(f.size); p.flags != flagFreelist && need != p.overflow {
		// One of the two is wrong. All that either calls the page's is read, and what only one does is not the page's alone.
		less := min(need, p.overflow)
		p.overflow = max(need, p.overflow)
		if f.fill(&p) != nil {
			p.overflow = less
			if err := f.fill(&p); err != nil {
				return page{}, err
			}
		}
		p.overflow, p.torn = less, true
	}
	return p, nil
}

// fill reads a page's bytes.
func (f pageFile) fill(p *page) error {
	if p.overflow >= f.most-p.id || int64(p.overflow+1) > pageMost/f.size {
		return fmt.Errorf("page %d claims %d pages after it", p.id, p.overflow)
	}
	p.b, p.base = make([]byte, int64(p.overflow+1)*f.size), int64(p.id)*f.size
	if _, err := f.r.ReadAt(p.b, p.base); err != nil {
		return fmt.Errorf("page %d: %w", p.id, err)
	}
	return nil
}

// needs is how many pages after it a page's items need.
func (p page) needs(size int64) uint64 { return (p.end() - 1) / uint64(size) }

// end is where the last of a page's items ends.
func (p page) end() uint64 {
	end := uint64(pageHeader)
	for i := range max(p.count, p.room()) {
		at := uint64(pageHeader + i*pageItem)
		if at+pageItem > uint64(len(p.b)) {
			break
		}
		b := p.b[at:]
		if p.flags == flagLeaf {
			end = max(end, at+uint64(native.Uint32(b[4:]))+uint64(native.Uint32(b[8:]))+uint64(native.Uint32(b[12:])))
		} else {
			end = max(end, at+uint64(native.Uint32(b))+uint64(native.Uint32(b[4:])))
		}
	}
	return end
}

func pageOf(b []byte) page {
	return page{id: native.Uint64(b), flags: native.Uint16(b[8:]), count: int(native.Uint16(b[10:])),
		overflow: uint64(native.Uint32(b[12:])), b: b}
}

// room is for how many items a page has room: their bytes begin right behind the last of them. It is the count, or one
// of the two is wrong.
func (p page) room() int {
	if len(p.b) < pageHeader+pageItem {
		return 0
	}
	pos := p.b[pageHeader:]
	if p.flags == flagLeaf {
		pos = pos[4:]
	}
	if n := int(native.Uint32(pos)); n%pageItem == 0 && pageHeader+n <= len(p.b) {
		return n / pageItem
	}
	return 0
}

// span cuts n bytes at a position counted from an item's own place.
func (p page) span(from, pos, n uint64) ([]byte, bool) {
	at := from + pos
	if at < pageHeader || at+n > uint64(len(p.b)) {
		return nil, false
	}
	return p.b[at : at+n : at+n], true
}

func (p page) item(i int) ([]byte, uint64, error) {
	at := uint64(pageHeader + i*pageItem)
	if at+pageItem > uint64(len(p.b)) {
		return nil, 0, fmt.Errorf("page %d claims %d items and has no room for them", p.id, p.count)
	}
	return p.b[at:], at, nil
}

// budget is how many bytes a page's items may have together: its own once, and once more for one whose length is wrong.
// Without it a page of nonsense, each item of which claims all of it, would be read as often as it has items.
func (p page) budget() int { return 2 * len(p.b) }

type leafItem struct {
	bucket     bool
	key, value []byte
	begin, end uint64 // of key and value, in the page
	at         int64  // of the value, in the file
}

func (p page) leaf(i int) (leafItem, error) {
	b, at, err := p.item(i)
	if err != nil {
		return leafItem{}, err
	}
	pos, k, v := uint64(native.Uint32(b[4:])), uint64(native.Uint32(b[8:])), uint64(native.Uint32(b[12:]))
	key, ok := p.span(at, pos, k)
	value, ok2 := p.span(at, pos+k, v)
	if flags := native.Uint32(b); !ok || !ok2 || flags > 1 || k == 0 {
		return leafItem{}, fmt.Errorf("item %d of page %d points out of the page", i, p.id)
	}
	begin := at + pos
	return leafItem{native.Uint32(b) == 1, key, value, begin, begin + k + v, p.base + int64(begin+k)}, nil
}

func (p page) child(i int) (key []byte, id uint64, err error) {
	b, at, err := p.item(i)
	if err != nil {
		return nil, 0, err
	}
	key, ok := p.span(at, uint64(native.Uint32(b)), uint64(native.Uint32(b[4:])))
	if !ok {
		return nil, 0, fmt.Errorf("item %d of page %d points out of the page", i, p.id)
	}
	return key, native.Uint64(b[8:]), nil
}

// freePages reads the list of free pages.
func (f pageFile) freePages(id uint64) ([]uint64, page, error) {
	if id == noFreelist {
		return nil, page{}, nil
	}
	p, err := f.at(id)
	if err != nil {
		return nil, p, err
	}
	if p.flags != flagFreelist {
		return nil, p, fmt.Errorf("page %d is not the list of free pages", id)
	}
	body, n := p.b[pageHeader:], uint64(p.count)
	if n == countInBody {
		n, body = native.Uint64(body), body[8:]
	}
	if n > uint64(len(body)/8) {
		return nil, p, fmt.Errorf("page %d: the list of %d free pages is cut short", id, n)
	}
	out := make([]uint64, n)
	for i := range out {
		out[i] = native.Uint64(body[i*8:])
		if out[i] < 2 || out[i] >= f.most {
			return nil, p, fmt.Errorf("page %d: free page %d is none of the file's %d", id, out[i], f.most)
		}
	}
	return out, p, nil
}

// inUse is how many bytes the pages have that a commit uses: all but those on its list of free ones.
func inUse(r io.ReaderAt, m fileMeta) (int64, error) {
	size := int64(m.pageSize)
	free, _, err := pageFile{r: r, size: size, most: m.pages}.freePages(m.freelist)
	if err != nil {
		return 0, err
	}
	return int64(m.pages-uint64(len(free))) * size, nil
}
