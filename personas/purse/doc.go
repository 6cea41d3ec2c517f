// Package purse holds models to what may be spent: calls, tokens, money and wall time, by role and for an episode as a
// whole.
//
// A Purse is an engine.Model around another. Before a request it sets aside the most that it can cost, after it takes what it did
// cost. So however many are under way, no bound is passed, but by what an answer costs more than was set aside for it. A question may
// take several requests: whoever puts one again tells the question's models.Meter, and one that may not be paid does not go out. What
// is asked when too little is left but some is still set aside waits until that is settled. When a bound is reached the run stops,
// with the question open, or coworkers make do with templates: the Mode says which. An answer is never an empty text that stands for
// none.
//
// A request that reached an endpoint is a call, whatever came of it. One that failed took the tokens that the endpoint told, or by our
// estimate its prompt and what had come.
//
// What an episode has spent stands in its Book, which is written down before a request and after it. What was under way when a process
// was killed is taken for a call with its prompt. An episode without a book, such as a fork or an import, begins one with what a Count
// reads from its log. What a tape has is played whatever is left; what others have paid for it counts.
// So is the wall time. No log has that, so a fork and an import begin with none; and a kill loses what passed of the question under way.
//
// A Fallback asks another role when one gives no answer. It belongs around the Purse, so that each role pays for itself.
package purse
