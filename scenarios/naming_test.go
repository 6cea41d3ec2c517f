package scenarios_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// digests plays an episode in which texts look like the names of contents and are none: the agent's names of its steps,
// and what it writes. It is made with or without its scenario.
func digests(t *testing.T, bundled bool) string {
	t.Helper()
	sc := opened(t, "desk")
	path := filepath.Join(t.TempDir(), "s.db")
	s, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var bundle []byte
	if bundled {
		if bundle, err = sc.Bundle(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Create(checkpoints.Branch{Name: "mine", Scenario: sc.Name, Seed: 1}, bundle); err != nil {
		t.Fatal(err)
	}
	ep, err := engine.Create(sim.NewWorld(sc.Parts()...), engine.Config{Log: s.Log("mine")}, sc.Lay(1))
	if err != nil {
		t.Fatal(err)
	}
	defer ep.Close()
	for i, a := range []engine.Action{
		{Tool: "wait_for", Args: []byte(`{"span":"10m"}`)},
		{Tool: "notes_write", Args: fmt.Appendf(nil, `{"key":"sum","text":"%s"}`, sim.HashOf([]byte("a file of mine")))},
		{Tool: "docs_create", Args: []byte(`{"doc":"plan","title":"Plan","text":"all of it"}`)},
	} {
		a.ID = string(sim.HashOf(fmt.Appendf(nil, "step %d", i)))
		if o, err := ep.Step(context.Background(), a); err != nil || o.Rejected != "" {
			t.Fatalf("%s: %v, %s", a.Tool, err, o.Rejected)
		}
	}
	return path
}

// Verify once missed a content, and salvage called an episode lacking, for every text of 64 hexadecimal digits.
func TestATextThatLooksLikeAHashIsNoContent(t *testing.T) {
	for _, bundled := range []bool{true, false} {
		path := digests(t, bundled)
		res, err := checkpoints.Verify(t.Context(), path, checkpoints.VerifyOptions{Naming: scenarios.Naming()})
		if err != nil || len(res.Findings) > 0 || res.Contents == 0 {
			t.Errorf("verify, bundled %v: got %+v, %v; want nothing found", bundled, res, err)
		}
		saved, err := checkpoints.Salvage(t.Context(), path, filepath.Join(t.TempDir(), "new.db"), checkpoints.SalvageOptions{Naming: scenarios.Naming()})
		if err != nil || !saved.Whole() || !saved.Episodes[0].Sure {
			t.Errorf("salvage, bundled %v: got %+v, %v; want it whole", bundled, saved, err)
		}
	}
}

func TestALostContentIsStillMissed(t *testing.T) {
	path := digests(t, true)
	db, err := bolt.Open(path, 0o644, nil)
	if err != nil {
		t.Fatal(err)
	}
	contents, want := 0, 0
	err = db.Update(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("contents"))
		contents = b.Stats().KeyN
		if err := tx.DeleteBucket([]byte("contents")); err != nil {
			return err
		}
		_, err := tx.CreateBucket([]byte("contents"))
		return err
	})
	if err != nil || db.Close() != nil {
		t.Fatal(err)
	}
	res, err := checkpoints.Verify(t.Context(), path, checkpoints.VerifyOptions{Naming: scenarios.Naming()})
	for _, f := range res.Findings {
		if strings.Contains(f.What, "is not in the store") {
			want++
		}
	}
	if err != nil || want != contents || contents < 3 {
		t.Errorf("got %d of %d contents missed, %v", want, contents, err)
	}
}

// Every body names contents in fields of its own, or nobody would know what an event names.
func TestEveryBodyNamesContentsInItsOwnFields(t *testing.T) {
	n := scenarios.Naming()
	sc := opened(t, "desk")
	codec := sim.NewCodec(sc.Parts()...)
	codec.Learn(sim.Founded{})
	h := sim.HashOf([]byte("a trace"))
	e := codec.Encode(sim.Event{Seq: 1, Actor: sim.Nature, Body: sim.Began{Tool: "x", ID: string(sim.HashOf(nil)), Trace: h}})
	var got []sim.Hash
	if known := n.Names(e, func(h sim.Hash) { got = append(got, h) }); !known || len(got) != 1 || got[0] != h {
		t.Errorf("got %v, %v; want the trace and not the step's name", got, known)
	}
	if n.Names([]byte("no event"), func(sim.Hash) {}) {
		t.Error("bytes that are no event are of a known kind")
	}
}
