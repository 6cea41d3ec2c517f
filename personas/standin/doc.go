// Package standin answers what coworkers ask models for, without a model: the template's words, the first option, a message
// read as being about the first thing it may be about. Tests, the benchmark and the estimate of what a run will cost
// use it where a model would be in the way.
//
// It knows the form of the prompts and of nothing else, and it calls nobody.
package standin
