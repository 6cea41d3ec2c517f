package simtest

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// Model is a model without a model: it answers each prompt by Answer, after Delay of real time.
type Model struct {
	Answer func(prompt string) (string, error)
	Delay  func(id uint64) time.Duration

	mu    sync.Mutex // guards calls
	calls int
}

// Complete implements engine.Model.
func (m *Model) Complete(ctx context.Context, r engine.Request) (engine.Response, error) {
	m.mu.Lock()
	m.calls++
	m.mu.Unlock()
	if m.Delay != nil {
		select {
		case <-time.After(m.Delay(r.ID)):
		case <-ctx.Done():
			return engine.Response{}, ctx.Err()
		}
	}
	text, err := m.Answer(string(r.PromptText))
	return engine.Response{Text: text, Model: "fake", In: len(r.PromptText), Out: len(text)}, err
}

// Calls is how often the model was asked.
func (m *Model) Calls() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.calls
}

// Walker is an agent that goes through a list of actions and then waits an hour at a time.
type Walker struct {
	Do   []engine.Action
	next int
}

// Act implements engine.Agent.
func (w *Walker) Act(context.Context, sim.Observation) (engine.Action, error) {
	if w.next < len(w.Do) {
		w.next++
		return w.Do[w.next-1], nil
	}
	return Call("wait_for", "span", "1h"), nil
}

// Call makes an action of a tool's name and pairs of argument and value.
func Call(tool string, pairs ...any) engine.Action {
	args := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		args[fmt.Sprint(pairs[i])] = pairs[i+1]
	}
	raw, err := json.Marshal(args)
	if err != nil {
		panic(fmt.Sprintf("simtest: arguments %v: %v", args, err))
	}
	return engine.Action{Tool: tool, Args: raw}
}
