package simtest

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"strings"
	"time"

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
		out.Text = answer(p.Messages[len(p.Messages)-1].Content, string(r.SchemaText))
	}
	out.Out = prompt.Tokens(out.Text)
	return out, nil
}

// answer is what a prompt asks for.
func answer(text, schema string) string {
	switch {
	case strings.Contains(schema, `"choice"`):
		return asText(map[string]any{"choice": 1, "ids": []string{}, "text": "Let me think about it."})
	case strings.Contains(schema, `"acts"`):
		return asText(map[string]any{"acts": []map[string]any{reading(text)}, "unclear": ""})
	}
	if _, draft, ok := strings.Cut(text, "In plain words:\n"); ok {
		draft, _, _ = strings.Cut(draft, "\n\nForm:")
		return draft
	}
	_, card, _ := strings.Cut(text, "The card:\n")
	card, _, _ = strings.Cut(card, "\n\n")
	return card
}

func reading(text string) map[string]any {
	_, ids, _ := strings.Cut(text, "The ids:\n")
	ids, message, _ := strings.Cut(ids, "The message:\n")
	about := ""
	for line := range strings.Lines(ids) {
		if id, _, ok := strings.Cut(strings.TrimPrefix(line, "- "), ": "); ok && !strings.HasPrefix(id, "person:") {
			about = id
			break
		}
	}
	verb := "inform"
	switch {
	case about == "":
		verb = "smalltalk"
	case strings.Contains(strings.ToLower(message), "could you"):
		verb = "request"
	case strings.Contains(message, "?"):
		verb = "ask"
	}
	return map[string]any{"verb": verb, "about": about, "who": "", "due": "", "percent": 0, "value": ""}
}

func asText(x any) string {
	raw, err := json.Marshal(x)
	if err != nil {
		panic(err) // plain values
	}
	return string(raw)
}
