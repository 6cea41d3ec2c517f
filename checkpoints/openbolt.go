package checkpoints

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	bolt "go.etcd.io/bbolt"
)

// openBolt opens the file by bbolt, and sees to what bbolt does not: that a panic on a damaged page does not leave the
// file locked; that the file is still the one of that name once its lock is there, for Compact may have put another in
// its place while the lock was waited for; and that no damaged page leads bbolt round in a circle. It says whether one of
// the two first pages is damaged: bbolt then takes the other in silence.
func openBolt(path string, o Options) (db *bolt.DB, f *os.File, doubt bool, err error) {
	open := o.openFile
	if open == nil {
		open = os.OpenFile
	}
	end := time.Now().Add(o.Timeout)
	for {
		f = nil
		err = guard(func() (err error) {
			db, err = bolt.Open(path, 0o644, &bolt.Options{
				Timeout: max(time.Until(end), time.Millisecond), ReadOnly: o.ReadOnly, FreelistType: bolt.FreelistMapType, NoStatistics: true,
				OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
					var err error
					f, err = open(name, flag, mode)
					return f, err
				}})
			return explain(err)
		})
		if err != nil {
			if f != nil {
				f.Close() // bbolt has closed it, unless it panicked
			}
			if errors.Is(err, ErrLocked) {
				err = lockedBy(path)
			}
			return nil, nil, false, err
		}
		if replaced(f, path) {
			if err := db.Close(); err != nil {
				return nil, nil, false, err
			}
			continue
		}
		metas := readMetas(f)
		if err := checkTree(f, metas, !o.anyRecords); err != nil {
			return nil, nil, false, errors.Join(fmt.Errorf("%w: %w", ErrDamaged, err), db.Close())
		}
		return db, f, len(metas) < 2, nil
	}
}

// replaced says whether the path names another file by now.
func replaced(f *os.File, path string) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	now, err := os.Stat(path)
	return err == nil && !os.SameFile(mine, now)
}

// checkTree looks at the pages that lead to others: none may lead out of the file, and no page may be led to twice. The
// leaves of the large buckets, which are nearly all of a file, are not read: a log misses what is not in it, a content is
// asked for by its hash, and a snapshot is a cache. Those of records are, and their checksums with them: nobody misses a
// checkpoint that lies under another episode's key, or that a page with a wrong count of its items hides. Whoever looks at
// each record anyway says no to sums.
func checkTree(r io.ReaderAt, metas []fileMeta, sums bool) error {
	if len(metas) == 0 {
		return errors.New("neither of its two first pages can be read")
	}
	f := pageFile{r: r, size: int64(metas[0].pageSize), most: metas[0].pages}
	var bad error
	var bare error // a record without a checksum, which earlier formats have
	var written uint64
	records := func(bucket string, it leafItem) {
		if it.isFormat(bucket) {
			written = readFormat(it.value)
		}
		if !sums || !ofRecords(bucket) {
			return
		}
		r := record{[]byte(bucket), it.key, it.value}
		if err := r.check(); err != nil {
			bad = cmp.Or(bad, fmt.Errorf("the record %x of %s: %w", it.key, bucket, err))
		}
		if !r.sealed() {
			bare = cmp.Or(bare, fmt.Errorf("the record %x of %s: %w", it.key, bucket, errBare))
		}
	}
	w := newWalk(f, records, func(_ uint64, err error) { bad = cmp.Or(bad, err) })
	w.stop = func() bool { return bad != nil }
	whole := w.below
	w.below = func(bucket string, root uint64) {
		if ofRecords(bucket) {
			whole(bucket, root)
		} else {
			bad = cmp.Or(bad, f.checkLevels(root, w.seen))
		}
	}
	w.page("", metas[0].root, bounds{})
	if written >= summedSince {
		bad = cmp.Or(bad, bare)
	}
	return bad
}

// checkLevels goes down a tree level by level. All leaves of a tree lie on one level.
func (f pageFile) checkLevels(root uint64, seen map[uint64]bool) error {
	level := []uint64{root}
	for {
		for _, id := range level {
			if id < 2 || id >= f.most || seen[id] {
				return fmt.Errorf("page %d is led to twice, or is none of the file's %d", id, f.most)
			}
			seen[id] = true
		}
		var below []uint64
		for i, id := range level {
			p, err := f.at(id)
			if err != nil {
				return err
			}
			if i == 0 && p.flags == flagLeaf {
				return nil
			}
			if p.flags != flagBranch || p.count == 0 {
				return fmt.Errorf("page %d leads nowhere", id)
			}
			for i := range p.count {
				_, child, err := p.child(i)
				if err != nil {
					return err
				}
				below = append(below, child)
			}
		}
		level = below
	}
}
