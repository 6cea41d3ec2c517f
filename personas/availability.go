package personas

import (
	"context"
	"fmt"

	"github.com/looplab/fsm"
)

// State is where a coworker is, as far as it can be reached.
type State = string

// The states of a coworker.
const (
	Offline   State = "offline"   // outside its hours
	Available State = "available" // at work
	Focused   State = "focus"     // at work, and an interruption costs 25 minutes more
	Meeting   State = "meeting"
	Away      State = "away" // an errand, a customer visit
	Sick      State = "sick"
	OnLeave   State = "leave"
	Gone      State = "gone" // not in the company: not yet, or no longer
)

// What moves a coworker from one state to another.
const (
	arrive      = "arrive"
	goHome      = "go home"
	concentrate = "concentrate"
	surface     = "surface"
	meet        = "meet"
	adjourn     = "adjourn"
	stepOut     = "step out"
	fallIll     = "fall ill"
	vacation    = "go on leave"
	recovery    = "be back"
	depart      = "depart"
	join        = "join"
)

// moves is the table of the state machine. It has no callbacks: what follows from a move is decided by those who
// read the fact, and a callback that moves the machine again would hang it.
var moves = fsm.Events{
	{Name: arrive, Src: []string{Offline}, Dst: Available},
	{Name: goHome, Src: []string{Available, Focused, Meeting, Away}, Dst: Offline},
	{Name: concentrate, Src: []string{Available}, Dst: Focused},
	{Name: surface, Src: []string{Focused}, Dst: Available},
	{Name: meet, Src: []string{Available, Focused}, Dst: Meeting},
	{Name: adjourn, Src: []string{Meeting}, Dst: Available},
	{Name: stepOut, Src: []string{Offline, Available, Focused, Meeting}, Dst: Away},
	{Name: fallIll, Src: []string{Offline, Available, Focused, Meeting, Away, OnLeave}, Dst: Sick},
	{Name: vacation, Src: []string{Offline, Available, Focused, Meeting, Away}, Dst: OnLeave},
	{Name: recovery, Src: []string{Sick, OnLeave, Away}, Dst: Offline},
	{Name: depart, Src: []string{Offline, Available, Focused, Meeting, Away, Sick, OnLeave}, Dst: Gone},
	{Name: join, Src: []string{Gone}, Dst: Offline},
}

// compileMoves asks the machine once for every move, so that a move in the world costs a look-up and no machine
// is ever part of a state.
func compileMoves() map[[2]string]State {
	table := map[[2]string]State{}
	for _, e := range moves {
		for _, from := range e.Src {
			m := fsm.NewFSM(from, moves, nil)
			if err := m.Event(context.Background(), e.Name); err != nil {
				panic(fmt.Sprintf("personas: move %q from %s: %v", e.Name, from, err))
			}
			table[[2]string{from, e.Name}] = m.Current()
		}
	}
	return table
}

// atWork says whether somebody in that state can read and write.
func atWork(s State) bool { return s == Available || s == Focused || s == Meeting }

// absent says whether somebody in that state is away for days rather than hours.
func absent(s State) bool { return s == Sick || s == OnLeave || s == Gone }
