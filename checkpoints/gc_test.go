package checkpoints_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// littered is a rich store with everything in it that gc drops.
func littered(t *testing.T) (*writer, string) {
	t.Helper()
	w, path := richFile(t)
	s, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	w.s = s
	staged, err := s.Stage(checkpoints.Branch{Name: "import"}, []byte("a bundle of its own"))
	if err != nil {
		t.Fatal(err)
	}
	w.step(staged.Name, 3, []byte("named by the unfinished"))
	w.create("gone")
	w.step("gone", 3, []byte("named by the removed"))
	if err := s.Remove("gone"); err != nil {
		t.Fatal(err)
	}
	for _, seq := range []uint64{10, 16, 36, 71, 105, 150} {
		w.snapshot("alpha", seq)
	}
	w.mark("alpha", "stood-on", 36)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	change(t, path, "log", func(b *bolt.Bucket) error {
		return b.Put(append(make([]byte, 7), 99, 0, 0, 0, 0, 0, 0, 0, 1), []byte{0})
	})
	return w, path
}

func gc(t *testing.T, path string, o checkpoints.GCOptions) checkpoints.GCResult {
	t.Helper()
	s, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	res, err := s.GC(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestGCDropsWhatNobodyNeedsAndNothingElse(t *testing.T) {
	w, path := littered(t)
	o := checkpoints.GCOptions{DryRun: true, Remains: true, Layouts: []sim.Hash{sim.HashOf([]byte("layout"))}, Spacing: 50}
	before := gc(t, path, o)
	if n := len(verify(t, path).Findings); n != 1 {
		t.Errorf("a dry run changed the store: %d findings, want the one orphan", n)
	}
	o.DryRun = false
	got := gc(t, path, o)
	if got.Contents != before.Contents || got.Snapshots != before.Snapshots || len(got.Unfinished) != len(before.Unfinished) || got.Orphans != before.Orphans {
		t.Errorf("a dry run says %+v, the run %+v", before, got)
	}
	// Snapshots of alpha at 150, 105, 100, 71, 36, 16 and 10: 150 and 100 stay, 105 and 71 lie too near to them, and 16
	// too near to 36, which a checkpoint stands on. 10 is the checkpoint early.
	if got.Contents != 3 || got.Snapshots != 3 || len(got.Unfinished) != 1 || got.Orphans != 1 {
		t.Errorf("got %+v, want 3 contents, 3 snapshots, 1 unfinished branch and 1 orphan", got)
	}
	res := verify(t, path)
	if len(res.Findings) > 0 || res.Episodes != 5 || res.Snapshots != 5 || res.Checkpoints != 4 {
		t.Errorf("after gc: %+v", res)
	}
	s := mustOpen(t, path)
	for _, name := range richNames {
		if err := w.same(s, name, uint64(len(w.events[name]))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if again := gcAgain(t, s, path); again.Contents+again.Snapshots+again.Orphans+len(again.Unfinished) > 0 {
		t.Errorf("a second gc drops %+v", again)
	}
}

func gcAgain(t *testing.T, s *checkpoints.Store, path string) checkpoints.GCResult {
	t.Helper()
	s.Close()
	return gc(t, path, checkpoints.GCOptions{})
}

func TestGCDropsSnapshotsThatNobodyReads(t *testing.T) {
	_, path := richFile(t)
	if got := gc(t, path, checkpoints.GCOptions{}); got.Snapshots != 0 {
		t.Errorf("got %+v, want all kept when no layout is named", got)
	}
	if got := gc(t, path, checkpoints.GCOptions{Layouts: []sim.Hash{"other"}}); got.Snapshots != 2 {
		t.Errorf("got %+v, want both dropped", got)
	}
}

func TestGCLeavesADamagedStoreAlone(t *testing.T) {
	_, path := littered(t)
	change(t, path, "log", func(b *bolt.Bucket) error {
		k, _ := nth(b, 5)
		return b.Delete(k)
	})
	before := readFile(t, path)
	s := open(t, path)
	if _, err := s.GC(context.Background(), checkpoints.GCOptions{}); !errors.Is(err, checkpoints.ErrDamaged) {
		t.Errorf("got %v, want damaged", err)
	}
	if string(readFile(t, path)) != string(before) {
		t.Error("the file changed")
	}
}

// A content that was idle when the logs were read and is named before it is dropped must stay.
func TestGCSeesWhatIsNamedMeanwhile(t *testing.T) {
	w, path := littered(t)
	w.s = open(t, path)
	written := make(chan struct{})
	go func() {
		defer close(written)
		for i := range 200 {
			w.step("beta", 1, []byte("named by the removed"))
			w.step("alpha", 1, text(5000+i))
		}
	}()
	for range 5 {
		if _, err := w.s.GC(context.Background(), checkpoints.GCOptions{Remains: true}); err != nil {
			t.Error(err)
		}
	}
	<-written
	w.s.Close()
	if res := verify(t, path); len(res.Findings) > 0 {
		t.Errorf("got %v", res.Findings)
	}
}

func TestCompactGivesRoomBackAndChangesNothing(t *testing.T) {
	w, path := richFile(t)
	s := open(t, path)
	w.s = s
	w.create("big")
	for i := range 20 {
		w.step("big", 1, []byte(strings.Repeat("x", i)+string(make([]byte, 200))+strings.Repeat("noise", i)))
	}
	for i := range 40 {
		w.step("big", 200, text(i))
	}
	if err := s.Remove("big"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	got, err := checkpoints.Compact(context.Background(), link, checkpoints.CompactOptions{})
	if err != nil || got.After >= got.Before/2 {
		t.Fatalf("got %+v, %v; want less than half", got, err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Size() != got.After || info.Mode().Perm() != 0o640 {
		t.Errorf("got %v, %v; want %d bytes and the mode 0640", info, err, got.After)
	}
	if left, _ := filepath.Glob(path + ".*"); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
	if res := verify(t, path); len(res.Findings) > 0 || res.Episodes != 5 || res.Checkpoints != 3 || res.Snapshots != 2 {
		t.Errorf("got %+v", res)
	}
	w.s = open(t, path)
	for _, name := range richNames {
		if err := w.same(w.s, name, uint64(len(w.events[name]))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	b, err := w.s.Create(checkpoints.Branch{Name: "next"}, nil)
	if err != nil || b.ID != 7 {
		t.Errorf("got the number %d, %v; want 7: that of a removed episode is not given again", b.ID, err)
	}
}

// bbolt leaves a file twice as long as it needs, and du then said that compacting could give back more.
func TestACompactedStoreHasNothingMoreToGiveBack(t *testing.T) {
	for what, make := range map[string]func(*testing.T) (*writer, string){"littered": littered, "large": large} {
		w, path := make(t)
		if err := w.s.Close(); err != nil {
			t.Fatal(err)
		}
		plainly := func(n int64) string { return fmt.Sprint(n, " bytes") }
		got, err := checkpoints.Compact(context.Background(), path, checkpoints.CompactOptions{})
		if err != nil || !strings.Contains(got.Sentence(plainly), fmt.Sprintf("%d bytes were given back", got.Before-got.After)) {
			t.Errorf("%s: %v, %q; want a sentence that says what was gained", what, err, got.Sentence(plainly))
		}
		s := open(t, path)
		use, err := s.Usage(context.Background(), nil)
		if err != nil || use.Free > 0 || use.File != got.After {
			t.Errorf("%s: %v; du says %d of %d bytes are free, want none of %d", what, err, use.Free, use.File, got.After)
		}
		s.Close()
		again, err := checkpoints.Compact(context.Background(), path, checkpoints.CompactOptions{})
		if err != nil || again.After != got.After || !strings.HasPrefix(again.Sentence(plainly), "nothing to give back") {
			t.Errorf("%s: compacted again it has %d bytes, %v, want %d; it says %q", what, again.After, err, got.After, again.Sentence(plainly))
		}
		s = open(t, path)
		if _, err := s.Create(checkpoints.Branch{Name: "next"}, []byte("something new")); err != nil {
			t.Errorf("%s: a cut file takes no write: %v", what, err)
		}
		s.Close()
		for _, f := range verify(t, path).Findings {
			if f.Kind != checkpoints.KindOrphan {
				t.Errorf("%s: %v", what, f)
			}
		}
	}
}

// large is a store that takes many transactions to copy.
func large(t *testing.T) (*writer, string) {
	path := filepath.Join(t.TempDir(), "large.db")
	w := newWriter(t, open(t, path))
	w.create("a")
	for i := range 300 {
		noise := make([]byte, 50_000+i)
		for j := range noise {
			noise[j] = byte((i*31 + j*j) >> (j % 5))
		}
		w.step("a", 3, noise)
	}
	return w, path
}

func TestCompactRefusesAStoreInUseAndADamagedOne(t *testing.T) {
	_, path := richFile(t)
	s := open(t, path)
	if _, err := checkpoints.Compact(context.Background(), path, checkpoints.CompactOptions{}); !errors.Is(err, checkpoints.ErrLocked) {
		t.Errorf("got %v, want locked", err)
	}
	s.Close()
	whole := readFile(t, path)
	for page := 2; page < 8; page++ {
		broken := append([]byte(nil), whole...)
		broken[page*pageSize+10] ^= 1
		writeFile(t, path, broken)
		got, err := checkpoints.Compact(context.Background(), path, checkpoints.CompactOptions{})
		if err == nil && len(verify(t, path).Findings) > 0 {
			t.Errorf("page %d: a damaged store was compacted: %+v", page, got)
		}
		if err != nil && string(readFile(t, path)) != string(broken) {
			t.Errorf("page %d: a refused compact changed the file", page)
		}
	}
}

func TestCompactThatIsStoppedChangesNothing(t *testing.T) {
	_, path := richFile(t)
	open(t, path).Close() // which makes it one of this format
	before := readFile(t, path)
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := checkpoints.Compact(ctx, path, checkpoints.CompactOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want canceled", err)
	}
	if left, _ := filepath.Glob(path + ".*"); len(left) > 0 || string(readFile(t, path)) != string(before) {
		t.Errorf("the file changed, or %v is left", left)
	}
}

// Whoever waits for the lock of a store while it is compacted must not get the old file, which has no name any more.
func TestAWaiterGetsTheCompactedStore(t *testing.T) {
	_, path := richFile(t)
	held, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	opening := make(chan struct{})
	got := make(chan error, 1)
	go func() {
		got <- checkpoints.OpenReplaced(path, func() { close(opening) })
	}()
	<-opening
	writeFile(t, path+".new", readFile(t, path))
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	held.Close()
	if err := <-got; err != nil {
		t.Error(err)
	}
}

func TestUsageAddsUpByEpisode(t *testing.T) {
	w, path := littered(t)
	s := open(t, path)
	res, err := s.Usage(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]checkpoints.Usage{}
	for _, e := range res.Episodes {
		by[e.Episode] = e
	}
	if len(by) != 5 || by["gamma"].Events != 5 || by["empty"].Log != 0 || by["alpha"].Snapshots != 7 || by["alpha"].Marks != 3 {
		t.Errorf("got %+v", by)
	}
	for name, n := range map[string]int{"alpha": 152, "beta": 60, "gamma": 5, "delta": 2} {
		raw := 0
		for _, e := range w.events[name][len(w.events[name])-n:] {
			raw += len(e)
		}
		if by[name].Log < int64(raw) || by[name].Log > int64(raw+n*20) {
			t.Errorf("%s: got %d bytes of log, want about %d", name, by[name].Log, raw)
		}
	}
	if by["alpha"].Own == 0 || by["beta"].Shared == 0 || by["delta"].Own != 0 || by["delta"].Shared == 0 {
		t.Errorf("got %+v; alpha has contents of its own, beta shares, delta names its bundle only", by)
	}
	if res.Idle == 0 || res.Contents <= res.Idle || res.File < pageSize || res.Free < 0 || res.Free > res.File {
		t.Errorf("got %+v", res)
	}
}

// A draft that somebody writes is not cleared, nor one of another store; one of a killed process is.
func TestGCClearsWhatKilledWritersLeftBesideTheStore(t *testing.T) {
	_, path := richFile(t)
	folder := filepath.Dir(path)
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	writing, err := checkpoints.NewDraft(path)
	if err != nil {
		t.Fatal(err)
	}
	killed, other := path+".part-0000000000000001", filepath.Join(folder, "other.db.part-0000000000000001")
	writeFile(t, killed, []byte("half a store"))
	writeFile(t, other, []byte("half of another"))
	for _, o := range []checkpoints.GCOptions{{DryRun: true}, {}} {
		if got := gc(t, link, o); !slices.Equal(got.Drafts, []string{filepath.Base(killed)}) {
			t.Errorf("%+v: got %v, want the one that was left", o, got.Drafts)
		}
		if _, err := os.Stat(killed); os.IsNotExist(err) == o.DryRun {
			t.Errorf("%+v: %v", o, err)
		}
	}
	for _, name := range []string{other, writing.Name()} {
		if _, err := os.Stat(name); err != nil {
			t.Errorf("it is gone: %v", err)
		}
	}
	if err := writing.Discard(); err != nil {
		t.Error(err)
	}
}

// The draft of a salvage is called after the damaged store where both lie in one folder, so that a gc of that finds it.
func TestTheDraftOfASalvageBelongsToTheStore(t *testing.T) {
	_, path := richFile(t)
	for into, named := range map[string]string{filepath.Join(filepath.Dir(path), "new.db"): path, filepath.Join(t.TempDir(), "far.db"): ""} {
		if named == "" {
			named = into
		}
		left := named + ".part-0000000000000001"
		writeFile(t, left, []byte("left by a killed salvage"))
		if _, err := checkpoints.Salvage(context.Background(), path, into, checkpoints.SalvageOptions{}); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(left); !os.IsNotExist(err) {
			t.Errorf("into %s: %s is still there (%v)", into, left, err)
		}
	}
}
