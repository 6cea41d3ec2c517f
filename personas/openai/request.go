package openai

import (
	"encoding/json"
	"fmt"

	goopenai "github.com/sashabaranov/go-openai"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// ask is one question on its way.
type ask struct {
	prompt prompt.Prompt
	schema json.RawMessage // empty: free text
	role   models.Role
	most   int // tokens of answer; 0: as many as the endpoint likes
}

// tokens is what an endpoint may count the question for beforehand.
func (q ask) tokens() int { return q.sent() + q.most }

// sent is what the question alone takes.
func (q ask) sent() int { return q.prompt.Tokens() + prompt.Tokens(string(q.schema)) }

// wire is the library's request with the fields it cannot say: its float leaves a temperature of 0 out.
type wire struct {
	goopenai.ChatCompletionRequest
	Temperature json.RawMessage `json:"temperature,omitempty"`
}

var noArguments = json.RawMessage(`{"type":"object","properties":{}}`)

// body is the question in an endpoint's dialect.
func (q ask) body(m models.Model, d dialect) ([]byte, error) {
	p := q.prompt
	asText := len(p.Tools) > 0 && d.textTools
	if asText {
		p = toolsAsText(p)
	}
	w := wire{ChatCompletionRequest: goopenai.ChatCompletionRequest{Model: m.ID, Messages: messages(p), Stream: !d.noStream}}
	if !d.noStream && !d.noUsage {
		w.StreamOptions = &goopenai.StreamOptions{IncludeUsage: true}
	}
	if d.newLimit {
		w.MaxCompletionTokens = q.most
	} else {
		w.MaxTokens = q.most
	}
	if !d.noTemperature && q.role.Temperature >= 0 {
		w.Temperature = thousandths(q.role.Temperature)
	}
	for _, t := range p.Tools {
		w.Tools = append(w.Tools, tool(t))
	}
	if asText && len(q.schema) == 0 && d.schemaFixed && d.schema == schemaNative {
		// The endpoint is known to keep to a schema: small models write no call in its form without one.
		w.ResponseFormat = format(callsSchema(q.prompt.Tools), schemaNative)
	}
	if len(q.schema) > 0 {
		w.ResponseFormat = format(q.schema, d.schema)
		if d.schema != schemaNative {
			w.Messages = withSchema(w.Messages, q.schema)
		}
	}
	raw, err := json.Marshal(w)
	if err != nil {
		return nil, fmt.Errorf("write the request: %w", err)
	}
	return withParams(raw, m.Params)
}

func thousandths(n int) json.RawMessage { return fmt.Appendf(nil, "%d.%03d", n/1000, n%1000) }

func messages(p prompt.Prompt) []goopenai.ChatCompletionMessage {
	out := make([]goopenai.ChatCompletionMessage, 0, len(p.Messages))
	for _, m := range p.Messages {
		w := goopenai.ChatCompletionMessage{Role: string(m.Role), Content: m.Content, ToolCallID: m.Answers}
		if m.Content == "" && len(m.Calls) == 0 {
			w.Content = " " // the library leaves an empty content out, and endpoints refuse a message without one
		}
		for _, c := range m.Calls {
			w.ToolCalls = append(w.ToolCalls, goopenai.ToolCall{ID: c.ID, Type: goopenai.ToolTypeFunction,
				Function: goopenai.FunctionCall{Name: c.Tool, Arguments: c.Args}})
		}
		out = append(out, w)
	}
	return out
}

func tool(t prompt.Tool) goopenai.Tool {
	schema := t.Schema
	if len(schema) == 0 || string(schema) == "null" {
		schema = noArguments
	}
	return goopenai.Tool{Type: goopenai.ToolTypeFunction,
		Function: &goopenai.FunctionDefinition{Name: t.Name, Description: t.Doc, Parameters: schema}}
}

func format(schema json.RawMessage, mode schemaMode) *goopenai.ChatCompletionResponseFormat {
	switch mode {
	case schemaNative:
		return &goopenai.ChatCompletionResponseFormat{Type: goopenai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &goopenai.ChatCompletionResponseFormatJSONSchema{Name: "answer", Schema: schema, Strict: closed(schema)}}
	case schemaObject:
		return &goopenai.ChatCompletionResponseFormat{Type: goopenai.ChatCompletionResponseFormatTypeJSONObject}
	}
	return nil
}

// closed says whether a schema may be asked for strictly: every object in it names all that it may hold, and needs it.
func closed(schema json.RawMessage) bool {
	var s any
	return json.Unmarshal(schema, &s) == nil && closedIn(s)
}

func closedIn(v any) bool {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			if !closedIn(x) {
				return false
			}
		}
	case map[string]any:
		if v["type"] == "object" || v["properties"] != nil {
			props, _ := v["properties"].(map[string]any)
			required, _ := v["required"].([]any)
			if v["additionalProperties"] != false || len(required) != len(props) {
				return false
			}
		}
		for _, x := range v {
			if !closedIn(x) {
				return false
			}
		}
	}
	return true
}

// withSchema says the schema at the very end, behind what stays the same from question to question.
func withSchema(ms []goopenai.ChatCompletionMessage, schema json.RawMessage) []goopenai.ChatCompletionMessage {
	text := "Answer with one JSON value that follows this JSON schema, and nothing else:\n" + string(schema)
	if n := len(ms); n > 0 && ms[n-1].Role == string(prompt.User) {
		ms[n-1].Content += "\n\n" + text
		return ms
	}
	return append(ms, goopenai.ChatCompletionMessage{Role: string(prompt.User), Content: text})
}

// withParams adds the configuration's further fields. Those that a request says by itself are refused when it is read.
func withParams(raw []byte, params map[string]json.RawMessage) ([]byte, error) {
	if len(params) == 0 {
		return raw, nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil, fmt.Errorf("add the model's params: %w", err)
	}
	for name, v := range params {
		if _, own := models.Own(name); !own {
			fields[name] = v
		}
	}
	out, err := json.Marshal(fields)
	if err != nil {
		return nil, fmt.Errorf("add the model's params: %w", err)
	}
	return out, nil
}
