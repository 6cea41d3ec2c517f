package archive_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/checkpoints/archive"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/scenarios/generate"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

func fresh(t testing.TB) *checkpoints.Store {
	t.Helper()
	s, err := checkpoints.Open(filepath.Join(t.TempDir(), "s.db"), checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// routine is an agent that looks at its mail, asks how things stand, writes down a note and waits.
type routine struct{ boss string }

func (r routine) Act(_ context.Context, o sim.Observation) (engine.Action, error) {
	tool, args := "wait_for", `{"span":"8h"}`
	if n := o.Step / 2; o.Step%2 == 0 {
		switch n % 4 {
		case 0:
			tool, args = "mail_list", `{"limit":10}`
		case 1:
			tool, args = "chat_direct", fmt.Sprintf(`{"to":[%q],"text":"Good morning, how does package p%d stand?"}`, r.boss, n/4+1)
		case 2:
			tool, args = "docs_create", fmt.Sprintf(`{"title":"Diary %d","text":"Day %d: nothing to escalate."}`, n, n)
		case 3:
			tool, args = "notes_write", fmt.Sprintf(`{"key":"log-%d","text":"Looked at mail and chat, nothing to escalate."}`, n)
		}
	}
	return engine.Action{Tool: tool, Args: []byte(args)}, nil
}

// play saves so many hours of a generated project of the given length as the episode name.
func play(t testing.TB, s *checkpoints.Store, name string, length, hours int) {
	t.Helper()
	sc, err := scenarios.Load(generate.Project(generate.Options{Hours: length}), generate.Name)
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := sc.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Create(checkpoints.Branch{Name: name, Scenario: sc.Name, Agent: "routine", Seed: 7}, bundle); err != nil {
		t.Fatal(err)
	}
	e, err := engine.Create(sim.NewWorld(sc.Parts()...), engine.Config{Log: s.Log(name)}, sc.Lay(7))
	if err != nil {
		t.Fatal(err)
	}
	lim := engine.Limits{Until: sc.At(time.Duration(hours) * time.Hour)}
	if _, err := e.Run(context.Background(), map[sim.ActorID]engine.Agent{sc.Agent.ID: routine{sc.Cast[0]}}, lim); err != nil {
		t.Fatal(err)
	}
	e.Close()
}

func export(t testing.TB, s *checkpoints.Store, o archive.Options) ([]byte, archive.Manifest) {
	t.Helper()
	var out bytes.Buffer
	m, err := archive.Write(context.Background(), &out, s, o)
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), m
}

func head(t testing.TB, s *checkpoints.Store, name string) checkpoints.Head {
	t.Helper()
	h, err := s.Head(name)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// empty fails when the store has any episode, half-read ones included.
func empty(t testing.TB, s *checkpoints.Store, why string) {
	t.Helper()
	bs, err := s.AllBranches()
	if err != nil || len(bs) != 0 {
		t.Fatalf("%s: got %v, %v, want an empty store", why, bs, err)
	}
}

func refused(t testing.TB, err error, kinds ...error) {
	t.Helper()
	for _, k := range kinds {
		if errors.Is(err, k) {
			return
		}
	}
	t.Fatalf("got %v, want one of %v", err, kinds)
}
