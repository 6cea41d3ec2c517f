package cassette

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// A tape tells how long questions took, whatever they got.
func TestATapeTellsHowLongItsQuestionsTook(t *testing.T) {
	now := time.Date(2026, 12, 2, 9, 0, 0, 0, time.UTC)
	start := now
	ctx, cancel := context.WithCancel(t.Context())
	m := &model{do: func(ctx context.Context, r engine.Request) (engine.Response, error) {
		now = now.Add(time.Duration(r.ID) * time.Second)
		switch r.ID {
		case 2:
			return engine.Response{}, errors.New("timeout: nothing came")
		case 3:
			cancel() // the run is stopped
			return engine.Response{}, ctx.Err()
		}
		return engine.Response{Text: "yes"}, nil
	}}
	path := filepath.Join(t.TempDir(), "tape")
	tape := open(t, path, Options{Mode: Record, Model: m, Now: func() time.Time { return now }})
	for n := range uint64(3) {
		tape.Complete(ctx, ask(n+1, "how are you?"))
	}
	tape.Complete(t.Context(), ask(1, "how are you?")) // is played
	if err := tape.Close(); err != nil {
		t.Fatal(err)
	}
	var got []Taking
	if err := open(t, path, Options{Mode: Strict}).Times(func(x Taking) { got = append(got, x) }); err != nil {
		t.Fatal(err)
	}
	want := []time.Duration{time.Second, 2 * time.Second, 3 * time.Second}
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for i, x := range got {
		if r := ask(x.Ordinal, "how are you?"); x.Took != want[i] || x.Role != r.Tier || x.Persona != string(r.For) || x.Prompt != sim.HashOf(r.PromptText) || x.Began.Before(start) {
			t.Errorf("question %d: got %+v, want %s", i+1, x, want[i])
		}
	}
}
