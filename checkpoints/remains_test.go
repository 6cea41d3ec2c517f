package checkpoints_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/checkpoints"
)

// A lost write of the page of records leaves an episode without its record. Verify once advised gc, and gc dropped what
// salvage makes an episode of again.
func TestGCLeavesAnEpisodeWhoseRecordIsLost(t *testing.T) {
	w, path := richFile(t)
	change(t, path, "branches", func(b *bolt.Bucket) error { return b.Delete([]byte("beta")) })
	if res := verify(t, path); !strings.Contains(res.Advice[checkpoints.KindOrphan], "tenure salvage") {
		t.Errorf("got %q, want the advice to salvage", res.Advice)
	}
	open(t, path).Close() // which makes it one of this format
	before := readFile(t, path)
	for _, o := range []checkpoints.GCOptions{{}, {DryRun: true}} {
		s := open(t, path)
		if _, err := s.GC(context.Background(), o); !errors.Is(err, checkpoints.ErrDamaged) || !strings.Contains(err.Error(), "1 episode without a record; save") {
			t.Errorf("got %v, want gc to refuse and to say why", err)
		}
		s.Close()
	}
	if string(readFile(t, path)) != string(before) {
		t.Error("the file changed")
	}
	res, into := salvage(t, path, checkpoints.SalvageOptions{})
	if e := of(t, res, "recovered-2"); e.Last != 60 || e.Missing > 0 || e.State != checkpoints.Lacking || res.Whole() {
		t.Errorf("got %+v, want all 60 events and their contents", e)
	}
	w.events["recovered-2"] = w.events["beta"]
	if err := w.same(mustOpen(t, into), "recovered-2", 60); err != nil {
		t.Error(err)
	}
	if got := gc(t, path, checkpoints.GCOptions{Remains: true}); got.Orphans != 1 {
		t.Errorf("got %+v, want the remains dropped when that is asked for", got)
	}
}

// Both once removed a file of a fixed name before they wrote there, though it was somebody else's.
func TestCompactAndSalvageTouchNobodysFile(t *testing.T) {
	_, path := richFile(t)
	into := filepath.Join(t.TempDir(), "new.db")
	mine := map[string]string{}
	for _, name := range []string{path + ".compact", into + ".tmp", path + ".part-1", into + ".part-1"} {
		_, other := richFile(t)
		if err := os.Rename(other, name); err != nil {
			t.Fatal(err)
		}
		mine[name] = string(readFile(t, name))
	}
	open(t, path+".compact") // which makes it one of this format
	mine[path+".compact"] = string(readFile(t, path+".compact"))
	if _, err := checkpoints.Compact(context.Background(), path, checkpoints.CompactOptions{}); err != nil {
		t.Error(err)
	}
	if _, err := checkpoints.Salvage(context.Background(), path, into, checkpoints.SalvageOptions{}); err != nil {
		t.Error(err)
	}
	for name, was := range mine {
		if string(readFile(t, name)) != was {
			t.Errorf("%s changed", name)
		}
	}
}

// A key with a flipped bit was once listed as recovered-18446744073709551615.
func TestSalvageMakesNoEpisodeOfAnAlteredKey(t *testing.T) {
	_, path := richFile(t)
	change(t, path, "log", func(b *bolt.Bucket) error {
		_, v := nth(b, 5)
		return errors.Join(b.Put(binaryKey(^uint64(0), 3), v), b.Put(binaryKey(1<<33, 3), v))
	})
	res, _ := salvage(t, path, checkpoints.SalvageOptions{})
	if len(res.Episodes) != len(richNames) || !res.Whole() {
		t.Errorf("got %+v, want the %d episodes and no other", res.Episodes, len(richNames))
	}
	if len(res.Faults) != 1 || !strings.Contains(res.Faults[0].What, "a key was altered") {
		t.Errorf("got %+v, want to be told of the key once", res.Faults)
	}
}
