package checkpoints

import (
	"fmt"
	"unicode/utf8"

	bolt "go.etcd.io/bbolt"
)

// SpentMost bounds what is kept of what an episode has spent, in bytes: it is written anew with every append.
const SpentMost = 64 << 10

// NoteSpent keeps what the episode has spent, a text, in place of what was kept before, and returns when it is on the disk, unless somebody
// else has taken the branch since. It stands beside the log: what failed, and what it cost, is in no event.
func (l Log) NoteSpent(spent []byte) error {
	if len(spent) > SpentMost {
		return fmt.Errorf("note what episode %s has spent: %w: it has %d bytes, and at most %d are kept", l.name, ErrLarge, len(spent), SpentMost)
	}
	if !utf8.Valid(spent) {
		return fmt.Errorf("note what episode %s has spent: it is no text", l.name)
	}
	err := l.store.update(func(tx *bolt.Tx) error {
		id, h, err := l.find(tx)
		if err != nil {
			return err
		}
		h.Spent = string(spent)
		return put(tx, bucketHeads, number(id), h)
	})
	if err != nil {
		return fmt.Errorf("note what episode %s has spent: %w", l.name, err)
	}
	return nil
}
