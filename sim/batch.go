package sim

import "github.com/tenure-sim/tenure/clock"

// Batch is what one transaction adds to a log: encoded events, numbered After+1 and on, with the contents they name.
type Batch struct {
	After    uint64
	Events   [][]byte
	Contents [][]byte
	Chain    Chain      // of the last event
	At       clock.Time // of the last event
}
