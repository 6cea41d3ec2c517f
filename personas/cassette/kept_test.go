package cassette

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/personas/purse"
	"github.com/tenure-sim/tenure/sim/engine"
)

// meter counts what it is told.
type meter struct{ used models.Usage }

func (m *meter) Send(context.Context) (func(models.Usage), error) {
	return func(u models.Usage) { m.used = m.used.Plus(u) }, nil
}
func (m *meter) Used() models.Usage { return m.used }

// A tape tells what others have spent on a question: for its answer, and before it in vain. What the payer itself has spent is in its
// own book.
func TestATapeTellsWhatOthersHavePaid(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tape")
	var fails error
	asked := &model{do: func(ctx context.Context, r engine.Request) (engine.Response, error) {
		done, err := models.MeterOf(ctx).Send(ctx)
		if err != nil {
			return engine.Response{}, err
		}
		done(models.Usage{Requests: 2, In: 20, Out: 4})
		return engine.Response{Text: "yes", In: 10, Out: 4}, fails
	}}
	put := func(tape *Tape, n uint64, fault error) {
		t.Helper()
		fails = fault
		if _, err := tape.Complete(models.WithMeter(t.Context(), &meter{}), ask(n, "hi")); (err != nil) != (fault != nil) {
			t.Fatalf("question %d got %v", n, err)
		}
	}
	tape := open(t, path, Options{Mode: Record, Model: asked, Payer: "first"})
	put(tape, 1, nil)
	put(tape, 2, errors.New("server: 503"))
	put(tape, 2, fmt.Errorf("%w: 2 of 2 calls are spent", engine.ErrBudget)) // after it had asked and failed
	if got := tape.Kept(ask(1, "hi")); got != (purse.Kept{Found: true}) {
		t.Errorf("of its own payer it tells %+v", got)
	}
	tape.Close()
	for payer, times := range map[string]int64{"first": 0, "second": 1} {
		tape = open(t, path, Options{Mode: Record, Model: asked, Payer: payer})
		for n, want := range map[uint64]purse.Kept{
			1: {Found: true, Used: models.Usage{Requests: 2 * times, In: 20 * times, Out: 4 * times}},
			2: {Used: models.Usage{Requests: 4 * times, In: 40 * times, Out: 8 * times}},
			3: {},
		} {
			if got := tape.Kept(ask(n, "hi")); got != want {
				t.Errorf("to %s question %d is %+v, want %+v", payer, n, got, want)
			}
		}
		tape.Close()
	}
}

// Tapes of before do not say what a question took, and whoever does not count says nothing.
func TestWhatATapeDoesNotSayIsEstimated(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tape")
	m := &model{}
	tape := open(t, path, Options{Mode: Record, Model: m})
	complete(t, tape, ask(1, "hi"))
	m.do = func(context.Context, engine.Request) (engine.Response, error) {
		return engine.Response{}, errors.New("timeout")
	}
	if _, err := tape.Complete(t.Context(), ask(2, "hi")); err == nil {
		t.Fatal("it did not fail")
	}
	tape.Close()
	tape = open(t, path, Options{Mode: Record, Model: m})
	if got := tape.Kept(ask(1, "hi")); !got.Found || got.Used != (models.Usage{Requests: 1, In: 12, Cached: 3, Out: 4}) {
		t.Errorf("an answer is told as %+v", got)
	}
	if got := tape.Kept(ask(2, "hi")); got.Found || got.Used.Requests != 1 || got.Used.In == 0 {
		t.Errorf("a fault is told as %+v", got)
	}
}
