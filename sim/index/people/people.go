package people

import (
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Here says whether somebody has joined the company by now.
func Here(v sim.View, a *sim.Actor) bool { return a.Joins <= v.Now() }

// All returns the ids of everybody who has joined, in the order of the cast.
func All(v sim.View) []sim.ActorID {
	var out []sim.ActorID
	for _, a := range v.Actors() {
		if Here(v, a) {
			out = append(out, a.ID)
		}
	}
	return out
}

// Find returns the one who is meant, or a rejection that names the nearest ids.
func Find(v sim.View, name string) (sim.ActorID, error) {
	if id, ok := Lookup(v, name); ok {
		return id, nil
	}
	return "", sim.Reject("nobody here is called %q: %s", name, Hint(name, names(v)))
}

// FindAll is Find for a list; each person once, in the order given.
func FindAll(v sim.View, list []string) ([]sim.ActorID, error) {
	var out []sim.ActorID
	seen := map[sim.ActorID]bool{}
	for _, name := range list {
		id, err := Find(v, name)
		if err != nil {
			return nil, err
		}
		if !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out, nil
}

// Lookup returns the one who is meant. An id goes before an address, that before a full name, and a first name
// counts when only one has it.
func Lookup(v sim.View, name string) (sim.ActorID, bool) {
	name = bare(name)
	if a, ok := v.Actor(sim.ActorID(name)); ok && Here(v, a) {
		return a.ID, true
	}
	var best sim.ActorID
	rank, tied := 0, false
	for _, a := range v.Actors() {
		r := fits(a, name)
		if r == 0 || !Here(v, a) {
			continue
		}
		tied = tied && r <= rank || r == rank
		if r > rank {
			best, rank = a.ID, r
		}
	}
	return best, rank > 0 && !tied
}

// fits says how well a name is an actor's: 0 not at all.
func fits(a *sim.Actor, name string) int {
	switch {
	case strings.EqualFold(string(a.ID), name):
		return 4
	case a.Mail != "" && strings.EqualFold(a.Mail, name):
		return 3
	case strings.EqualFold(a.Name, name):
		return 2
	case strings.EqualFold(First(a), name):
		return 1
	}
	return 0
}

// bare takes off what people put around a name: the sign of a mention, the display name of an address.
func bare(name string) string {
	name = strings.TrimSpace(name)
	if from := strings.LastIndexByte(name, '<'); from >= 0 && strings.HasSuffix(name, ">") {
		name = name[from+1 : len(name)-1]
	}
	return strings.TrimPrefix(strings.TrimSpace(name), "@")
}

// First is an actor's first name.
func First(a *sim.Actor) string {
	first, _, _ := strings.Cut(a.Name, " ")
	return first
}

// Zone is where an actor's clock hangs; UTC for the script, which has none.
func Zone(v sim.View, who sim.ActorID) *time.Location {
	if a, ok := v.Actor(who); ok && a.Hours() != nil {
		return a.Hours().Zone()
	}
	return time.UTC
}

// Local is a moment as an actor's clock shows it.
func Local(v sim.View, who sim.ActorID, t clock.Time) string { return t.Format(Zone(v, who)) }

func names(v sim.View) []string {
	ids := All(v)
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = string(id)
	}
	return out
}
