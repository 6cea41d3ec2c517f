// Package speech is what people mean when they write: acts that name things in the ledger by id.
//
// A coworker decides an Act first and finds words for it afterwards; that decision is logged as Said, which
// nobody in the world perceives. What an agent under test writes in free text is read into acts, and the reading is
// logged as Understood. Commitments, acknowledgements and most social metrics rest on these two facts, so
// that no metric ever has to guess what a sentence meant.
//
// The package holds data only. Who says what when is decided in personas.
package speech
