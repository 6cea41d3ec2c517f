package tickets

import (
	"fmt"
	"strings"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Created is a new ticket.
type Created struct {
	ID       string         `cbor:"1,keyasint"`
	Board    string         `cbor:"2,keyasint"`
	From     sim.ActorID    `cbor:"3,keyasint"`
	Title    string         `cbor:"4,keyasint"`
	Text     string         `cbor:"5,keyasint,omitempty"`
	State    string         `cbor:"6,keyasint"`
	Priority Priority       `cbor:"7,keyasint"`
	Estimate clock.Duration `cbor:"8,keyasint,omitempty"`
	Labels   []string       `cbor:"9,keyasint,omitempty"`
}

// Updated is a ticket with other words or numbers.
type Updated struct {
	ID       string         `cbor:"1,keyasint"`
	From     sim.ActorID    `cbor:"2,keyasint"`
	Name     string         `cbor:"3,keyasint"` // the title before the change
	Changes  []Change       `cbor:"4,keyasint"`
	Estimate clock.Duration `cbor:"5,keyasint,omitempty"` // when a change is of that field
	Labels   []string       `cbor:"6,keyasint,omitempty"` // when a change is of that field
	Version  int            `cbor:"7,keyasint"`
}

// Change is one field before and after. Of the text only what it is after is kept.
type Change struct {
	Field string `cbor:"1,keyasint"` // title, text, priority, estimate, labels
	Was   string `cbor:"2,keyasint,omitempty"`
	Now   string `cbor:"3,keyasint,omitempty"`
}

// Assigned is a ticket given to somebody, or to nobody.
type Assigned struct {
	ID      string      `cbor:"1,keyasint"`
	From    sim.ActorID `cbor:"2,keyasint"`
	Title   string      `cbor:"3,keyasint"`
	To      sim.ActorID `cbor:"4,keyasint,omitempty"`
	Was     sim.ActorID `cbor:"5,keyasint,omitempty"`
	Version int         `cbor:"6,keyasint"`
}

// Moved is a ticket in another state.
type Moved struct {
	ID      string      `cbor:"1,keyasint"`
	From    sim.ActorID `cbor:"2,keyasint"`
	Title   string      `cbor:"3,keyasint"`
	Was     string      `cbor:"4,keyasint"`
	Now     string      `cbor:"5,keyasint"`
	Move    string      `cbor:"6,keyasint,omitempty"` // its name in the workflow
	Version int         `cbor:"7,keyasint"`
}

// Commented is something said about a ticket. To, Mentions and Cc are its hearers as they were then.
type Commented struct {
	ID       string        `cbor:"1,keyasint"`
	From     sim.ActorID   `cbor:"2,keyasint"`
	Title    string        `cbor:"3,keyasint"`
	Text     string        `cbor:"4,keyasint"`
	To       []sim.ActorID `cbor:"5,keyasint,omitempty"`
	Mentions []sim.ActorID `cbor:"6,keyasint,omitempty"`
	Cc       []sim.ActorID `cbor:"7,keyasint,omitempty"`
	Urgent   bool          `cbor:"8,keyasint,omitempty"`
	Version  int           `cbor:"9,keyasint"`
}

// Linked is a ticket tied to another one, or no longer.
type Linked struct {
	ID      string      `cbor:"1,keyasint"`
	From    sim.ActorID `cbor:"2,keyasint"`
	Title   string      `cbor:"3,keyasint"`
	Link    LinkKind    `cbor:"4,keyasint"`
	To      string      `cbor:"5,keyasint"`
	Removed bool        `cbor:"6,keyasint,omitempty"`
	Version int         `cbor:"7,keyasint"`
}

// Kind implements sim.Body.
func (Created) Kind() string   { return "tickets.created" }
func (Updated) Kind() string   { return "tickets.updated" }
func (Assigned) Kind() string  { return "tickets.assigned" }
func (Moved) Kind() string     { return "tickets.moved" }
func (Commented) Kind() string { return "tickets.commented" }
func (Linked) Kind() string    { return "tickets.linked" }

func (b Created) String() string {
	s := fmt.Sprintf("tickets %s creates %s %q", b.From, b.ID, b.Title)
	if b.Text != "" {
		s += ": " + b.Text
	}
	return s
}

func (b Updated) String() string {
	return fmt.Sprintf("tickets %s changes %s %q: %s", b.From, b.ID, b.Name, said(b.Changes))
}

func (b Assigned) String() string {
	if b.To == "" {
		return fmt.Sprintf("tickets %s takes %s %q from %s", b.From, b.ID, b.Title, b.Was)
	}
	return fmt.Sprintf("tickets %s assigns %s %q to %s", b.From, b.ID, b.Title, b.To)
}

func (b Moved) String() string {
	return fmt.Sprintf("tickets %s moves %s %q from %s to %s", b.From, b.ID, b.Title, b.Was, b.Now)
}

func (b Commented) String() string {
	return fmt.Sprintf("tickets %s %q %s: %s", b.ID, b.Title, b.From, b.Text)
}

func (b Linked) String() string {
	if b.Removed {
		return fmt.Sprintf("tickets %s unlinks %s %q: %s %s no longer", b.From, b.ID, b.Title, b.Link, b.To)
	}
	return fmt.Sprintf("tickets %s links %s %q: %s %s", b.From, b.ID, b.Title, b.Link, b.To)
}

func said(changes []Change) string {
	list := make([]string, len(changes))
	for i, c := range changes {
		list[i] = c.String()
	}
	return strings.Join(list, "; ")
}

// String is the change as the history tells it.
func (c Change) String() string {
	if c.Was == "" {
		return c.Field + " is now " + orNothing(c.Now)
	}
	return c.Field + " from " + c.Was + " to " + orNothing(c.Now)
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}
