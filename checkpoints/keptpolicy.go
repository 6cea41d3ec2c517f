package checkpoints

import (
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// KeepPolicy notes by which policy a run of the branch marks checkpoints, so that the next run can be told of it.
func (s *Store) KeepPolicy(branch, policy string) error {
	err := CheckText("the policy", policy, TextMost)
	if err == nil {
		err = s.update(func(tx *bolt.Tx) error {
			var b Branch
			if err := getBranch(tx, branch, &b); err != nil {
				return err
			}
			b.Policy = policy
			return put(tx, bucketBranches, []byte(b.Name), b)
		})
	}
	if err != nil {
		return fmt.Errorf("keep the policy of episode %s: %w", branch, err)
	}
	return nil
}
