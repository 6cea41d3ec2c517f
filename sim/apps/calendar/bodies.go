package calendar

import (
	"fmt"
	"strings"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Invited is a new event. When says its first slot in words, for the organizer's zone is not in the fact.
type Invited struct {
	Event     string        `cbor:"1,keyasint"`
	Title     string        `cbor:"2,keyasint"`
	Organizer sim.ActorID   `cbor:"3,keyasint"`
	Guests    []sim.ActorID `cbor:"4,keyasint,omitempty"`
	Slots     []Interval    `cbor:"5,keyasint"`
	Next      int           `cbor:"6,keyasint,omitempty"` // index of the first slot that will begin
	Due       clock.Time    `cbor:"7,keyasint"`           // when it does
	Rule      string        `cbor:"8,keyasint,omitempty"`
	Agenda    string        `cbor:"9,keyasint,omitempty"`
	Location  string        `cbor:"10,keyasint,omitempty"`
	When      string        `cbor:"11,keyasint,omitempty"`
	Notes     []Note        `cbor:"12,keyasint,omitempty"` // of the newest past slot, laid down with the history
	Numbered  bool          `cbor:"13,keyasint,omitempty"` // the id is the calendar's own
}

// Moved is one slot of an event at another time.
type Moved struct {
	Event     string        `cbor:"1,keyasint"`
	Title     string        `cbor:"2,keyasint"`
	Organizer sim.ActorID   `cbor:"3,keyasint"`
	Guests    []sim.ActorID `cbor:"4,keyasint,omitempty"`
	Was       Interval      `cbor:"5,keyasint"`
	Now       Interval      `cbor:"6,keyasint"`
	Next      int           `cbor:"7,keyasint,omitempty"`
	Due       clock.Time    `cbor:"8,keyasint"`
	When      string        `cbor:"9,keyasint,omitempty"`
	Afresh    bool          `cbor:"10,keyasint,omitempty"` // guests are asked again: the event has this slot only
}

// Cancelled is an event, or one slot of it, that will not take place.
type Cancelled struct {
	Event     string        `cbor:"1,keyasint"`
	Title     string        `cbor:"2,keyasint"`
	Organizer sim.ActorID   `cbor:"3,keyasint"`
	Guests    []sim.ActorID `cbor:"4,keyasint,omitempty"`
	Slot      Interval      `cbor:"5,keyasint"`
	Whole     bool          `cbor:"6,keyasint,omitempty"` // all slots to come
	Due       clock.Time    `cbor:"7,keyasint"`
	When      string        `cbor:"8,keyasint,omitempty"`
}

// Responded is a guest's answer.
type Responded struct {
	Event   string      `cbor:"1,keyasint"`
	Title   string      `cbor:"2,keyasint"`
	From    sim.ActorID `cbor:"3,keyasint"`
	Answer  Answer      `cbor:"4,keyasint"`
	Comment string      `cbor:"5,keyasint,omitempty"`
}

// Began is a meeting that begins. Next and Due are those of the slot after it.
type Began struct {
	Event   string        `cbor:"1,keyasint"`
	Title   string        `cbor:"2,keyasint"`
	Slot    Interval      `cbor:"3,keyasint"`
	Guests  []sim.ActorID `cbor:"4,keyasint,omitempty"` // expected, the organizer included
	Present []sim.ActorID `cbor:"5,keyasint,omitempty"`
	Next    int           `cbor:"6,keyasint"`
	Due     clock.Time    `cbor:"7,keyasint"`
}

// Ended is a meeting that ends. Summary is its notes in one line.
type Ended struct {
	Event   string        `cbor:"1,keyasint"`
	Title   string        `cbor:"2,keyasint"`
	Slot    Interval      `cbor:"3,keyasint"`
	Present []sim.ActorID `cbor:"4,keyasint,omitempty"`
	Lines   int           `cbor:"5,keyasint,omitempty"`
	Summary string        `cbor:"6,keyasint,omitempty"`
}

// Attended is somebody who comes to a meeting: an agent under test, or a coworker who had been away.
type Attended struct {
	Event string      `cbor:"1,keyasint"`
	From  sim.ActorID `cbor:"2,keyasint"`
	Slot  Interval    `cbor:"3,keyasint"`
}

// Absented is somebody who is not at a meeting, now or when it begins.
type Absented struct {
	Event string      `cbor:"1,keyasint"`
	From  sim.ActorID `cbor:"2,keyasint"`
	Slot  Interval    `cbor:"3,keyasint"`
}

// Said is something said in a meeting.
type Said struct {
	Event    string        `cbor:"1,keyasint"`
	Title    string        `cbor:"2,keyasint"`
	From     sim.ActorID   `cbor:"3,keyasint"`
	Text     string        `cbor:"4,keyasint"`
	Hearers  []sim.ActorID `cbor:"5,keyasint,omitempty"` // who else is present
	Mentions []sim.ActorID `cbor:"6,keyasint,omitempty"`
}

// Kind implements sim.Body.
func (Invited) Kind() string   { return "calendar.invited" }
func (Moved) Kind() string     { return "calendar.moved" }
func (Cancelled) Kind() string { return "calendar.cancelled" }
func (Responded) Kind() string { return "calendar.responded" }
func (Began) Kind() string     { return "calendar.began" }
func (Ended) Kind() string     { return "calendar.ended" }
func (Attended) Kind() string  { return "calendar.attended" }
func (Absented) Kind() string  { return "calendar.absented" }
func (Said) Kind() string      { return "calendar.said" }

func (b Invited) String() string {
	s := fmt.Sprintf("calendar %s invites %s to %s %q: %s", b.Organizer, names(b.Guests), b.Event, b.Title, b.When)
	if b.Rule != "" {
		s += ", " + b.Rule
	}
	if b.Agenda != "" {
		s += "; agenda: " + b.Agenda
	}
	return s
}

func (b Moved) String() string {
	return fmt.Sprintf("calendar %s moves %s %q: %s", b.Organizer, b.Event, b.Title, b.When)
}

func (b Cancelled) String() string {
	return fmt.Sprintf("calendar %s cancels %s %q: %s", b.Organizer, b.Event, b.Title, b.When)
}

func (b Responded) String() string {
	s := fmt.Sprintf("calendar %s answers %s %q: %s", b.From, b.Event, b.Title, b.Answer)
	if b.Comment != "" {
		s += ", " + b.Comment
	}
	return s
}

func (b Began) String() string {
	return fmt.Sprintf("calendar %s %q begins; present: %s", b.Event, b.Title, names(b.Present))
}

func (b Ended) String() string {
	s := fmt.Sprintf("calendar %s %q ends", b.Event, b.Title)
	if b.Summary != "" {
		s += "; " + b.Summary
	}
	return s
}

func (b Said) String() string {
	return fmt.Sprintf("calendar in %s %q %s: %s", b.Event, b.Title, b.From, b.Text)
}

func names(ids []sim.ActorID) string {
	if len(ids) == 0 {
		return "nobody"
	}
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = string(id)
	}
	return strings.Join(list, ", ")
}
