package sim

import (
	"fmt"

	"github.com/tenure-sim/tenure/clock"
)

// ActorKind says what stands behind an actor.
type ActorKind string

// The kinds of actors.
const (
	Persona ActorKind = "persona"
	Agent   ActorKind = "agent" // an agent under test
)

// Actor is one person of the cast as the company's directory knows them.
type Actor struct {
	ID       ActorID     `cbor:"1,keyasint"`
	Kind     ActorKind   `cbor:"2,keyasint"`
	Name     string      `cbor:"3,keyasint"`
	Role     string      `cbor:"4,keyasint,omitempty"`
	Team     string      `cbor:"5,keyasint,omitempty"`
	Mail     string      `cbor:"6,keyasint,omitempty"`
	Zone     string      `cbor:"7,keyasint"`
	Manager  ActorID     `cbor:"8,keyasint,omitempty"`
	Week     clock.Week  `cbor:"9,keyasint"`
	Holidays []clock.Day `cbor:"10,keyasint,omitempty"`
	Owns     []string    `cbor:"11,keyasint,omitempty"` // what the company says they own, in words
	Joins    clock.Time  `cbor:"12,keyasint,omitempty"` // not in the company before; 0: there from the start

	hours *clock.Hours `state:"-"` // made from zone, week and holidays
}

// Hours is the actor's working calendar without leave: what the directory shows.
func (a *Actor) Hours() *clock.Hours { return a.hours }

// Founded is the first event of every log: all that the world is made from.
type Founded struct {
	Scenario string     `cbor:"1,keyasint"`
	Digest   string     `cbor:"2,keyasint,omitempty"` // of the scenario's files
	Seed     uint64     `cbor:"3,keyasint"`
	Start    clock.Time `cbor:"4,keyasint"` // when the episode opens, after its history
	Horizon  clock.Time `cbor:"5,keyasint"` // when it ends at the latest
	Actors   []Actor    `cbor:"6,keyasint"`
}

// Opened ends the history: from here on reactors react.
type Opened struct {
	Horizon clock.Time `cbor:"1,keyasint"`
}

// Fired is a timer that came due.
type Fired struct {
	Owner string `cbor:"1,keyasint"`
	Key   string `cbor:"2,keyasint"`
}

// Rejected is a call that a tool refused.
type Rejected struct {
	Tool   string `cbor:"1,keyasint"`
	Reason string `cbor:"2,keyasint"`
}

// Reseeded changes all chance from here on: a fork that is to see another future.
type Reseeded struct {
	Seed uint64 `cbor:"1,keyasint"`
}

// Ending says how an episode ended for good.
type Ending string

// The endings that are facts. Stopped and crashed are states of a run, not of the world.
const (
	Finished Ending = "finished" // every agent under test handed in its work
	Reached  Ending = "horizon"
	Broken   Ending = "broken" // the episode's own machinery failed
)

// Ended is the last event of a log.
type Ended struct {
	How Ending `cbor:"1,keyasint"`
	Why string `cbor:"2,keyasint,omitempty"`
}

// Kind implements Body.
func (Founded) Kind() string  { return "sim.founded" }
func (Opened) Kind() string   { return "sim.opened" }
func (Fired) Kind() string    { return "sim.fired" }
func (Rejected) Kind() string { return "sim.rejected" }
func (Ended) Kind() string    { return "sim.ended" }
func (Reseeded) Kind() string { return "sim.reseeded" }

func (f Founded) String() string {
	return fmt.Sprintf("scenario %s founded with %d people, seed %d", f.Scenario, len(f.Actors), f.Seed)
}
func (Opened) String() string     { return "the project starts" }
func (f Fired) String() string    { return "timer " + f.Owner + "/" + f.Key }
func (r Rejected) String() string { return r.Tool + " refused: " + r.Reason }
func (r Reseeded) String() string { return fmt.Sprintf("chance goes on with seed %d", r.Seed) }
func (e Ended) String() string    { return "ended: " + string(e.How) + because(e.Why) }

func because(why string) string {
	if why == "" {
		return ""
	}
	return ", " + why
}

const kernel = "sim" // owner of the kernel's own timers

// Timers implements Timed: the horizon.
func (o Opened) Timers() []Timer {
	return []Timer{{Owner: kernel, Key: "horizon", Due: o.Horizon, Rank: 127}}
}

func coreBodies() []Body {
	return append(seatBodies(), Founded{}, Opened{}, Fired{}, Rejected{}, Ended{}, Reseeded{}, Asked{}, Replied{})
}
