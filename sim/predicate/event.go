package predicate

import (
	"slices"

	"cel.dev/cel-go/cel"

	"github.com/tenure-sim/tenure/sim"
)

// eventVariables are typed one by one, so that a misspelt field of an event is found when it is compiled.
func eventVariables() []cel.EnvOption {
	var opts []cel.EnvOption
	for _, name := range []string{"kind", "actor", "text", "subject", "ref", "app", "thread"} {
		opts = append(opts, cel.Variable("event."+name, cel.StringType))
	}
	for _, name := range []string{"audience", "to"} {
		opts = append(opts, cel.Variable("event."+name, cel.ListType(cel.StringType)))
	}
	return opts
}

// eventValues reads an event by what its body says of itself: words by sim.Speaker, artifacts by sim.Toucher and
// sim.Assigner.
func eventValues(e sim.Event) map[string]any {
	var s sim.Speech
	if b, ok := e.Body.(sim.Speaker); ok {
		s = b.Speech()
	}
	ref, words, app := "", s.Text, s.App
	if b, ok := e.Body.(sim.Assigner); ok {
		a := b.Assignment()
		ref, app = a.Ref, a.App
	}
	if b, ok := e.Body.(sim.Toucher); ok {
		t := b.Touched()
		ref = t.Ref
		if words == "" {
			words = t.Text
		}
	}
	return map[string]any{
		"event.kind": e.Body.Kind(), "event.actor": string(e.Actor), "event.audience": plain(e.Audience),
		"event.text": words, "event.subject": s.Subject, "event.to": plain(slices.Concat(s.To, s.Mentions)),
		"event.ref": ref, "event.app": app, "event.thread": s.Thread,
	}
}

func plain(ids []sim.ActorID) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = string(id)
	}
	return out
}
