package calendar

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
)

// person finds somebody by id, and kindly by full name or mail address too.
func person(v sim.View, name string) (sim.ActorID, error) {
	name = strings.TrimPrefix(strings.TrimSpace(name), "@")
	if _, ok := v.Actor(sim.ActorID(name)); ok {
		return sim.ActorID(name), nil
	}
	near := []string{}
	for _, a := range v.Actors() {
		if strings.EqualFold(string(a.ID), name) || strings.EqualFold(a.Name, name) || strings.EqualFold(a.Mail, name) {
			return a.ID, nil
		}
		if len(near) < 12 {
			near = append(near, string(a.ID))
		}
	}
	return "", sim.Reject("there is nobody called %q; people are named by id: %s", name, strings.Join(near, ", "))
}

// persons finds several people, each once.
func persons(v sim.View, list []string) ([]sim.ActorID, error) {
	out := []sim.ActorID{}
	for _, name := range list {
		who, err := person(v, name)
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

// everything says whether an actor may see and do all: the scenario and nature.
func everything(by sim.ActorID) bool { return by == sim.Script || by == sim.Nature }

// laying says whether a call is the scenario's: history, a beat, or a coworker's act that a beat chose.
func laying(v sim.View, by sim.ActorID) bool { return v.Now() < v.Start() || !isAgent(v, by) }

func isAgent(v sim.View, who sim.ActorID) bool {
	a, ok := v.Actor(who)
	return ok && a.Kind == sim.Agent
}
