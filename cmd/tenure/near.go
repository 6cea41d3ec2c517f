package main

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/checkpoints"
)

// unknownEpisode refuses a name that no episode has, with those that were perhaps meant.
func unknownEpisode(store *checkpoints.Store, name string) error {
	if episode, _, pointed := strings.Cut(name, "@"); pointed {
		return usagef("the name of an episode is wanted here, without a point: %s", episode)
	}
	bs, err := store.Branches()
	if err != nil {
		return err
	}
	names := make([]string, len(bs))
	for i, b := range bs {
		names[i] = b.Name
	}
	if near := nearest(name, names); len(near) > 0 {
		return usagef("there is no episode %q in %s; did you mean %s?", name, store.Path(), strings.Join(near, " or "))
	}
	return usagef("there is no episode %q in %s; it has %s", name, store.Path(), episodeNames(store))
}

// perhaps asks whether a name that is nearly the word was meant, or says nothing.
func perhaps(word string, names []string) string {
	if near := nearest(word, names); len(near) > 0 {
		return "; did you mean " + strings.Join(near, " or ") + "?"
	}
	return ""
}

// nearMost is how many names one question offers.
const nearMost = 3

// nearest are the names that differ from a word by no more than a few slips, one in four letters, or go on where it ends.
func nearest(word string, names []string) []string {
	type match struct {
		name  string
		slips int
	}
	var found []match
	low := strings.ToLower(word)
	for _, name := range names {
		n := slips(low, strings.ToLower(name))
		if word != "" && strings.HasPrefix(strings.ToLower(name), low) {
			n = min(n, 1)
		}
		if n <= max(1, len(word)/4) {
			found = append(found, match{name, n})
		}
	}
	slices.SortStableFunc(found, func(a, b match) int { return a.slips - b.slips })
	var out []string
	for _, m := range found[:min(len(found), nearMost)] {
		out = append(out, m.name)
	}
	return out
}

// slips is how many letters must be put in, left out, changed or swapped with their neighbour to make one word of the
// other.
func slips(a, b string) int {
	x, y := []rune(a), []rune(b)
	two, one := make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range one {
		one[j] = j
	}
	for i := range x {
		row := make([]int, len(y)+1)
		row[0] = i + 1
		for j := range y {
			change := one[j]
			if x[i] != y[j] {
				change++
			}
			row[j+1] = min(change, one[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				row[j+1] = min(row[j+1], two[j-1]+1)
			}
		}
		two, one = one, row
	}
	return one[len(y)]
}
