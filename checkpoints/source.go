package checkpoints

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	bolt "go.etcd.io/bbolt"
)

// source is what a check of a store reads from: bbolt's own tree, or what can be found in a damaged file.
type source interface {
	// each hands out the keys of a bucket from one on, in order, until the function says false. The bytes are its own.
	each(bucket, from []byte, f func(k, v []byte) bool) error
	get(bucket, key []byte) ([]byte, error)
}

// boltSource reads by bbolt, in pages: no transaction is open while f runs.
type boltSource struct{ s *Store }

type pair struct{ k, v []byte }

// firstPage is how much is read at first. Pages double from there: many ask for one pair, or for the few of one branch.
const firstPage = 4 << 10

func (b boltSource) each(bucket, from []byte, f func(k, v []byte) bool) error {
	for most := firstPage; ; most = min(2*most, pageBytes) {
		var page []pair
		err := b.s.view(func(tx *bolt.Tx) error {
			in := tx.Bucket(bucket)
			if in == nil {
				return nil
			}
			size := 0
			c := in.Cursor()
			for k, v := c.Seek(from); k != nil && size < most; k, v = c.Next() {
				page = append(page, pair{bytes.Clone(k), bytes.Clone(v)})
				size += len(k) + len(v)
			}
			return nil
		})
		if err != nil || len(page) == 0 {
			return err
		}
		for _, p := range page {
			if !f(p.k, p.v) {
				return nil
			}
		}
		from = append(bytes.Clone(page[len(page)-1].k), 0)
	}
}

func (b boltSource) get(bucket, key []byte) ([]byte, error) {
	var out []byte
	err := b.s.view(func(tx *bolt.Tx) error {
		if in := tx.Bucket(bucket); in != nil {
			out = bytes.Clone(in.Get(key))
		}
		return nil
	})
	return out, err
}

// loose is what lies in a damaged file: the place of every value whose page can be read.
type loose struct {
	r      io.ReaderAt
	index  map[string][]place // by bucket, sorted by key
	faults []pageFault
	free   map[uint64]bool
	seqs   map[string]uint64
	known  shape
	// trusted says that the list of free pages holds: what lies outside the tree and is not free was committed. Otherwise
	// it may be older than the last commit, or a killed process wrote it and never committed it.
	trusted bool
}

type place struct {
	key  string
	at   int64
	n    int
	rank uint64 // of several values of a key the highest stays
}

// inTree ranks what hangs in the tree over everything else, and of that what lies in the log over the journal.
const (
	inTree    = ^uint64(0)
	inJournal = inTree - 1
)

// shape says which bucket a key and value belong to, and which of two of that key is the newer; "" when to none.
type shape func(k, v []byte) (bucket string, rank uint64)

type pageFault struct {
	Page uint64
	Err  error
}

// readLoose walks the file from its newest meta page. When anything is wrong with its pages, be it only that a page is
// neither in use nor free, it then looks at every page that the walk did not reach: what hung below a damaged page is
// found there, by its shape.
func readLoose(r io.ReaderAt, size int64, known shape) *loose {
	l := &loose{r: r, index: map[string][]place{}, free: map[uint64]bool{}, known: known}
	metas := readMetas(r)
	f := pageFile{r: r, size: 4096, most: uint64(size) / 4096}
	if len(metas) > 0 {
		f = pageFile{r: r, size: int64(metas[0].pageSize), most: uint64(size) / uint64(metas[0].pageSize)}
	}
	if len(metas) < 2 {
		l.fault(0, fmt.Errorf("%d of the file's two first pages can be read", len(metas)))
	}
	c := &census{found: l.fault}
	w := newWalk(f, func(bucket string, it leafItem) { l.inside(f, c, bucket, it) }, l.fault)
	if len(metas) > 0 {
		m := metas[0]
		free, list, listed := w.readFree(m)
		for _, id := range free {
			l.free[id] = true
		}
		w.page("", m.root, bounds{})
		c.end(w.seqs)
		m.pages = min(m.pages, f.most)
		l.trusted = listed && w.checkFree(m, free, list) && len(metas) > 1
	}
	l.seqs = w.seqs
	for b := range l.index {
		l.sort(b)
	}
	if len(l.faults) > 0 {
		if l.trusted { // nothing beyond the last commit's pages belongs to it
			f.most = min(f.most, metas[0].pages)
		}
		l.scan(f, w.seen)
	}
	l.unfold()
	return l
}

func (l *loose) fault(page uint64, err error) { l.faults = appendOnce(l.faults, pageFault{page, err}) }

// inside takes an item that the tree leads to. One in a bucket whose name was altered, or under a key that cannot stand
// there, says by its shape where it belongs. A page that is free as well is an older one, into which the tree leads
// because a page above it is old.
func (l *loose) inside(f pageFile, c *census, bucket string, it leafItem) {
	if it.isFormat(bucket) {
		c.format = readFormat(it.value)
	}
	known, fits := isBucket(bucket), checkKey(bucket, it.key) == nil
	switch {
	case !known:
		l.fault(0, fmt.Errorf("there is a bucket %q, which no store has", bucket))
		if real, _ := l.known(it.key, it.value); real != "" {
			l.add(real, it, inTree)
		}
	case !fits:
		l.fault(0, fmt.Errorf("the bucket %s has keys that do not belong there: %w", bucket, errOdd))
		l.stray(it)
	case l.free[uint64(it.at/f.size)]:
		l.stray(it)
	default:
		l.add(bucket, it, inTree)
	}
}

// unfold puts the journal's chunks where they belong in the log. One that is there already is the same, or the newer.
func (l *loose) unfold() {
	all := l.index[string(bucketJournal)]
	delete(l.index, string(bucketJournal))
	for _, p := range all {
		if len(p.key) != journalKeyLen {
			l.fault(0, oddJournalKey([]byte(p.key)))
			continue
		}
		p.key = p.key[8:]
		p.rank = min(p.rank, inJournal)
		l.index[string(bucketLog)] = append(l.index[string(bucketLog)], p)
	}
	l.sort(string(bucketLog))
}

func isBucket(name string) bool {
	return slices.ContainsFunc(storeBuckets(), func(b []byte) bool { return string(b) == name })
}

func appendOnce(faults []pageFault, f pageFault) []pageFault {
	for _, old := range faults {
		if old.Err.Error() == f.Err.Error() {
			return faults
		}
	}
	return append(faults, f)
}

func (l *loose) add(bucket string, it leafItem, rank uint64) {
	l.index[bucket] = append(l.index[bucket], place{string(it.key), it.at, len(it.value), rank})
}

func (l *loose) sort(bucket string) {
	ps := l.index[bucket]
	slices.SortStableFunc(ps, func(a, b place) int { return cmp.Or(strings.Compare(a.key, b.key), cmp.Compare(b.rank, a.rank)) })
	l.index[bucket] = slices.CompactFunc(ps, func(a, b place) bool { return a.key == b.key })
}

// stray takes an item of which only its shape says where it belongs.
func (l *loose) stray(it leafItem) {
	if bucket, rank := l.known(it.key, it.value); bucket != "" {
		l.add(bucket, it, min(rank, inJournal-1))
	}
}

// isStray says whether a value was found outside the tree, or in an old part of it.
func (l *loose) isStray(bucket, key []byte) bool {
	ps := l.index[string(bucket)]
	i, ok := slices.BinarySearchFunc(ps, string(key), func(p place, k string) int { return strings.Compare(p.key, k) })
	return ok && ps[i].rank < inJournal
}

// scan takes what it knows from every leaf page that the walk did not reach and that is not free.
func (l *loose) scan(f pageFile, seen map[uint64]bool) {
	take := func(_ string, it leafItem) { l.stray(it) }
	w := newWalk(f, take, func(uint64, error) {}) // what lies outside the tree may be anything
	for id := uint64(2); id < f.most; id++ {
		if seen[id] || l.free[id] {
			continue
		}
		p, err := f.at(id)
		if err != nil || p.flags != flagLeaf {
			continue
		}
		w.orphan(p)
		id += p.overflow
	}
	for b := range l.index {
		l.sort(b)
	}
}

// orphan reads a leaf page of an unknown bucket. Of buckets in it only the small ones are entered, which lie in the
// page: where the others' roots lay, something else may lie by now.
func (w *walk) orphan(p page) {
	budget := p.budget()
	for i := range max(p.count, p.room()) {
		it, err := p.leaf(i)
		if err != nil {
			continue
		}
		if budget -= int(it.end - it.begin); budget < 0 {
			return
		}
		if it.bucket && len(it.value) >= rootHeader && native.Uint64(it.value) != 0 {
			continue
		}
		if it.bucket {
			w.enter(p.id, it)
			continue
		}
		w.leaf("", it)
	}
}

func (l *loose) each(bucket, from []byte, f func(k, v []byte) bool) error {
	ps := l.index[string(bucket)]
	i, _ := slices.BinarySearchFunc(ps, string(from), func(p place, k string) int { return strings.Compare(p.key, k) })
	for _, p := range ps[i:] {
		v, err := l.read(p)
		if err != nil {
			return err
		}
		if !f([]byte(p.key), v) {
			return nil
		}
	}
	return nil
}

func (l *loose) get(bucket, key []byte) ([]byte, error) {
	ps := l.index[string(bucket)]
	i, ok := slices.BinarySearchFunc(ps, string(key), func(p place, k string) int { return strings.Compare(p.key, k) })
	if !ok {
		return nil, nil
	}
	return l.read(ps[i])
}

func (l *loose) read(p place) ([]byte, error) {
	v := make([]byte, p.n)
	if _, err := l.r.ReadAt(v, p.at); err != nil {
		return nil, fmt.Errorf("read %d bytes at %d: %w", p.n, p.at, err)
	}
	return v, nil
}
