package company

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Everyone in place of a name means the whole company.
const Everyone sim.ActorID = "all"

// nearMost is how many ids are told to somebody who named nobody.
const nearMost = 12

// Person finds somebody by id, and kindly by full name or mail address too.
func Person(v sim.View, name string) (sim.ActorID, error) {
	name = strings.TrimPrefix(strings.TrimSpace(name), "@")
	if _, ok := v.Actor(sim.ActorID(name)); ok {
		return sim.ActorID(name), nil
	}
	near := []string{}
	for _, a := range v.Actors() {
		if strings.EqualFold(string(a.ID), name) || strings.EqualFold(a.Name, name) || strings.EqualFold(a.Mail, name) {
			return a.ID, nil
		}
		if len(near) < nearMost {
			near = append(near, string(a.ID))
		}
	}
	return "", sim.Reject("there is nobody called %q; people are named by id: %s", name, strings.Join(near, ", "))
}

// Known checks a list of ids. Everyone is one of them.
func Known(v sim.View, who []sim.ActorID) error {
	for _, a := range who {
		if _, ok := v.Actor(a); !ok && a != Everyone {
			return sim.Reject("there is nobody with the id %q; the directory lists people's ids, and all means everyone", a)
		}
	}
	return nil
}

// Laying says whether a call is the scenario's: history, a beat, or a coworker's act that a beat chose.
func Laying(v sim.View, by sim.ActorID) bool {
	a, ok := v.Actor(by)
	return v.Now() < v.Start() || !ok || a.Kind != sim.Agent
}

// Stamp writes a moment on the wall of whoever looks; the scenario looks at UTC.
func Stamp(v sim.View, by sim.ActorID, t clock.Time) string {
	if a, ok := v.Actor(by); ok {
		return t.Format(a.Hours().Zone())
	}
	return t.String()
}

// Holds says whether a list names somebody, or everyone.
func Holds(list []sim.ActorID, a sim.ActorID) bool {
	return slices.Contains(list, a) || slices.Contains(list, Everyone)
}

// Audience sorts those who may perceive something, each once, and leaves out whoever perceives nothing.
func Audience(list []sim.ActorID) []sim.ActorID {
	out := slices.Clone(list)
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(a sim.ActorID) bool { return Above(a) || a == Everyone || a == "" })
}

// With is a sorted list with some added. It is the list itself when they are in it.
func With(list []sim.ActorID, who ...sim.ActorID) []sim.ActorID {
	if !slices.ContainsFunc(who, func(a sim.ActorID) bool { _, in := slices.BinarySearch(list, a); return !in }) {
		return list
	}
	out := append(slices.Clone(list), who...)
	slices.Sort(out)
	return slices.Compact(out)
}

// Without is a list with some left out, and nil when nobody is left: as an event is read, so it was made.
func Without(list []sim.ActorID, who ...sim.ActorID) []sim.ActorID {
	out := slices.DeleteFunc(slices.Clone(list), func(a sim.ActorID) bool { return slices.Contains(who, a) })
	if len(out) == 0 {
		return nil
	}
	return out
}

// Words are ids as words.
func Words(list []sim.ActorID) []string {
	out := make([]string, len(list))
	for i, a := range list {
		out[i] = string(a)
	}
	return out
}

// Join writes ids one after the other.
func Join(list []sim.ActorID) string { return strings.Join(Words(list), ", ") }
