package main

import (
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/personas/openai"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// Who waits for a server that is gone is told why.
func TestWaitingTellsWhyATryFailed(t *testing.T) {
	a := &awaited{}
	a.ask(engine.Request{Question: sim.Question{Asked: sim.Asked{ID: 7, For: "lena", Tier: models.Small}}})
	at := openai.Attempt{Role: models.Small, For: "lena", ID: 7, Try: 4, Tries: 5, Kind: openai.Connect, Text: "connection refused"}
	a.failed(at)
	a.failed(openai.Attempt{Role: models.Small, For: "lena", ID: 8, Text: "of another question"})
	a.failed(openai.Attempt{Role: models.Small, For: "lena", ID: 7, Kind: openai.Open, Text: "left alone"})
	if got := a.say(models.Config{}, time.Now()); !strings.HasSuffix(got, "; try 4 of 5: connect: connection refused") {
		t.Errorf("got %q", got)
	}
	at.Away, at.Most = time.Minute, 10*time.Minute
	a.failed(at)
	if got := a.say(models.Config{}, time.Now()); !strings.HasSuffix(got, "; try 4: connection refused; it is waited for up to 10m0s") {
		t.Errorf("got %q", got)
	}
}

// What a failing endpoint has cost for good is not called nothing.
func TestWhatIsDegradedForGoodIsSaid(t *testing.T) {
	for want, v := range map[string]*voices{
		"Nothing is lost.":                      nil,
		"No step is lost; 9 answers are degrad": {Reasons: map[string]int{"fault": 9, "schema": 2}},
		"No step is lost; 1 answer is degraded": {Reasons: map[string]int{"fault": 1}},
	} {
		if got := v.kept(); !strings.HasPrefix(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
