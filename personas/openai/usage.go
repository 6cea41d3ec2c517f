package openai

import (
	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// farOff is how many times less than our estimate a count may be. The estimate is up to 1.6 times what tokenizers with a
// small vocabulary count, and large ones take longer pieces.
const farOff = 4

// believed is a count of tokens as an endpoint told it, or our own estimate where it told none or one that cannot be true.
func believed(told, estimate int) int {
	if told <= 0 || told > models.TokensMost || told < estimate/farOff {
		return estimate
	}
	return told
}

// counts are the tokens of an answer, given our estimates. A budget is held by them, so they are not simply believed.
func (a *answer) counts(sent, said int) (in, cached, out int) {
	if a.usage == nil {
		return sent, 0, said
	}
	in, out = believed(int(a.usage.In), sent), believed(int(a.usage.Out), said)
	return in, min(max(int(a.usage.Details.Cached), 0), in), out
}

// said estimates the tokens of what came.
func (a *answer) said() int {
	n := prompt.Tokens(a.text.String()) + prompt.Tokens(a.refusal.String())
	for _, c := range a.calls {
		n += prompt.Tokens(c.Tool) + prompt.Tokens(c.Args)
	}
	return n
}
