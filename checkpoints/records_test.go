package checkpoints_test

import (
	"context"
	"encoding/binary"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/checkpoints"
)

// behind changes a store behind the package's back.
func behind(t *testing.T, path string, f func(tx *bolt.Tx) error) {
	t.Helper()
	db, err := bolt.Open(path, 0o644, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(f), db.Close()); err != nil {
		t.Fatal(err)
	}
}

// move gives a bucket another name, with all that is in it.
func move(tx *bolt.Tx, from, to string) error {
	b, err := tx.CreateBucket([]byte(to))
	if err != nil {
		return err
	}
	if err := tx.Bucket([]byte(from)).ForEach(b.Put); err != nil {
		return err
	}
	return tx.DeleteBucket([]byte(from))
}

// oneOf puts something into a bucket, or takes it away.
func oneOf(bucket string, f func(b *bolt.Bucket) error) func(*bolt.Tx) error {
	return func(tx *bolt.Tx) error { return f(tx.Bucket([]byte(bucket))) }
}

// odd puts a key that no store writes into a bucket: the first one of it, longer or shorter.
func odd(bucket string, change func(k []byte) []byte) func(*bolt.Tx) error {
	return oneOf(bucket, func(b *bolt.Bucket) error {
		k, v := nth(b, 0)
		return b.Put(change(k), v)
	})
}

func short(k []byte) []byte { return k[:10] }
func long(k []byte) []byte  { return append(k, 7) }

// Whatever is done to records, verify says so. Where reads is true, whoever opens the store is told so too.
func TestVerifySaysWhatIsWrongWithRecordsAndBuckets(t *testing.T) {
	for name, c := range map[string]struct {
		change func(tx *bolt.Tx) error
		want   string
		opens  bool
	}{
		"no checkpoints": {func(tx *bolt.Tx) error { return tx.DeleteBucket([]byte("marks")) }, "the bucket marks is missing", false},
		"checkpoints under another name": {func(tx *bolt.Tx) error { return move(tx, "marks", "mark3") },
			"the bucket marks is missing", false},
		"a bucket too many": {func(tx *bolt.Tx) error {
			_, err := tx.CreateBucket([]byte("notes"))
			return err
		}, `there is a bucket "notes"`, true},
		"a key of the log of 10 bytes": {odd("log", short), "of 10 bytes: no store writes that", true},
		"a key of the log of 17 bytes": {odd("log", long), "of 17 bytes: no store writes that", true},
		"a key of the snapshots":       {odd("snapshots", short), "of 10 bytes: no store writes that", true},
		"a key of the contents":        {odd("contents", short), "of 10 bytes: no store writes that", true},
		"a key of the heads":           {odd("heads", long), "the record of a rollout that had an episode cannot be read", false},
		"a record without a checksum": {oneOf("heads", func(b *bolt.Bucket) error {
			k, v := nth(b, 0)
			return b.Put(k, v[5:])
		}), "a record of where a log ends cannot be read", false},
		"two records changed for one another": {oneOf("heads", func(b *bolt.Bucket) error {
			k1, v1 := nth(b, 0)
			k2, v2 := nth(b, 1)
			return errors.Join(b.Put(k1, v2), b.Put(k2, v1))
		}), "alpha: the record of where its log ends was altered", false},
		"a checkpoint under another episode": {oneOf("marks", func(b *bolt.Bucket) error {
			k, v := nth(b, 0)
			to := append([]byte(nil), k...)
			to[7] = 2
			return errors.Join(b.Delete(k), b.Put(to, v))
		}), `the record of a checkpoint cannot be read ("early")`, false},
		"a snapshot under another episode": {oneOf("snapshots", func(b *bolt.Bucket) error {
			k, v := nth(b, 0)
			to := append([]byte(nil), k...)
			to[7] = 4
			return errors.Join(b.Delete(k), b.Put(to, v))
		}), "delta@100: its snapshot cannot be read: it has another checksum", true},
		"a count of episodes that was altered": {oneOf("branches", func(b *bolt.Bucket) error { return b.SetSequence(2) }),
			"gamma: it is number 3, and the last one made should be number 2", true},
	} {
		t.Run(name, func(t *testing.T) {
			_, path := richFile(t)
			behind(t, path, c.change)
			res := verify(t, path)
			if !slices.ContainsFunc(res.Findings, func(f checkpoints.Finding) bool { return strings.Contains(f.String(), c.want) }) {
				t.Errorf("got %v, want one with %q", res.Findings, c.want)
			}
			s, err := checkpoints.Open(path, checkpoints.Options{})
			if err == nil {
				s.Close()
			}
			if c.opens != (err == nil) || err != nil && !errors.Is(err, checkpoints.ErrDamaged) {
				t.Errorf("open: got %v; want it to open: %v, or else damaged", err, c.opens)
			}
			tellsNoPanic(t, path)
		})
	}
}

// tellsNoPanic reads a damaged store by every way that there is. What it cannot read it must say in words of its own.
func tellsNoPanic(t *testing.T, path string) {
	t.Helper()
	says := func(what string, err error) {
		if err != nil && (!errors.Is(err, checkpoints.ErrDamaged) || strings.Contains(err.Error(), "runtime error")) {
			t.Errorf("%s: got %v, want damaged and in words", what, err)
		}
	}
	_, err := checkpoints.Salvage(context.Background(), path, filepath.Join(t.TempDir(), "new.db"), checkpoints.SalvageOptions{})
	says("salvage", err)
	_, err = checkpoints.Compact(context.Background(), path, checkpoints.CompactOptions{})
	says("compact", err)
	s, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		return
	}
	defer s.Close()
	for _, name := range richNames {
		says("read", s.Read(name, 0, func(uint64, []byte) error { return nil }))
		_, err := s.Snapshots(name)
		says("snapshots", err)
		_, _, err = s.Nearest(name, 1000, "layout")
		says("nearest", err)
		_, err = s.Checkpoints(name)
		says("checkpoints", err)
	}
	_, err = s.Usage(context.Background(), nil)
	says("du", err)
	_, err = s.GC(context.Background(), checkpoints.GCOptions{})
	says("gc", err)
}

func TestAStoreOfFormatZeroIsDamagedAndNotNew(t *testing.T) {
	_, path := richFile(t)
	behind(t, path, oneOf("meta", func(b *bolt.Bucket) error {
		return b.Put([]byte("format"), binary.BigEndian.AppendUint64(nil, 0))
	}))
	for _, o := range []checkpoints.Options{{ReadOnly: true}, {}} {
		if _, err := checkpoints.Open(path, o); !errors.Is(err, checkpoints.ErrDamaged) {
			t.Errorf("got %v, want damaged", err)
		}
	}
	if n := formatOf(t, path); n != 0 {
		t.Errorf("opening it made it one of format %d", n)
	}
	if res, err := checkpoints.Verify(context.Background(), path, checkpoints.VerifyOptions{}); err == nil && len(res.Findings) == 0 {
		t.Error("verify finds nothing")
	}
}

// An episode whose record was altered is saved, for its events are what they were. It is not called whole.
func TestSalvageTakesAnAlteredRecordAndDoubtsIt(t *testing.T) {
	w, path := richFile(t)
	behind(t, path, oneOf("branches", func(b *bolt.Bucket) error {
		v := b.Get([]byte("beta"))
		return b.Put([]byte("beta"), []byte(strings.Replace(string(v), "pond", "pone", 1)))
	}))
	res, into := salvage(t, path, checkpoints.SalvageOptions{})
	if got := of(t, res, "beta"); got.State != checkpoints.Doubted || !got.Saved || got.Sure || got.Why == "" {
		t.Errorf("got %+v, want it saved and doubted", got)
	}
	if res.Whole() {
		t.Error("salvage says that all is whole")
	}
	if got := of(t, res, "alpha"); got.State != checkpoints.Whole {
		t.Errorf("got %+v, want the others whole", got)
	}
	if err := w.same(mustOpen(t, into), "beta", uint64(len(w.events["beta"]))); err != nil {
		t.Error(err)
	}
	if again := verify(t, into); len(again.Findings) > 0 {
		t.Errorf("verify blames what salvage made: %v", again.Findings)
	}
}
