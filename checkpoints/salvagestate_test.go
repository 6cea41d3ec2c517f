package checkpoints_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// settled salvages, and fails when verify finds fault with what salvage made.
func settled(t *testing.T, path string) (checkpoints.SalvageResult, string) {
	t.Helper()
	res, into := salvage(t, path, checkpoints.SalvageOptions{})
	if again := verify(t, into); len(again.Findings) > 0 {
		t.Errorf("verify blames what salvage made: %v", again.Findings)
	}
	for _, e := range res.Episodes {
		if len(e.Why) > 100 {
			t.Errorf("%s: the reason has %d bytes: %s", e.Episode, len(e.Why), e.Why)
		}
	}
	return res, into
}

func TestSalvageSaysThatAllIsWhole(t *testing.T) {
	_, path := richFile(t)
	res, _ := settled(t, path)
	if !res.Whole() || len(res.Episodes) != len(richNames) {
		t.Errorf("got %+v, want all of it whole", res)
	}
	for _, e := range res.Episodes {
		if e.State != checkpoints.Whole || len(e.Lacks) > 0 {
			t.Errorf("got %+v, want it whole", e)
		}
	}
}

// An episode without its scenario was salvaged as if nothing were missing; verify then blamed it and named salvage.
func TestSalvageTellsOfALostScenario(t *testing.T) {
	_, path := richFile(t)
	bundle := []byte("the bundle")
	change(t, path, "contents", func(b *bolt.Bucket) error {
		key, err := hex.DecodeString(string(sim.HashOf(bundle)))
		return errors.Join(err, b.Delete(key))
	})
	if res := verify(t, path); len(res.Findings) == 0 || res.Advice[checkpoints.KindContent] == "" {
		t.Fatalf("got %+v, want the scenario missed, and advice", res)
	}
	res, into := settled(t, path)
	for _, name := range richNames {
		if e := of(t, res, name); e.State != checkpoints.Lacking || e.Sure || !e.Unplayable || strings.Join(e.Lacks, ", ") != "its scenario" {
			t.Errorf("got %+v, want it without its scenario", e)
		}
	}
	if res.Whole() {
		t.Error("it says that all is whole")
	}
	if again := verify(t, into); again.Lost != 1 {
		t.Errorf("verify counts %d lost contents, want 1", again.Lost)
	}
	s := open(t, into)
	if h, err := s.Head("beta"); err != nil || !strings.Contains(h.Note, "without its scenario") {
		t.Errorf("got %+v, %v; want it noted", h, err)
	}
	if _, err := s.Content(sim.HashOf(bundle)); err == nil || !strings.Contains(err.Error(), "lost before the store was salvaged") {
		t.Errorf("got %v, want it to say when the content was lost", err)
	}
	create(t, s, checkpoints.Branch{Name: "other"})
	if err := s.Append("beta", sim.Batch{After: 60, Contents: [][]byte{bundle}}); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Content(sim.HashOf(bundle)); err != nil || !bytes.Equal(got, bundle) {
		t.Errorf("got %q, %v; want the content that came back", got, err)
	}
	s.Close()
	if again := verify(t, into); again.Lost != 0 || len(again.Findings) > 0 {
		t.Errorf("got %+v, want nothing missed", again)
	}
}

func TestSalvageLosesAnEpisodeWithoutEvents(t *testing.T) {
	_, path := richFile(t)
	change(t, path, "log", func(b *bolt.Bucket) error {
		return b.Delete(binaryKey(2, 1))
	})
	res, into := settled(t, path)
	if e := of(t, res, "beta"); e.State != checkpoints.Lost || e.Saved || e.Sure || strings.Join(e.Lacks, ", ") != "all its events" {
		t.Errorf("got %+v, want beta lost", e)
	}
	if _, err := mustOpen(t, into).Branch("beta"); !errors.Is(err, checkpoints.ErrMissing) {
		t.Errorf("got %v, want no beta in the new store", err)
	}
	if e := of(t, res, "alpha"); e.State != checkpoints.Whole {
		t.Errorf("got %+v, want alpha whole", e)
	}
}

func TestSalvageTellsWhatACutEpisodeLacks(t *testing.T) {
	_, path := richFile(t)
	change(t, path, "log", func(b *bolt.Bucket) error {
		k, v := nth(b, 16)
		return b.Put(k, v[:len(v)-1])
	})
	res, into := settled(t, path)
	e := of(t, res, "alpha")
	if e.State != checkpoints.Cut || strings.Join(e.Lacks, ", ") != "events 41 to 152, 1 checkpoint" || e.Why != "the events from 41 on cannot be read" {
		t.Errorf("got %+v, want alpha cut, and what is missing", e)
	}
	if e := of(t, res, "gamma"); e.State != checkpoints.Lost || strings.Join(e.Checkpoints, " ") != "mine" {
		t.Errorf("got %+v, want gamma lost with its checkpoint", e)
	}
	if h, err := mustOpen(t, into).Head("alpha"); err != nil || h.Note != "salvaged up to event 40" {
		t.Errorf("got %+v, %v; want a short note", h, err)
	}
	if len(res.Faults) != 1 || res.Faults[0].Kind != checkpoints.KindGone || res.Faults[0].Episode != "alpha" {
		t.Errorf("got %+v, want to be told what was wrong", res.Faults)
	}
	again, _ := settled(t, into)
	if e := of(t, again, "alpha"); e.State != checkpoints.Whole {
		t.Errorf("salvaged again: %+v, want nothing more to be missing", e)
	}
}

func TestFindingsAreSortedByKind(t *testing.T) {
	_, path := richFile(t)
	change(t, path, "log", func(b *bolt.Bucket) error {
		k, v := nth(b, 5)
		return b.Put(k, v[:len(v)-3])
	})
	res := verify(t, path)
	all := checkpoints.Troubles(res.Findings)
	if len(all) != 2 || all[0].Kind != checkpoints.KindLog || all[1].Kind != checkpoints.KindPast || len(all[1].Findings) != 3 {
		t.Errorf("got %+v, want one damaged log and three episodes whose past it is", all)
	}
	for _, x := range all {
		if x.Advice == "" || res.Advice[x.Kind] != x.Advice {
			t.Errorf("%s has the advice %q and %q", x.Kind, x.Advice, res.Advice[x.Kind])
		}
	}
	if got := (checkpoints.Finding{Kind: checkpoints.KindLog, Episode: "a\x1b[2J", Seq: 3, What: "x\ny"}).String(); strings.ContainsAny(got, "\x1b\n") {
		t.Errorf("%q would move a terminal's cursor", got)
	}
}
