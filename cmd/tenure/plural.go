package main

import "fmt"

// plural is a number of things in words: 1 episode, 2 episodes.
func plural[N int | int64 | uint64](n N, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// verb is a subject with the verb that goes with how many it is: 'a is', 'a, b are'.
func verb(n int, one, many, subject string) string {
	if n == 1 {
		return subject + " " + one
	}
	return subject + " " + many
}
