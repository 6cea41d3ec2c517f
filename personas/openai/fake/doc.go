// Package fake is an endpoint that speaks OpenAI's chat completions without a model: on loopback, for tests and for
// measuring. What it answers is a function of the question; how late and with which faults is drawn from the seed, the
// question and how often that question came, so the order in which questions arrive changes nothing.
//
// By itself it says what the question says must be said, fills a schema with the least that fits, and calls tools only by
// a script. Echo repeats the whole prompt, which is the worst a model can do with a secret.
package fake
