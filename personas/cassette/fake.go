package cassette

import (
	"context"
	"fmt"
	"strings"

	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/prompt"
)

const fakeName = "synthetic"

// Fake answers without a model: a coworker's message with the plain words that its prompt holds, a question with a schema
// by the least value that fits, one with tools by calling them in turn. The same question always has the same answer. It is
// no measure of a model: it shows that everything around one works, and what that costs in tokens.
type Fake struct{}

// Complete implements engine.Model.
func (Fake) Complete(ctx context.Context, r engine.Request) (engine.Response, error) {
	if err := ctx.Err(); err != nil {
		return engine.Response{}, err
	}
	p, err := prompt.Decode(r.PromptText)
	if err != nil {
		return engine.Response{}, fmt.Errorf("request: %w", err)
	}
	out := engine.Response{Model: fakeName, In: p.Tokens() + prompt.Tokens(string(r.SchemaText)), Cached: p.StableTokens(), Finish: "stop", Tries: 1}
	switch {
	case len(r.SchemaText) > 0:
		if out.Text, err = least(r.SchemaText, wordsFor(p)); err != nil {
			return engine.Response{}, fmt.Errorf("request: the schema of question %d: %w", r.ID, err)
		}
	case len(p.Tools) > 0:
		out.Calls, err = calls(p)
		out.Finish = "tool_calls"
	default:
		out.Text = wordsFor(p)
	}
	out.Out = prompt.Tokens(out.Text)
	for _, c := range out.Calls {
		out.Out += prompt.Tokens(c.Tool) + prompt.Tokens(c.Args)
	}
	return out, err
}

// calls goes through the tools in turn, but for the one that ends the work.
func calls(p prompt.Prompt) ([]prompt.Call, error) {
	var names []prompt.Tool
	for _, t := range p.Tools {
		if t.Name != "done" {
			names = append(names, t)
		}
	}
	if len(names) == 0 {
		names = p.Tools
	}
	t := names[len(p.Messages)%len(names)]
	args, err := least(t.Schema, "Noted.")
	if err != nil {
		return nil, fmt.Errorf("request: the schema of tool %s: %w", t.Name, err)
	}
	return []prompt.Call{{ID: fmt.Sprintf("call_%d", len(p.Messages)), Tool: t.Name, Args: args}}, nil
}

// titles are the sections of a prompt whose lines can be said as they stand, the best first.
var titles = []string{"In plain words:\n", "You must say:\n", "The card:\n", "Say now:\n", "Options:\n"}

// wordsFor finds what a prompt wants said. A question that mends an earlier answer stands after the one it mends.
func wordsFor(p prompt.Prompt) string {
	for _, title := range titles {
		for i := len(p.Messages) - 1; i >= 0; i-- {
			if p.Messages[i].Role != prompt.User {
				continue
			}
			if said := section(p.Messages[i].Content, title); said != "" {
				return said
			}
		}
	}
	return "Noted, thank you."
}

// section is what stands under a title, up to the next title: a line after an empty one that ends in a colon.
func section(text, title string) string {
	at := strings.LastIndex("\n"+text, "\n"+title)
	if at < 0 {
		return ""
	}
	rest := text[at+len(title):]
	var out []string
	lines := strings.Split(rest, "\n")
	for i, line := range lines {
		if i > 0 && lines[i-1] == "" && strings.HasSuffix(line, ":") && i+1 < len(lines) {
			break
		}
		out = append(out, strings.TrimPrefix(line, "- "))
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}
