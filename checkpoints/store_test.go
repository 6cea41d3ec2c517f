package checkpoints_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

func open(t *testing.T, path string) *checkpoints.Store {
	t.Helper()
	s, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func fresh(t *testing.T) *checkpoints.Store { return open(t, filepath.Join(t.TempDir(), "s.db")) }

// events makes n events that tell their own number.
func events(from uint64, n int) [][]byte {
	out := make([][]byte, n)
	for i := range out {
		out[i] = fmt.Appendf(nil, "event %d %s", from+uint64(i), strings.Repeat("x", i%50))
	}
	return out
}

func read(t *testing.T, s *checkpoints.Store, name string, after uint64) []string {
	t.Helper()
	var out []string
	next := after + 1
	err := s.Read(name, after, func(seq uint64, e []byte) error {
		if seq != next || !strings.HasPrefix(string(e), fmt.Sprintf("event %d ", seq)) {
			t.Fatalf("event %d reads %q, want number %d", seq, e, next)
		}
		next++
		out = append(out, string(e))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func create(t *testing.T, s *checkpoints.Store, b checkpoints.Branch) {
	t.Helper()
	if _, err := s.Create(b, []byte("bundle")); err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsAppendedIsReadFromAnyPoint(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	create(t, s, checkpoints.Branch{Name: "b"})
	var after uint64
	for i := range 40 {
		n := i%7 + 1
		for _, name := range []string{"a", "b"} {
			if err := s.Append(name, sim.Batch{After: after, Events: events(after+1, n)}); err != nil {
				t.Fatal(err)
			}
		}
		after += uint64(n)
	}
	for from := range after + 1 {
		if got := read(t, s, "a", from); len(got) != int(after-from) {
			t.Fatalf("after %d: %d events, want %d", from, len(got), after-from)
		}
	}
}

func TestAppendIsFencedByTheEndOfTheLog(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	b := sim.Batch{After: 0, Events: events(1, 3)}
	if err := s.Append("a", b); err != nil {
		t.Fatal(err)
	}
	if err := s.Append("a", b); !errors.Is(err, checkpoints.ErrConflict) {
		t.Errorf("got %v, want a conflict", err)
	}
	if err := s.Append("nobody", b); !errors.Is(err, checkpoints.ErrMissing) {
		t.Errorf("got %v, want missing", err)
	}
}

func TestForkSharesThePastOfItsParents(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	s.Append("a", sim.Batch{Events: events(1, 10)})
	create(t, s, checkpoints.Branch{Name: "b", Parent: "a", At: 4})
	if err := s.Append("b", sim.Batch{After: 4, Events: events(5, 2)}); err != nil {
		t.Fatal(err)
	}
	create(t, s, checkpoints.Branch{Name: "c", Parent: "b", At: 5})
	for name, want := range map[string]int{"a": 10, "b": 6, "c": 5} {
		if got := read(t, s, name, 0); len(got) != want {
			t.Errorf("%s has %d events, want %d", name, len(got), want)
		}
		if got := read(t, s, name, 3); len(got) != want-3 {
			t.Errorf("%s after 3 has %d events, want %d", name, len(got), want-3)
		}
	}
}

func TestReadingHoldsNoTransaction(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	s.Append("a", sim.Batch{Events: events(1, 10)})
	err := s.Read("a", 0, func(seq uint64, _ []byte) error {
		if seq > 10 {
			return nil
		}
		big := [][]byte{make([]byte, 1<<20)} // makes the file grow
		return s.Append("a", sim.Batch{After: 9 + seq, Events: big})
	})
	if err != nil {
		t.Error(err)
	}
}

func TestContentsAreKeptOnceAndChecked(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	text := []byte(strings.Repeat("long text ", 100))
	if err := s.Append("a", sim.Batch{Events: events(1, 1), Contents: [][]byte{text, text}}); err != nil {
		t.Fatal(err)
	}
	got, err := s.Content(sim.HashOf(text))
	if err != nil || string(got) != string(text) {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := s.Content(sim.HashOf([]byte("other"))); err == nil {
		t.Error("a content that was never stored was found")
	}
}

func TestNamesAreChecked(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	if _, err := s.Create(checkpoints.Branch{Name: "a"}, nil); !errors.Is(err, checkpoints.ErrExists) {
		t.Errorf("got %v, want exists", err)
	}
	for _, bad := range []string{"", "a@b", strings.Repeat("x", 200), "a\nb", "a/b", "a b", "\xff"} {
		if _, err := s.Create(checkpoints.Branch{Name: bad}, nil); err == nil {
			t.Errorf("the name %q was taken", bad)
		}
	}
}

func TestLockedStoreSaysSo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	open(t, path)
	_, err := checkpoints.Open(path, checkpoints.Options{Timeout: 50 * time.Millisecond})
	if !errors.Is(err, checkpoints.ErrLocked) {
		t.Errorf("got %v, want locked", err)
	}
}

func TestForeignShortAndBrokenFilesAreRefused(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good.db")
	s, err := checkpoints.Open(good, checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	create(t, s, checkpoints.Branch{Name: "a"})
	s.Append("a", sim.Batch{Events: [][]byte{make([]byte, 1<<20)}})
	s.Close()
	whole, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		bytes []byte
		want  error
	}{
		"text":  {[]byte("hello, this is no store at all"), checkpoints.ErrForeign},
		"zeros": {make([]byte, 20_000), checkpoints.ErrForeign},
		"short": {whole[:8192], checkpoints.ErrDamaged},
		"half":  {whole[:12_000], checkpoints.ErrDamaged},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, c.bytes, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := checkpoints.Open(path, checkpoints.Options{}); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
	for _, path := range []string{dir, os.DevNull} {
		if _, err := checkpoints.Open(path, checkpoints.Options{}); !errors.Is(err, checkpoints.ErrForeign) {
			t.Errorf("%s: got %v, want foreign", path, err)
		}
	}
	if _, err := checkpoints.Open(filepath.Join(dir, "none"), checkpoints.Options{ReadOnly: true}); err == nil {
		t.Error("a file that is not there was opened for reading")
	}
}

func TestOtherProgramsAndNewerFormatsAreRefused(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		bucket, key string
		value       []byte
		want        error
	}{
		"other": {"things", "x", []byte("y"), checkpoints.ErrForeign},
		"none":  {"meta", "x", []byte("y"), checkpoints.ErrForeign},
		"newer": {"meta", "format", []byte{0, 0, 0, 0, 0, 0, 0, 99}, checkpoints.ErrNewer},
	} {
		path := filepath.Join(dir, name)
		writeBolt(t, path, c.bucket, c.key, c.value)
		if _, err := checkpoints.Open(path, checkpoints.Options{}); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
}

func TestFlippedBytesNeverPanic(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good.db")
	s, _ := checkpoints.Open(good, checkpoints.Options{})
	create(t, s, checkpoints.Branch{Name: "a"})
	for i := range 20 {
		s.Append("a", sim.Batch{After: uint64(i * 5), Events: events(uint64(i*5+1), 5)})
	}
	s.Close()
	whole, _ := os.ReadFile(good)
	for at := 0; at < len(whole); at += 509 {
		broken := append([]byte(nil), whole...)
		broken[at] ^= 0x5a
		path := filepath.Join(dir, "broken.db")
		os.WriteFile(path, broken, 0o644)
		s, err := checkpoints.Open(path, checkpoints.Options{ReadOnly: true})
		if err != nil {
			continue
		}
		s.Branches()
		s.Read("a", 0, func(uint64, []byte) error { return nil })
		s.Close()
	}
}

func TestPeekReadsAStoreThatIsBeingWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	s := open(t, path)
	create(t, s, checkpoints.Branch{Name: "a"})
	written := make(chan error, 1)
	go func() {
		var err error
		for i := uint64(0); i < 100 && err == nil; i++ {
			err = s.Append("a", sim.Batch{After: i, Events: events(i+1, 1)})
		}
		written <- err
	}()
	last := 0
	for range 20 {
		c, err := checkpoints.Peek(path)
		if errors.Is(err, checkpoints.ErrLocked) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		n := len(read(t, c, "a", 0))
		if n < last {
			t.Errorf("a later copy has %d events, fewer than %d", n, last)
		}
		last = n
		c.Close()
	}
	if err := <-written; err != nil {
		t.Fatal(err)
	}
}
