package chat

import (
	"slices"
	"strings"
	"unicode"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/index/people"
)

// callAll are the mentions that mean every member.
var callAll = []string{"all", "channel", "everyone", "here"}

// mentions finds who is called by @id or @First name in a text, among the people given, sorted. The author is not.
func mentions(v sim.View, from sim.ActorID, text string, among []sim.ActorID) []sim.ActorID {
	var out []sim.ActorID
	rest := text
	for {
		i := strings.IndexByte(rest, '@')
		if i < 0 {
			break
		}
		inWord := i > 0 && isName(rune(rest[i-1])) // a mail address calls nobody
		rest = rest[i+1:]
		word := leading(rest)
		if inWord || word == "" {
			continue
		}
		if slices.Contains(callAll, strings.ToLower(word)) {
			out = append(out, among...)
			continue
		}
		if id, ok := called(v, word, rest); ok && slices.Contains(among, id) {
			out = append(out, id)
		}
	}
	out = union(out, nil)
	return slices.DeleteFunc(out, func(id sim.ActorID) bool { return id == from })
}

// called is who a mention means: the word alone, or with the word after it where a first name is not enough.
func called(v sim.View, word, rest string) (sim.ActorID, bool) {
	if id, ok := people.Lookup(v, word); ok {
		return id, true
	}
	after := leading(strings.TrimPrefix(rest[len(word):], " "))
	if id, ok := people.Lookup(v, word+" "+strings.TrimRight(after, ".-")); ok && after != "" {
		return id, true
	}
	return people.Lookup(v, strings.TrimRight(word, ".-_"))
}

// leading is the name-like beginning of a text.
func leading(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !isName(r) })
	if end < 0 {
		return text
	}
	return text[:end]
}

func isName(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' || r == '.'
}
