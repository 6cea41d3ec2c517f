// Package words finds words for what a coworker means.
//
// A Scene holds the acts to be said, with the names of things already looked up; a Voice says who speaks in which of
// ten styles. Render chooses a core sentence for each act from the style's own variants, joins them, and dresses them
// for the app: a chat message is short, a mail has a greeting, paragraphs and a signature. Line does the same for the
// lines that hold a meeting together, Subject for the subject of a mail.
//
// A core is a template: "{it}" is a slot, "{due|soon}" a slot with a stand-in, "[ by {due}]" is said only when its
// slots are filled. Every value, date, percentage, name and reason of an act is in the text, in a sentence of its own if
// the core has no place for it; and nothing is in the text that the scene does not give.
//
// Chance comes in as a function, so the same draws make the same words. The caller remembers what was used: Render
// returns the names of its choices, and avoids those that the caller says are worn.
//
// The package does not decide what is said, to whom, or when.
package words
