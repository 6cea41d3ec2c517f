// Package sim says what happened and what follows from it.
//
// An Event is a fact in a log; a World is the fold of a log. A World is made of Parts (the apps, the work
// ledger, the players), each of which owns some kinds of event and applies them. Actors change the world by
// Call only: a Tool decides, looking at a View, and proposes Facts or rejects; the world stamps the facts,
// applies them, and lets Reactors answer with further calls. Time moves only when the timer that is due
// first fires. Agents under test sit in seats: their calls cost virtual time, and an Observation tells
// them the result and what has arrived meanwhile.
//
// The package does no I/O, reads no wall clock, draws chance by name, and is used by one goroutine at a
// time. Saving events, asking models and talking to agents is sim/engine's.
package sim
