package checkpoints_test

import (
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/checkpoints"
)

// writeBolt makes a bbolt file as some other program would.
func writeBolt(t *testing.T, path, bucket, key string, value []byte) {
	t.Helper()
	db, err := bolt.Open(path, 0o644, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucket([]byte(bucket))
		if err != nil {
			return err
		}
		return b.Put([]byte(key), value)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func pairs(t *testing.T, s *checkpoints.Store, bucket string) int {
	t.Helper()
	n, err := s.Count(bucket)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func setSnapshot(t *testing.T, s *checkpoints.Store, id, seq uint64, raw []byte) {
	t.Helper()
	if err := s.SetSnapshot(id, seq, raw); err != nil {
		t.Fatal(err)
	}
}
