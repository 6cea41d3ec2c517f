// Package cassette keeps what was asked of models and what they answered on a tape, and plays it again.
//
// A Tape is an engine.Model around another. It finds an answer by a hash of the model's id, the parameters, the canonical
// prompt and the schema, with the persona who asks, the role of the model and the ordinal of the question. Modes say what it does with a question
// that it does not find: Record asks and keeps, Strict refuses, Fork refuses what was asked up to an event and asks what
// came after it, Synthetic lets a fake answer that needs no endpoint.
//
// Everything is kept: the question, the answer or the fault, usage, how it ended, every attempt that failed, when it
// was and how long it took. Keys and headers never come here.
//
// The file is append-only, one JSON record a line, each with a sum of itself. An answer is given on when its record is on
// the disk. A last line that was cut by a crash was never answered: it is left out, and said. Anything else that does not
// fit is an error with line and byte. One writer holds a lock. In memory are keys and offsets only.
//
// An error that is the tape's own, a question it does not have among them, wraps engine.ErrStop: nobody should make do with
// a template because of it.
package cassette
