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
// words, takes the first option, and reads a message as being about the first thing it may be about. The same request has the same answer, in any
// order. One request in Odd, chosen by its hash, is answered badly; 0 for none.
type Speaker struct {
	Odd   uint64
	Delay func() time.Duration // of real time; may be nil
}

// Complete implements engine.Model.
func (s *Speaker) Complete(_ context.Context, r engine.Request) (engine.Response, error) {
	p, err := prompt.Decode(r.PromptText)
	if err != nil {
		return engine.Response{}, err
	}
	if s.Delay != nil {
		time.Sleep(s.Delay())
	}
	out := engine.Response{Model: "speaker", In: p.Tokens(), Finish: "stop"}
	sum := sha256.Sum256(r.PromptText)
	n := binary.BigEndian.Uint64(sum[:])
	switch {
	case s.Odd > 0 && n%s.Odd == 0 && n>>32%3 == 0:
		return out, errors.New("timeout: no token came")
	case s.Odd > 0 && n%s.Odd == 0 && n>>32%3 == 1:
		out.Text = "As a language model I cannot say 4711."
	case s.Odd > 0 && n%s.Odd == 0:
		out.Text, out.Finish = "", "length"
	default:
		out.Text = standin.Answer(p.Messages[len(p.Messages)-1].Content, string(r.SchemaText))
	}
	out.Out = prompt.Tokens(out.Text)
	return out, nil
}
