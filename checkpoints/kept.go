package checkpoints

import (
	"fmt"
	"unicode/utf8"

	bolt "go.etcd.io/bbolt"
)

// KeepPolicy notes by which policy a run of the branch marks checkpoints, so that the next run can be told of it.
func (s *Store) KeepPolicy(branch, policy string) error {
	err := CheckText("the policy", policy, TextMost)
	if err == nil {
		err = s.keep(branch, func(b *Branch) { b.Policy = policy })
	}
	if err != nil {
		return fmt.Errorf("keep the policy of episode %s: %w", branch, err)
	}
	return nil
}

// RanMost bounds what is kept of how an episode was run, in bytes.
const RanMost = 16 << 10

// KeepRun notes how a run of the branch is set up, a text in the words of whoever runs it, so that the next run can go on in the
// same way. Forks have it from their parent; an export does not take it along.
func (s *Store) KeepRun(branch, how string) (err error) {
	switch {
	case len(how) > RanMost:
		err = fmt.Errorf("%w: it has %d bytes, and at most %d are kept", ErrLarge, len(how), RanMost)
	case !utf8.ValidString(how):
		err = fmt.Errorf("%w: it is no UTF-8", ErrText)
	default:
		err = s.keep(branch, func(b *Branch) { b.Ran = how })
	}
	if err != nil {
		return fmt.Errorf("keep how episode %s is run: %w", branch, err)
	}
	return nil
}

func (s *Store) keep(branch string, note func(*Branch)) error {
	return s.update(func(tx *bolt.Tx) error {
		var b Branch
		if err := getBranch(tx, branch, &b); err != nil {
			return err
		}
		note(&b)
		return put(tx, bucketBranches, []byte(b.Name), b)
	})
}
