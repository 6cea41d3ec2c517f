package checkpoints

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"slices"

	"github.com/tenure-sim/tenure/sim"
	bolt "go.etcd.io/bbolt"
)

// Count returns how many pairs a bucket holds.
func (s *Store) Count(bucket string) (n int, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		return within(tx, []byte(bucket), nil, func(_, _ []byte) error {
			n++
			return nil
		})
	})
	return n, err
}

// SetSnapshot writes a sealed snapshot as it is.
func (s *Store) SetSnapshot(id, seq uint64, raw []byte) error {
	return s.update(func(tx *bolt.Tx) error { return tx.Bucket(bucketSnaps).Put(logKey(id, seq), raw) })
}

// Transactions returns how many commits the file has seen.
func (s *Store) Transactions() (id int, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		id = tx.ID()
		return nil
	})
	return id, err
}

// WithFile makes Open use another way to open the file.
func (o Options) WithFile(open func(string, int, os.FileMode) (*os.File, error)) Options {
	o.openFile = open
	return o
}

// AfterFailure tells the store that the commit of the transaction id failed.
func (s *Store) AfterFailure(id int, cause error) { s.afterFailure(id, cause) }

// AppendTogether puts one batch for each log into one commit. The one numbered broken fails in the middle of writing.
func (s *Store) AppendTogether(logs []Log, batches []sim.Batch, broken int) []error {
	group := make([]*appending, len(logs))
	for i, l := range logs {
		a, err := s.prepareAppend(l, batches[i], isThere)
		if err != nil {
			return []error{err}
		}
		if i == broken {
			a.contents = append(a.contents, stored{plain: []byte("a content without a key")})
		}
		group[i] = a
	}
	s.commit(group)
	s.settle()
	out := make([]error, len(group))
	for i, a := range group {
		out[i] = a.err
	}
	return out
}

// WithJournal makes Open use a journal of at most so many bytes.
func (o Options) WithJournal(most uint64) Options {
	o.journalMost = most
	return o
}

// Abandon lets the file go as a killed process does: what lies in the journal stays there.
func (s *Store) Abandon() error { return s.db.Close() }

// Drain moves the journal to the log.
func (s *Store) Drain() error { return s.drain() }

// Pairs returns the keys and values of a bucket, in order.
func (s *Store) Pairs(bucket string) (keys, values [][]byte, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		return within(tx, []byte(bucket), nil, func(k, v []byte) error {
			keys, values = append(keys, bytes.Clone(k)), append(values, bytes.Clone(v))
			return nil
		})
	})
	return keys, values, err
}

// SetPair writes a pair as it is; without a value it deletes the key.
func (s *Store) SetPair(bucket string, k, v []byte) error {
	return s.update(func(tx *bolt.Tx) error {
		if v == nil {
			return tx.Bucket([]byte(bucket)).Delete(k)
		}
		return tx.Bucket([]byte(bucket)).Put(k, v)
	})
}

// RecordPages are the pages that lead to records or hold some: the root and those of the buckets of records.
func RecordPages(path string) ([]uint64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	metas := readMetas(f)
	if len(metas) == 0 {
		return nil, errors.New("neither first page can be read")
	}
	pf := pageFile{r: f, size: int64(metas[0].pageSize), most: metas[0].pages}
	w := newWalk(pf, func(string, leafItem) {}, func(_ uint64, fault error) { err = errors.Join(err, fault) })
	whole := w.below
	w.below = func(bucket string, root uint64) {
		if ofRecords(bucket) {
			whole(bucket, root)
		}
	}
	w.page("", metas[0].root, bounds{})
	return slices.Sorted(maps.Keys(w.seen)), err
}

// HeadRecord is a head as it lies in a store.
func HeadRecord(id uint64, h Head) ([]byte, error) { return encodeRecord(bucketHeads, number(id), h) }

// WithLeaves makes Open look at no more leaves than that.
func (o Options) WithLeaves(n int) Options {
	o.leaves = n
	return o
}
