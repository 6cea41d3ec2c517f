package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// Log is where an episode's events are saved. Append is all or nothing, and durable when it returns.
type Log interface {
	Append(sim.Batch) error
	Read(after uint64, each func(seq uint64, event []byte) error) error
	Content(sim.Hash) ([]byte, error)
}

// Ender is a Log that knows by itself where it ends: an episode whose events fold to another hash is not opened, for
// they are not what was saved. A zero hash is one that is not known.
type Ender interface {
	End() (event uint64, chain sim.Chain, err error)
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
	Finish  string        // how it ended: stop, length, refusal, tool_calls
	Tries   int           // how often the endpoint was tried, when more than once
	Calls   []prompt.Call // of tools; only agents ask for them
}

// ErrStop is wrapped by a Model that gives no answer and wants nobody to make do without one: what it needs to be true
// is broken, such as a tape. The run stops at once; the question stays open, and is asked when the episode is gone on with.
var ErrStop = errors.New("the question was not put")

// ErrBudget is wrapped by a Model that may spend no more. It is an ErrStop.
var ErrBudget error = spent{}

type spent struct{}

func (spent) Error() string { return "the budget is spent" }
func (spent) Unwrap() error { return ErrStop }

// Action is an agent's call: a tool and its arguments, a flat JSON object.
type Action struct {
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"args,omitempty"`
	ID   string          `json:"id,omitempty"` // the agent's own name for the step, by which it may send it again
	// Trace is what an agent wants to be given back by Recall, and a researcher may want to read: the messages of a model,
	// say. It is kept beside the log, and no agent's surface shows it.
	Trace []byte `json:"-"`
}

// ErrAction is wrapped when an action cannot be taken at all: its id or its trace is one that no log can hold.
var ErrAction = errors.New("the action cannot be taken")

func (a Action) check() error {
	switch {
	case len(a.ID) > sim.StepIDMost:
		return fmt.Errorf("%w: its id has %d bytes, at most %d are allowed", ErrAction, len(a.ID), sim.StepIDMost)
	case !utf8.ValidString(a.ID):
		return fmt.Errorf("%w: its id %q is no UTF-8", ErrAction, a.ID)
	case len(a.Trace) > sim.TraceMost:
		return fmt.Errorf("%w: its trace has %d bytes, at most %d are allowed", ErrAction, len(a.Trace), sim.TraceMost)
	}
	return nil
}

func (a Action) began() sim.Began {
	return sim.Began{Tool: a.Tool, Args: string(a.Args), ID: a.ID}.Traced(a.Trace)
}

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
