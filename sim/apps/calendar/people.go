package calendar

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

// persons finds several people, each once.
func persons(v sim.View, list []string) ([]sim.ActorID, error) {
	out := []sim.ActorID{}
	for _, name := range list {
		who, err := company.Person(v, name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out, who) {
			out = append(out, who)
		}
	}
	return out, nil
}

// named is who of some people a text names, by id or first name, with or without @: in a meeting people say "Lena".
func named(v sim.View, text string, among []sim.ActorID) []sim.ActorID {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return strings.ContainsRune(" \t\r\n.,;:!?()\"'@", r)
	})
	var out []sim.ActorID
	for _, who := range among {
		a, _ := v.Actor(who)
		first, _, _ := strings.Cut(strings.ToLower(a.Name), " ")
		if slices.Contains(words, strings.ToLower(string(who))) || first != "" && slices.Contains(words, first) {
			out = append(out, who)
		}
	}
	return out
}

func isAgent(v sim.View, who sim.ActorID) bool {
	a, ok := v.Actor(who)
	return ok && a.Kind == sim.Agent
}
