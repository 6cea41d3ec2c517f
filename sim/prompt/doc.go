// Package prompt is what is sent to a model, as data: messages, the tools it may call, and what of it stays the same
// from one question to the next.
//
// A Prompt has one canonical form as bytes. The world keeps those as a content, a cassette finds an answer by their
// hash, and whoever speaks to an endpoint decodes them. Equal prompts are equal bytes on every machine.
//
// Tokens estimates how many tokens a text costs, by whole numbers alone: deciding code may use it. It is an upper bound
// for English and for JSON, not a count; the tests say how far above the truth it lies for a real vocabulary.
//
// The package does not know who asks, what is asked, or how an endpoint is reached.
package prompt
