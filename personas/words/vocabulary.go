package words

import (
	"maps"
	"strings"
	"unicode"
)

// Vocabulary is every word, in small letters, that the templates bring along by themselves, whatever is said with them: what
// people at work say anyway.
func Vocabulary() map[string]bool {
	out := map[string]bool{}
	for _, variants := range book {
		for _, t := range variants {
			gather(out, t.pieces)
		}
	}
	for _, m := range manners {
		for _, list := range [][]string{m.hello, m.dear, m.bye, m.also, m.asking, m.telling, m.trouble, m.refusal, m.social} {
			for _, s := range list {
				add(out, s)
			}
		}
		for s := range maps.Values(m.tails) {
			add(out, s)
		}
	}
	for _, s := range labels {
		add(out, s)
	}
	return out
}

// gather adds the words between the slots.
func gather(out map[string]bool, ps []piece) {
	for _, p := range ps {
		add(out, p.text+" "+p.otherwise)
		gather(out, p.optional)
	}
}

// add adds the words of a text; names of slots among them do no harm.
func add(out map[string]bool, s string) {
	for w := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
		out[w] = true
	}
}
