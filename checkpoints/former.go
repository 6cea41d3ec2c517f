package checkpoints

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	bolt "go.etcd.io/bbolt"
)

// A branch remembers every rollout that had it, for ever: an attempt that gave it up stays out however many others had it
// since. Each has a record of its own beside the branch's head, which is written with every append and must stay small.

// former is what is kept of a rollout that had a branch: its highest attempt.
type former struct {
	Attempt uint64 `cbor:"1,keyasint"`
}

// formerKey follows the key of the branch's head, so that what removes the one removes the other.
func formerKey(branch uint64, rollout string) []byte { return append(number(branch), rollout...) }

// isFormer says whether a key of the bucket heads is that of a rollout that had a branch.
func isFormer(key []byte) bool {
	return len(key) > numberLength && len(key) <= numberLength+NameMost
}

// formerAttempt is the highest attempt of a rollout that had the branch before.
func formerAttempt(tx *bolt.Tx, id uint64, h Head, rollout string) (attempt uint64, had bool, err error) {
	attempt, had = h.Former.of(rollout)
	key := formerKey(id, rollout)
	raw := value(tx, bucketHeads, key)
	if raw == nil {
		return attempt, had, nil
	}
	var f former
	if err := (record{bucketHeads, key, raw}).read(tx, &f); err != nil {
		return 0, false, fmt.Errorf("%w: the record of rollout %s, which had it: %w", ErrDamaged, Tidy(rollout, NameMost), err)
	}
	return max(attempt, f.Attempt), true, nil
}

// remember keeps who had the branch last, and those whom format 4 kept in the head.
func (h *Head) remember(tx *bolt.Tx, id uint64) error {
	for _, was := range append(h.Former.holders(), h.last()) {
		if was.Rollout == "" {
			continue
		}
		attempt, _, err := formerAttempt(tx, id, *h, was.Rollout)
		if err != nil {
			return err
		}
		if err := put(tx, bucketHeads, formerKey(id, was.Rollout), former{max(attempt, was.Attempt)}); err != nil {
			return err
		}
	}
	h.Former = ""
	return nil
}

// Former is how format 4 kept rollouts with the highest attempt of each, 32 at most: a line for each, the attempt and the
// rollout. It is read, and written no more.
type Former string

func (f Former) holders() []Holder {
	var out []Holder
	for line := range strings.Lines(string(f)) {
		n, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if attempt, err := strconv.ParseUint(n, 10, 64); err == nil && name != "" {
			out = append(out, Holder{name, attempt})
		}
	}
	return out
}

// of is the highest attempt of a rollout.
func (f Former) of(rollout string) (attempt uint64, ok bool) {
	for _, h := range f.holders() {
		if h.Rollout == rollout {
			attempt, ok = max(attempt, h.Attempt), true
		}
	}
	return attempt, ok
}

// readFormer reads the record of a rollout that had a branch. Like a checkpoint's, one that was altered counts for nothing.
func (l *ledger) readFormer(k, v []byte) {
	var f former
	if err := l.read(record{bucketHeads, k, v}, &f); err != nil || !isFormer(k) {
		l.fault(Finding{Kind: KindRecord, What: fmt.Sprintf("the record of a rollout that had an episode cannot be read (%.200q): %v", k[min(numberLength, len(k)):], cmp.Or(err, errOdd))})
		return
	}
	id := binary.BigEndian.Uint64(k)
	l.former[id] = append(l.former[id], pair{bytes.Clone(k), bytes.Clone(v)})
}
