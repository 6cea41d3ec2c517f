package checkpoints_test

import (
	"encoding/binary"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"github.com/fxamacker/cbor/v2"
	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// The records of format 1, as they were.
type (
	branch1 struct {
		ID       uint64   `cbor:"1,keyasint"`
		Name     string   `cbor:"2,keyasint"`
		Parent   string   `cbor:"3,keyasint,omitempty"`
		At       uint64   `cbor:"4,keyasint,omitempty"`
		Scenario string   `cbor:"5,keyasint,omitempty"`
		Agent    string   `cbor:"6,keyasint,omitempty"`
		Seed     uint64   `cbor:"7,keyasint,omitempty"`
		Bundle   sim.Hash `cbor:"8,keyasint,omitempty"`
	}
	head1 struct {
		Seq   uint64    `cbor:"1,keyasint"`
		Chain sim.Chain `cbor:"2,keyasint"`
		At    int64     `cbor:"3,keyasint"`
		Note  string    `cbor:"4,keyasint,omitempty"`
	}
)

// writeFormat1 makes a store of format 1 with the episode "old" of 5 events and "fork", which forks off at 3 and has 5.
func writeFormat1(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "old.db")
	db, err := bolt.Open(path, 0o644, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Update(func(tx *bolt.Tx) error {
		put := func(bucket string, key, v []byte) {
			b, err := tx.CreateBucketIfNotExists([]byte(bucket))
			if err == nil {
				err = b.Put(key, v)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		record := func(v any) []byte {
			raw, err := cbor.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			return raw
		}
		chunk := func(from uint64, n int) []byte {
			out := []byte{0}
			for _, e := range events(from, n) {
				out = append(binary.AppendUvarint(out, uint64(len(e))), e...)
			}
			return out
		}
		number := func(ns ...uint64) (out []byte) {
			for _, n := range ns {
				out = binary.BigEndian.AppendUint64(out, n)
			}
			return out
		}
		bundle := sim.HashOf([]byte("the bundle"))
		key, _ := hex.DecodeString(string(bundle))
		put("meta", []byte("format"), number(1))
		put("contents", key, append([]byte{0}, "the bundle"...))
		put("branches", []byte("old"), record(branch1{ID: 1, Name: "old", Scenario: "desk", Agent: "steady", Seed: 7, Bundle: bundle}))
		put("branches", []byte("fork"), record(branch1{ID: 2, Name: "fork", Parent: "old", At: 3, Bundle: bundle}))
		put("heads", number(1), record(head1{Seq: 5, Chain: sim.Chain{1}, At: 50, Note: "stopped"}))
		put("heads", number(2), record(head1{Seq: 5, Chain: sim.Chain{2}, At: 40}))
		put("log", number(1, 1), chunk(1, 2))
		put("log", number(1, 3), chunk(3, 3))
		put("log", number(2, 4), chunk(4, 2))
		return tx.Bucket([]byte("branches")).SetSequence(2)
	})
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func formatOf(t *testing.T, path string) uint64 {
	t.Helper()
	db, err := bolt.Open(path, 0o644, &bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var n uint64
	err = db.View(func(tx *bolt.Tx) error {
		n = binary.BigEndian.Uint64(tx.Bucket([]byte("meta")).Get([]byte("format")))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// holdsTheOld checks all that writeFormat1 writes.
func holdsTheOld(t *testing.T, s *checkpoints.Store) {
	t.Helper()
	bundle := sim.HashOf([]byte("the bundle"))
	tips, err := s.Heads()
	if err != nil || len(tips) != 2 {
		t.Fatalf("got %+v, %v, want two episodes", tips, err)
	}
	want := checkpoints.Tip{
		Branch: checkpoints.Branch{ID: 1, Name: "old", Scenario: "desk", Agent: "steady", Seed: 7, Bundle: bundle},
		Head:   checkpoints.Head{Seq: 5, Chain: sim.Chain{1}, At: 50, Note: "stopped"},
	}
	if tips[0] != want {
		t.Errorf("got %+v, want %+v", tips[0], want)
	}
	for _, name := range []string{"old", "fork"} {
		if got := read(t, s, name, 0); len(got) != 5 {
			t.Errorf("%s has %d events, want 5", name, len(got))
		}
		cs, err := s.Checkpoints(name)
		if err != nil || len(cs) != 0 {
			t.Errorf("checkpoints of %s: %v, %v", name, cs, err)
		}
		if _, ok, err := s.Nearest(name, 9, "l"); ok || err != nil {
			t.Errorf("a snapshot of %s: %v, %v", name, ok, err)
		}
		if list, err := s.Snapshots(name); len(list) != 0 || err != nil {
			t.Errorf("snapshots of %s: %v, %v", name, list, err)
		}
	}
	if got, err := s.Content(bundle); err != nil || string(got) != "the bundle" {
		t.Errorf("the bundle: %q, %v", got, err)
	}
}

func TestFormat1IsReadAsItIs(t *testing.T) {
	path := writeFormat1(t)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s, err := checkpoints.Open(path, checkpoints.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	holdsTheOld(t, s)
	if err := s.Mark("old", checkpoints.Checkpoint{Name: "x", Seq: 1}); err == nil {
		t.Error("a store that is only read took a checkpoint")
	}
	s.Close()
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("reading changed the file, %v", err)
	}
}

func TestFormat1IsUpgradedInPlace(t *testing.T) {
	path := writeFormat1(t)
	s := open(t, path)
	holdsTheOld(t, s)
	mark(t, s, "old", "x", 2)
	if got := marks(t, s, "fork"); got != "x" {
		t.Errorf("the fork has %q, want x", got)
	}
	if err := take(t, s, "old", "r", 1).Append(sim.Batch{After: 5, Events: events(6, 2)}); err != nil {
		t.Error(err)
	}
	b, err := s.Create(checkpoints.Branch{Name: "new"}, nil)
	if err != nil || b.ID != 3 {
		t.Errorf("a new episode: %+v, %v, want number 3", b, err)
	}
	s.Close()
	if got := formatOf(t, path); got != 5 {
		t.Errorf("the file says format %d, want 5", got)
	}
	again := open(t, path)
	if got := read(t, again, "old", 0); len(got) != 7 || marks(t, again, "old") != "x" {
		t.Errorf("got %d events and the checkpoints %q", len(got), marks(t, again, "old"))
	}
}

func TestOpeningWritesNothingWhenThereIsNothingToUpgrade(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	open(t, path).Close()
	s := open(t, path)
	before, _ := s.Transactions()
	s.Close()
	if after, err := open(t, path).Transactions(); err != nil || after != before {
		t.Errorf("opening made %d commits, %v", after-before, err)
	}
}
