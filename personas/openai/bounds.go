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

// overrun sees to it that an answer is not read for ever by a model that knows no bound: each token of it is paid.
type overrun struct {
	most int // tokens that were asked for; 0: any number
	next int // bytes of an answer at which it is counted again: to count at every piece would take for ever
}

// An answer is cut off beyond so many times what was asked for, and a little for those that are asked for a word. Our
// estimate of one that keeps to its bound stays far below that.
const (
	overrunTimes = 4
	overrunMore  = 1000
)

func (o *overrun) by(a *answer) bool {
	size := a.text.Len() + a.refusal.Len() + a.size
	if o.most <= 0 || size < o.next {
		return false
	}
	o.next = size + size/8 + 1<<10
	return a.said() > overrunTimes*o.most+overrunMore
}
