// Package personas is the coworkers: who they are, and how they behave in a world.
//
// A Persona is data from the cast of a scenario. Players is the one part of a world that holds all of them: it
// follows the log, wakes a coworker when something reaches it or one of its own timers fires, and lets it act by
// tool name like anybody else. A policy of rules and of chance drawn by name decides what a coworker means (acts of
// package speech); the words are found afterwards by personas/words, and what an agent under test writes is read
// by personas/reader. Trust moves by one fixed table, TrustTable, over logged events.
//
// The package knows no app: it understands messages, meetings and assignments by sim's small interfaces. It asks no
// model and does no I/O. What a coworker decides and what it says are kept apart, so that a model can find the words.
package personas
