package scenarios

import (
	"errors"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/predicate"
)

// condition is a compiled question to the world, or to an event in it.
type condition struct {
	world *predicate.Predicate
	event *predicate.EventPredicate
}

// watches says whether events of a kind can change the answer: those of the parts that it names things of.
func (c *condition) watches(kind string) bool {
	part, _, _ := strings.Cut(kind, ".")
	for _, n := range c.world.Names() {
		if n.Part == part {
			return true
		}
	}
	return false
}

// asksTime says whether the answer can change while nothing happens.
func (c *condition) asksTime() bool {
	expr := c.world.String()
	return strings.Contains(expr, "now(") || strings.Contains(expr, "hours(") || strings.Contains(expr, "day(")
}

// partWorld is a view that can show its parts. A world is one.
type partWorld interface {
	sim.View
	Part(name string) sim.Part
}

// holds asks the world. What is missing in it makes the answer no, with the reason.
func (c *condition) holds(v sim.View, e sim.Event) (bool, error) {
	w := predicate.Over(v, v.(partWorld).Part)
	if c.event != nil {
		return c.event.Holds(w, e)
	}
	return c.world.Holds(w)
}

// predicate checks an expression and what it names.
func (l *loader) predicate(s *source, path, expr string, event bool) *condition {
	if l.asked++; l.asked > asksMost {
		s.over(s.file, s.pos(path), "more than %d predicates; a scenario has at most so many: leave some out", asksMost)
		return nil
	}
	var c condition
	var err error
	var names []predicate.Name
	if event {
		if c.event, err = predicate.CompileEvent(expr); err == nil {
			names = c.event.Names()
		}
	} else if c.world, err = predicate.Compile(expr); err == nil {
		names = c.world.Names()
	}
	if err != nil {
		at, what := s.pos(path), err.Error()
		var e *predicate.Error
		if errors.As(err, &e) {
			what, _, _ = strings.Cut(e.Message, " expecting {")
			at = s.inside(path, e.Line, e.Column)
		}
		s.problem(s.file, at, "bad predicate: %s", what)
		return nil
	}
	for _, n := range names {
		l.predicateName(s, s.inside(path, n.Line, n.Column), n)
	}
	return &c
}

// inside is a place in a text that stands at a path. Only texts on one line keep their columns.
func (s *source) inside(path string, line, column int) pos {
	n := s.at[path]
	if n == nil || line > 1 || strings.Contains(n.text, "\n") {
		return s.pos(path)
	}
	at := pos{n.line, n.column + column - 1}
	if n.quoted {
		at.column++
	}
	return at
}

// ledgerKinds are the predicates' functions over the ledger.
var ledgerKinds = map[string]string{"pkg": "package", "requirement": "requirement", "deliverable": "deliverable",
	"commitment": "commitment", "approval": "approval", "fact": "fact", "risk": "risk"}

// predicateName checks that a thing that an expression names is there, or may come to be there at play.
func (l *loader) predicateName(s *source, at pos, n predicate.Name) {
	kind, ledger := ledgerKinds[n.Func]
	id := strings.TrimPrefix(n.ID, kind+"/")
	switch {
	case ledger && n.Func == "commitment":
		// Promises made at play have ids too.
	case ledger && !l.ids[kind].has(id):
		l.stranger(s.file, at, kind, id, l.ids[kind])
	case n.Func == "person":
		l.person(s.file, at, "person", strings.TrimPrefix(n.ID, "players/"))
	case n.Func == "ticket" && !n.Asked && !l.made["tickets"]:
		id := strings.TrimPrefix(n.ID, "tickets/")
		l.late = append(l.late, func() {
			if !l.tickets[id] {
				s.problem(s.file, at, "unknown ticket %q%s", short(id), seek(l.report, id, l.tickets))
			}
		})
	}
}
