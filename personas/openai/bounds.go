package openai

import (
	"fmt"

	"github.com/tenure-sim/tenure/sim"
)

// callSizeMost bounds the bytes of all calls of an answer. Written as JSON they may be six times as many, and the trace of
// a step has to hold them.
const callSizeMost = 512 << 10

// bounded holds for an answer while it comes.
func (a *answer) bounded() error {
	if a.text.Len()+a.refusal.Len() > answerMost || a.size > callSizeMost || len(a.calls) > callsMost {
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
