// Package purse holds models to what may be spent: calls, tokens, money and wall time, by role and for an episode as a
// whole.
//
// A Purse is an engine.Model around another. Before a question it sets aside the most that the question can cost, after it
// takes what it did cost. So however many questions are under way, no bound is passed, but by what an answer costs more than
// was set aside for it. What is asked when too little is left but some is still set aside waits until that is
// settled. When a bound is reached the run stops, with the question open, or coworkers make do with templates: the Mode says
// which. An answer is never an empty text that stands for none.
//
// What an episode has spent before it was opened a Count reads from its log. Failed calls count as calls there and cost
// nothing, since nobody told what they cost. Wall time is in no log: who kept how long questions took, such as a tape, gives it
// to Spent.Walled; else it begins anew. Whoever wants a fork to pay for its own
// future alone counts the events after the fork.
//
// A Fallback asks another role when one gives no answer. It belongs around the Purse, so that each role pays for itself.
package purse
