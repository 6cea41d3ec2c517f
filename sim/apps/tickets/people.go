package tickets

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
)

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
