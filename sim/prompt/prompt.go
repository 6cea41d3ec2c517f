package prompt

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Role is who speaks in a message.
type Role string

// The roles that endpoints know.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
	Result    Role = "tool" // what a tool call gave
)

// Prompt is one question to a model.
type Prompt struct {
	Messages []Message `json:"messages"`
	Tools    []Tool    `json:"tools,omitempty"`
	// Stable is how many of the first messages are the same from one question to the next, so that an endpoint may keep them.
	Stable int `json:"stable,omitempty"`
}

// Message is one turn.
type Message struct {
	Role    Role   `json:"role"`
	Content string `json:"content,omitempty"`
	Calls   []Call `json:"calls,omitempty"`   // of an assistant
	Answers string `json:"answers,omitempty"` // the id of the call that a Result belongs to
}

// Call is a model wanting a tool used.
type Call struct {
	ID   string `json:"id"`
	Tool string `json:"tool"`
	Args string `json:"args"` // JSON as the model wrote it, which may be none
}

// Tool is what a model may call.
type Tool struct {
	Name   string          `json:"name"`
	Doc    string          `json:"doc"`
	Schema json.RawMessage `json:"schema"` // JSON schema of the arguments
}

// Encode gives the canonical form.
func (p Prompt) Encode() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(p); err != nil {
		panic(fmt.Sprintf("prompt: a schema of a tool is no JSON: %v", err)) // texts always encode
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// Decode reads what Encode wrote and refuses everything else.
func Decode(raw []byte) (Prompt, error) {
	var p Prompt
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		return Prompt{}, fmt.Errorf("prompt: %w", err)
	}
	if d.More() {
		return Prompt{}, fmt.Errorf("prompt: something follows it")
	}
	if p.Stable < 0 || p.Stable > len(p.Messages) {
		return Prompt{}, fmt.Errorf("prompt: %d of %d messages are said to be stable", p.Stable, len(p.Messages))
	}
	for i, m := range p.Messages {
		switch m.Role {
		case System, User, Assistant, Result:
		default:
			return Prompt{}, fmt.Errorf("prompt: message %d has the role %q, expected system, user, assistant or tool", i+1, m.Role)
		}
	}
	return p, nil
}
