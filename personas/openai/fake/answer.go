package fake

import (
	"encoding/json"
	"strings"

	"github.com/tenure-sim/tenure/sim/prompt"
)

// Question is what an endpoint is sent.
type Question struct {
	Model    string    `json:"model"`
	Messages []Message `json:"messages"`
	Tools    []struct {
		Function struct {
			Name       string          `json:"name"`
			Parameters json.RawMessage `json:"parameters"`
		} `json:"function"`
	} `json:"tools"`
	Format *struct {
		Type   string `json:"type"`
		Schema struct {
			Schema json.RawMessage `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
	Stream        bool `json:"stream"`
	StreamOptions *struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	MaxTokens int  `json:"max_tokens"`
	Logprobs  bool `json:"logprobs"`
}

// Message is one of the prompt's.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Call is a tool call.
type Call struct{ Tool, Args string }

// Answer is what comes back.
type Answer struct {
	Text    string
	Refusal string
	Calls   []Call
	Finish  string // "stop" or "tool_calls" when empty
}

func (s *Server) answer(q Question) Answer {
	switch {
	case s.opt.Echo:
		return Answer{Text: q.All()}
	case s.opt.Answer != nil:
		return s.opt.Answer(q)
	}
	return Usual(q)
}

// All is everything that the question holds.
func (q Question) All() string {
	var b strings.Builder
	for _, m := range q.Messages {
		b.WriteString(m.Content + "\n")
	}
	return b.String()
}

// Usual is the answer without a script: JSON by the schema, or a sentence with all that must be said.
func Usual(q Question) Answer {
	if q.Format != nil && len(q.Format.Schema.Schema) > 0 {
		return Answer{Text: Fill(q.Format.Schema.Schema)}
	}
	if q.Format != nil {
		return Answer{Text: "{}"}
	}
	must := Must(q)
	if len(must) == 0 {
		return Answer{Text: "Thanks, I will have a look and come back to you."}
	}
	return Answer{Text: "Hi, quick update from my side: " + strings.Join(must, ", ") + ". Thanks."}
}

const mustMark = "You must say"

// Must are the values that the last message says are to be said: the lines after "You must say", up to a blank one.
func Must(q Question) []string {
	var out []string
	for i := len(q.Messages) - 1; i >= 0 && out == nil; i-- {
		_, after, found := strings.Cut(q.Messages[i].Content, mustMark)
		if !found {
			continue
		}
		_, after, _ = strings.Cut(after, "\n")
		for line := range strings.Lines(after) {
			line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "-*"))
			if line == "" {
				break
			}
			out = append(out, strings.TrimRight(line, "."))
		}
	}
	return out
}

func (q Question) tokens() (all, kept int) {
	for i, m := range q.Messages {
		n := prompt.Tokens(m.Content) + 4
		all += n
		if i == 0 && m.Role == "system" {
			kept = n
		}
	}
	return all, kept
}
