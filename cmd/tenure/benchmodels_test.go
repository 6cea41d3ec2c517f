package main

import (
	"testing"
	"time"
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
