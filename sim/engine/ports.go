package engine

import (
	"context"
	"encoding/json"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// Log is where an episode's events are saved. Append is all or nothing, and durable when it returns.
type Log interface {
	Append(sim.Batch) error
	Read(after uint64, each func(seq uint64, event []byte) error) error
	Content(sim.Hash) ([]byte, error)
}

// Cache keeps snapshots of an episode. A Log may be one as well: its episodes are then opened without folding
// everything. What it loses costs time and nothing else.
type Cache interface {
	// Nearest is the newest snapshot of that layout at or before an event.
	Nearest(most uint64, layout sim.Hash) (sim.Snapshot, bool, error)
	Keep(sim.Snapshot) error
}

// Model answers questions. It may take its time and may be called from several goroutines.
type Model interface {
	Complete(context.Context, Request) (Response, error)
}

// Request is one question with its contents resolved.
type Request struct {
	sim.Question
	PromptText []byte
	SchemaText []byte
}

// Response is an answer.
type Response struct {
	Text    string
	Model   string
	In, Out int           // tokens
	Cached  int           // of In, those that the endpoint had kept
	Finish  string        // "stop", "length", "refusal", "tool_calls"
	Tries   int           // how often the endpoint was asked
	Calls   []prompt.Call // tool calls; only agents use them
}

// Action is an agent's call: a tool and its arguments, a flat JSON object.
type Action struct {
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"args,omitempty"`
	ID   string          `json:"id,omitempty"` // the agent's own name for the step, by which it may send it again
}

func (a Action) began() sim.Began { return sim.Began{Tool: a.Tool, Args: string(a.Args), ID: a.ID} }

// Agent is an agent under test. It acts on what it observes and nothing else, so the same observations lead to
// the same actions: that is how an episode is resumed without a saved agent.
type Agent interface {
	Act(context.Context, sim.Observation) (Action, error)
}

// Step is one turn of an agent: what it saw and what it did.
type Step struct {
	Seen sim.Observation
	Did  Action
}

// Recaller is an agent that is told its past at once instead of being asked every action again: one that
// calls a model, or a person.
type Recaller interface{ Recall(Step) error }
