// Package standin answers without a model what models are asked for: the template's words, the first option, a message read as
// being about the first thing it may be about, the least value of any other schema, each tool in its turn. Tests, the benchmark,
// the estimate of what a run will cost and synthetic tapes use it where a model would be in the way.
//
// It knows the form of the prompts and of nothing else, and it calls nobody. It is no measure of a model: it shows that
// everything around one works.
package standin
