package simtest

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"time"

	"github.com/tenure-sim/tenure/personas/standin"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// Speaker is a model that does what prompts of coworkers ask for, without a model: it says what it is given in plain
// words, takes the first option, and reads a message as being about the first thing it may be about. The same request has
// the same answer, in any order. One request in Odd, chosen by its hash, is answered badly; 0 for none.
type Speaker struct {
	Odd   uint64
	Delay func() time.Duration // of real time; may be nil
}

// Complete implements engine.Model.
func (s *Speaker) Complete(ctx context.Context, r engine.Request) (engine.Response, error) {
	if s.Delay != nil {
		time.Sleep(s.Delay())
	}
	out, err := standin.Model{}.Complete(ctx, r)
	out.Model = "speaker"
	if err != nil || s.Odd == 0 {
		return out, err
	}
	sum := sha256.Sum256(r.PromptText)
	n := binary.BigEndian.Uint64(sum[:])
	switch {
	case n%s.Odd != 0:
		return out, nil
	case n>>32%3 == 0:
		return out, errors.New("timeout: no token came")
	case n>>32%3 == 1:
		out.Text = "As a language model I cannot say 4711."
	default:
		out.Text, out.Finish = "", "length"
	}
	out.Out = prompt.Tokens(out.Text)
	return out, nil
}
