package voice

import "slices"

// Secret is what must not be said of something that the listeners may not know: its value in any form. A figure alone
// says little, so the topic tells what it is a figure of.
func Secret(topic, value string) []Value {
	out := stated(value)
	for i := range out {
		out[i].Topic = topic
	}
	return out
}

// Betrays says whether a text tells any of some secrets, or holds a word that belongs into no text.
func Betrays(text string, never []Value) bool {
	return len(never) > 0 && slices.ContainsFunc(Needs{Never: never}.Check(text), func(p Problem) bool { return p.Code == Forbidden || p.Code == Leaked })
}
