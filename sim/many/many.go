package many

import "fmt"

// Of is a number of things in words: "1 episode", "2 episodes". The things are named in the singular and take an s.
func Of[N int | int64 | uint64](n N, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Verb is the form of a verb that goes with how many there are: one of "is" and "are", say.
func Verb[N int | int64 | uint64](n N, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}
