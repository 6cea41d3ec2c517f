package agents

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// Briefing is what an agent is told before it starts.
type Briefing struct {
	Me      sim.Actor
	Task    string // Markdown
	Start   clock.Time
	Horizon clock.Time
	Tools   []*sim.Tool
}

// Names lists the agents that ship, in the order in which people meet them.
func Names() []string { return []string{"null", "spammer", "steady", "oracle"} }

// Null waits for the end and does nothing else.
type Null struct{}

// Act implements engine.Agent.
func (Null) Act(context.Context, sim.Observation) (engine.Action, error) {
	return call("wait_for", map[string]any{"span": "24h"}), nil
}

// call makes an action. Arguments are written with sorted names, so equal calls are equal bytes.
func call(tool string, args map[string]any) engine.Action {
	raw, err := json.Marshal(args)
	if err != nil {
		panic(fmt.Sprintf("agents: arguments %v cannot be written as JSON: %v", args, err))
	}
	return engine.Action{Tool: tool, Args: raw}
}
