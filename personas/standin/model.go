package standin

import (
	"context"
	"fmt"
	"strings"

	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// Name is what a Model calls itself when nothing else is said.
const Name = "standin"

// Model is an engine.Model that answers at once, the same question always the same. Coworkers get Answer; an agent with tools
// calls them in turn; whoever asks by another schema gets the least value that fits it. Tokens are our own estimate.
type Model struct {
	As string // its name in answers; Name when empty
}

// Complete implements engine.Model.
func (m Model) Complete(ctx context.Context, r engine.Request) (engine.Response, error) {
	if err := ctx.Err(); err != nil {
		return engine.Response{}, err
	}
	p, err := prompt.Decode(r.PromptText)
	if err != nil {
		return engine.Response{}, fmt.Errorf("request: %w", err)
	}
	out := engine.Response{Model: Name, In: p.Tokens(), Cached: p.StableTokens(), Finish: "stop", Tries: 1}
	if m.As != "" {
		out.Model = m.As
	}
	schema := string(r.SchemaText)
	switch {
	case schema != "" && !known(schema):
		if out.Text, err = least(r.SchemaText, words(p)); err != nil {
			return engine.Response{}, fmt.Errorf("request: the schema of question %d: %w", r.ID, err)
		}
	case len(p.Tools) > 0:
		if out.Calls, err = calls(p); err != nil {
			return engine.Response{}, err
		}
		out.Finish = "tool_calls"
	case schema != "":
		out.Text = Answer(asked(p), schema)
	default:
		out.Text = words(p)
	}
	out.Out = prompt.Tokens(out.Text)
	for _, c := range out.Calls {
		out.Out += prompt.Tokens(c.Tool) + prompt.Tokens(c.Args)
	}
	return out, nil
}

// known says whether a schema is one of those that Answer fills with sense.
func known(schema string) bool {
	return strings.Contains(schema, `"choice"`) || strings.Contains(schema, `"acts"`)
}

// titles stand before what can be said as it stands, or read.
var titles = []string{"In plain words:\n", "The card:\n", "The ids:\n"}

// asked is the message that says what is wanted: one that mends an earlier answer stands after it.
func asked(p prompt.Prompt) string {
	for i := len(p.Messages) - 1; i > 0; i-- {
		for _, title := range titles {
			if m := p.Messages[i]; m.Role == prompt.User && strings.Contains(m.Content, title) {
				return m.Content
			}
		}
	}
	return p.Messages[len(p.Messages)-1].Content
}

func words(p prompt.Prompt) string {
	if said := Answer(asked(p), ""); said != "" {
		return said
	}
	return "Noted, thank you."
}

// calls goes through the tools in turn, but for the one that ends the work.
func calls(p prompt.Prompt) ([]prompt.Call, error) {
	var may []prompt.Tool
	for _, t := range p.Tools {
		if t.Name != "done" {
			may = append(may, t)
		}
	}
	if len(may) == 0 {
		may = p.Tools
	}
	t := may[len(p.Messages)%len(may)]
	args, err := least(t.Schema, "Noted.")
	if err != nil {
		return nil, fmt.Errorf("request: the schema of tool %s: %w", t.Name, err)
	}
	return []prompt.Call{{ID: fmt.Sprintf("call_%d", len(p.Messages)), Tool: t.Name, Args: args}}, nil
}
