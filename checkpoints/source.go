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
	// doubt says that one of the two first pages is damaged, and with it perhaps the only one that tells the last commit.
	// What that one wrote then lies in pages that are free by the commit before.
	doubt bool
	deep  bool // look at free pages too
	spent bool // while one is looked at that is free for sure
}

// newerHeads is where heads that lie outside the tree are kept, in doubt, beside those in it.
const newerHeads = "newer heads"

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
	inFree    = 0 // in a page that is free
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
//
// Deep looks at free pages too. There lie earlier versions of pages: a chunk of the log and a content are never changed, so
// one of which the page is damaged may be there still.
func readLoose(r io.ReaderAt, size int64, known shape, deep bool) *loose {
	l := &loose{r: r, index: map[string][]place{}, free: map[uint64]bool{}, known: known, deep: deep}
	metas := readMetas(r)
	f := pageFile{r: r, size: 4096, most: uint64(size) / 4096}
	if len(metas) > 0 {
		f = pageFile{r: r, size: int64(metas[0].pageSize), most: uint64(size) / uint64(metas[0].pageSize)}
	}
	if len(metas) < 2 {
		l.fault(0, fmt.Errorf("%d of the file's two first pages can be read", len(metas)))
	}
	l.doubt = deep && len(metas) == 1
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
	known, fits := isBucket(bucket), checkKey(bucket, it.key) == nil && !l.foreign(bucket, it)
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

// foreign says whether what lies among records belongs into another bucket: where the root of a bucket is an old one it may
// lead anywhere by now, and keys of the log look like some of records. A record with its checksum is where it belongs.
func (l *loose) foreign(bucket string, it leafItem) bool {
	if !ofRecords(bucket) || (record{[]byte(bucket), it.key, it.value}).sealed() {
		return false
	}
	real, _ := l.known(it.key, it.value)
	return real != "" && real != bucket
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
	bucket, rank := l.known(it.key, it.value)
	if bucket == "" || l.doubt && bucket == string(bucketBranches) && !l.madeLast(it) {
		return
	}
	if l.spent {
		if bucket == string(bucketLog) || bucket == string(bucketJournal) || bucket == string(bucketContents) {
			l.add(bucket, it, inFree)
		}
		return
	}
	l.add(bucket, it, min(rank, inJournal-1))
	if l.doubt && bucket == string(bucketHeads) && len(it.key) == numberLength {
		l.add(newerHeads, it, rank)
	}
}

// madeLast says whether a record found outside the tree is of an episode that the tree has not yet given a number to: one
// that it has was removed, or is in it.
func (l *loose) madeLast(it leafItem) bool {
	var b Branch
	last, known := l.seqs[string(bucketBranches)]
	return !known || strict(record{bucketBranches, it.key, it.value}, &b) && b.ID > last
}

// isStray says whether a value was found outside the tree, or in an old part of it.
func (l *loose) isStray(bucket, key []byte) bool {
	p, ok := l.find(bucket, key)
	return ok && p.rank < inJournal
}

// isSpent says whether a value was found in a free page and nowhere else.
func (l *loose) isSpent(bucket, key []byte) bool {
	p, ok := l.find(bucket, key)
	return ok && p.rank == inFree
}

func (l *loose) find(bucket, key []byte) (place, bool) {
	ps := l.index[string(bucket)]
	i, ok := slices.BinarySearchFunc(ps, string(key), func(p place, k string) int { return strings.Compare(p.key, k) })
	if !ok {
		return place{}, false
	}
	return ps[i], true
}

// scan takes what it knows from every leaf page that the walk did not reach and that is not free, or might not be.
func (l *loose) scan(f pageFile, seen map[uint64]bool) {
	take := func(_ string, it leafItem) { l.stray(it) }
	w := newWalk(f, take, func(uint64, error) {}) // what lies outside the tree may be anything
	for id := uint64(2); id < f.most; id++ {
		if seen[id] || l.free[id] && !l.deep {
			continue
		}
		l.spent = l.free[id] && !l.doubt
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
	p, ok := l.find(bucket, key)
	if !ok {
		return nil, nil
	}
	return l.read(p)
}

func (l *loose) read(p place) ([]byte, error) {
	v := make([]byte, p.n)
	if _, err := l.r.ReadAt(v, p.at); err != nil {
		return nil, fmt.Errorf("read %d bytes at %d: %w", p.n, p.at, err)
	}
	return v, nil
}
