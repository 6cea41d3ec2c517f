package reader

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim/speech"
)

// Agree says whether the rules' reading and a model's hold the same acts by verb, object and new date, in any order, and if not, what differs.
func Agree(rules, model Reading) (bool, string) {
	a, b := gist(rules), gist(model)
	var only []string
	if more := without(a, b); len(more) > 0 {
		only = append(only, "the rules alone read "+strings.Join(more, ", "))
	}
	if more := without(b, a); len(more) > 0 {
		only = append(only, "the model alone reads "+strings.Join(more, ", "))
	}
	return len(only) == 0, strings.Join(only, "; ")
}

func without(all, drop []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(s string) bool { return slices.Contains(drop, s) })
}

// gist is each act as verb and object, with the day where that is what is said.
func gist(r Reading) []string {
	var out []string
	for _, a := range r.Acts {
		short := speech.Act{Verb: a.Verb, Req: a.Req, Package: a.Package, Deliverable: a.Deliverable, Commitment: a.Commitment, Approval: a.Approval, Fact: a.Fact, Risk: a.Risk}
		if dated[a.Verb] {
			short.Due = a.Due
		}
		line := short.String()
		if !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	return out
}
