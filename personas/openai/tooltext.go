package openai

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tenure-sim/tenure/sim/prompt"
)

// textCall is a tool call where an endpoint knows none: JSON in the answer's text.
type textCall struct {
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"args,omitempty"`
}

type textCalls struct {
	Calls []textCall `json:"calls"`
}

// toolsAsText moves tools, calls and results into the texts, and joins what one side said on end: many templates want the
// two sides to take turns.
func toolsAsText(p prompt.Prompt) prompt.Prompt {
	out := prompt.Prompt{Stable: p.Stable}
	doc, placed := toolDoc(p.Tools), false
	for _, m := range p.Messages {
		t := prompt.Message{Role: m.Role, Content: m.Content}
		switch {
		case m.Role == prompt.Result:
			t = prompt.Message{Role: prompt.User, Content: "Result of " + m.Answers + ":\n" + m.Content}
		case len(m.Calls) > 0:
			t.Content = strings.TrimSpace(m.Content + "\n" + callText(m.Calls))
		case m.Role == prompt.System && !placed:
			t.Content, placed = m.Content+"\n\n"+doc, true
		}
		if n := len(out.Messages); n > 0 && out.Messages[n-1].Role == t.Role && t.Role != prompt.System {
			out.Messages[n-1].Content += "\n\n" + t.Content
			continue
		}
		out.Messages = append(out.Messages, t)
	}
	if !placed {
		out.Messages = append([]prompt.Message{{Role: prompt.System, Content: doc}}, out.Messages...)
	}
	return out
}

func toolDoc(tools []prompt.Tool) string {
	var b strings.Builder
	b.WriteString("To use tools, answer with JSON of this form and nothing else:\n" +
		`{"calls":[{"tool":"NAME","args":{...}}]}` + "\nThe tools, each with the JSON schema of its args:\n")
	for _, t := range tools {
		fmt.Fprintf(&b, "- %s: %s %s\n", t.Name, t.Doc, t.Schema)
	}
	return b.String()
}

func callText(calls []prompt.Call) string {
	var out textCalls
	for _, c := range calls {
		args := json.RawMessage(c.Args)
		if !json.Valid(args) {
			args = nil
		}
		out.Calls = append(out.Calls, textCall{c.Tool, args})
	}
	raw, err := json.Marshal(out)
	if err != nil {
		panic(fmt.Sprintf("openai: calls that are valid JSON do not encode: %v", err))
	}
	return string(raw)
}

// callsSchema is the form of textCalls: each call is one of the tools with arguments that it takes.
func callsSchema(tools []prompt.Tool) json.RawMessage {
	one := make([]any, 0, len(tools))
	for _, t := range tools {
		args := t.Schema
		if len(args) == 0 || string(args) == "null" {
			args = noArguments
		}
		one = append(one, map[string]any{"type": "object", "additionalProperties": false, "required": []string{"tool", "args"},
			"properties": map[string]any{"tool": map[string]any{"const": t.Name}, "args": args}})
	}
	raw, err := json.Marshal(map[string]any{"type": "object", "additionalProperties": false, "required": []string{"calls"}, "properties": map[string]any{
		"calls": map[string]any{"type": "array", "minItems": 1, "maxItems": callsAtOnce, "items": map[string]any{"anyOf": one}}}})
	if err != nil {
		panic(fmt.Sprintf("openai: a schema that was checked does not encode: %v", err))
	}
	return raw
}

// callsAtOnce bounds the calls of one answer where a schema can: a small model that is made to write calls finds no end.
const callsAtOnce = 1

// parseCalls reads a text that is calls and nothing else, perhaps in a fence. Any other text is words.
func parseCalls(text string, tools []prompt.Tool, turn int) ([]prompt.Call, bool) {
	raw := []byte(unfence(text))
	got, ok := strictCalls(raw)
	if !ok || len(got) == 0 {
		return nil, false
	}
	var out []prompt.Call
	size := 0
	for i, c := range got {
		if size += callSize + len(c.Args); !known(c.Tool, tools) || size > callSizeMost {
			return nil, false
		}
		args := string(c.Args)
		if args == "" || args == "null" {
			args = "{}"
		}
		out = append(out, prompt.Call{ID: fmt.Sprintf("call_%d_%d", turn, i+1), Tool: c.Tool, Args: args})
	}
	return out, true
}

// strictCalls takes the form that was asked for, and a single call without its frame, which small models tend to write.
func strictCalls(raw []byte) ([]textCall, bool) {
	var many textCalls
	if strict(raw, &many) {
		return many.Calls, true
	}
	var one textCall
	if strict(raw, &one) {
		return []textCall{one}, true
	}
	return nil, false
}

func strict(raw []byte, v any) bool {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	return d.Decode(v) == nil && !d.More()
}

func known(name string, tools []prompt.Tool) bool {
	for _, t := range tools {
		if t.Name == name {
			return true
		}
	}
	return false
}

func unfence(s string) string {
	s = strings.TrimSpace(s)
	if !strings.HasPrefix(s, "```") || !strings.HasSuffix(s, "```") || len(s) < 6 {
		return s
	}
	s = strings.TrimSuffix(s, "```")
	_, s, _ = strings.Cut(s, "\n") // the first line names the language
	return strings.TrimSpace(s)
}
