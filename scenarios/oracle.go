package scenarios

import (
	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// OracleScript is oracle.yaml: a solution that proves that the work can be done.
type OracleScript struct {
	Steps     []OracleStep `yaml:"steps"`
	Reactions []Reaction   `yaml:"reactions"`
}

// OracleStep is one call of the solution. It has exactly one of At, After, When and On; the first step may have none.
// Texts in Args may hold templates, such as {{requirement "go-live"}}.
type OracleStep struct {
	ID    string         `yaml:"id"`
	At    clock.Time     `yaml:"at"`
	After Working        `yaml:"after"` // since the step before
	When  string         `yaml:"when"`  // CEL over the world
	On    *On            `yaml:"on"`
	If    string         `yaml:"if"` // CEL; the step is left out when it is false
	Call  string         `yaml:"call" need:"1"`
	Args  map[string]any `yaml:"args"`
	Retry *Retry         `yaml:"retry"`
}

// On waits for an event that the agent perceives.
type On struct {
	Kind  string      `yaml:"kind"`  // "mail.sent"
	Act   string      `yaml:"act"`   // a speech act instead of a kind: "change"
	From  sim.ActorID `yaml:"from"`  // who did it; anybody when empty
	Match string      `yaml:"match"` // CEL over the event
}

func (o *On) decode(s *source, n *node, path string) {
	if n.kind == text {
		o.Act = n.text
		return
	}
	type plain On // without this method
	v := (*plain)(o)
	s.structureOf(n, v, path)
}

// Retry says how often a refused call is made again.
type Retry struct {
	Every Working `yaml:"every" need:"1"`
	Most  int     `yaml:"most" need:"1"`
}

// Reaction is a standing rule: whenever On happens, the calls of Do are made.
type Reaction struct {
	ID    string       `yaml:"id"`
	On    On           `yaml:"on" need:"1"`
	If    string       `yaml:"if"`
	After Working      `yaml:"after"` // working time between the event and the first call
	Do    []OracleCall `yaml:"do" need:"1"`
}

// OracleCall is a call of a reaction.
type OracleCall struct {
	If   string         `yaml:"if"`
	Call string         `yaml:"call" need:"1"`
	Args map[string]any `yaml:"args"`
}
