// Package openai asks models at any endpoint that speaks OpenAI's chat completions: an engine.Model over the network.
//
// A Client holds one endpoint a model. Complete sends one question, waits as the limits want, tries again what may pass
// (429, 408, 5xx, a broken connection, a cut stream) and gives back an answer or a Fault. An answer that was refused, cut
// by its length or left empty is an answer, told by Finish: whoever asked decides what to do about it. What an
// endpoint does not support (usage in streams, a schema, tools, the name of a field) is learnt from its refusals. A
// schema or tools that it cannot take go into the prompt as text, and tool calls are then read out of the text.
//
// Only data counts as a sign of life: comment lines that keep a connection open lengthen no time-out. A stream is whole
// when it told a finish reason and ended with [DONE]; every other end is a failure, since half a message would be taken
// for a whole one. Time-outs, waits and prices live in real time and reach no log.
//
// go-openai gives the types of requests. Its types of answers are not used, since they refuse one for a count that is written
// as 12.0, and neither is its client: it drops a temperature of 0, refuses
// settings by a model's name wherever the endpoint is, loses Retry-After, takes a stream without its end mark for a
// finished one, fails after 300 keep-alive lines, and reads bodies of any size.
//
// A key comes from the environment variable that the configuration names. It is put on the request and nowhere else, and
// taken out of whatever an endpoint sends back, however it is written there as far as hide.go says.
package openai
