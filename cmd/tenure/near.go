package main

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim/index/people"
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
	if meant := storeMeant([]string{name}); meant != "" {
		return usagef("%q is a file and no episode%s", name, meant)
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
		n := people.Distance(low, strings.ToLower(name))
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
		out = append(out, oneLine(m.name))
	}
	return out
}
