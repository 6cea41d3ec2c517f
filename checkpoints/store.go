package checkpoints

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/zstd"
	bolt "go.etcd.io/bbolt"
)

// format is the version of the file's layout. A newer one is refused; older ones are read.
const format = 5

// lockWait is how long Open waits for another process to let go of the file.
const lockWait = 2 * time.Second

var (
	bucketMeta     = []byte("meta")
	bucketBranches = []byte("branches")
	bucketHeads    = []byte("heads")
	bucketLog      = []byte("log")
	bucketContents = []byte("contents")
	bucketMarks    = []byte("marks")     // since format 2
	bucketSnaps    = []byte("snapshots") // since format 2
	bucketJournal  = []byte("journal")   // since format 4
	keyFormat      = []byte("format")
)

// storeBuckets are all that a store has.
func storeBuckets() [][]byte {
	return [][]byte{bucketMeta, bucketBranches, bucketHeads, bucketLog, bucketContents, bucketMarks, bucketSnaps, bucketJournal}
}

// What can be wrong with a file, a name or a write. Errors of a Store wrap these.
var (
	ErrLocked   = errors.New("another process holds the store")
	ErrForeign  = errors.New("not a tenure store")
	ErrNewer    = errors.New("written by a newer version of tenure")
	ErrDamaged  = errors.New("the store is damaged")
	ErrFailed   = errors.New("the store takes no more writes after one that failed")
	ErrMissing  = errors.New("no such episode")
	ErrUnmarked = errors.New("no such checkpoint")
	ErrExists   = errors.New("the name is taken")
	ErrName     = errors.New("not a name")
	ErrText     = errors.New("not a text to keep")
	ErrLarge    = errors.New("larger than a store keeps")
	ErrPoint    = errors.New("no such point in the episode")
	ErrConflict = errors.New("somebody else has written to this episode")
	ErrFenced   = errors.New("the episode is held by another attempt")
	ErrChildren = errors.New("other episodes fork from it")
)

// Store is an open file. Its methods may be used from several goroutines; there is one writer at a time.
type Store struct {
	db     *bolt.DB
	path   string
	file   *os.File // the one that db has
	pack   *zstd.Encoder
	open   *zstd.Decoder
	line   line
	doubt  string                // which of the two first pages is damaged; "" for none
	short  bool                  // not all leaves were looked at when the file was opened
	busy   *LockedError          // of a copy that Peek made: who writes to the store
	failed atomic.Pointer[error] // why nothing more is written

	impatient time.Time // until when nobody who copies is waited for; guarded by the writer's lock

	ahead       map[uint64]uint64     // the branches of which the journal had chunks behind their end when the file was opened
	journalMost uint64                // bytes from which on the journal is moved to the log
	journaled   atomic.Uint64         // bytes in the journal after the last commit that put something there
	unsettled   atomic.Pointer[error] // why it could not be moved to the log
}

// Options say how to open.
type Options struct {
	ReadOnly bool
	Timeout  time.Duration // how long to wait for the lock; two seconds when 0

	openFile    func(string, int, os.FileMode) (*os.File, error) // for tests of faults; os.OpenFile when nil
	anyRecords  bool                                             // open it with altered records too, to say which they are
	journalMost uint64                                           // for tests; journalMost when 0
	leaves      int                                              // for tests; skimMost when 0
}

// Open opens the file, making it when it does not exist.
func Open(path string, o Options) (*Store, error) {
	s, err := openStore(path, o, o.ReadOnly)
	if err != nil {
		return nil, fmt.Errorf("open store %s: %w", path, err)
	}
	return s, nil
}

// openStore is Open, for everybody. Damage among the pages that lead to others, and a file that was replaced while its
// lock was waited for, must fool nobody.
func openStore(path string, o Options, mustExist bool) (*Store, error) {
	if err := checkFile(path, mustExist); err != nil {
		return nil, err
	}
	o.Timeout = cmp.Or(o.Timeout, lockWait)
	s := &Store{path: path, journalMost: cmp.Or(o.journalMost, journalMost)}
	if err := s.openBolt(path, o); err != nil {
		return nil, err
	}
	if err := s.prepare(o.ReadOnly); err != nil {
		return nil, errors.Join(err, s.db.Close())
	}
	return s, nil
}

// Close lets the file go.
func (s *Store) Close() error {
	err := s.settleLast()
	s.open.Close()
	if err := errors.Join(err, s.db.Close()); err != nil {
		return fmt.Errorf("close store %s: %w", s.path, err)
	}
	return nil
}

// Doubt is "" unless one of the two pages that tell which commit is the last is damaged. Then a reader sees the commit that
// the other one tells, which may be the one before the last, and nobody may write: what was answered last would be lost for
// good. A crash does not leave that: such a page's numbers are smaller than what a disk writes at once.
func (s *Store) Doubt() string { return s.doubt }

// doubtOf says which of the two first pages is damaged, given those that are not.
func doubtOf(metas []fileMeta) string {
	if len(metas) > 1 {
		return ""
	}
	other := 0
	if metas[0].first {
		other = 1
	}
	return fmt.Sprintf("page %d, one of the two that tell the last commit, is damaged: if it told the last one, that cannot be reached, and what was answered in it is missing", other)
}

// Busy says who had the store for writing when Peek copied it, as far as that is known; nil when nobody had.
func (s *Store) Busy() *LockedError { return s.busy }

// Path is the file's name.
func (s *Store) Path() string { return s.path }

func (s *Store) prepare(readOnly bool) error {
	var err error
	if s.pack, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest)); err != nil {
		return fmt.Errorf("compressor: %w", err)
	}
	if s.open, err = zstd.NewReader(nil, zstd.WithDecoderMaxMemory(unpackMost), zstd.WithDecoderConcurrency(0)); err != nil {
		return fmt.Errorf("decompressor: %w", err)
	}
	found, err := s.checkFormat()
	if err != nil || readOnly {
		return err
	}
	if found != format {
		return s.upgrade()
	}
	return s.view(func(tx *bolt.Tx) (err error) {
		s.ahead, err = journalAhead(tx)
		return err
	})
}

// upgrade makes what an empty file or one of an older format lacks. Nothing that is there changes its shape, so a
// crash before or after the commit leaves a store of the one format or of the other.
func (s *Store) upgrade() error {
	return s.update(func(tx *bolt.Tx) error {
		for _, name := range storeBuckets() {
			if _, err := tx.CreateBucketIfNotExists(name); err != nil {
				return err
			}
		}
		if err := sumRecords(tx); err != nil {
			return err
		}
		return tx.Bucket(bucketMeta).Put(keyFormat, number(format))
	})
}

// checkFormat returns the file's format, 0 for a file with nothing in it.
func (s *Store) checkFormat() (uint64, error) {
	var found uint64
	err := s.view(func(tx *bolt.Tx) error {
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
		found = readFormat(v)
		if found > format {
			return fmt.Errorf("%w: format %d, and this one reads up to %d", ErrNewer, found, format)
		}
		if found == 0 {
			return fmt.Errorf("%w: %w; %s", ErrDamaged, errNoFormat, doSalvage)
		}
		for _, name := range bucketsOf(found) {
			if tx.Bucket(name) == nil {
				return fmt.Errorf("%w: %w; %s", ErrDamaged, missingBucket(name), doSalvage)
			}
		}
		return nil
	})
	return found, err
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
		return cutShort(info.Size(), need)
	}
	return nil
}

func cutShort(size, need int64) error {
	return fmt.Errorf("%w: it is cut short, %d bytes of %d", ErrDamaged, size, need)
}
