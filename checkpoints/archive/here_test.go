package archive_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/checkpoints/archive"
	"github.com/tenure-sim/tenure/sim"
)

// damaged flips a bit of every place in a store's file that has the text.
func damaged(t *testing.T, path, text string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	worse := []byte(text)
	worse[len(worse)/2] ^= 4
	if !bytes.Contains(b, []byte(text)) {
		t.Fatalf("no %q lies unpacked in the store", text)
	}
	if err := os.WriteFile(path, bytes.ReplaceAll(b, []byte(text), worse), 0o644); err != nil {
		t.Fatal(err)
	}
}

// in imports a file into the store at a path, which is closed before and after.
func in(t *testing.T, path string, file []byte, name string) (archive.Imported, error) {
	t.Helper()
	s, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := archive.Import(ctx, bytes.NewReader(file), s, archive.Options{Name: name})
	if broken := s.Close(); broken != nil {
		t.Fatal(broken)
	}
	return got, err
}

func findings(t *testing.T, path string) []checkpoints.Finding {
	t.Helper()
	res, err := checkpoints.Verify(ctx, path, checkpoints.VerifyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return res.Findings
}

// An import took whatever lay under a content's hash for the content: it said that all was there, and nothing was mended.
func TestAnImportBringsBackWhatTheStoreHasLost(t *testing.T) {
	file := small(t)
	_, content, _ := story()
	for what, text := range map[string]string{"a content": string(content), "the scenario": "bundle"} {
		for _, x := range []struct {
			name string
			did  archive.Did
		}{{"", archive.DidNone}, {"b", archive.DidImport}} {
			path := filepath.Join(t.TempDir(), "s.db")
			if got, err := in(t, path, file, ""); err != nil || got.Did != archive.DidImport || got.Back != 0 {
				t.Fatalf("the first import: got %+v, %v", got, err)
			}
			damaged(t, path, text)
			if len(findings(t, path)) == 0 {
				t.Fatalf("%s was damaged and nobody noticed", what)
			}
			got, err := in(t, path, file, x.name)
			wantBack := 1
			if x.did == archive.DidImport && text == "bundle" {
				wantBack = 0 // it is written with the branch, which does not count
			}
			if err != nil || got.Did != x.did || got.Back != wantBack {
				t.Errorf("%s, as %q: got %s and %d back, %v; want %s and %d", what, x.name, got.Did, got.Back, err, x.did, wantBack)
			}
			if f := findings(t, path); len(f) > 0 {
				t.Errorf("%s, as %q: still wrong after the import: %v", what, x.name, f)
			}
		}
	}
}

// forked is a store with an episode, a fork of its middle that has no events, and the episode as a file.
func forked(t *testing.T) (s *checkpoints.Store, at uint64, file []byte) {
	t.Helper()
	s = fresh(t)
	play(t, s, "a", 100, 40)
	at = stepEnd(t, s, "a", head(t, s, "a").Seq*2/3)
	mark(t, s, "a", "late", head(t, s, "a").Seq)
	if err := s.Log("a").Annotate("stopped"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Fork(checkpoints.Fork{Parent: "a", At: at, Names: []string{"f"}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Mark("a", checkpoints.Checkpoint{Name: "fork", Seq: at}); err != nil {
		t.Fatal(err)
	}
	file, _ = export(t, s, archive.Options{Episode: "a"})
	return s, at, file
}

func TestAnImportCarriesOnTheEpisodeWhoseBeginningIsHere(t *testing.T) {
	s, at, file := forked(t)
	got, err := archive.Import(ctx, bytes.NewReader(file), s, archive.Options{Name: "f"})
	if err != nil || got.Did != archive.DidCarry || got.Since != at || got.Name != "f" {
		t.Fatalf("got %+v, %v; want it carried on from event %d", got, err, at)
	}
	b, err := s.Branch("f")
	if err != nil || b.Parent != "a" || b.At != at {
		t.Errorf("got %+v, %v; want it to stay a fork of a at event %d", b, err, at)
	}
	ea, ca, ma := logOf(t, s, "a")
	ef, cf, mf := logOf(t, s, "f")
	if len(ea) != len(ef) || ea[len(ea)-1] != ef[len(ef)-1] || len(ca) != len(cf) || len(ma) != len(mf) || head(t, s, "f") != head(t, s, "a") {
		t.Errorf("%d events, %d contents, checkpoints %v and the head %+v; want %d, %d, %v and %+v", len(ef), len(cf), mf, head(t, s, "f"), len(ea), len(ca), ma, head(t, s, "a"))
	}
	if all, err := s.AllBranches(); err != nil || len(all) != 2 {
		t.Errorf("got %v, %v; want a and f and nothing left over", all, err)
	}
	again, err := archive.Import(ctx, bytes.NewReader(file), s, archive.Options{Name: "f"})
	if err != nil || again.Did != archive.DidNone || again.Back != 0 {
		t.Errorf("once more: got %+v, %v; want it to be here", again, err)
	}
	early, _ := export(t, s, archive.Options{Episode: "a", Upto: at})
	if got, err := archive.Import(ctx, bytes.NewReader(early), s, archive.Options{Name: "f"}); err != nil || got.Did != archive.DidLess {
		t.Errorf("a beginning of it: got %+v, %v; want that it goes further here", got, err)
	}
	if _, err := archive.Read(ctx, bytes.NewReader(early), s, archive.Options{Name: "f"}); !errors.Is(err, archive.ErrHere) {
		t.Errorf("Read of a beginning: got %v, want %v", err, archive.ErrHere)
	}
}

func TestNobodysEpisodeAloneIsCarriedOn(t *testing.T) {
	s, at, file := forked(t)
	who := checkpoints.Holder{Rollout: "r7", Attempt: 2}
	if _, err := s.Take("f", who); err != nil {
		t.Fatal(err)
	}
	var held *archive.Held
	_, err := archive.Import(ctx, bytes.NewReader(file), s, archive.Options{Name: "f"})
	if !errors.As(err, &held) || held.Holder != who || !errors.Is(err, checkpoints.ErrFenced) {
		t.Errorf("got %v, want that %s holds it", err, who)
	}
	before := pairsOf(t, s)
	e := sim.NewCodec().Encode(sim.Event{Seq: at + 1, At: head(t, s, "f").At, Actor: sim.Nature, Body: sim.Reseeded{Seed: 9}})
	first := sim.Batch{After: at, Events: [][]byte{e}, Chain: head(t, s, "f").Chain.Next(e), At: head(t, s, "f").At}
	if _, err := s.Fork(checkpoints.Fork{Parent: "a", At: at, Names: []string{"g"}, First: []sim.Batch{first}}); err != nil {
		t.Fatal(err)
	}
	var taken *archive.Taken
	if _, err := archive.Import(ctx, bytes.NewReader(file), s, archive.Options{Name: "g"}); !errors.As(err, &taken) {
		t.Errorf("one that parts from the file: got %v, want that the name is taken", err)
	}
	if after := pairsOf(t, s); after != before+1 {
		t.Errorf("%d branches, want %d: nothing is left over", after, before+1)
	}
	for _, name := range []string{"f", "g"} {
		if h := head(t, s, name); h.Seq > at+1 {
			t.Errorf("%s ends at event %d, want it as it was", name, h.Seq)
		}
	}
}

func pairsOf(t *testing.T, s *checkpoints.Store) int {
	t.Helper()
	all, err := s.AllBranches()
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}

func TestAnInterruptedImportCarriesNothingOn(t *testing.T) {
	s, at, file := forked(t)
	for _, upto := range []uint64{at / 2, at + 1, head(t, s, "a").Seq} {
		stopping, stop := context.WithCancel(ctx)
		_, err := archive.Import(stopping, bytes.NewReader(file), s, archive.Options{Name: "f", Progress: func(n, _ uint64) {
			if n >= upto {
				stop()
			}
		}})
		stop()
		if !errors.Is(err, context.Canceled) || head(t, s, "f").Seq != at || pairsOf(t, s) != 2 {
			t.Errorf("stopped at event %d: got %v, %d branches and the end %d; want the fork at %d alone", upto, err, pairsOf(t, s), head(t, s, "f").Seq, at)
		}
	}
}

// The seed of a reseeded fork is in the log alone, and nobody wants to read whole logs to list episodes.
func TestAnImportKeepsWhereChanceWentOnDifferently(t *testing.T) {
	s := fresh(t)
	events, content, chain := story()
	codec := sim.NewCodec()
	for seq := uint64(4); seq <= 5; seq++ {
		e := codec.Encode(sim.Event{Seq: seq, At: 5, Actor: sim.Nature, Body: sim.Reseeded{Seed: seq * 100}})
		events, chain = append(events, e), chain.Next(e)
	}
	_, err := s.Create(checkpoints.Branch{Name: "a", Scenario: "x"}, []byte("bundle"))
	if err == nil {
		err = s.Append("a", sim.Batch{Events: events, Contents: [][]byte{content}, Chain: chain, At: 5})
	}
	if err != nil {
		t.Fatal(err)
	}
	file, _ := export(t, s, archive.Options{Episode: "a"})
	to := fresh(t)
	if _, err := archive.Read(ctx, bytes.NewReader(file), to, archive.Options{}); err != nil {
		t.Fatal(err)
	}
	b, err := to.Branch("a")
	if err != nil {
		t.Fatal(err)
	}
	for event, want := range map[uint64]uint64{3: 0, 4: 400, 5: 500, 99: 500} {
		if got, ok := b.Futures.At(event); got != want || ok != (want > 0) {
			t.Errorf("after event %d: got %d, want %d", event, got, want)
		}
	}
	forks, err := to.Fork(checkpoints.Fork{Parent: "a", At: 4, Names: []string{"f"}})
	if err != nil || forks[0].Futures != "" {
		t.Errorf("got %+v, %v; want a fork to leave it to its parent", forks, err)
	}
}
