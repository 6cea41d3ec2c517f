package agents

import (
	"fmt"
	"strings"

	"github.com/tenure-sim/tenure/sim/engine"
)

// New makes the agent of that name. The oracle is made by NewOracle, for it needs more than a briefing.
func New(name string, b Briefing) (engine.Agent, error) {
	switch name {
	case "null":
		return Null{}, nil
	case "spammer":
		return newSpammer(b), nil
	case "steady":
		return newSteady(b), nil
	case "oracle":
		return nil, fmt.Errorf("the oracle plays the solution of a scenario and is made by NewOracle")
	}
	return nil, fmt.Errorf("there is no agent %q; the agents are %s", name, strings.Join(Names(), ", "))
}
