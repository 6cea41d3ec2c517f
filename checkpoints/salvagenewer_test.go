package checkpoints_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
)

// The newest first page is damaged, and the other one tells the commit before. What was answered last lies in the file all
// the same; salvage once looked for it nowhere and called the rest whole.
func TestSalvageFindsTheCommitWhoseFirstPageIsDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	s := open(t, path)
	w := newWriter(t, s)
	names := crowdNames(10)
	for _, name := range names {
		w.create(name)
		w.step(name, 2, nil)
	}
	w.create("removed")
	w.step("removed", 3, nil)
	if err := s.Remove("removed"); err != nil {
		t.Fatal(err)
	}
	delete(w.events, "removed")
	damaged := filepath.Join(t.TempDir(), "damaged.db")
	for i, commit := range []func(){
		func() { w.step("e3", 3, text(1)) },
		func() { w.together(names, 1) },
		func() { w.step("e4", 1, nil) },
		func() { w.together(names, 2) },
		func() { w.create("made-last"); w.events["made-last"] = nil },
		func() { w.fork("e3", "forked-last", 2) },
		func() { w.step("forked-last", 2, nil) },
		func() {
			if err := s.Drain(); err != nil {
				t.Fatal(err)
			}
		},
		func() { w.step("made-last", 2, nil) },
	} {
		commit()
		for kind, spoil := range map[string]func(*testing.T, string){"a bit": spoilNewest, "zeroed": zeroNewest} {
			what := fmt.Sprintf("commit %d, %s", i, kind)
			writeFile(t, damaged, readFile(t, path))
			spoil(t, damaged)
			w.losesNothing(t, what, damaged)
		}
		// The other one is damaged: nothing is lost, and nobody can know.
		writeFile(t, damaged, readFile(t, path))
		b := readFile(t, path)
		b[older(b)+16+60] ^= 1
		writeFile(t, damaged, b)
		w.losesNothing(t, fmt.Sprintf("commit %d, the older", i), damaged)
	}
}

// losesNothing salvages a store, and wants all that was written and no episode called whole or sure.
func (w *writer) losesNothing(t *testing.T, what, path string) {
	t.Helper()
	res, into := salvage(t, path, checkpoints.SalvageOptions{})
	s := mustOpen(t, into)
	if res.Whole() || len(res.Episodes) != len(w.events) {
		t.Errorf("%s: got %d episodes (whole: %v), want %d and a doubt", what, len(res.Episodes), res.Whole(), len(w.events))
	}
	for name, events := range w.events {
		i := slices.IndexFunc(res.Episodes, func(e checkpoints.Salvaged) bool { return e.Episode == name })
		if i < 0 {
			t.Errorf("%s: %s is not told of", what, name)
			continue
		}
		if e := res.Episodes[i]; e.State == checkpoints.Whole || e.Sure || e.Why == "" {
			t.Errorf("%s: got %+v, want a doubt", what, e)
		}
		if err := w.same(s, name, uint64(len(events))); err != nil {
			t.Errorf("%s: %s: %v", what, name, err)
		}
	}
}
