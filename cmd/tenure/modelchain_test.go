package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/personas/cassette"
	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/personas/openai"
	"github.com/tenure-sim/tenure/personas/openai/fake"
	"github.com/tenure-sim/tenure/personas/purse"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// throughAll puts a purse and fallbacks around a tape, which is around an endpoint when there is one.
func throughAll(t *testing.T, c models.Config, path string, mode cassette.Mode, live bool) engine.Model {
	t.Helper()
	var tape *cassette.Tape
	opt := cassette.Options{Mode: mode, Config: c}
	if live {
		client, err := openai.New(c, openai.Options{Tries: 2, Backoff: time.Millisecond, FailMost: 1000, Attempt: func(a openai.Attempt) {
			tape.Attempt(cassette.Attempt{Role: a.Role, Persona: a.For, Ordinal: a.ID, Try: a.Try, Kind: string(a.Kind), Status: a.Status, Text: a.Text, Request: string(a.Request), Body: a.Body, Took: a.Took})
		}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(client.Close)
		opt.Model = client
	}
	tape, _, err := cassette.Open(path, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tape.Close() })
	return purse.Fallback{Model: purse.New(tape, c, purse.Templates, nil), Config: c}
}

func questions(each func(engine.Request)) {
	for i := range uint64(60) {
		p := prompt.Prompt{Messages: []prompt.Message{{Role: prompt.User, Content: fmt.Sprintf("Say hello for the time %d.", i)}}}
		r := engine.Request{PromptText: p.Encode()}
		r.ID, r.Owner, r.For, r.Tier, r.Limit = i+1, "players", sim.ActorID(fmt.Sprintf("p%d", i%5)), []string{models.Small, models.Strong}[i%2], 50
		each(r)
	}
}

// An endpoint that fails in every way is recorded once; what was recorded is told again without it, faults and all.
func TestARecordedEndpointIsPlayedWithoutIt(t *testing.T) {
	t.Parallel()
	s, err := fake.Start(fake.Options{Seed: 7, Faults: fake.Even(300), Hang: 150 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	short := models.Timeouts{Connect: time.Second, First: 100 * time.Millisecond, Silence: 100 * time.Millisecond, Whole: time.Second}
	c := models.Config{Models: []models.Model{{Name: "a", URL: s.URL(), ID: "fake", Timeouts: short, Price: models.Price{In: 1_000_000, Out: 1_000_000}}},
		Roles: map[string]models.Role{models.Small: {Model: "a", Budget: models.Budget{Calls: 33}}, models.Strong: {Model: "a", Budget: models.Budget{Calls: 20}, Fallback: models.Small}}}
	path := filepath.Join(t.TempDir(), "tape")
	tell := func(m engine.Model) (told []string, faults int) {
		questions(func(r engine.Request) {
			got, err := m.Complete(context.Background(), r)
			if errors.Is(err, engine.ErrStop) {
				t.Fatal(err)
			}
			if err != nil {
				faults++
			}
			told = append(told, fmt.Sprintf("%+v %v", got, err))
		})
		return told, faults
	}
	first, faults := tell(throughAll(t, c, path, cassette.Record, true))
	s.Close()
	again, _ := tell(throughAll(t, c, path, cassette.Strict, false))
	for i := range first {
		if first[i] != again[i] {
			t.Errorf("question %d: recorded %s\nplayed %s", i+1, first[i], again[i])
		}
	}
	if all := strings.Join(first, "\n"); faults == 0 || faults == len(first) || !strings.Contains(all, "budget: role") || !strings.Contains(all, "Finish:stop") {
		t.Errorf("%d of %d failed; budgets and answers are both wanted:\n%s", faults, len(first), all)
	}
}
