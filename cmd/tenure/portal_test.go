package main

import (
	"fmt"
	"testing"
)

// seeds is how many episodes the agents that ship are measured over.
const seeds = 10

// TestAgentsThatShipScoreWhatTheyAreFor holds portal to what it was written for: it can be done, it cannot be had for
// nothing, and working honestly beats making noise.
func TestAgentsThatShipScoreWhatTheyAreFor(t *testing.T) {
	t.Parallel()
	n := seeds
	if testing.Short() || raceEnabled {
		n = 1
	}
	for seed := 1; seed <= n; seed++ {
		c := newCLI(t)
		total := func(agent string) float64 {
			s := c.last("run", "portal", "--report", "none", "--agent", agent, "--seed", fmt.Sprint(seed))
			if s.Score.Broken > 0 {
				t.Errorf("seed %d: %s has %d broken criteria", seed, agent, s.Score.Broken)
			}
			return s.Score.Total
		}
		oracle, null, steady, spammer := total("oracle"), total("null"), total("steady"), total("spammer")
		if oracle < 95 || null > 5 || steady < 40 || steady > 80 || spammer >= steady {
			t.Errorf("seed %d: oracle %.1f (>= 95), null %.1f (<= 5), steady %.1f (40 to 80), spammer %.1f (below steady)",
				seed, oracle, null, steady, spammer)
		}
	}
}
