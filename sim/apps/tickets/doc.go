// Package tickets is the company's ticket tracker: boards with a workflow, and tickets that move through it.
//
// A scenario gives the boards. Each board's workflow is an fsm table, read once when the Part is made: what may
// move from where to where, and who may do it. A ticket is an immutable record that is replaced on every change;
// its comments and history are lists that share their older part. Queries intersect bit sets, one for each state,
// assignee, label, priority and board, and ask sim/index for words.
//
// Everybody may read a board that has no members; of one that has, others see nothing. An event's audience is who
// follows the ticket: its author, assignee and commenters, and the watchers of the board. The package knows no
// approvals: whether a move was allowed to happen yet is for the score to say.
package tickets
