package engine

import "github.com/tenure-sim/tenure/sim"

// Reseal gives a snapshot that was altered the seal of what it says now.
func Reseal(s sim.Snapshot) sim.Snapshot {
	s.State = append([]byte(nil), s.State[:len(s.State)-len(seal(s))]...)
	sum := seal(s)
	s.State = append(s.State, sum[:]...)
	return s
}

// SealSize is how many bytes a seal takes.
const SealSize = 32
