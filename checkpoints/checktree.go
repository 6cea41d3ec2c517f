package checkpoints

import (
	"cmp"
	"fmt"
	"io"
)

// treeCheck says how a file is looked at before bbolt reads it.
type treeCheck struct {
	sums   bool // compare each record with its checksum; who looks at them anyway says no
	free   bool // look at the list of free pages, as whoever writes must
	leaves int  // how many leaves of the large buckets to look at
	stop   func() bool
}

// over looks at the pages that the newest commit leads to, by their headers and lists of items; see skim. Those of records
// are read whole, and their checksums with them: nobody misses a checkpoint that lies under another episode's key, or that
// a page with a wrong count of its items hides. It says whether leaves were left out.
func (c treeCheck) over(r io.ReaderAt, m fileMeta) (short bool, err error) {
	f := pageFile{r: r, size: int64(m.pageSize), most: m.pages}
	var bad error
	recs := recordCheck{sums: c.sums, found: func(err error) { bad = cmp.Or(bad, err) }}
	w := newWalk(f, recs.item, func(_ uint64, err error) { bad = cmp.Or(bad, err) })
	w.stop = func() bool { return bad != nil || c.stop() }
	type tree struct {
		bucket string
		root   uint64
	}
	var large []tree
	whole := w.below
	w.below = func(bucket string, root uint64) {
		if ofRecords(bucket) {
			whole(bucket, root)
		} else {
			large = append(large, tree{bucket, root})
		}
	}
	w.page("", m.root, bounds{})
	recs.end()
	s := newSkim(f, c.leaves, c.stop)
	for id := range w.seen {
		s.seen.add(id)
	}
	for _, t := range large {
		if bad == nil {
			bad = s.bucket(t.bucket, t.root)
		}
	}
	if bad == nil && c.free && !c.stop() {
		bad = s.free(m.freelist)
	}
	if bad != nil {
		bad = fmt.Errorf("%w: %w; %s", ErrDamaged, bad, doSalvage)
	}
	return s.short, bad
}

// recordCheck compares records with their checksums.
type recordCheck struct {
	sums    bool
	found   func(error)
	bare    error // a record without a checksum, which earlier formats have
	written uint64
}

func (c *recordCheck) item(bucket string, it leafItem) {
	if it.isFormat(bucket) {
		c.written = readFormat(it.value)
	}
	if !c.sums || !ofRecords(bucket) {
		return
	}
	r := record{[]byte(bucket), it.key, it.value}
	if err := r.check(); err != nil {
		c.found(fmt.Errorf("the record %x of %s: %w", it.key, bucket, err))
	}
	if !r.sealed() {
		c.bare = cmp.Or(c.bare, fmt.Errorf("the record %x of %s: %w", it.key, bucket, errBare))
	}
}

func (c *recordCheck) end() {
	if c.written >= summedSince && c.bare != nil {
		c.found(c.bare)
	}
}
