package agents

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// rude is a model that answers what it likes, whatever it was offered.
type rude struct {
	whim
	answer func(n int) engine.Response
}

func (m *rude) Complete(_ context.Context, r engine.Request) (engine.Response, error) {
	p, err := prompt.Decode(r.PromptText)
	if err != nil {
		m.t.Fatal(err)
	}
	m.most = max(m.most, p.Tokens())
	m.coherent(p)
	m.calls++
	if len(p.Tools) == 0 {
		return engine.Response{Text: "Summary."}, nil
	}
	return m.answer(m.calls), nil
}

func newRude(t *testing.T, answer func(n int) engine.Response) *rude {
	return &rude{whim: whim{t: t}, answer: answer}
}

func calls(n int, tool, args string) engine.Response {
	var out engine.Response
	for range n {
		out.Calls = append(out.Calls, prompt.Call{Tool: tool, Args: args})
	}
	return out
}

// began are the tools that the agent's steps called, and the longest of their traces.
func began(t *testing.T, d *desk) (tools map[string]int, longest int) {
	t.Helper()
	tools = map[string]int{}
	for _, e := range d.events {
		if b, ok := e.Body.(sim.Began); ok {
			raw, err := d.log.Content(b.Trace)
			if err != nil {
				t.Fatal(err)
			}
			tools[b.Tool]++
			longest = max(longest, len(raw))
		}
	}
	return tools, longest
}

// A tool that was not offered is not called, whatever the world would take; the model is told.
func TestAToolThatWasNotOfferedIsNotCalled(t *testing.T) {
	t.Parallel()
	m := newRude(t, func(n int) engine.Response {
		out := calls(1, "chat_channels", `{}`)
		out.Calls = append(out.Calls, prompt.Call{Tool: "docs_list", Args: `{}`}, prompt.Call{Tool: "", Args: "{}"}, prompt.Call{Tool: "a \x1b[31m b", Args: "{"})
		return out
	})
	d := loopSeat(t, LoopConfig{Model: m, Tools: []string{"chat_*"}})
	d.play(1, 12)
	tools, _ := began(t, d)
	if len(tools) > 2 || tools["chat_channels"] == 0 || tools["docs_list"] > 0 {
		t.Errorf("these were called: %v", tools)
	}
	if text := fmt.Sprint(d.agent.(*Loop).turns); !strings.Contains(text, "Refused: there is no such tool") || strings.Contains(text, "\x1b") {
		t.Errorf("the model is not told: %.500s", text)
	}
}

// Whoever only ever calls what is not there, or the same for ever, is idle, however much of it stands in one answer.
func TestCallsWithoutEffectEndALoop(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]engine.Response{
		"no name":         calls(1, "", `{}`),
		"not offered":     calls(3, "docs_list", `{}`),
		"ten thousand":    calls(10_000, "chat_channels", `{}`),
		"large arguments": calls(2, "chat_channels", `{"a":"`+strings.Repeat("large ", 1<<16)+`"}`),
		"a large name":    calls(1, strings.Repeat("large", 1<<20), `{}`),
		"large words":     {Text: strings.Repeat(" ", 1<<23)},
	} {
		m := newRude(t, func(int) engine.Response { return answer })
		d := loopSeat(t, LoopConfig{Model: m, Context: 7000, Answer: 800, Idle: 10, Tools: []string{"chat_*"}})
		ended := d.play(1, 60)
		tools, longest := began(t, d)
		if ended != engine.Finished || tools["done"] != 1 {
			t.Errorf("%s: %s after %v, want that it hands in", name, ended, tools)
		}
		if longest > 64<<10 {
			t.Errorf("%s: a trace has %d bytes", name, longest)
		}
		if m.most > 7000 {
			t.Errorf("%s: a prompt of %d tokens was sent to a model that holds 7000", name, m.most)
		}
	}
}

// A trace that no log would take does not end the episode.
func TestATraceThatIsTooLargeIsReplaced(t *testing.T) {
	t.Parallel()
	m := newRude(t, func(int) engine.Response { return engine.Response{Text: strings.Repeat(" ", 16<<20)} })
	d := loopSeat(t, LoopConfig{Model: m, Context: 4_000_000, Answer: 1_000_000, Idle: 1000})
	if ended := d.play(1, 4); ended != engine.Stopped {
		t.Errorf("got %s, want stopped at the limit", ended)
	}
	if tools, longest := began(t, d); tools["wait_any"] != 4 || longest == 0 || longest > 1<<20 {
		t.Errorf("got %v, the longest trace has %d bytes", tools, longest)
	}
}

// What is asked again in one step stays within what the model holds.
func TestAskingAgainStaysWithinTheContext(t *testing.T) {
	t.Parallel()
	words := strings.Repeat("Let me think about that. ", 500)
	m := newRude(t, func(n int) engine.Response { return engine.Response{Text: words} })
	d := loopSeat(t, LoopConfig{Model: m, Context: 7000, Answer: 1500, Idle: 1000, Tools: few})
	d.play(1, 40)
	if m.most > 7000-1500 {
		t.Errorf("a prompt of %d tokens leaves no room for an answer of 1500 in 7000", m.most)
	}
}

// A loop that is gone on with counts idle steps as it did.
func TestIdleStepsAreRecalled(t *testing.T) {
	t.Parallel()
	conf := func() LoopConfig {
		return LoopConfig{Model: newRude(t, func(int) engine.Response { return calls(2, "nonsense", `{}`) }), Idle: 1000}
	}
	d := loopSeat(t, conf())
	d.play(1, 6)
	again := loopSeat(t, conf())
	again.log = d.log
	if _, err := engine.Open(context.Background(), again.world, again.config(), again.seats()); err != nil {
		t.Fatal(err)
	}
	if got, want := again.agent.(*Loop).idle, d.agent.(*Loop).idle; got != want || got < 20 {
		t.Errorf("got %d idle steps, want %d and at least 20", got, want)
	}
}
