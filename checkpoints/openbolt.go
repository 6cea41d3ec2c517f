package checkpoints

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"time"

	bolt "go.etcd.io/bbolt"
)

// opening is one try at a file: what bbolt is handed, and what was found out before that.
type opening struct {
	path  string
	o     Options
	end   time.Time // until when the lock is waited for
	file  *os.File
	doubt string // which of the two first pages is damaged
	short bool   // not all leaves were looked at
}

// errReplaced is for a file in whose place another was put while its lock was waited for, as Compact does.
var errReplaced = errors.New("another file has its name by now")

// openBolt opens the file by bbolt, and sees to what bbolt does not: that the file is still the one of that name once its
// lock is there; that no page leads bbolt round in a circle or out of its mind, which is looked at before it reads the
// first one; that nobody writes to a store of which one of the two first pages is damaged, for bbolt takes the other in
// silence; and that a panic does not leave the file locked.
func (s *Store) openBolt(path string, o Options) error {
	end := time.Now().Add(o.Timeout)
	for {
		t := &opening{path: path, o: o, end: end}
		db, err := t.open()
		if errors.Is(err, errReplaced) {
			continue
		}
		if err == nil {
			s.db, s.file, s.doubt, s.short = db, t.file, t.doubt, t.short
		}
		return err
	}
}

func (t *opening) open() (db *bolt.DB, err error) {
	err = guard(func() (err error) {
		db, err = bolt.Open(t.path, 0o644, &bolt.Options{
			Timeout: t.left(), ReadOnly: t.o.ReadOnly, FreelistType: bolt.FreelistMapType, NoStatistics: true, OpenFile: t.openFile})
		return explain(err)
	})
	if err == nil && !locksFiles { // bbolt has a lock where this package has none
		if err = t.look(); err != nil {
			err = errors.Join(err, db.Close())
		}
	}
	if err == nil {
		return db, nil
	}
	if t.file != nil {
		letGo(t.file)
	}
	if errors.Is(err, ErrLocked) {
		err = lockedBy(t.path)
	}
	return nil, err
}

// letGo closes a file that could not be opened. bbolt has done so, unless it panicked: then its mapping would keep the lock.
func letGo(f *os.File) {
	unlock(f)
	f.Close()
}

func (t *opening) left() time.Duration { return max(time.Until(t.end), time.Millisecond) }

// openFile opens the file for bbolt, with the lock that bbolt takes once more.
func (t *opening) openFile(name string, flag int, mode os.FileMode) (f *os.File, err error) {
	open := t.o.openFile
	if open == nil {
		open = os.OpenFile
	}
	if t.file, err = open(name, flag, mode); err != nil || !locksFiles {
		return t.file, err
	}
	err = holdFor(context.Background(), t.file, !t.o.ReadOnly, t.left())
	if err == nil {
		err = t.look()
	}
	if err != nil {
		return nil, err
	}
	return t.file, nil
}

// look reads the file's pages. Its lock is held.
func (t *opening) look() error {
	if replaced(t.file, t.path) {
		return errReplaced
	}
	info, err := t.file.Stat()
	if err != nil || info.Size() == 0 { // bbolt makes its first pages
		return err
	}
	metas := readMetas(t.file)
	if len(metas) == 0 {
		_, err := newest(t.file)
		return err
	}
	if need := int64(metas[0].pages) * int64(metas[0].pageSize); info.Size() < need {
		return cutShort(info.Size(), need)
	}
	if t.doubt = doubtOf(metas); t.doubt != "" && !t.o.ReadOnly {
		return fmt.Errorf("%w: %s, so nobody may write to it; %s", ErrDamaged, t.doubt, doSalvage)
	}
	t.short, err = treeCheck{sums: !t.o.anyRecords, free: !t.o.ReadOnly, leaves: cmp.Or(t.o.leaves, skimMost), stop: never}.over(t.file, metas[0])
	return err
}

func never() bool { return false }

// replaced says whether the path names another file by now.
func replaced(f *os.File, path string) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	now, err := os.Stat(path)
	return err == nil && !os.SameFile(mine, now)
}

// wholeTries is how often the page of a commit is looked for that others write over meanwhile.
const wholeTries = 5

// checkWhole looks at the pages that Open left out of a large store: what takes long and reads all of it can wait for that.
func (s *Store) checkWhole(ctx context.Context) error {
	if !s.short {
		return nil
	}
	for range wholeTries {
		looked := false
		err := s.view(func(tx *bolt.Tx) error { // no commit writes over what an open transaction sees
			for _, m := range readMetas(s.file) {
				if m.txid == uint64(tx.ID()) {
					looked = true
					_, err := treeCheck{leaves: math.MaxInt, stop: func() bool { return ctx.Err() != nil }}.over(s.file, m)
					return err
				}
			}
			return nil
		})
		if err = errors.Join(err, ctx.Err()); err != nil || looked {
			return err
		}
	}
	return errMoved
}
