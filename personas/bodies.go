package personas

import (
	"strconv"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// owner is the part's name and the owner of its timers.
const owner = "players"

// Moved is a coworker changing its availability until a moment at which it moves again.
type Moved struct {
	Who   sim.ActorID `cbor:"1,keyasint"`
	Move  string      `cbor:"2,keyasint"`
	State State       `cbor:"3,keyasint"`
	Until clock.Time  `cbor:"4,keyasint"`
}

// Noticed is a message reaching a coworker, which means to deal with it at Due.
type Noticed struct {
	Who     sim.ActorID `cbor:"1,keyasint"`
	Message uint64      `cbor:"2,keyasint"`
	Due     clock.Time  `cbor:"3,keyasint"`
	Silent  bool        `cbor:"4,keyasint,omitempty"` // a copy: read, not answered
	Ping    bool        `cbor:"5,keyasint,omitempty"` // asks again for what is open
	Again   bool        `cbor:"6,keyasint,omitempty"` // noticed before, put off
	Urgent  bool        `cbor:"7,keyasint,omitempty"`
}

// Handled is a coworker done with a message, answered or not.
type Handled struct {
	Who     sim.ActorID    `cbor:"1,keyasint"`
	Message uint64         `cbor:"2,keyasint"`
	How     string         `cbor:"3,keyasint"` // answered | read | let go
	Cost    clock.Duration `cbor:"4,keyasint"` // of its working time: reading, writing and getting back into its work
}

// How a message was handled.
const (
	answered = "answered"
	readOnly = "read"
	letGo    = "let go" // forgotten under load: it must be reminded
)

// Learned is somebody coming to know a version of a requirement.
type Learned struct {
	Who     sim.ActorID `cbor:"1,keyasint"`
	Req     string      `cbor:"2,keyasint"`
	Version int         `cbor:"3,keyasint"`
	Because uint64      `cbor:"4,keyasint,omitempty"`
}

// Spoke is a coworker sending what it Said. The words travel in the fact only until
// the app has them: the log holds them once, in the app's own event.
type Spoke struct {
	Who     sim.ActorID   `cbor:"1,keyasint"`
	Via     string        `cbor:"2,keyasint"` // chat | mail | channel | reply
	Where   string        `cbor:"3,keyasint,omitempty"`
	To      []sim.ActorID `cbor:"4,keyasint,omitempty"`
	Answers uint64        `cbor:"5,keyasint,omitempty"`
	Retry   bool          `cbor:"6,keyasint,omitempty"` // the first way was refused
	Said    uint64        `cbor:"7,keyasint,omitempty"` // what is meant; the event before when 0
	Asked   uint64        `cbor:"8,keyasint,omitempty"` // the question whose answer the words are, if a model was asked
	subject string
	words   string
	app     string
}

// meant is the number of the event that says what is meant.
func (s Spoke) meant(e sim.Event) uint64 {
	if s.Said != 0 {
		return s.Said
	}
	return e.Seq - 1
}

// Planned is a coworker meaning to do something at a moment; Never gives it up.
type Planned struct {
	Who  sim.ActorID `cbor:"1,keyasint"`
	What string      `cbor:"2,keyasint"`
	Due  clock.Time  `cbor:"3,keyasint"`
}

// Marked is a coworker remembering that it has said or claimed something, so as not to repeat it.
type Marked struct {
	Who  sim.ActorID `cbor:"1,keyasint"`
	What string      `cbor:"2,keyasint"`
	N    int64       `cbor:"3,keyasint,omitempty"`
}

// Accounted is working time written down: from here on the coworker's time counts for its next piece of work.
type Accounted struct {
	Who     sim.ActorID `cbor:"1,keyasint"`
	Package string      `cbor:"2,keyasint,omitempty"` // what it works on from now on
}

// Absent is a coworker unexpectedly out until a moment.
type Absent struct {
	Who   sim.ActorID `cbor:"1,keyasint"`
	State State       `cbor:"2,keyasint"` // sick | leave | away
	Until clock.Time  `cbor:"3,keyasint"`
}

// Departed is a coworker leaving the company for good.
type Departed struct {
	Who        sim.ActorID `cbor:"1,keyasint"`
	ReplacedBy sim.ActorID `cbor:"2,keyasint,omitempty"`
}

// Kind implements sim.Body.
func (Moved) Kind() string     { return "players.moved" }
func (Noticed) Kind() string   { return "players.noticed" }
func (Handled) Kind() string   { return "players.handled" }
func (Learned) Kind() string   { return "players.learned" }
func (Spoke) Kind() string     { return "players.spoke" }
func (Planned) Kind() string   { return "players.planned" }
func (Marked) Kind() string    { return "players.marked" }
func (Accounted) Kind() string { return "players.accounted" }
func (Absent) Kind() string    { return "players.absent" }
func (Departed) Kind() string  { return "players.departed" }

// Timers implements sim.Timed: the next move.
func (m Moved) Timers() []sim.Timer { return timer(m.Who, "state", m.Until, 10) }

// Timers implements sim.Timed: the moment of the reply.
func (n Noticed) Timers() []sim.Timer { return timer(n.Who, noteKey(n.Message), n.Due, 20) }

// Timers implements sim.Timed: a message dealt with early needs no moment any more.
func (h Handled) Timers() []sim.Timer { return timer(h.Who, noteKey(h.Message), clock.Never, 20) }

// Timers implements sim.Timed: the moment to act.
func (p Planned) Timers() []sim.Timer { return timer(p.Who, p.What, p.Due, 30) }

func timer(who sim.ActorID, what string, due clock.Time, rank clock.Rank) []sim.Timer {
	return []sim.Timer{{Owner: owner, Key: string(who) + "/" + what, Due: due, Rank: rank}}
}

func noteKey(message uint64) string { return "note/" + strconv.FormatUint(message, 10) }
