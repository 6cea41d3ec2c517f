package checkpoints

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/klauspost/compress/zstd"
	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// format is the version of the file's layout. A newer one is refused; older ones are read.
const format = 1

// lockWait is how long Open waits for another process to let go of the file.
const lockWait = 2 * time.Second

// contentMost bounds one content and one chunk when unpacked: more is taken for damage.
const contentMost = 256 << 20

var (
	bucketMeta     = []byte("meta")
	bucketBranches = []byte("branches")
	bucketHeads    = []byte("heads")
	bucketLog      = []byte("log")
	bucketContents = []byte("contents")
	keyFormat      = []byte("format")
)

// What can be wrong with a file. Errors of Open and Append wrap these.
var (
	ErrLocked   = errors.New("another process holds the store")
	ErrForeign  = errors.New("not a tenure store")
	ErrNewer    = errors.New("written by a newer version of tenure")
	ErrDamaged  = errors.New("the store is damaged")
	ErrMissing  = errors.New("no such episode")
	ErrExists   = errors.New("there is an episode of that name")
	ErrName     = errors.New("no name for an episode")
	ErrConflict = errors.New("somebody else has written to this episode")
)

// Store is an open file. Its methods may be used from several goroutines; there is one writer at a time.
type Store struct {
	db   *bolt.DB
	path string
	pack *zstd.Encoder
	open *zstd.Decoder
}

// Options say how to open.
type Options struct {
	ReadOnly bool
	Timeout  time.Duration // how long to wait for the lock; two seconds when 0
}

// Open opens the file, making it when it does not exist.
func Open(path string, o Options) (*Store, error) {
	if err := checkFile(path, o.ReadOnly); err != nil {
		return nil, fmt.Errorf("open store %s: %w", path, err)
	}
	if o.Timeout == 0 {
		o.Timeout = lockWait
	}
	s := &Store{path: path}
	err := guard(func() (err error) {
		s.db, err = bolt.Open(path, 0o644, &bolt.Options{Timeout: o.Timeout, ReadOnly: o.ReadOnly, FreelistType: bolt.FreelistMapType})
		return explain(err)
	})
	if err == nil {
		err = s.prepare(o.ReadOnly)
	}
	if err != nil {
		if s.db != nil {
			s.db.Close()
		}
		return nil, fmt.Errorf("open store %s: %w", path, err)
	}
	return s, nil
}

// Close lets the file go.
func (s *Store) Close() error {
	s.open.Close()
	if err := s.db.Close(); err != nil {
		return fmt.Errorf("close store %s: %w", s.path, err)
	}
	return nil
}

// Path is the file's name.
func (s *Store) Path() string { return s.path }

func (s *Store) prepare(readOnly bool) error {
	var err error
	if s.pack, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1)); err != nil {
		return fmt.Errorf("compressor: %w", err)
	}
	if s.open, err = zstd.NewReader(nil, zstd.WithDecoderMaxMemory(contentMost), zstd.WithDecoderConcurrency(1)); err != nil {
		return fmt.Errorf("decompressor: %w", err)
	}
	if err := s.checkFormat(); err != nil || readOnly {
		return err
	}
	return s.update(func(tx *bolt.Tx) error {
		for _, name := range [][]byte{bucketMeta, bucketBranches, bucketHeads, bucketLog, bucketContents} {
			if _, err := tx.CreateBucketIfNotExists(name); err != nil {
				return err
			}
		}
		return tx.Bucket(bucketMeta).Put(keyFormat, number(format))
	})
}

func (s *Store) checkFormat() error {
	return s.view(func(tx *bolt.Tx) error {
		meta := tx.Bucket(bucketMeta)
		if meta == nil {
			if name, _ := tx.Cursor().First(); name != nil {
				return fmt.Errorf("%w: a bbolt file of some other program", ErrForeign)
			}
			return nil
		}
		v := meta.Get(keyFormat)
		if len(v) != 8 {
			return fmt.Errorf("%w: it has no format number", ErrForeign)
		}
		if got := binary.BigEndian.Uint64(v); got > format {
			return fmt.Errorf("%w: format %d, and this one reads up to %d", ErrNewer, got, format)
		}
		return nil
	})
}

func (s *Store) view(f func(*bolt.Tx) error) error {
	return guard(func() error { return explain(s.db.View(f)) })
}

func (s *Store) update(f func(*bolt.Tx) error) error {
	return guard(func() error { return explain(s.db.Update(f)) })
}

// guard turns a panic inside bbolt into an error: on a damaged page it follows pointers that are not there.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrDamaged, r)
		}
	}()
	return f()
}

func explain(err error) error {
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return fmt.Errorf("%w; wait for it or name another file with --store", ErrLocked)
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrVersionMismatch):
		return fmt.Errorf("%w: %w", ErrForeign, err)
	case errors.Is(err, berrors.ErrChecksum):
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}

func number(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// checkFile refuses what bbolt would fault on: a file cut short is mapped beyond its end.
func checkFile(path string, mustExist bool) error {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) && !mustExist {
		return nil
	}
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() { // before it is opened: a pipe would never let go
		return fmt.Errorf("%w: it is no plain file", ErrForeign)
	}
	if info.Size() == 0 {
		if mustExist {
			return fmt.Errorf("%w: it is empty", ErrForeign)
		}
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	need, err := extent(f, info.Size())
	if err != nil {
		return err
	}
	if info.Size() < need {
		return fmt.Errorf("%w: it is cut short, %d bytes of %d", ErrDamaged, info.Size(), need)
	}
	return nil
}
