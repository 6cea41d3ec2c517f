package engine_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/simtest"
)

// thrifty is a model that may answer so many questions.
type thrifty struct {
	engine.Model
	mu   sync.Mutex // guards left
	left int
}

func (m *thrifty) Complete(ctx context.Context, r engine.Request) (engine.Response, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.left == 0 {
		return engine.Response{}, fmt.Errorf("after %d tokens: %w", r.Limit, engine.ErrBudget)
	}
	m.left--
	return m.Model.Complete(ctx, r)
}

func TestASpentBudgetStopsTheRunAndLosesNothing(t *testing.T) {
	want, chain := whole(t, model(1), "rob")
	log := &simtest.MemLog{}
	e, err := engine.Create(newWorld(), engine.Config{Log: log, Model: &thrifty{Model: model(1), left: 2}}, lay("rob"))
	if err != nil {
		t.Fatal(err)
	}
	ended, err := e.Run(context.Background(), agents("rob"), engine.Limits{})
	e.Close()
	if ended != engine.Stopped || !errors.Is(err, engine.ErrBudget) {
		t.Fatalf("got %s, %v, want stopped by the budget", ended, err)
	}
	if len(log.Events) >= len(want.Events) {
		t.Fatal("nothing was left to do")
	}
	goOn(t, log, model(1), "rob")
	if d := want.Difference(log); d != "" {
		t.Errorf("gone on with more: %s (want %s)", d, chain)
	}
}

// give adds answers to those that are left.
func (m *thrifty) give(n int) (left int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	left = m.left
	m.left += n
	return left
}

// In one process: the episode is stopped and gone on with, by a few answers at a time. Two frogs ask at once, so that
// there are always others whose refusals are on their way.
func TestABudgetIsRaisedWhileTheEpisodeIsOpen(t *testing.T) {
	want, _ := whole(t, model(1), "rob")
	synctest.Test(t, func(t *testing.T) {
		log := &simtest.MemLog{}
		m := &thrifty{Model: &simtest.Model{Answer: model(1).Answer}}
		e, err := engine.Create(newWorld(), engine.Config{Log: log, Model: m}, lay("rob"))
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		ags := agents("rob")
		stops := 0
		for {
			ended, err := e.Run(context.Background(), ags, engine.Limits{})
			if err == nil && ended == engine.Horizon {
				break
			}
			if ended != engine.Stopped || !errors.Is(err, engine.ErrBudget) {
				t.Fatalf("got %s, %v, want stopped by the budget", ended, err)
			}
			if left := m.give(0); left != 0 {
				t.Fatalf("stop %d: stopped by an old refusal while %d answers were left", stops, left)
			}
			synctest.Wait() // all other refusals are there
			m.give(1)
			if stops++; stops > 10_000 {
				t.Fatal("the run gets nowhere")
			}
		}
		if d := want.Difference(log); d != "" {
			t.Error(d)
		}
	})
}

// dizzy is a model with a mistake in it.
type dizzy struct{}

func (dizzy) Complete(context.Context, engine.Request) (engine.Response, error) { panic("dizzy") }

func TestAModelThatPanicsIsAModelThatFails(t *testing.T) {
	log := &simtest.MemLog{}
	e, err := engine.Create(newWorld(), engine.Config{Log: log, Model: dizzy{}}, lay("rob"))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if ended, err := e.Run(context.Background(), agents("rob"), engine.Limits{}); err != nil || ended != engine.Horizon {
		t.Fatalf("got %s, %v", ended, err)
	}
	if !strings.Contains(fmt.Sprintf("%q", log.Events), "dizzy") {
		t.Error("the log does not say why there was no answer")
	}
}
