package checkpoints

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	bolt "go.etcd.io/bbolt"
)

// CompactOptions say how.
type CompactOptions struct {
	Progress func(done, total uint64) // of keys
	Wait     time.Duration            // how long to wait for the lock; two seconds when 0
}

// Compacted is how long the file was and is, in bytes.
type Compacted struct {
	Before int64 `json:"before"`
	After  int64 `json:"after"`
}

// Sentence says what was gained. Size is how a number of bytes is written.
func (c Compacted) Sentence(size func(int64) string) string {
	gained := c.Before - c.After
	if gained <= 0 {
		return fmt.Sprintf("nothing to give back: the file has %s, and no page of it is free", size(c.After))
	}
	return fmt.Sprintf("%s were given back: the file had %s and has %s", size(gained), size(c.Before), size(c.After))
}

// Compact writes the store into a new file without the room that was left in the old one, and puts it in the old one's
// place in one go. Nobody else can write meanwhile. A process that is killed leaves the old file as it was, and beside
// it one of its name that ends in .part and a number, which the next Compact or GC removes.
//
// It copies key by key as bbolt's own Compact does, but can be stopped and compares the two files before the change.
func Compact(ctx context.Context, path string, o CompactOptions) (Compacted, error) {
	c := &compaction{ctx: ctx, o: o}
	if err := c.run(path); err != nil {
		return c.res, fmt.Errorf("compact store %s: %w", path, err)
	}
	return c.res, nil
}

type compaction struct {
	ctx         context.Context
	o           CompactOptions
	res         Compacted
	done, total uint64
}

func (c *compaction) run(path string) error {
	path, err := filepath.EvalSymlinks(path) // the file is replaced and not the link
	if err != nil {
		return err
	}
	s, err := openFor(c.ctx, path, cmp.Or(c.o.Wait, lockWait))
	if err != nil {
		return err
	}
	file, err := openPlain(path) // the one that s holds: nobody replaces a file whose lock he has not
	if err != nil {
		return errors.Join(err, s.Close())
	}
	return errors.Join(c.replace(s, file, path), file.Close(), s.Close())
}

// replace holds the old file's lock until the new one is in its place.
func (c *compaction) replace(s *Store, file *os.File, path string) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	c.res.Before, c.res.After = info.Size(), info.Size()
	need, err := c.survey(s, file)
	if err != nil {
		return err
	}
	if free, known := roomFor(filepath.Dir(path)); known && free < need {
		return fmt.Errorf("the new file needs %d bytes beside the old one, and the disk has room for %d; make room first", need, free)
	}
	to, err := draftStore(path)
	if err != nil {
		return err
	}
	err = c.copy(s, to, info)
	if err == nil {
		err = os.Rename(to.path, path)
	}
	if err != nil {
		return errors.Join(err, dropTemp(to.path))
	}
	now, err := os.Stat(path)
	if err == nil {
		c.res.After = now.Size()
	}
	return errors.Join(err, syncFolder(path))
}

// survey refuses a damaged file, and says how many bytes its pages in use have.
func (c *compaction) survey(s *Store, file *os.File) (int64, error) {
	metas := readMetas(file)
	if len(metas) == 0 {
		return 0, fmt.Errorf("%w: neither of its two first pages can be read", ErrDamaged)
	}
	m := metas[0]
	var bad error
	checkPages(file, m, func() bool { return bad != nil || c.ctx.Err() != nil }, func(_ uint64, err error) { bad = errors.Join(bad, err) })
	if bad != nil {
		return 0, fmt.Errorf("%w: %w; %s", ErrDamaged, bad, doSalvage)
	}
	need, err := inUse(file, m)
	if err != nil {
		return 0, err
	}
	return need, c.count(s)
}

func (c *compaction) count(s *Store) error {
	return s.view(func(tx *bolt.Tx) error {
		for _, name := range storeBuckets() {
			if b := tx.Bucket(name); b != nil {
				c.total += 2 * uint64(b.Stats().KeyN) // written, then read again
			}
		}
		return c.ctx.Err()
	})
}

// copy fills the new file and closes it.
func (c *compaction) copy(s, to *Store, like os.FileInfo) error {
	to.db.NoSync = true // Sync at the end: nobody uses the file before
	err := c.fill(s, to)
	if err == nil {
		err = to.db.Sync()
	}
	err = errors.Join(err, to.Close())
	if err == nil {
		err = trim(to.path)
	}
	if err != nil {
		return err
	}
	if err := os.Chmod(to.path, like.Mode().Perm()); err != nil {
		return err
	}
	return keepOwner(to.path, like)
}

// trim cuts a file behind its last page: bbolt makes files longer than it needs, by doubling.
func trim(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	m, err := newest(f)
	if err == nil {
		err = f.Truncate(int64(m.pages) * int64(m.pageSize))
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

func (c *compaction) fill(s, to *Store) error {
	w := &bulk{s: to, fill: 1}
	var want, got [sha256.Size]byte
	var err error
	for _, bucket := range storeBuckets() {
		if want, err = c.each(s, bucket, func(k, v []byte) { w.put(bucket, k, v) }); err != nil {
			return err
		}
		if err := w.flush(); err != nil {
			return err
		}
		if got, err = c.each(to, bucket, func([]byte, []byte) {}); err != nil {
			return err
		}
		if got != want {
			return fmt.Errorf("what was written of %s is not what was read: %w", bucket, ErrDamaged)
		}
	}
	seq := uint64(0)
	err = s.view(func(tx *bolt.Tx) error {
		seq = tx.Bucket(bucketBranches).Sequence()
		return nil
	})
	if err != nil {
		return err
	}
	return to.update(func(tx *bolt.Tx) error { return tx.Bucket(bucketBranches).SetSequence(seq) })
}

// each reads a bucket and returns the hash of all that is in it.
func (c *compaction) each(s *Store, bucket []byte, f func(k, v []byte)) (sum [sha256.Size]byte, err error) {
	h := sha256.New()
	err = boltSource{s}.each(bucket, nil, func(k, v []byte) bool {
		h.Write(binary.BigEndian.AppendUint64(number(uint64(len(k))), uint64(len(v))))
		h.Write(k)
		h.Write(v)
		f(k, v)
		c.done++
		if c.o.Progress != nil && c.done%stepEvery == 0 {
			c.o.Progress(c.done, max(c.done, c.total))
		}
		return c.ctx.Err() == nil
	})
	return [sha256.Size]byte(h.Sum(nil)), errors.Join(err, c.ctx.Err())
}
