// Package simcheck looks for ways in which an episode depends on how it was run.
//
// A Subject says how to make a world and who acts in it. For each seed the checker makes a plain run, whose log is
// the Tape, and then goes other ways to the same end: the legs. Each leg's log is compared with the tape event by
// event as it is saved, by the hash chain. On a difference the checker says which event differs first, what led to it
// and how to see it again, and looks for a smaller case that still differs.
//
// The leg "faults" draws faults by the seed, some in the world (a coworker is out, a tool refuses, an answer is lost)
// and some of the machine (an append fails, the engine is killed). Machine faults must change nothing in the log; of
// faults in the world the log tells, and when they have stopped every promise must be kept or counted as missed.
//
// What is drawn and what is compared is pure; running is in legs.go, storm.go and check.go. The package does not judge
// whether a log is good, only whether it is the same.
package simcheck
