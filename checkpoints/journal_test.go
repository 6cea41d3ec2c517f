package checkpoints_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// together lets each branch take one step, all in one commit.
func (w *writer) together(names []string, step int) {
	w.t.Helper()
	var logs []checkpoints.Log
	var batches []sim.Batch
	for i, name := range names {
		logs, batches = append(logs, w.s.Log(name)), append(batches, w.next(name, (i+step)%3+1, nil))
	}
	if err := errors.Join(w.s.AppendTogether(logs, batches, -1)...); err != nil {
		w.t.Fatal(err)
	}
}

func (w *writer) allSame(s *checkpoints.Store) {
	w.t.Helper()
	for name, es := range w.events {
		if err := w.same(s, name, uint64(len(es))); err != nil {
			w.t.Errorf("%s: %v", name, err)
		}
	}
}

// crowded is a store of twelve branches, two of them forks of forks, whose last commits lie in the journal: between them
// and before them lie others in the log.
func crowded(t *testing.T, path string) (*writer, []string) {
	t.Helper()
	s := open(t, path)
	w := newWriter(t, s)
	names := crowdNames(10)
	for i, name := range names {
		w.create(name)
		if i%2 == 0 {
			w.step(name, 3, text(i))
		}
	}
	w.together(names, 0)
	w.step("e3", 2, text(40)) // into the log, while the journal has what comes before it
	w.fork("e3", "f", 2)
	w.fork("f", "g", 2)
	names = append(names, "f", "g")
	for step := 1; step < 6; step++ {
		w.together(names, step)
	}
	w.mark("e3", "in-the-journal", 3)
	w.step("e4", 1, nil)
	w.together(names, 7)
	return w, names
}

func crowdNames(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprint("e", i)
	}
	return out
}

// crowdedFile leaves the store as a killed process does.
func crowdedFile(t *testing.T) (*writer, []string, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.db")
	w, names := crowded(t, path)
	if err := w.s.Abandon(); err != nil {
		t.Fatal(err)
	}
	return w, names, path
}

func TestWhatManyAppendTogetherIsReadBeforeAndAfterItMovesToTheLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	w, names := crowded(t, path)
	if got, want := pairs(t, w.s, "journal"), 10+6*12; got != want {
		t.Fatalf("the journal has %d chunks, want %d", got, want)
	}
	w.allSame(w.s)
	for _, after := range []uint64{0, 1, 4, 9} { // from any point, also from within a chunk
		n := after
		err := w.s.Read("e3", after, func(seq uint64, e []byte) error {
			if n++; seq != n || !bytes.Equal(e, w.events["e3"][seq-1]) {
				t.Errorf("after %d: event %d is not what was written", after, seq)
			}
			return nil
		})
		if err != nil || n != uint64(len(w.events["e3"])) {
			t.Errorf("after %d: reading ended at %d, %v", after, n, err)
		}
	}
	before, err := w.s.Usage(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.s.Close(); err != nil {
		t.Fatal(err)
	}
	s := open(t, path)
	if n := pairs(t, s, "journal"); n > 0 {
		t.Errorf("closing left %d chunks in the journal", n)
	}
	w.allSame(s)
	after, err := s.Usage(t.Context(), nil)
	for i, u := range after.Episodes {
		if b := before.Episodes[i]; err != nil || b.Events != u.Events || b.Log <= u.Log || u.Log == 0 {
			t.Errorf("%s takes %+v, and took %+v in the journal, %v", u.Episode, u, b, err)
		}
	}
	if res := verify(t, path); len(res.Findings) > 0 || res.Episodes != len(names) {
		t.Errorf("got %+v", res)
	}
}

// The log must not depend on who else was writing.
func TestTheLogIsTheSameWithTheJournalAndWithout(t *testing.T) {
	var logs [2][][]byte
	for i := range logs {
		path := filepath.Join(t.TempDir(), "s.db")
		s := open(t, path)
		w := newWriter(t, s)
		names := crowdNames(9)
		for _, name := range names {
			w.create(name)
		}
		for step := range 5 {
			if i == 0 {
				w.together(names, step)
				continue
			}
			for n, name := range names {
				if err := s.Append(name, w.next(name, (n+step)%3+1, nil)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if n := pairs(t, s, "journal"); (n > 0) != (i == 0) {
			t.Errorf("store %d has %d chunks in the journal", i, n)
		}
		s.Close()
		keys, values, err := open(t, path).Pairs("log")
		if err != nil {
			t.Fatal(err)
		}
		logs[i] = append(keys, values...)
	}
	if !slices.EqualFunc(logs[0], logs[1], bytes.Equal) {
		t.Error("the two logs differ")
	}
}

func TestAJournalThatAKilledProcessLeftIsRead(t *testing.T) {
	w, names, path := crowdedFile(t)
	if res := verify(t, path); len(res.Findings) > 0 || res.Episodes != len(names) {
		t.Errorf("got %+v", res)
	}
	w.allSame(mustOpen(t, path))
	peek, err := checkpoints.Peek(path)
	if err != nil {
		t.Fatal(err)
	}
	w.allSame(peek)
	peek.Close()
	res, into := salvage(t, path, checkpoints.SalvageOptions{})
	if !res.Whole() {
		t.Errorf("got %+v", res)
	}
	w.allSame(mustOpen(t, into))
}

func TestAJournalOutlivesWhatIsDoneToAStore(t *testing.T) {
	w, names, path := crowdedFile(t)
	s := open(t, path)
	try := func(what string, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	try("rename", s.Rename("e1", "one"))
	w.events["one"], w.chains["one"] = w.events["e1"], w.chains["e1"]
	delete(w.events, "e1")
	try("remove", s.Remove("g"))
	delete(w.events, "g")
	left := pairs(t, s, "journal")
	if want := 10 + 6*12 - 6; left != want {
		t.Errorf("the journal has %d chunks, want %d", left, want)
	}
	_, err := s.GC(t.Context(), checkpoints.GCOptions{})
	try("gc", err)
	w.s = s
	w.fork("one", "h", 4)
	w.step("h", 1, nil)
	w.allSame(s)
	try("close", s.Abandon())
	_, err = checkpoints.Compact(context.Background(), path, checkpoints.CompactOptions{})
	try("compact", err)
	s = open(t, path)
	w.s = s
	w.allSame(s)
	w.together([]string{"e0", "one", "e2", "e3", "e4", "e5", "e6", "e7", "e8", "e9", "f", "h"}, 9)
	if got := pairs(t, s, "journal"); got != left+12 {
		t.Errorf("the journal has %d chunks, want %d", got, left+12)
	}
	w.allSame(s)
	try("close", s.Close())
	w.allSame(mustOpen(t, path))
	if res := verify(t, path); len(res.Findings) > 0 || res.Episodes != len(names) {
		t.Errorf("got %+v", res)
	}
}

func TestAFullJournalMovesToTheLog(t *testing.T) {
	const most = 16 << 10
	s, err := checkpoints.Open(filepath.Join(t.TempDir(), "s.db"), checkpoints.Options{}.WithJournal(most))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	w := newWriter(t, s)
	names := crowdNames(16)
	for _, name := range names {
		w.create(name)
	}
	moved, last := 0, 0
	for step := range 40 {
		w.together(names, step)
		_, values, err := s.Pairs("journal")
		size := 0
		for _, v := range values {
			size += len(v) + 24
		}
		if n := len(values); err != nil || size >= most {
			t.Fatalf("the journal has %d bytes in %d chunks, %v, want less than %d", size, n, err, most)
		} else if n < last {
			moved, last = moved+1, 0
		}
		last = len(values)
	}
	if moved < 2 {
		t.Errorf("it moved to the log %d times, want at least twice", moved)
	}
	w.allSame(s)
}

func TestLargeChunksAndSmallGroupsDoNotGoThroughTheJournal(t *testing.T) {
	s := fresh(t)
	w := newWriter(t, s)
	names := crowdNames(8)
	for _, name := range names {
		w.create(name)
	}
	w.together(names[:7], 0)
	if n := pairs(t, s, "journal"); n > 0 {
		t.Errorf("a group of seven has %d chunks in the journal", n)
	}
	var logs []checkpoints.Log
	var batches []sim.Batch
	for i, name := range names {
		logs, batches = append(logs, s.Log(name)), append(batches, w.next(name, 1+i*60, nil))
	}
	if err := errors.Join(s.AppendTogether(logs, batches, -1)...); err != nil {
		t.Fatal(err)
	}
	_, values, err := s.Pairs("journal")
	if err != nil || len(values) == 0 || len(values) == 8 || slices.ContainsFunc(values, func(v []byte) bool { return len(v) > 4096 }) {
		t.Errorf("the journal has %d chunks, %v", len(values), err)
	}
	w.allSame(s)
}

// A journal that cannot be moved costs nobody an append. Close tells of it.
func TestAJournalThatCannotBeMoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	s, err := checkpoints.Open(path, checkpoints.Options{}.WithJournal(1))
	if err != nil {
		t.Fatal(err)
	}
	w := newWriter(t, s)
	names := crowdNames(8)
	for _, name := range names {
		w.create(name)
	}
	if err := s.SetPair("journal", []byte("odd"), []byte("x")); err != nil {
		t.Fatal(err)
	}
	w.together(names, 0) // into the log: nobody knows what such a journal is
	if n := pairs(t, s, "journal"); n != 1 {
		t.Errorf("the journal has %d chunks, want the odd one", n)
	}
	if err := s.Close(); !errors.Is(err, checkpoints.ErrDamaged) {
		t.Errorf("close: got %v, want damage", err)
	}
	if res := verify(t, path); !told(res, checkpoints.KindLog, "odd key") {
		t.Errorf("got %v", res.Findings)
	}
}

func told(res checkpoints.VerifyResult, kind checkpoints.Kind, what string) bool {
	return slices.ContainsFunc(res.Findings, func(f checkpoints.Finding) bool { return f.Kind == kind && strings.Contains(f.What, what) })
}

func TestVerifyTellsWhatIsWrongWithAJournal(t *testing.T) {
	key := func(ns ...uint64) (out []byte) {
		for _, n := range ns {
			out = binary.BigEndian.AppendUint64(out, n)
		}
		return out
	}
	for _, c := range []struct {
		name, what string
		kind       checkpoints.Kind
		do         func(s *checkpoints.Store, k, v [][]byte) error
	}{
		{"altered", "checksum", checkpoints.KindLog, func(s *checkpoints.Store, k, v [][]byte) error {
			v[20][30] ^= 4
			return s.SetPair("journal", k[20], v[20])
		}},
		{"gone", "missing", checkpoints.KindLog, func(s *checkpoints.Store, k, _ [][]byte) error { return s.SetPair("journal", k[20], nil) }},
		{"in the log too", "twice", checkpoints.KindLog, func(s *checkpoints.Store, k, v [][]byte) error { return s.SetPair("log", k[20][8:], v[20]) }},
		{"in the journal twice", "twice", checkpoints.KindLog, func(s *checkpoints.Store, k, v [][]byte) error {
			return s.SetPair("journal", append(key(1<<40), k[20][8:]...), v[20])
		}},
		{"out of order", "after those", checkpoints.KindLog, func(s *checkpoints.Store, k, v [][]byte) error {
			return errors.Join(s.SetPair("journal", k[20], nil), s.SetPair("journal", append(key(1<<40), k[20][8:]...), v[20]))
		}},
		{"of nobody", "number 99", checkpoints.KindOrphan, func(s *checkpoints.Store, _, v [][]byte) error {
			return s.SetPair("journal", key(1<<40, 99, 1), v[0])
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, path := crowdedFile(t)
			s := open(t, path)
			k, v, err := s.Pairs("journal")
			if err == nil {
				err = c.do(s, k, v)
			}
			if err := errors.Join(err, s.Abandon()); err != nil {
				t.Fatal(err)
			}
			if res := verify(t, path); !told(res, c.kind, c.what) {
				t.Errorf("got %v, want a finding that says %q", res.Findings, c.what)
			}
		})
	}
}

func TestGCDropsWhatAJournalHasOfNobody(t *testing.T) {
	w, _, path := crowdedFile(t)
	s := open(t, path)
	k, v, err := s.Pairs("journal")
	if err == nil {
		err = s.SetPair("journal", append(bytes.Clone(k[len(k)-1][:8]), bytes.Repeat([]byte{0, 0, 0, 0, 0, 0, 0, 99}, 2)...), v[0])
	}
	if err != nil {
		t.Fatal(err)
	}
	res, err := s.GC(t.Context(), checkpoints.GCOptions{Remains: true})
	if err != nil || res.Orphans != 1 || pairs(t, s, "journal") != len(k) {
		t.Errorf("got %+v, %v, and %d chunks; want one orphan dropped and %d chunks", res, err, pairs(t, s, "journal"), len(k))
	}
	w.allSame(s)
}

// TestAFlippedBitInTheJournalIsFound flips bits of the pages that the journal lies in, drawn at random.
func TestAFlippedBitInTheJournalIsFound(t *testing.T) {
	const seed = 1
	_, _, path := crowdedFile(t)
	want, err := contentsOf(path)
	if err != nil {
		t.Fatal(err)
	}
	pages, err := checkpoints.JournalPages(path)
	if err != nil || len(pages) < 3 {
		t.Fatalf("the journal lies in the pages %v, %v", pages, err)
	}
	whole := readFile(t, path)
	chance := rand.New(rand.NewPCG(seed, 0))
	flips, seen := 600, 0
	if testing.Short() {
		flips = 60
	}
	for range flips {
		page := pages[chance.IntN(len(pages))]
		bit := int(page)*pageSize*8 + chance.IntN(pageSize*8)
		broken := bytes.Clone(whole)
		broken[bit/8] ^= 1 << (bit % 8)
		writeFile(t, path, broken)
		res, err := checkpoints.Verify(context.Background(), path, checkpoints.VerifyOptions{})
		if err != nil || len(res.Findings) > 0 {
			seen++
			if _, err := checkpoints.Salvage(context.Background(), path, filepath.Join(t.TempDir(), "new.db"), checkpoints.SalvageOptions{}); err != nil {
				t.Errorf("seed %d, bit %d of page %d: salvage: %v", seed, bit%(pageSize*8), page, err)
			}
			continue
		}
		if got, err := contentsOf(path); err != nil || got != want {
			t.Errorf("seed %d, bit %d of page %d: verify says nothing, and the store says something else, %v", seed, bit%(pageSize*8), page, err)
		}
	}
	t.Logf("%d of %d flips were found, in the pages %v", seen, flips, pages)
	if seen < flips/3 {
		t.Errorf("only %d of %d flips were found", seen, flips)
	}
}

// A page that leads nowhere hides the journal below it, and salvage finds it by its shape.
func TestSalvageFindsAJournalThatHangsNowhere(t *testing.T) {
	w, names, path := crowdedFile(t)
	metas, err := checkpoints.RootPage(path)
	if err != nil {
		t.Fatal(err)
	}
	broken := readFile(t, path)
	broken[int(metas)*pageSize+8] ^= 0xff // the kind of the root page
	writeFile(t, path, broken)
	res, into := salvage(t, path, checkpoints.SalvageOptions{})
	s := mustOpen(t, into)
	for _, name := range names {
		if got := of(t, res, name); !got.Saved || got.Last != uint64(len(w.events[name])) {
			t.Errorf("got %+v, want all %d events", got, len(w.events[name]))
		}
	}
	w.allSame(s)
}
