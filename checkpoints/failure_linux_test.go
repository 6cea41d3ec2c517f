package checkpoints_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// device is a store's open file whose writes can be sent elsewhere: to /dev/full, where every write finds no room, or to
// /dev/null, which takes writes and cannot be synced. What is mapped and read stays the real file.
type device struct {
	t    *testing.T
	file *os.File
	real int // another descriptor of the same open file, which keeps its lock
}

func (d *device) open(name string, flag int, mode os.FileMode) (*os.File, error) {
	f, err := os.OpenFile(name, flag, mode)
	if err != nil {
		return nil, err
	}
	d.file = f
	d.real, err = syscall.Dup(int(f.Fd()))
	return f, err
}

func (d *device) sendTo(path string) {
	d.t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		d.t.Fatal(err)
	}
	defer f.Close()
	d.swap(int(f.Fd()))
}

func (d *device) repair() { d.swap(d.real) }

func (d *device) swap(fd int) {
	d.t.Helper()
	if err := syscall.Dup3(fd, int(d.file.Fd()), syscall.O_CLOEXEC); err != nil {
		d.t.Fatal(err)
	}
}

// roomy makes a store with free pages inside, so that the next writes need not grow the file.
func roomy(t *testing.T) (*checkpoints.Store, *device, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.db")
	d := &device{t: t}
	s, err := checkpoints.Open(path, checkpoints.Options{}.WithFile(d.open))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Close(d.real) })
	create(t, s, checkpoints.Branch{Name: "a"})
	create(t, s, checkpoints.Branch{Name: "big"})
	if err := s.Append("big", sim.Batch{Events: [][]byte{make([]byte, 30_000), state(1, 300_000)}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Remove("big"); err != nil {
		t.Fatal(err)
	}
	grow(t, s, "a", 9)
	return s, d, path
}

func TestFullDiskLeavesTheStoreAsItWas(t *testing.T) {
	s, d, path := roomy(t)
	d.sendTo("/dev/full")
	for range 3 {
		err := s.Append("a", sim.Batch{After: 9, Events: events(10, 2), Contents: [][]byte{[]byte("lost")}})
		if !errors.Is(err, syscall.ENOSPC) || errors.Is(err, checkpoints.ErrFailed) {
			t.Errorf("got %v, want no room", err)
		}
		if got := read(t, s, "a", 0); len(got) != 9 {
			t.Errorf("%d events, want 9", len(got))
		}
	}
	for _, err := range s.AppendTogether([]checkpoints.Log{s.Log("a"), s.Log("nobody")}, []sim.Batch{{After: 9, Events: events(10, 1)}, {}}, -1) {
		if err == nil {
			t.Error("an append in a commit that failed has no error")
		}
	}
	d.repair()
	if err := s.Append("a", sim.Batch{After: 9, Events: events(10, 2)}); err != nil {
		t.Errorf("with room again: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, path)
	if got := read(t, again, "a", 0); len(got) != 11 {
		t.Errorf("opened again: %d events, want 11", len(got))
	}
	if _, err := again.Content(sim.HashOf([]byte("lost"))); err == nil {
		t.Error("a content of a commit that failed is there")
	}
}

func TestFailedSyncStopsWritingUntilTheStoreIsOpenedAgain(t *testing.T) {
	s, d, path := roomy(t)
	d.sendTo("/dev/null")
	err := s.Append("a", sim.Batch{After: 9, Events: events(10, 2)})
	if err == nil || errors.Is(err, checkpoints.ErrFailed) {
		t.Errorf("got %v, want the sync's own error", err)
	}
	d.repair()
	for name, write := range map[string]func() error{
		"append": func() error { return s.Append("a", sim.Batch{After: 9, Events: events(10, 2)}) },
		"mark":   func() error { return s.Mark("a", checkpoints.Checkpoint{Name: "x", Seq: 2}) },
	} {
		if err := write(); !errors.Is(err, checkpoints.ErrFailed) || !strings.Contains(err.Error(), "open it again") {
			t.Errorf("%s: got %v, want no more writes", name, err)
		}
	}
	if got := read(t, s, "a", 0); len(got) != 9 {
		t.Errorf("%d events can be read, want 9", len(got))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, path)
	if err := again.Append("a", sim.Batch{After: 9, Events: events(10, 2)}); err != nil || len(read(t, again, "a", 0)) != 11 {
		t.Errorf("opened again: %v and %d events, want 11", err, len(read(t, again, "a", 0)))
	}
}

// When the page that names the new tree was written and its sync failed, a reader sees the new tree and a crash may
// leave the old one.
func TestCommitInDoubtStopsWriting(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	last, err := s.Transactions()
	if err != nil {
		t.Fatal(err)
	}
	s.AfterFailure(last+1, syscall.ENOSPC)
	if err := s.Append("a", sim.Batch{Events: events(1, 1)}); err != nil {
		t.Errorf("after a full disk: %v", err)
	}
	s.AfterFailure(last+1, syscall.ENOSPC) // that number is in the file now
	if err := s.Append("a", sim.Batch{After: 1, Events: events(2, 1)}); !errors.Is(err, checkpoints.ErrFailed) {
		t.Errorf("got %v, want no more writes", err)
	}
}

func TestFlippedBytesNeverPanicOrHangAWriter(t *testing.T) {
	s, _, good := roomy(t)
	s.Close()
	whole, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "broken.db")
	for at := 7; at < min(len(whole), 1<<17); at += 2039 {
		broken := append([]byte(nil), whole...)
		broken[at] ^= 0x5a
		if err := os.WriteFile(path, broken, 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := checkpoints.Open(path, checkpoints.Options{})
		if err != nil {
			continue
		}
		h, _ := s.Head("a")
		s.Append("a", sim.Batch{After: h.Seq, Events: events(h.Seq+1, 1)})
		s.Create(checkpoints.Branch{Name: "b"}, []byte("bundle"))
		s.Mark("a", checkpoints.Checkpoint{Name: "x", Seq: 1, Chain: sim.Chain{1}})
		s.Remove("a")
		s.Close()
	}
}
