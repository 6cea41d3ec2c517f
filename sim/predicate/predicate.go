package predicate

import (
	"fmt"

	"cel.dev/cel-go/cel"

	"github.com/tenure-sim/tenure/sim"
)

// Limits of an expression. The cost is CEL's: about one for each step and one for ten characters looked through.
const (
	sizeMost  = 4000 // characters
	depthMost = 50
	costMost  = 1_000_000
)

// Predicate is a compiled question about the world. It may be asked by many goroutines.
type Predicate struct {
	expr    string
	program cel.Program
	names   []Name
}

// EventPredicate is a compiled question about an event and the world it happened in.
type EventPredicate struct{ of Predicate }

// Compile checks an expression that must be true or false. Its error is an *Error.
func Compile(expr string) (*Predicate, error) { return compile(expr) }

// CompileEvent checks an expression that may speak of event as well. Its error is an *Error.
func CompileEvent(expr string) (*EventPredicate, error) {
	p, err := compile(expr, eventVariables()...)
	if err != nil {
		return nil, err
	}
	return &EventPredicate{*p}, nil
}

// String returns the expression.
func (p *Predicate) String() string { return p.expr }

// String returns the expression.
func (p *EventPredicate) String() string { return p.of.expr }

// Names returns the things that the predicate names.
func (p *Predicate) Names() []Name { return p.names }

// Names returns the things that the predicate names.
func (p *EventPredicate) Names() []Name { return p.of.names }

// Holds asks the predicate. The error is a *Missing when it asks about a thing that is not there.
func (p *Predicate) Holds(w World) (bool, error) { return p.ask(w, map[string]any{}) }

// Holds asks the predicate about an event. The world must be as it was when the event happened.
func (p *EventPredicate) Holds(w World, e sim.Event) (bool, error) {
	return p.of.ask(w, eventValues(e))
}

func (p *Predicate) ask(w World, vars map[string]any) (bool, error) {
	bound, err := cel.FunctionVars(vars, functionsOver(w))
	if err != nil {
		return false, fmt.Errorf("%s: %w", p.expr, err)
	}
	v, _, err := p.program.Eval(bound)
	if err != nil {
		return false, fmt.Errorf("%s: %w", p.expr, err)
	}
	holds, ok := v.Value().(bool)
	if !ok {
		return false, fmt.Errorf("%s: came out as %v, not as true or false", p.expr, v.Type())
	}
	return holds, nil
}
