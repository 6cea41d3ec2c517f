// Package reader reads what an agent under test writes, in free English, into speech acts.
//
// A Lexicon knows the names of a scenario: people, requirements, packages, deliverables, approvals, facts, risks and
// commitments. Read splits a text into clauses, finds the names, dates and figures in each, and decides by an ordered
// table of rules what each clause does. Who says it to whom, when, and what was said before come in as a Context, so
// that "will do" and "any update?" find what they are about.
//
// The same text in the same Context always reads the same. The cost is linear in the length of the text, which is cut
// at 8,000 characters, and a message has at most 12 acts. What cannot be read is said in Reading.Unclear, never
// dropped in silence.
//
// The package does not decide what anybody answers, and does not check whether what was said is true.
package reader
