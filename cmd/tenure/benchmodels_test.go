package main

import (
	"testing"
	"time"

	"github.com/tenure-sim/tenure/sim"
)

// What an episode can be played in at best, worked out by hand.
func TestTheOptimumWaitsForAnswersAlone(t *testing.T) {
	const s = time.Second
	ask := func(q uint64, worked time.Duration) move { return move{question: q, worked: worked} }
	need := func(q uint64, worked time.Duration) move { return move{question: q, needed: true, worked: worked} }
	took := map[uint64]time.Duration{1: 10 * s, 2: 10 * s, 3: 4 * s}
	for name, c := range map[string]struct {
		moves []move
		slots int
		work  time.Duration
		want  time.Duration
	}{
		"no questions":                      {nil, 1, 7 * s, 7 * s},
		"one is waited for":                 {[]move{ask(1, 1*s), need(1, 2*s)}, 1, 5 * s, 1*s + 10*s + 3*s},
		"one that came in time":             {[]move{ask(1, 1*s), need(1, 20*s)}, 1, 30 * s, 30 * s},
		"two at once":                       {[]move{ask(1, 0), ask(2, 0), need(1, 0), need(2, 0)}, 2, 0, 10 * s},
		"two with one slot":                 {[]move{ask(1, 0), ask(2, 0), need(1, 0), need(2, 0)}, 1, 0, 20 * s},
		"one after another":                 {[]move{ask(1, 0), need(1, 0), ask(2, 0), need(2, 0)}, 16, 0, 20 * s},
		"work goes on while one is out":     {[]move{ask(1, 0), ask(3, 3*s), need(3, 3*s), need(1, 6*s)}, 2, 6 * s, 10 * s},
		"the slot that is free first":       {[]move{ask(3, 0), ask(1, 0), ask(2, 0), need(2, 0)}, 2, 0, 14 * s},
		"work after a wait is not forgiven": {[]move{ask(3, 0), need(3, 0), ask(1, 5*s), need(1, 6*s)}, 1, 8 * s, 4*s + 5*s + 10*s + 2*s},
		"asked and never needed":            {[]move{ask(1, 2*s)}, 1, 3 * s, 3 * s},
	} {
		if got := optimum(c.moves, took, c.slots, c.work); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

// A question counts as asked when it is saved, and what is waited for is no work of the simulation's.
func TestAPlayTellsItsOwnTimeFromThatOfAnswers(t *testing.T) {
	start := time.Now()
	at := func(s int) time.Time { return start.Add(time.Duration(s) * time.Second) }
	end := &endpoint{out: map[uint64]span{1: {at(10), at(20)}}}
	for name, c := range map[string]struct {
		then int
		want time.Duration
	}{
		"all else was done before it was sent": {8, 10 * time.Second},
		"something was done meanwhile":         {13, 7 * time.Second},
		"it came before it was needed":         {25, 0},
	} {
		if got := end.waited(1, at(c.then)); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
	b := &backed{trial: &trial{log: unsaved{}}, lap: start, moves: []move{{question: 1}, {question: 1, needed: true, worked: 5}, {question: 2}}, saved: 1}
	if err := (watched{b.log, b}).Append(sim.Batch{}); err != nil {
		t.Fatal(err)
	}
	if b.moves[0].worked != 0 || b.moves[1].worked != 5 || b.moves[2].worked == 0 || b.saved != 3 {
		t.Errorf("got %v and %d saved, want the last question to count as asked now, and no other", b.moves, b.saved)
	}
}
