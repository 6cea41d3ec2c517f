package main

import (
	"slices"
	"time"
)

// move is a question that is asked, or the moment at which its answer is needed, in the order of the log.
type move struct {
	question uint64
	needed   bool
	worked   time.Duration // what the simulation itself had taken by then, with answers that come at once
}

// optimum is the least real time in which an episode can be played, given how long each answer takes: a question may be
// sent as soon as it is saved in the log, so many may be out at once, first come first served, and the simulation goes on
// until an answer is needed. Work is what the simulation takes in all.
func optimum(moves []move, took map[uint64]time.Duration, slots int, work time.Duration) time.Duration {
	free := make([]time.Duration, slots) // when each slot is free again
	came := map[uint64]time.Duration{}
	var now, worked time.Duration
	for _, m := range moves {
		now, worked = now+m.worked-worked, m.worked
		if m.needed {
			now = max(now, came[m.question])
			continue
		}
		first := 0
		for i := range free {
			if free[i] < free[first] {
				first = i
			}
		}
		free[first] = max(now, free[first]) + took[m.question]
		came[m.question] = free[first]
	}
	return now + work - worked
}

// idle are moves of a simulation that takes no time.
func idle(moves []move) []move {
	out := slices.Clone(moves)
	for i := range out {
		out[i].worked = 0
	}
	return out
}
