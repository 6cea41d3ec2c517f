package checkpoints

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"slices"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/many"
)

// sealed values begin with a byte that says how they are packed.
const (
	plain  = 0 // as formats 1 and 2 wrote what is not packed
	zipped = 1 // a zstd frame, which ends in a checksum
	summed = 2 // the CRC-32C of the rest, and the rest
)

// castagnoli is CRC-32C, which processors compute at more than ten bytes a nanosecond.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// The sizes from which packing pays. A content is written once and kept for good. A turn's chunk of the log waits for the
// disk, and packing it takes longer than it saves there; only what comes in bulk is packed.
const (
	packContent = 256
	packChunk   = 32 << 10
)

func (s *Store) seal(b []byte, from int) []byte {
	if len(b) >= from {
		if z := s.pack.EncodeAll(b, []byte{zipped}); len(z) <= len(b) {
			return z
		}
	}
	out := make([]byte, 0, sumHeader+len(b))
	out = binary.BigEndian.AppendUint32(append(out, summed), crc32.Checksum(b, castagnoli))
	return append(out, b...)
}

// sumHeader is how much stands before what is not packed.
const sumHeader = 1 + 4

func (s *Store) unseal(b []byte) ([]byte, error) {
	if len(b) == 0 {
		return nil, fmt.Errorf("%w: an empty value", ErrDamaged)
	}
	switch b[0] {
	case plain:
		return b[1:], nil
	case zipped:
		out, err := s.open.DecodeAll(b[1:], nil)
		if err != nil {
			return nil, fmt.Errorf("%w: a packed value does not unpack", ErrDamaged) // the library's own words name what nobody wrote
		}
		return out, nil
	case summed:
		if len(b) < sumHeader || crc32.Checksum(b[sumHeader:], castagnoli) != binary.BigEndian.Uint32(b[1:]) {
			return nil, fmt.Errorf("%w: a value has another checksum than its own", ErrDamaged)
		}
		return b[sumHeader:], nil
	}
	return nil, fmt.Errorf("%w: a value packed in the unknown way %d", ErrDamaged, b[0])
}

func (s *Store) putContent(tx *bolt.Tx, content []byte) (sim.Hash, error) {
	h := sim.HashOf(content)
	key, err := hex.DecodeString(string(h))
	if err != nil {
		return "", err
	}
	bucket := tx.Bucket(bucketContents)
	if s.holds(bucket.Get(key), content) {
		return h, nil
	}
	return h, bucket.Put(key, s.seal(content, packContent))
}

// isThere takes what is under a content's key for the content. An episode that is being played trusts its store.
func isThere(raw, _ []byte) bool { return raw != nil }

// holds says whether what is under a content's key is the content.
func (s *Store) holds(raw, content []byte) bool {
	if raw == nil {
		return false
	}
	plain, err := s.unseal(raw)
	return err == nil && bytes.Equal(plain, content)
}

// KeepContents saves those of the contents that the store does not have, or has and cannot read, all or none, and returns
// how many those were. What no event names goes with the next GC.
func (s *Store) KeepContents(contents ...[]byte) (kept int, err error) {
	for _, c := range contents {
		err = cmp.Or(err, checkSize("a content", len(c)))
	}
	var all []stored
	if err == nil {
		all, err = s.prepareContents(contents, s.holds)
	}
	all = slices.DeleteFunc(all, func(c stored) bool { return c.sealed == nil })
	if err == nil && len(all) > 0 {
		err = s.update(func(tx *bolt.Tx) error {
			for _, c := range all {
				if err := s.putSealed(tx, c); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err != nil {
		return 0, fmt.Errorf("keep %s: %w", many.Of(len(contents), "content"), err)
	}
	return len(all), nil
}

// Content returns what the hash names, and checks that it does.
func (s *Store) Content(h sim.Hash) ([]byte, error) {
	key, err := hex.DecodeString(string(h))
	if err != nil {
		return nil, fmt.Errorf("content %q is no hash: %w", h, err)
	}
	if 2*len(key) != hashLength { // "" is what an episode has whose program kept no scenario: nothing is damaged
		return nil, fmt.Errorf("content %q is no hash: it has %d digits, and a hash has %d", h, 2*len(key), hashLength)
	}
	var raw []byte
	err = s.view(func(tx *bolt.Tx) error {
		raw = bytes.Clone(value(tx, bucketContents, key))
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("content %s: %w", h, err)
	}
	if raw == nil {
		return nil, fmt.Errorf("content %s: %w", h, s.absent(key))
	}
	out, err := s.unseal(raw)
	if err != nil {
		return nil, fmt.Errorf("content %s: %w", h, err)
	}
	if sim.HashOf(out) != h {
		return nil, fmt.Errorf("content %s: %w: its bytes have another hash", h, ErrDamaged)
	}
	return out, nil
}

// checkContent unpacks a content and compares its hash with its key.
func (s *Store) checkContent(key, raw []byte) ([]byte, error) {
	plain, err := s.unseal(raw)
	if err != nil {
		return nil, fmt.Errorf("the content %x: %w", key, err)
	}
	if want := hex.EncodeToString(key); string(sim.HashOf(plain)) != want {
		return nil, fmt.Errorf("the content %s: %w: its bytes have another hash", want, ErrDamaged)
	}
	return plain, nil
}
