package cassette

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/sim/engine"
)

// A recording that was broken off is played to its end. There it says so, for nothing differs from what was recorded.
func TestATapeThatEndsSaysSoAndHowToGoOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tape.jsonl")
	ctx, stop := context.WithCancel(t.Context())
	m := &model{}
	m.do = func(ctx context.Context, r engine.Request) (engine.Response, error) {
		if r.ID == 3 {
			stop()
			return engine.Response{}, ctx.Err()
		}
		return engine.Response{Text: fmt.Sprint("answer to ", r.ID)}, nil
	}
	tape := open(t, path, Options{Mode: Record, Model: m})
	tom := func(n uint64) engine.Request { r := ask(n, "Hello."); r.For = "tom"; return r }
	for _, r := range []engine.Request{ask(1, "One."), tom(2), ask(3, "Three."), tom(4)} {
		if _, err := tape.Complete(ctx, r); (err == nil) != (r.ID != 3) {
			t.Fatal(r.ID, err)
		}
	}
	tape.Close()
	tape = open(t, path, Options{Mode: Strict})
	complete(t, tape, ask(1, "One."))
	complete(t, tape, tom(2))
	for want, r := range map[string]engine.Request{
		"question 3 of lena (persona.small) is not on it: the tape ends here, for it was being asked when the recording was broken off; 2 of the 3 answers":                                                           ask(3, "Three."),
		"question 5 of lena (persona.small) is not on it: the tape ends here, for it comes after the last that was recorded, question 4 of tom (persona.small); 2 of the 3 answers on it were played. In mode record": ask(5, "Five."),
		"question 9 of lena": ask(9, "Nine."),
	} {
		_, err := tape.Complete(t.Context(), r)
		if !errors.Is(err, engine.ErrStop) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "the tape ends here") || strings.Contains(err.Error(), "nearest") {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	for want, r := range map[string]engine.Request{"differs at character 1": ask(1, "Another."), "it has 1 of lena, the last of them question 1": ask(2, "Two."), "the last of them question 4": tom(1)} {
		if _, err := tape.Complete(t.Context(), r); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "ends here") {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	tape.Close()
	on := open(t, path, Options{Mode: Record, Model: &model{}})
	if got := complete(t, on, ask(3, "Three.")); got.Text != "answer 1 to 3" {
		t.Errorf("going on got %+v", got)
	}
}
