package checkpoints_test

import (
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

func TestAWholeStoreHasNoFindings(t *testing.T) {
	w, path := richFile(t)
	before := readFile(t, path)
	res := verify(t, path)
	if len(res.Findings) > 0 {
		t.Fatalf("got %v, want none", res.Findings)
	}
	own := len(w.events["alpha"]) + len(w.events["beta"]) + 5 + 2
	if res.Episodes != 5 || res.Events != uint64(own) || res.Checkpoints != 3 || res.Snapshots != 2 || res.Contents < 60 {
		t.Errorf("got %+v, want 5 episodes, %d events each read once, 3 checkpoints, 2 snapshots", res, own)
	}
	if string(readFile(t, path)) != string(before) {
		t.Error("verify changed the file")
	}
}

// change changes one value of a store behind the package's back.
func change(t *testing.T, path, bucket string, f func(b *bolt.Bucket) error) {
	t.Helper()
	db, err := bolt.Open(path, 0o644, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Update(func(tx *bolt.Tx) error { return f(tx.Bucket([]byte(bucket))) }); err != nil {
		t.Fatal(err)
	}
}

// nth is the n-th key of a bucket with its value.
func nth(b *bolt.Bucket, n int) (k, v []byte) {
	c := b.Cursor()
	k, v = c.First()
	for ; n > 0; n-- {
		k, v = c.Next()
	}
	return append([]byte(nil), k...), append([]byte(nil), v...)
}

// unsummed is a value that is not packed as formats 1 and 2 wrote it: without a checksum.
func unsummed(v []byte) []byte { return append([]byte{0}, v[5:]...) }

func TestVerifySaysWhatIsWrongAndWhere(t *testing.T) {
	for name, c := range map[string]struct {
		bucket string
		change func(b *bolt.Bucket) error
		want   string
	}{
		"an altered event": {"log", func(b *bolt.Bucket) error {
			k, v := nth(b, 5)
			return b.Put(k, []byte(strings.Replace(string(v), "says", "sayz", 1)))
		}, "alpha@12: the store is damaged: a value has another checksum than its own"},
		"an altered event without a sum": {"log", func(b *bolt.Bucket) error {
			k, v := nth(b, 5)
			return b.Put(k, unsummed([]byte(strings.Replace(string(v), "says", "sayz", 1))))
		}, "alpha@100: the hash at the snapshot is"},
		"a lost chunk": {"log", func(b *bolt.Bucket) error {
			k, _ := nth(b, 5)
			return b.Delete(k)
		}, "alpha@12: the events 12 to 13 are missing"},
		"a cut chunk": {"log", func(b *bolt.Bucket) error {
			k, v := nth(b, 5)
			return b.Put(k, unsummed(v[:len(v)-3]))
		}, "alpha@12: the store is damaged: a chunk of the log is cut short"},
		"a lost end": {"log", func(b *bolt.Bucket) error {
			k, _ := nth(b, 60)
			return b.Delete(k)
		}, "alpha@150: its log ends at event 150, and should at 152"},
		"an altered content": {"contents", func(b *bolt.Bucket) error {
			k, v := nth(b, 5)
			v[len(v)/2] ^= 1
			return b.Put(k, v)
		}, "the content "},
		"a lost content": {"contents", func(b *bolt.Bucket) error {
			k, _ := nth(b, 5)
			return b.Delete(k)
		}, "which it names, is not in the store"},
		"a lost head": {"heads", func(b *bolt.Bucket) error {
			k, _ := nth(b, 1)
			return b.Delete(k)
		}, "beta: nothing says where its log ends"},
		"a lost parent": {"branches", func(b *bolt.Bucket) error { return b.Delete([]byte("gamma")) },
			"delta: it is a fork of gamma, which is not in the store"},
		"a broken branch record": {"branches", func(b *bolt.Bucket) error { return b.Put([]byte("beta"), []byte{0xff}) },
			"beta: its record cannot be read"},
		"a broken checkpoint": {"marks", func(b *bolt.Bucket) error {
			k, v := nth(b, 0)
			return b.Put(k, v[1:])
		}, "the record of a checkpoint cannot be read"},
		"a broken snapshot": {"snapshots", func(b *bolt.Bucket) error {
			k, v := nth(b, 0)
			return b.Put(k, v[:9])
		}, "alpha@100: its snapshot cannot be read"},
	} {
		t.Run(name, func(t *testing.T) {
			_, path := richFile(t)
			change(t, path, c.bucket, c.change)
			res := verify(t, path)
			for _, f := range res.Findings {
				if strings.Contains(f.String(), c.want) {
					return
				}
			}
			t.Errorf("got %v, want one with %q", res.Findings, c.want)
		})
	}
}

func TestVerifyOfOneEpisodeReadsItsParentsOnly(t *testing.T) {
	_, path := richFile(t)
	change(t, path, "log", func(b *bolt.Bucket) error {
		k, _ := nth(b, 65) // of beta
		return b.Delete(k)
	})
	for name, bad := range map[string]bool{"delta": false, "beta": true} {
		res, err := checkpoints.Verify(context.Background(), path, checkpoints.VerifyOptions{Episodes: []string{name}})
		if err != nil || len(res.Findings) > 0 != bad {
			t.Errorf("%s: got %v, %v; want findings: %v", name, res.Findings, err, bad)
		}
	}
	_, err := checkpoints.Verify(context.Background(), path, checkpoints.VerifyOptions{Episodes: []string{"nobody"}})
	if !errors.Is(err, checkpoints.ErrMissing) {
		t.Errorf("got %v, want missing", err)
	}
}

func TestVerifyAsksForReplaysOfSnapshots(t *testing.T) {
	_, path := richFile(t)
	asked := 0
	o := checkpoints.VerifyOptions{Replayed: func(s *checkpoints.Store, branch string, snap sim.Snapshot) error {
		asked++
		if branch == "gamma" {
			return errors.New("the clock differs")
		}
		if len(snap.State) == 0 {
			t.Error("the snapshot came without its state")
		}
		_, err := s.Head(branch)
		return err
	}}
	res, err := checkpoints.Verify(context.Background(), path, o)
	if err != nil || asked != 2 || len(res.Findings) != 1 || !strings.Contains(res.Findings[0].String(), "gamma@61: its snapshot is not what the log gives: the clock differs") {
		t.Errorf("got %v, %v after %d snapshots", res.Findings, err, asked)
	}
}

func TestVerifyReadsAStoreInUse(t *testing.T) {
	_, path := richFile(t)
	open(t, path)
	if res := verify(t, path); len(res.Findings) > 0 || res.Episodes != 5 {
		t.Errorf("got %+v", res)
	}
}

func TestVerifyRefusesWhatIsNoStore(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "text"), []byte("hello, this is no store at all"))
	writeFile(t, filepath.Join(dir, "none"), nil)
	writeBolt(t, filepath.Join(dir, "other"), "things", "x", []byte("y"))
	writeBolt(t, filepath.Join(dir, "newer"), "meta", "format", []byte{0, 0, 0, 0, 0, 0, 0, 99})
	for name, want := range map[string]error{"text": checkpoints.ErrForeign, "none": checkpoints.ErrForeign,
		"other": checkpoints.ErrForeign, "newer": checkpoints.ErrNewer, ".": checkpoints.ErrForeign, "missing": os.ErrNotExist} {
		if _, err := checkpoints.Verify(context.Background(), filepath.Join(dir, name), checkpoints.VerifyOptions{}); !errors.Is(err, want) {
			t.Errorf("%s: got %v, want %v", name, err, want)
		}
	}
}

func TestVerifyStopsWhenItIsTold(t *testing.T) {
	_, path := richFile(t)
	ctx, stop := context.WithCancel(context.Background())
	o := checkpoints.VerifyOptions{Progress: func(uint64, uint64) { stop() }}
	if _, err := checkpoints.Verify(ctx, path, o); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want canceled", err)
	}
}

// binaryKey is the key of a chunk of the log.
func binaryKey(branch, seq uint64) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, branch), seq)
}
