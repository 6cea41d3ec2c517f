package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/checkpoints/archive"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
)

// fileWith is a whole exported episode whose scenario's files are the given ones.
func fileWith(t *testing.T, bundle []byte) []byte {
	t.Helper()
	s, err := checkpoints.Open(filepath.Join(t.TempDir(), "s.db"), checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Create(checkpoints.Branch{Name: "far", Scenario: "desk", Agent: "steady"}, bundle); err != nil {
		t.Fatal(err)
	}
	b, codec := sim.Batch{At: 5}, sim.NewCodec()
	for i, body := range []sim.Body{sim.Founded{Scenario: "desk"}, sim.Opened{}} {
		e := codec.Encode(sim.Event{Seq: uint64(i + 1), At: 5, Actor: sim.Nature, Body: body})
		b.Events, b.Chain = append(b.Events, e), b.Chain.Next(e)
	}
	if err := s.Append("far", b); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := archive.Write(context.Background(), &out, s, archive.Options{Episode: "far"}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestAnEpisodeWhoseScenarioCannotBeLoadedIsNotImported(t *testing.T) {
	t.Parallel()
	pack := func(v any) []byte {
		raw, err := cbor.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	sc, err := scenarios.Open("desk")
	if err != nil {
		t.Fatal(err)
	}
	good, err := sc.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	c := newCLI(t)
	for name, x := range map[string]struct {
		bundle []byte
		want   string // nothing: it is imported
	}{
		"good":   {good, ""},
		"words":  {[]byte("no bundle at all"), "the scenario desk in it cannot be loaded: scenario archive: "},
		"empty":  {pack(map[int]any{1: 1, 2: "desk", 3: map[string][]byte{}}), "desk/scenario.yaml: the file is missing"},
		"newer":  {pack(map[int]any{1: 99, 2: true, 7: "x"}), "exported by a newer version of tenure: scenario archive: format 99; this version reads format 1: it needs a newer version of tenure"},
		"escape": {pack(map[int]any{1: 1, 2: "desk", 3: map[string][]byte{"world/\x1b[2J": nil}}), "is not a path below the scenario's folder"},
		"none":   {nil, "without the files of its scenario"},
	} {
		if err := os.WriteFile(filepath.Join(c.dir, name), fileWith(t, x.bundle), 0o644); err != nil {
			t.Fatal(err)
		}
		store := name + ".db"
		checked, errs, code := c.run("import", "--check", name)
		if x.want == "" {
			if code != 0 || !strings.HasPrefix(checked, "checked: far") {
				t.Errorf("%s: check: exit %d, %q", name, code, errs)
			}
			c.ok("import", name, "--store", store)
			continue
		}
		if code != 1 || !strings.Contains(errs, x.want) || strings.Contains(errs, "\x1b") {
			t.Errorf("%s: check: exit %d, %q, want %q", name, code, errs, x.want)
		}
		out, errs, code := c.run("import", name, "--store", store)
		if code != 1 || out != "" || !strings.Contains(errs, x.want) || !strings.Contains(errs, "nothing is imported") {
			t.Errorf("%s: import: exit %d, %q, %q, want %q and that nothing is imported", name, code, out, errs, x.want)
		}
		if _, err := os.Stat(filepath.Join(c.dir, store)); !os.IsNotExist(err) {
			t.Errorf("%s: a store is left behind (%v)", name, err)
		}
	}
}
