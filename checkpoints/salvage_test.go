package checkpoints_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

func salvage(t *testing.T, path string, o checkpoints.SalvageOptions) (checkpoints.SalvageResult, string) {
	t.Helper()
	into := filepath.Join(t.TempDir(), "new.db")
	o.Naming = &sim.Naming{} // the made-up events name contents where those of their kind do not
	res, err := checkpoints.Salvage(context.Background(), path, into, o)
	if err != nil {
		t.Fatal(err)
	}
	return res, into
}

// of is what became of one episode.
func of(t *testing.T, res checkpoints.SalvageResult, name string) checkpoints.Salvaged {
	t.Helper()
	i := slices.IndexFunc(res.Episodes, func(s checkpoints.Salvaged) bool { return s.Episode == name })
	if i < 0 {
		t.Fatalf("nothing is said of %s in %+v", name, res.Episodes)
	}
	return res.Episodes[i]
}

func TestSalvageOfAWholeStoreSavesAllOfIt(t *testing.T) {
	w, path := richFile(t)
	res, into := salvage(t, path, checkpoints.SalvageOptions{})
	s := mustOpen(t, into)
	for _, name := range richNames {
		got := of(t, res, name)
		if last := uint64(len(w.events[name])); !got.Saved || got.Last != last || !got.Sure || got.Why != "" || got.Missing > 0 {
			t.Errorf("got %+v, want all %d events, sure", got, last)
		}
		if err := w.same(s, name, uint64(len(w.events[name]))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		h, err := s.Head(name)
		if err != nil || h.Chain != w.chains[name][len(w.events[name])-1] {
			t.Errorf("%s: got %v, %v; want the chain's hash kept", name, h, err)
		}
		old, err := mustOpen(t, path).Head(name)
		if err != nil || h != old {
			t.Errorf("%s: got the end %+v, want %+v", name, h, old)
		}
	}
	marks, err := s.Checkpoints("delta")
	if err != nil || len(marks) != 2 {
		t.Errorf("got %v, %v; want early and mine", marks, err)
	}
	if again := verify(t, into); len(again.Findings) > 0 {
		t.Errorf("the new store: %v", again.Findings)
	}
	if len(res.Faults) > 0 {
		t.Errorf("got %v, want no faults", res.Faults)
	}
}

func TestSalvageCutsAtTheFirstBadChunkAndLosesForksBehindIt(t *testing.T) {
	w, path := richFile(t)
	change(t, path, "log", func(b *bolt.Bucket) error {
		k, v := nth(b, 16) // holds the events 41 to 41
		return b.Put(k, v[:len(v)-1])
	})
	res, into := salvage(t, path, checkpoints.SalvageOptions{})
	s := mustOpen(t, into)
	if got := of(t, res, "alpha"); got.Last != 40 || got.Ended != 152 || got.Why == "" || !slices.Equal(got.Checkpoints, []string{"late"}) {
		t.Errorf("got %+v, want alpha up to 40 and the checkpoint late lost", got)
	}
	for name, last := range map[string]uint64{"alpha": 40, "beta": 60, "empty": 26} {
		if err := w.same(s, name, last); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"gamma", "delta"} {
		if got := of(t, res, name); got.Saved || !strings.Contains(got.Why, "cut before the fork") && !strings.Contains(got.Why, "is lost") {
			t.Errorf("got %+v, want it lost with its past", got)
		}
	}
	if again := verify(t, into); len(again.Findings) > 0 {
		t.Errorf("the new store: %v", again.Findings)
	}
}

// One bit in the name of a bucket hides all that is in it.
func TestSalvageFindsWhatLiesInABucketOfAnotherName(t *testing.T) {
	w, path := richFile(t)
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		to, err := tx.CreateBucket([]byte("lof"))
		if err != nil {
			return err
		}
		if err := tx.Bucket([]byte("log")).ForEach(to.Put); err != nil {
			return err
		}
		return tx.DeleteBucket([]byte("log"))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	res, into := salvage(t, path, checkpoints.SalvageOptions{})
	s := mustOpen(t, into)
	for _, name := range richNames {
		if err := w.same(s, name, uint64(len(w.events[name]))); err != nil {
			t.Errorf("%s: %v (%+v)", name, err, of(t, res, name))
		}
	}
	if len(res.Faults) == 0 {
		t.Error("nothing was said of the bucket")
	}
}

func TestSalvageDoesNotVouchForWhatItCannot(t *testing.T) {
	w, path := richFile(t)
	change(t, path, "log", func(b *bolt.Bucket) error { // between the fork at 56 and the snapshot at 100
		k, v := nth(b, 30)
		return b.Put(k, unsummed([]byte(strings.Replace(string(v), "says", "sayz", 1))))
	})
	res, into := salvage(t, path, checkpoints.SalvageOptions{})
	got := of(t, res, "alpha")
	if got.Last != 56 || !got.Sure || !strings.Contains(got.Why, "was altered, and nothing says which") {
		t.Errorf("got %+v, want the log up to the fork at 56, of which it is sure", got)
	}
	s := mustOpen(t, into)
	for name, last := range map[string]uint64{"alpha": got.Last, "beta": 60, "gamma": 61, "delta": 63} {
		if err := w.same(s, name, last); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	res, _ = salvage(t, path, checkpoints.SalvageOptions{Doubtful: true})
	if got := of(t, res, "alpha"); got.Last != 152 || got.Sure {
		t.Errorf("got %+v, want all of it, unsure", got)
	}
}

func TestSalvageTellsOfLostContents(t *testing.T) {
	_, path := richFile(t)
	change(t, path, "contents", func(b *bolt.Bucket) error {
		k, v := nth(b, 5)
		v[len(v)/2] ^= 1
		return b.Put(k, v)
	})
	res, _ := salvage(t, path, checkpoints.SalvageOptions{})
	missing := 0
	for _, e := range res.Episodes {
		missing += e.Missing
	}
	if res.Broken != 1 || missing == 0 {
		t.Errorf("got %d broken contents and %d events that name one, want 1 and some", res.Broken, missing)
	}
}

func TestSalvageReplacesNothing(t *testing.T) {
	_, path := richFile(t)
	into := filepath.Join(t.TempDir(), "new.db")
	writeFile(t, into, []byte("mine"))
	if _, err := checkpoints.Salvage(context.Background(), path, into, checkpoints.SalvageOptions{}); err == nil {
		t.Error("a file was written over")
	}
	if string(readFile(t, into)) != "mine" {
		t.Error("the file changed")
	}
	open(t, path)
	_, err := checkpoints.Salvage(context.Background(), path, into+"2", checkpoints.SalvageOptions{})
	if !errors.Is(err, checkpoints.ErrLocked) {
		t.Errorf("got %v, want locked", err)
	}
}

func TestSalvageThatIsStoppedLeavesNothing(t *testing.T) {
	_, path := richFile(t)
	into := filepath.Join(t.TempDir(), "new.db")
	ctx, stop := context.WithCancel(context.Background())
	o := checkpoints.SalvageOptions{Progress: func(done, total uint64) {
		if done == total {
			stop()
		}
	}}
	if _, err := checkpoints.Salvage(ctx, path, into, o); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want canceled", err)
	}
	if left, _ := os.ReadDir(filepath.Dir(into)); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
	killed := into + ".part-0000000000000001"
	writeFile(t, killed, []byte("left by a killed salvage"))
	if _, err := checkpoints.Salvage(context.Background(), path, into, checkpoints.SalvageOptions{}); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(killed); err == nil {
		t.Error("what a killed salvage left is still there")
	}
}

func TestSalvagedStoreGoesOn(t *testing.T) {
	w, path := richFile(t)
	_, into := salvage(t, path, checkpoints.SalvageOptions{})
	w.s = open(t, into)
	w.step("beta", 3, text(2000))
	w.fork("beta", "new", 61)
	w.step("new", 1, nil)
	for _, name := range []string{"beta", "new"} {
		if err := w.same(w.s, name, uint64(len(w.events[name]))); err != nil {
			t.Error(err)
		}
	}
}
