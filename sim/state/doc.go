// Package state writes the memory of a world as bytes and reads it back: what a snapshot is made of.
//
// A Coder walks a value by its type, unexported fields included, so that a part says nothing about its memory
// but which fields are not part of it: those tagged `state:"-"`. Two fields of pointers to one object lead to
// one object again, equal strings are kept once, maps are written in the order of their keys: equal memory
// makes equal bytes. What cannot be written (a function, a channel, an interface) is found when the type is
// looked at, before anything is written, and never left out in silence.
//
// Layout names the types that were walked by a hash. Bytes of one layout are read by that layout alone: a
// snapshot is a cache, and one that an older or newer program wrote is made anew from the log.
//
// The package uses unsafe to reach unexported fields; the bytes it reads are checked against every bound. It
// does no I/O and knows nothing of worlds.
package state
