package checkpoints_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// older is where the first page of the commit before the last begins: commits take turns with the two.
func older(file []byte) int {
	const transaction = 16 + 48
	if binary.NativeEndian.Uint64(file[transaction:]) < binary.NativeEndian.Uint64(file[pageSize+transaction:]) {
		return 0
	}
	return pageSize
}

// kept counts the events that a salvage saved.
func kept(res checkpoints.SalvageResult) (n uint64) {
	for _, e := range res.Episodes {
		n += e.Last
	}
	return n
}

// A page that was never written holds what it held before, with its own number and in good order. Salvage once found no
// fault with that, looked nowhere else, and lost every episode of which the events still lay in the file.
func TestSalvageSearchesWhenOneWriteWasLost(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	s := open(t, path)
	w := newWriter(t, s)
	names := crowdNames(40)
	for _, name := range names {
		w.create(name)
	}
	const commits, looked = 240, 8
	damaged := filepath.Join(t.TempDir(), "damaged.db")
	tries, before := 0, []byte(nil)
	for c := range commits {
		w.step(names[c*7%len(names)], 1, text(c))
		if c < commits-looked-1 {
			continue
		}
		now := readFile(t, path)
		for at := 2 * pageSize; at < min(len(before), len(now)); at += pageSize {
			if bytes.Equal(before[at:at+pageSize], now[at:at+pageSize]) {
				continue
			}
			tries++
			file := slices.Clone(now)
			copy(file[at:at+pageSize], before[at:])
			writeFile(t, damaged, file)
			less, _ := salvage(t, damaged, checkpoints.SalvageOptions{})
			if less.Whole() && kept(less) != uint64(c+1) {
				t.Errorf("commit %d, page %d: all is called whole, and %d of %d events are there", c, at/pageSize, kept(less), c+1)
			}
			clear(file[older(file):][:pageSize])
			writeFile(t, damaged, file)
			if more, _ := salvage(t, damaged, checkpoints.SalvageOptions{}); kept(more) > kept(less) {
				t.Errorf("commit %d, page %d: got %d events, and %d of %d with one page less", c, at/pageSize, kept(less), kept(more), c+1)
			}
		}
		before = now
	}
	if tries < looked {
		t.Errorf("%d pages were lost, want more", tries)
	}
}

// A lost write of the page of heads leaves logs that are longer than their records say. What hangs in the tree was
// answered; salvage once cut it off and called the rest whole.
func TestSalvageKeepsWhatIsBehindAnOldHead(t *testing.T) {
	w, path := richFile(t)
	var old []byte
	key := binaryKey(2, 0)[:8]
	change(t, path, "heads", func(b *bolt.Bucket) error {
		old = slices.Clone(b.Get(key))
		return nil
	})
	s := open(t, path)
	w.s = s
	w.step("beta", 4, text(2000))
	w.mark("beta", "end", 64)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	change(t, path, "heads", func(b *bolt.Bucket) error { return b.Put(key, old) })
	res, into := settled(t, path)
	if e := of(t, res, "beta"); e.State != checkpoints.Doubted || e.Sure || e.Last != 64 || e.Why == "" || res.Whole() {
		t.Errorf("got %+v, want all 64 events, doubted", e)
	}
	if err := w.same(mustOpen(t, into), "beta", 64); err != nil {
		t.Error(err)
	}
	s = open(t, path)
	err := s.Append("beta", sim.Batch{After: 60, Events: [][]byte{frame(t, 61, said{Text: "another past"})}})
	if !errors.Is(err, checkpoints.ErrDamaged) {
		t.Errorf("got %v, want an append over what was answered to be refused", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := w.same(mustOpen(t, into), "beta", 64); err != nil {
		t.Errorf("after the append: %v", err)
	}
}

func TestAnAppendDoesNotPassOverTheJournal(t *testing.T) {
	w, names, path := crowdedFile(t)
	name := names[0]
	s := open(t, path)
	b, err := s.Branch(name)
	if err != nil {
		t.Fatal(err)
	}
	s.Abandon()
	last := uint64(len(w.events[name]))
	change(t, path, "heads", func(bucket *bolt.Bucket) error { // its head before the last commit
		old, err := checkpoints.HeadRecord(b.ID, checkpoints.Head{Seq: last - 3, Chain: w.chains[name][last-4]})
		return errors.Join(err, bucket.Put(binaryKey(b.ID, 0)[:8], old))
	})
	s = open(t, path)
	defer s.Abandon()
	err = s.Append(name, sim.Batch{After: last - 3, Events: [][]byte{frame(t, last-2, said{Text: "another past"})}})
	if !errors.Is(err, checkpoints.ErrDamaged) {
		t.Errorf("got %v, want an append over what the journal has to be refused", err)
	}
}

// Of a file that was cut short the list of free pages may be lost, and with it what tells a committed page from one that
// a killed process wrote, or that a removed episode left.
func TestSalvageDoesNotVouchForWhatWasNotCommitted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	s := open(t, path)
	w := newWriter(t, s)
	w.create("alpha")
	for i := range 60 {
		w.step("alpha", 1, text(i))
	}
	for i := range 30 {
		w.fork("alpha", fmt.Sprintf("fork-%d", i), 5)
	}
	for i := range 30 {
		if err := s.Remove(fmt.Sprintf("fork-%d", i)); err != nil {
			t.Fatal(err)
		}
	}
	for _, does := range []func(){func() { w.step("alpha", 3, text(100)) }, func() { w.fork("alpha", "unborn", 60) }} {
		committed, last := readFile(t, path), uint64(len(w.events["alpha"]))
		does()
		killed := readFile(t, path)
		copy(killed, committed[:2*pageSize]) // before the first page was written
		for n := 2 * pageSize; n <= len(killed); n += pageSize {
			vouchesFor(t, killed[:n], "alpha", last)
		}
	}
}

// vouchesFor fails when a salvage is sure of another episode or of more events.
func vouchesFor(t *testing.T, file []byte, name string, last uint64) {
	t.Helper()
	path, into := filepath.Join(t.TempDir(), "s.db"), filepath.Join(t.TempDir(), "new.db")
	writeFile(t, path, file)
	res, err := checkpoints.Salvage(t.Context(), path, into, checkpoints.SalvageOptions{})
	if err != nil && !errors.Is(err, checkpoints.ErrForeign) {
		t.Fatalf("%d bytes: %v", len(file), err)
	}
	for _, e := range res.Episodes {
		if (e.Episode != name || e.Last > last) && (e.Sure || e.State == checkpoints.Whole) {
			t.Errorf("%d bytes: got %+v, which was never committed or was removed", len(file), e)
		}
	}
}
