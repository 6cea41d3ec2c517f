package sim

import (
	"slices"

	"github.com/tenure-sim/tenure/clock"
)

// ActorID names whoever acts: a persona, an agent under test, the scenario's script or the world itself.
type ActorID string

const (
	// Nature is the actor of what nobody does: timers that fire, the horizon that is reached.
	Nature ActorID = "world"
	// Script is the actor of the scenario: its beats and the history it lays down before the start.
	Script ActorID = "script"
)

// Body is what happened. Kind is its name in the log, for ever: "chat.posted".
//
// A body that reaches people has a String method as well: the line by which a person would remember it.
// Fields are tagged `cbor:"1,keyasint,omitempty"` with numbers that are never reused.
type Body interface{ Kind() string }

// Event is one fact in the log: who did what when, because of which earlier event, and who perceived it.
type Event struct {
	Seq      uint64
	At       clock.Time
	Actor    ActorID
	Cause    uint64    // Seq of the event that led to this one; 0 when none did
	Audience []ActorID // sorted; who perceives it. Empty: nobody but the simulator
	Body     Body
}

// Reaches says whether the actor perceives the event.
func (e Event) Reaches(a ActorID) bool {
	_, ok := slices.BinarySearch(e.Audience, a)
	return ok
}

// Fact is a proposed event: Decide returns it, the world stamps it with number, time and actor.
type Fact struct {
	Body     Body
	Audience []ActorID // any order; the world sorts it
	Contents [][]byte  // contents that the body names by hash, to be stored with the event
}

// Timed is implemented by bodies that set or cancel timers. Due moments are part of the fact, so a replay
// needs none of the rules that chose them.
type Timed interface{ Timers() []Timer }

// Timer is a due moment that a part set for itself. Owner and Key together name it: setting it again moves
// it, and setting it with Due == clock.Never cancels it.
type Timer struct {
	Owner string // name of the part whose Wake is called
	Key   string // the part's own name for it
	Due   clock.Time
	Rank  clock.Rank // order among timers due at the same moment; lower first
	SetBy uint64     // Seq of the event that set it; filled in by the world
}

func audience(ids []ActorID) []ActorID {
	if len(ids) == 0 {
		return nil
	}
	if slices.IsSorted(ids) && !hasRepeats(ids) {
		return ids
	}
	out := slices.Clone(ids)
	slices.Sort(out)
	return slices.Compact(out)
}

func hasRepeats(sorted []ActorID) bool {
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			return true
		}
	}
	return false
}
