package checkpoints

import (
	"bytes"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"syscall"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

func (s *Store) view(f func(*bolt.Tx) error) error {
	return explain(guard(func() error { return s.db.View(f) }))
}

// update runs f in a transaction of its own. bbolt's Update is not used: when a damaged page makes it panic, its
// clean-up reads damaged pages again and leaves the writer's lock locked for ever.
func (s *Store) update(f func(*bolt.Tx) error) error {
	var tx *bolt.Tx
	err := guard(func() (err error) {
		tx, err = s.db.Begin(true)
		return err
	})
	if err != nil {
		return explain(err)
	}
	if cause := s.failed.Load(); cause != nil { // asked with the writer's lock held
		return errors.Join(fmt.Errorf("%w: %w; close it and open it again", ErrFailed, *cause), rollback(tx))
	}
	s.letLook()
	if err := guard(func() error { return f(tx) }); err != nil {
		return explain(errors.Join(err, rollback(tx)))
	}
	id := tx.ID()
	if err := guard(tx.Commit); err != nil {
		err = explain(errors.Join(err, rollback(tx)))
		s.afterFailure(id, err)
		return err
	}
	return nil
}

func rollback(tx *bolt.Tx) error {
	err := guard(tx.Rollback)
	if errors.Is(err, berrors.ErrTxClosed) { // a failed Commit has done it
		return nil
	}
	return err
}

// afterFailure decides whether the store may be written to after a commit failed. A full disk leaves the file as it
// was. When the page that names the new tree was written and could not be made durable, nobody knows which of the
// two trees a crash would leave; and after any other fault the disk is not to be trusted. Then the store is for
// reading until it is opened again.
func (s *Store) afterFailure(id int, cause error) {
	var now int
	err := s.view(func(tx *bolt.Tx) error {
		now = tx.ID()
		return nil
	})
	if err == nil && now < id && noRoom(cause) {
		return
	}
	s.failed.Store(&cause)
}

// noRoom says whether an error means that the disk, the quota or the file is full. bbolt keeps some of these as text.
func noRoom(err error) bool {
	for _, no := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if errors.Is(err, no) || strings.Contains(err.Error(), no.Error()) {
			return true
		}
	}
	return false
}

// guard turns a panic inside bbolt into an error: on a damaged page it follows pointers that are not there. A fault
// of the mapped file, cut short under us or unreadable, becomes a panic too.
func guard(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrDamaged, r)
		}
	}()
	return f()
}

func explain(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, berrors.ErrTimeout):
		return ErrLocked // openBolt knows more of it
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrVersionMismatch):
		return fmt.Errorf("%w: %w", ErrForeign, err)
	case errors.Is(err, berrors.ErrChecksum):
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}

// value is what lies under a key; nil when the key, or its whole bucket, is not there: a store of an older format
// that is only read has no buckets of the newer one. It is valid inside the transaction.
func value(tx *bolt.Tx, bucket, key []byte) []byte {
	b := tx.Bucket(bucket)
	if b == nil {
		return nil
	}
	return b.Get(key)
}

// within hands every pair whose key begins with the prefix to each, in order. They are valid inside the transaction.
func within(tx *bolt.Tx, bucket, prefix []byte, each func(k, v []byte) error) error {
	b := tx.Bucket(bucket)
	if b == nil {
		return nil
	}
	c := b.Cursor()
	for k, v := c.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix); k, v = c.Next() {
		if err := each(k, v); err != nil {
			return err
		}
	}
	return nil
}

// wipe deletes every pair whose key begins with the prefix. bbolt's cursors skip pairs when one deletes under them,
// so the keys are gathered first.
func wipe(tx *bolt.Tx, bucket, prefix []byte) error {
	var keys [][]byte
	err := within(tx, bucket, prefix, func(k, _ []byte) error {
		keys = append(keys, bytes.Clone(k))
		return nil
	})
	if err != nil {
		return err
	}
	for _, k := range keys {
		if err := tx.Bucket(bucket).Delete(k); err != nil {
			return err
		}
	}
	return nil
}
