package standin

import (
	"encoding/json"
	"testing"

	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/prompt"
)

func request(schema string, tools []prompt.Tool, messages ...string) engine.Request {
	p := prompt.Prompt{Tools: tools}
	for i, m := range messages {
		p.Messages = append(p.Messages, prompt.Message{Role: []prompt.Role{prompt.User, prompt.Assistant}[i%2], Content: m})
	}
	return engine.Request{PromptText: p.Encode(), SchemaText: []byte(schema)}
}

func TestAModelIsStoodInFor(t *testing.T) {
	draft := "Hi Tom,\n\nit will be 12 March.\n\nLena"
	tools := []prompt.Tool{{Name: "done"}, {Name: "wait_for", Schema: []byte(`{"type":"object","properties":{"span":{"type":"string"}},"required":["span"]}`)}}
	for name, c := range map[string]struct {
		r    engine.Request
		want string // of the text, or of the call
		end  string
	}{
		"words":        {request("", nil, "In plain words:\n"+draft+"\n\nForm:\nA mail."), draft, "stop"},
		"mended words": {request("", nil, "rules", "", "In plain words:\n"+draft, "It is 13 March.", "That cannot be sent:\n- 13 March"), draft, "stop"},
		"nothing":      {request("", nil, "work"), "Noted, thank you.", "stop"},
		"a schema":     {request(`{"type":"object","required":["text","n"],"properties":{"text":{"type":"string"},"n":{"type":"integer","minimum":4}}}`, nil, "work"), `{"n":4,"text":"Noted, thank you."}`, "stop"},
		"tools":        {request("", tools, "work"), `wait_for {"span":"1h"}`, "tool_calls"},
		"one tool":     {request("", tools[:1], "work"), `done {}`, "tool_calls"},
	} {
		got, err := Model{}.Complete(t.Context(), c.r)
		text := got.Text
		if len(got.Calls) == 1 {
			text = got.Calls[0].Tool + " " + got.Calls[0].Args
		}
		if err != nil || text != c.want || got.Finish != c.end || got.In == 0 || got.Out == 0 || got.Model != Name {
			t.Errorf("%s: got %+v, %v, want %q", name, got, err, c.want)
		}
	}
	for name, r := range map[string]engine.Request{"no prompt": {}, "no schema": request(`{"const":`, nil, "x"), "no tool": request("", []prompt.Tool{{Name: "x", Schema: []byte(`{"type":"array","items":[]}`)}}, "x")} {
		if got, err := (Model{}).Complete(t.Context(), r); err == nil {
			t.Errorf("%s: got %+v, want an error", name, got)
		}
	}
}

func FuzzLeast(f *testing.F) {
	f.Add([]byte(`{"type":"object","required":["a"],"properties":{"a":{"type":["string","null"],"minLength":3}}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if out, err := least(raw, "x"); err == nil && !json.Valid([]byte(out)) {
			t.Fatalf("%s gave %s", raw, out)
		}
	})
}
