package voice

import (
	"slices"
	"strings"
	"unicode"
)

// stranger is a name in a sentence that the writer was not told: of somebody, of something in the world, or of nobody
// knows whom.
func (b *bearing) stranger(s string) string {
	toks := tokens(s)
	for _, c := range b.names {
		if at := b.nameIn(s, toks, c); at != "" {
			return at
		}
	}
	for i, t := range toks {
		if b.proper(s, toks, i) && !b.holds(strings.TrimSuffix(t.low, "'s")) {
			return s[t.from:t.to]
		}
	}
	return ""
}

// nameIn is where a name stands that was not told.
func (b *bearing) nameIn(s string, toks []token, c Called) string {
	want := tokens(c.Text)
	if c.Person {
		return b.personIn(s, toks, want)
	}
	want = slices.DeleteFunc(want, func(t token) bool { return t.digits })
	if len(want) == 0 || b.named(want) {
		return ""
	}
	for i := 0; i+len(want) <= len(toks); i++ {
		same := true
		for k, w := range want {
			same = same && stem(toks[i+k].low) == stem(w.low)
		}
		// A single word is a name only where it is written like one.
		if same && (len(want) > 1 || b.proper(s, toks, i)) {
			return s[toks[i].from:toks[i+len(want)-1].to]
		}
	}
	return ""
}

func (b *bearing) personIn(s string, toks, name []token) string {
	for i, t := range toks {
		low := strings.TrimSuffix(t.low, "'s")
		is := slices.ContainsFunc(name, func(w token) bool { return len(w.low) > 2 && nameFold(w.low) == nameFold(low) })
		if is && t.capital && !b.near[nameFold(low)] && (b.proper(s, toks, i) || !stop[low] && !light[stem(low)]) {
			return s[t.from:t.to]
		}
	}
	return ""
}

// named says that all words of a name were told near the matter.
func (b *bearing) named(name []token) bool {
	return !slices.ContainsFunc(name, func(w token) bool {
		low := nameFold(w.low)
		return !b.near[low] && !b.near[nameFold(stem(w.low))] && !b.near[low+"s"] && !stop[w.low]
	})
}

// proper says that a word is written like a name: with a capital inside a sentence, and more small letters than one.
func (b *bearing) proper(s string, toks []token, i int) bool {
	t := toks[i]
	if !t.capital || i == 0 || t.to-t.from < 3 || stop[t.low] || light[stem(t.low)] || month(t.low) > 0 {
		return false
	}
	before := strings.TrimRight(s[:t.from], ` "'(*`+"\u201c\u2018")
	if before == "" || strings.ContainsAny(before[len(before)-1:], ".!?:-") {
		return false
	}
	return strings.ContainsFunc(s[t.from:t.to], unicode.IsLower)
}
