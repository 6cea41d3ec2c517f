package openai

import (
	"fmt"

	"github.com/tenure-sim/tenure/sim"
)

// callSizeMost bounds the bytes of all calls of an answer. Written as JSON they may be six times as many, and the trace of
// a step has to hold them.
//
// How many of them are done is said where they are: package agents does the first and refuses the rest. Here only a number
// that no model means is a fault, which the bytes bound as well.
const (
	callSizeMost = 512 << 10
	callSize     = 128 // bytes that a call counts for besides its name and arguments
)

// bounded holds for an answer while it comes.
func (a *answer) bounded() error {
	if a.text.Len()+a.refusal.Len() > answerMost || a.size > callSizeMost {
		return errTooLarge
	}
	return nil
}

// fits holds for an answer that came: what nothing could be done with is a fault of the answer, and asked again.
func (a *answer) fits() error {
	if err := a.bounded(); err != nil {
		return err
	}
	for i, c := range a.calls {
		switch {
		case c.Tool == "":
			return &garbled{fmt.Sprintf("call %d of the answer names no tool", i+1)}
		case len(c.Tool) > sim.ToolMost, len(c.ID) > sim.ToolMost:
			return errTooLarge
		}
	}
	return nil
}
