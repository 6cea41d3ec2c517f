package checkpoints

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// keyLost is where a salvaged store keeps which contents its events name and were lost before: their hashes, in order,
// one after the other. So Verify can tell what has gone wrong since from what nobody can mend. One that comes back, for
// the episode is imported again, is there and no longer missed.
var keyLost = []byte("lost")

func lostRecord(gone map[[32]byte]bool) []byte {
	keys := slices.SortedFunc(maps.Keys(gone), func(a, b [32]byte) int { return bytes.Compare(a[:], b[:]) })
	out := make([]byte, 0, 32*len(keys))
	for _, k := range keys {
		out = append(out, k[:]...)
	}
	return lostPlace(out).seal()
}

func lostPlace(raw []byte) record { return record{bucketMeta, keyLost, raw} }

// bareLost says whether the record is one of an earlier format, without a checksum. A hash may begin with any byte, so
// the length tells.
func bareLost(raw []byte) bool { return len(raw)%32 == 0 }

func readLost(raw []byte) (map[[32]byte]bool, error) {
	if !bareLost(raw) {
		r := lostPlace(raw)
		body, err := r.body()
		if err == nil && (!r.sealed() || !bareLost(body)) {
			err = fmt.Errorf("it has %d bytes", len(raw))
		}
		if err != nil {
			return nil, fmt.Errorf("%w: the record of lost contents: %w", ErrDamaged, err)
		}
		raw = body
	}
	out := map[[32]byte]bool{}
	for key := range slices.Chunk(raw, 32) {
		out[[32]byte(key)] = true
	}
	return out, nil
}

// absent says why a content is not there.
func (s *Store) absent(key []byte) error {
	var raw []byte
	err := s.view(func(tx *bolt.Tx) error {
		raw = bytes.Clone(value(tx, bucketMeta, keyLost))
		return nil
	})
	if err != nil {
		return err
	}
	lost, err := readLost(raw)
	if k := [32]byte{}; err == nil && copy(k[:], key) == len(k) && lost[k] {
		return fmt.Errorf("%w: it was lost before the store was salvaged; it comes back when its episode is imported again", ErrDamaged)
	}
	if err != nil {
		return err
	}
	return fmt.Errorf("%w: it is not in the store", ErrDamaged)
}

// knownLost are the contents that were lost before the store was salvaged.
func (v *verifier) knownLost() (map[[32]byte]bool, error) {
	raw, err := v.src.get(bucketMeta, keyLost)
	if err != nil {
		return nil, err
	}
	lost, err := readLost(raw)
	if err != nil {
		v.found(Finding{Kind: KindRecord, What: err.Error()})
	}
	return lost, nil
}
