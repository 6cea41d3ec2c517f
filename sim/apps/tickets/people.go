package tickets

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

// mentioned is whom a text names with @, by id or first name, in the order of the cast.
func mentioned(v sim.View, text string) []sim.ActorID {
	if !strings.Contains(text, "@") {
		return nil
	}
	var names []string
	for _, word := range strings.Fields(strings.ToLower(text)) {
		if _, name, ok := strings.Cut(word, "@"); ok {
			names = append(names, strings.TrimRight(name, ".,;:!?)'\""))
		}
	}
	var out []sim.ActorID
	for _, a := range v.Actors() {
		first, _, _ := strings.Cut(strings.ToLower(a.Name), " ")
		if slices.Contains(names, strings.ToLower(string(a.ID))) || first != "" && slices.Contains(names, first) {
			out = append(out, a.ID)
		}
	}
	return out
}

// everything says whether an actor may see and do all: the scenario and nature.
func everything(by sim.ActorID) bool { return by == sim.Script || by == sim.Nature }

// laying says whether a call is the scenario's: history, a beat, or a coworker's act that a beat chose.
func laying(v sim.View, by sim.ActorID) bool {
	a, ok := v.Actor(by)
	return v.Now() < v.Start() || !ok || a.Kind != sim.Agent
}

func ids(list []sim.ActorID) []string {
	out := []string{}
	for _, id := range list {
		out = append(out, string(id))
	}
	return out
}
