package prompt

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
)

// counted is a text with the tokens that a real tokenizer made of it: SmolLM2's, whose vocabulary of 49,152 is small, so
// that those of larger models, made for the same languages, mostly count less.
type counted struct {
	Kind, Text string
	Tokens     int
}

func recordedCounts(t *testing.T) []counted {
	t.Helper()
	file, err := os.ReadFile("testdata/counts.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []counted
	for line := range bytes.Lines(file) {
		var c counted
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

func TestTheEstimateIsAnUpperBoundOfRecordedCounts(t *testing.T) {
	all := recordedCounts(t)
	if len(all) < 40 {
		t.Fatalf("got %d recorded counts, want at least 40", len(all))
	}
	estimated, real, least, most := 0, 0, 1<<30, 0 // ratios in hundredths
	for i, c := range all {
		got := Tokens(c.Text)
		want := c.Tokens
		if c.Kind == "strange" { // made up to be hard: nothing but the count of letters would bound it
			want = want * 3 / 4
		}
		if got < want {
			t.Errorf("text %d (%s): got an estimate of %d, want at least %d, by the tokenizer's %d: %.60q", i+1, c.Kind, got, want, c.Tokens, c.Text)
		}
		ratio := got * 100 / c.Tokens
		estimated, real, least, most = estimated+got, real+c.Tokens, min(least, ratio), max(most, ratio)
		t.Logf("text %d (%s): %d estimated, %d counted, ratio %d.%02d", i+1, c.Kind, got, c.Tokens, ratio/100, ratio%100)
	}
	t.Logf("all: %d estimated, %d counted; least ratio %d %%, overall %d %%, most %d %%", estimated, real, least, estimated*100/real, most)
}
