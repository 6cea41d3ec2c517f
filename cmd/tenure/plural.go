package main

import "github.com/tenure-sim/tenure/sim/many"

// plural is a number of things in words: 1 episode, 2 episodes.
func plural[N int | int64 | uint64](n N, thing string) string { return many.Of(n, thing) }

// verb is a subject with the verb that goes with how many it is: 'a is', 'a, b are'.
func verb(n int, one, more, subject string) string { return subject + " " + many.Verb(n, one, more) }
