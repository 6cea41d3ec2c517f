package checkpoints

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// census counts what the pages of a store hold against what a store of its format has: these buckets and no others, and
// keys of these lengths. bbolt reads a bucket whose name was altered as one that is not there, and so as empty.
type census struct {
	found  func(page uint64, err error)
	format uint64
}

// errOdd is for what can be read and was written by no store.
var errOdd = errors.New("no store writes that")

// bucketsOf are the buckets that a store of a format has; none are known of one that nobody wrote.
func bucketsOf(n uint64) [][]byte {
	switch {
	case n == 0 || n > format:
		return nil
	case n == 1:
		return storeBuckets()[:5]
	case n < journalSince:
		return storeBuckets()[:7]
	}
	return storeBuckets()
}

func (c *census) leaf(bucket string, it leafItem) {
	if err := checkKey(bucket, it.key); err != nil {
		c.found(0, err)
	}
	if it.isFormat(bucket) {
		c.format = readFormat(it.value)
	}
}

// isFormat says whether an item tells the format that a store is written in.
func (it leafItem) isFormat(bucket string) bool {
	return bucket == string(bucketMeta) && string(it.key) == string(keyFormat)
}

// end compares the buckets that were found with those that should be there.
func (c *census) end(there map[string]uint64) {
	known := bucketsOf(c.format)
	if len(known) == 0 {
		return
	}
	for _, name := range known {
		if _, ok := there[string(name)]; !ok {
			c.found(0, missingBucket(name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(there)) {
		if !isBucket(name) {
			c.found(0, fmt.Errorf("there is a bucket %.40q: %w", name, errOdd))
		}
	}
}

// errNoFormat is for a store of format 0.
var errNoFormat = errors.New("it says that its format is 0, and there never was one")

func missingBucket(name []byte) error {
	return fmt.Errorf("the bucket %s is missing, with all that was in it", name)
}

// checkKey says whether a key can stand in a bucket.
func checkKey(bucket string, key []byte) error {
	n, ok := len(key), true
	switch bucket {
	case string(bucketHeads):
		ok = n == numberLength || isFormer(key)
	case string(bucketLog), string(bucketSnaps):
		ok = n == logKeyLength
	case string(bucketJournal):
		ok = n == journalKeyLen
	case string(bucketMarks):
		ok = n > markNameAt
	case string(bucketContents):
		ok = n == len([32]byte{})
	case string(bucketMeta):
		ok = string(key) == string(keyFormat) || string(key) == string(keyLost)
	}
	if ok {
		return nil
	}
	return fmt.Errorf("the bucket %s has the key %.40q of %d bytes: %w", bucket, key, n, errOdd)
}
