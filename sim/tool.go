package sim

import (
	"fmt"

	"github.com/tenure-sim/tenure/clock"
)

// Tool is one thing an actor can do. Decide looks and proposes; it changes nothing.
type Tool struct {
	Name   string // "chat_post": the app's name, then the verb
	Doc    string // one or two sentences for the agent
	Params []Param
	Base   clock.Duration // what the call costs the agent before any words are read or written
	// Internal tools belong to personas and the script; an agent under test neither sees nor can call them.
	Internal bool
	Decide   func(v View, by ActorID, a Args) (Result, []Fact, error)
}

// Result is what the caller gets back.
type Result struct {
	Data any    // shown to the agent as JSON; must hold no maps with non-string keys
	Text string // the same in one line
	Read int    // words the caller had to read; they cost the agent reading time
}

// Call is an actor using a tool. It is the one door into the world.
type Call struct {
	By    ActorID
	Tool  string
	Args  Args
	Cause uint64 // the event the caller acts upon; 0 when none
}

// Rejection is a call refused: said to the actor and logged as a fact.
type Rejection struct{ Reason string }

func (r *Rejection) Error() string { return r.Reason }

// Reject makes a rejection. The reason is a sentence for the actor: what was wrong and what would be right.
func Reject(format string, args ...any) error {
	return &Rejection{Reason: fmt.Sprintf(format, args...)}
}

// View is all that deciding code sees of time, chance and people.
type View interface {
	Now() clock.Time
	// Start is the moment the episode opens; before it the scenario lays down history.
	Start() clock.Time
	Horizon() clock.Time
	// Draw is a number between 0 and 1<<64-1 that depends on the seed, the three names and nothing else.
	// n is the entity's own count, never Seq: so that forks draw the same numbers for the same things.
	Draw(who ActorID, what string, n uint64) uint64
	Actor(ActorID) (*Actor, bool)
	Actors() []*Actor // in the order of the cast; do not change them
	Content(Hash) []byte
}

// Part is one room of the world: an app, the work ledger, the players. It is a pointer to a struct whose fields are its
// state: snapshots hold all of them but those tagged `state:"-"`, which a Restorer makes anew. A field that cannot be
// saved, a function or an interface, is an error that names it.
type Part interface {
	Name() string
	Kinds() []Body // a zero value of every body it applies
	Tools() []Tool
	Apply(Event) // its own kinds only; cannot fail
	Clone() Part // shares what cannot change
}

// Observer is a part that also follows other parts' events. Observe changes only the part's own state.
type Observer interface{ Observe(View, Event) }

// Reactor is a part that answers events with calls. React runs once for every event, when it happens and
// never on replay.
type Reactor interface{ React(View, Event) []Call }

// Waker is a part that sets timers.
type Waker interface{ Wake(View, Timer) []Call }

// Answerer is a part that asks models.
type Answerer interface {
	Answer(View, Question, Replied) []Call
}
