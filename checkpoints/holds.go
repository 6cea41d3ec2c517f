package checkpoints

import (
	"encoding/hex"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/sim"
)

// Holds says whether the store has a content of that hash. What it holds is not looked at; Content does that.
func (s *Store) Holds(h sim.Hash) (bool, error) {
	key, err := hex.DecodeString(string(h))
	if err != nil {
		return false, fmt.Errorf("content %q is no hash: %w", h, err)
	}
	var held bool
	err = s.view(func(tx *bolt.Tx) error {
		held = tx.Bucket(bucketContents).Get(key) != nil
		return nil
	})
	if err != nil {
		return false, fmt.Errorf("content %s: %w", h, err)
	}
	return held, nil
}
