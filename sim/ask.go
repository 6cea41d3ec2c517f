package sim

import (
	"strconv"

	"github.com/tenure-sim/tenure/clock"
)

// Asked is a question to a model. Its answer is due at a virtual moment chosen before anybody asks, so the
// model's real latency changes nothing: time does not pass Due until the answer is in.
type Asked struct {
	ID     uint64     `cbor:"1,keyasint"` // the owner's own count, unique within the owner
	Owner  string     `cbor:"2,keyasint"` // name of the part whose Answer is called
	For    ActorID    `cbor:"3,keyasint"` // whose words or thoughts it is
	Due    clock.Time `cbor:"4,keyasint"`
	Tier   string     `cbor:"5,keyasint,omitempty"` // which model: "small", "strong", "reader" ...
	Prompt Hash       `cbor:"6,keyasint"`           // the prompt is a stored content
	Schema Hash       `cbor:"7,keyasint,omitempty"`
	Limit  int        `cbor:"8,keyasint,omitempty"` // most tokens of answer
	Ref    string     `cbor:"9,keyasint,omitempty"` // the owner's note to itself
}

// Replied is a model's answer, applied at the question's due moment.
type Replied struct {
	ID    uint64 `cbor:"1,keyasint"`
	Owner string `cbor:"2,keyasint"`
	Text  string `cbor:"3,keyasint,omitempty"`
	Fault string `cbor:"4,keyasint,omitempty"` // why there is no text; the owner falls back
	Model string `cbor:"5,keyasint,omitempty"`
	In    int    `cbor:"6,keyasint,omitempty"` // tokens
	Out   int    `cbor:"7,keyasint,omitempty"`
	// How the answer ended: stop, length, refusal, tool_calls; and how often the endpoint was tried, when more than once.
	Finish string `cbor:"8,keyasint,omitempty"`
	Tries  int    `cbor:"9,keyasint,omitempty"`
	Cached int    `cbor:"10,keyasint,omitempty"` // tokens of In that the endpoint had kept
}

// Kind implements Body.
func (Asked) Kind() string   { return "sim.asked" }
func (Replied) Kind() string { return "sim.replied" }

func (a Asked) String() string   { return "asked a model for " + string(a.For) }
func (r Replied) String() string { return "the model replied" + because(r.Fault) }

// Question is an Asked that has no answer yet.
type Question struct {
	Asked
	Seq uint64 // of the asking event
}

type questionKey struct {
	owner string
	id    uint64
}

const askOwner = "ask" // owner of the timers that stand for answers

func timerName(owner string, id uint64) string { return owner + "/" + strconv.FormatUint(id, 10) }

func (q Question) timerName() string { return timerName(q.Owner, q.ID) }

// Timers implements Timed: the answer's slot.
func (a Asked) Timers() []Timer {
	return []Timer{{Owner: askOwner, Key: timerName(a.Owner, a.ID), Due: a.Due, Rank: -100}}
}

// Timers implements Timed: the slot is used up.
func (r Replied) Timers() []Timer {
	return []Timer{{Owner: askOwner, Key: timerName(r.Owner, r.ID), Due: clock.Never}}
}
