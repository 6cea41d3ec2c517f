// Package voice is what a language model is asked for when it finds the words of a message, and what its words are held
// to before anybody sees them.
//
// A Brief says who speaks, to whom, where, and what must be said. Brief.Prompt makes the question: rules, world, speaker
// and cards first, in a message that stays the same from question to question, then the thread, the facts, the clock and
// what to say. The whole costs at most Most tokens, however long its parts are. Of the thread twelve messages are told, the
// older ones in their first words; how somebody writes is told by samples of the style.
//
// Brief.Needs says what the text must hold and what it must not; it is kept with the question, because the world may have moved on when the answer comes.
// Needs.Check reads an answer, Clean takes off what models put around one, and Repair asks once more with the reason.
// A Choice lets a strong model choose among acts that policy permits. ProjectCard and PeerCard are what a speaker
// remembers, in few words.
//
// Check reads values, not letters: 1,200 is 1200 and twelve is 12, 12 March is 2026-03-12, 2 pm is 14:00. It finds a value
// that is missing, forbidden, or that nobody gave. It knows English. It does not understand sentences: whether the right
// thing is said about a value it can tell from a few words for yes and no alone.
//
// Needs.Unfounded holds a text to its Ground, the question it answers. What others wrote there may be spoken of, but it lends
// no word of what became of anything (approved, cancelled), no deadline of a promise and nobody's consent: whoever writes to
// somebody could else put words into their mouth. A sentence of everyday words alone ("Tomorrow something changes.") passes.
//
// The package decides nothing, asks nobody and keeps nothing. It trusts its caller that a Brief holds no fact that the
// listeners may not know: what is not in a prompt cannot be talked out of a model.
package voice
