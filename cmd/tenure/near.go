package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim/agents"
	"github.com/tenure-sim/tenure/sim/index/people"
)

// unknownEpisode refuses a name that no episode has, with those that were perhaps meant.
func unknownEpisode(store *checkpoints.Store, name string) error {
	if episode, ok := strings.CutSuffix(name, "@"); ok && !strings.Contains(episode, "@") {
		return usagef("%s names no point after the @; leave the @ out for the end, as in %s", name, episode)
	}
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
	return perhapsWhole(word, names, nil)
}

// perhapsAgent is the same for an agent, which may be a model that was named without saying that it is one.
func perhapsAgent(word string, modelNames []string) string {
	names, whole := agents.Names(), map[string]string{}
	for _, m := range modelNames {
		names = append(names, agentModel+m, m)
		whole[m] = agentModel + m
	}
	return perhapsWhole(word, names, whole)
}

// perhapsTool is the same for a tool, or for tools that begin alike: notes for notes_*.
func perhapsTool(word string, tools []string) string {
	var names []string
	whole := map[string]string{}
	for _, t := range tools {
		if family, _, ok := strings.Cut(t, "_"); ok && whole[family] == "" {
			names = append(names, family)
			whole[family] = family + "_*"
		}
	}
	return perhapsWhole(strings.TrimRight(word, "_*"), append(names, tools...), whole)
}

// perhapsWhole asks for near names by what one has to type for them.
func perhapsWhole(word string, names []string, whole map[string]string) string {
	var meant []string
	for _, n := range nearest(word, names) {
		if said := cmp.Or(whole[n], n); !slices.Contains(meant, said) {
			meant = append(meant, said)
		}
	}
	if len(meant) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(meant, " or ") + "?"
}

// nearMost is how many names one question offers.
const nearMost = 3

// nearest are the names that differ from a word by no more than a few slips, one in four letters, or go on where it ends.
// The number at the end of a name may be missing: people leave out the 2 of smollm2.
func nearest(word string, names []string) []string {
	type match struct {
		name  string
		slips int
	}
	var found []match
	low := strings.ToLower(word)
	for _, name := range names {
		known := strings.ToLower(name)
		n := people.Distance(low, known)
		if bare := strings.TrimRight(known, "0123456789"); bare != known && bare != "" {
			n = min(n, people.Distance(low, bare))
		}
		if word != "" && strings.HasPrefix(known, low) {
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
