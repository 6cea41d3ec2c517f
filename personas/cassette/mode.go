package cassette

import (
	"fmt"
	"strings"
)

// Mode is what a tape does with questions.
type Mode string

// The modes.
const (
	// Record plays answers that are on the tape, so that a run that goes on after a crash is told the same. It asks the
	// rest, also what got a fault before.
	Record Mode = "record"
	// Strict plays answers and faults and asks nobody.
	Strict Mode = "strict"
	// Fork is strict with what was asked up to an event. After it answers on the tape are played where the very same is
	// asked, and the rest is asked and kept. That does not depend on which of two questions comes first.
	Fork Mode = "fork"
	// Synthetic is Record with a fake in place of an endpoint.
	Synthetic Mode = "synthetic"
)

// Modes are all of them.
var Modes = []Mode{Record, Strict, Fork, Synthetic}

// ParseMode reads a mode.
func ParseMode(word string) (Mode, error) {
	var names []string
	for _, m := range Modes {
		if string(m) == word {
			return m, nil
		}
		names = append(names, string(m))
	}
	return "", fmt.Errorf("unknown mode %q of a tape, expected one of %s", word, strings.Join(names, ", "))
}

func (m Mode) writes() bool { return m != Strict }
