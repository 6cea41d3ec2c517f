package standin

import (
	"context"

	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// Model is an engine.Model that gives Answer at once. Tokens are our own estimate.
type Model struct{}

// Complete implements engine.Model.
func (Model) Complete(_ context.Context, r engine.Request) (engine.Response, error) {
	p, err := prompt.Decode(r.PromptText)
	if err != nil {
		return engine.Response{}, err
	}
	text := Answer(p.Messages[len(p.Messages)-1].Content, string(r.SchemaText))
	return engine.Response{Text: text, Model: "standin", In: p.Tokens(), Out: prompt.Tokens(text), Finish: "stop"}, nil
}
