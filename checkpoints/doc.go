// Package checkpoints keeps logs in a bbolt file: branches, the events of each, and the contents that events name.
//
// A Store holds many episodes. A branch is an episode's log; a fork is a branch that names its parent and shares
// its past. Events are appended in one transaction with the contents they name, in chunks, each under the
// branch's number and its first event's number; a head remembers the last event and the chain's hash. The log is
// the truth: nothing here is needed beyond it.
//
// The package knows events as bytes. What they mean is sim's; when to save is sim/engine's.
package checkpoints
