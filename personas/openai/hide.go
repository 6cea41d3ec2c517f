package openai

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim/prompt"
)

// What an endpoint sends is searched for the key as it stands, and as it reads when escapes are taken out: those of JSON,
// of addresses and of web pages, also where they were put on several times. Small and capital letters count as the same,
// and a long key is found whatever marks, spaces and line breaks stand between its letters, also in base64 and hex.
//
// Not covered: a key that is turned around, enciphered, compressed, in letters that only look like its own, in pieces with
// letters between them or spread over several answers, and a piece of less than keyLeast letters. An endpoint has the key,
// and if it wants to give it away it needs no answer for that: this is against echoes, not against spies.
const (
	// keyLeast is the length from which on a key is one, and from which on a part of one is told. Servers without keys want
	// any word, and such a word may stand in a text.
	keyLeast = 8
	// looseLeast is how many letters and digits a key needs to be searched for without the marks between them: few might be
	// words of a sentence.
	looseLeast = 16
	codedLeast = 10 // the same of base64 and hex, which are no words
	layersMost = 8  // how many times over escapes are taken out
)

// hide takes the key out of what a model said. Where the text was cut in the middle of the key, its part goes as well; in
// between a part stays: a key may begin with a word that people use.
func (s secret) hide(text string) string { return s.without(text, endParts) }

// hideParts takes the key and every beginning and end of it out of what is said of a failure: endpoints like to show a part
// of a key that they refuse.
func (s secret) hideParts(text string) string { return s.without(text, allParts) }

// hideCalls takes the key out of all that a call holds.
func (s secret) hideCalls(calls []prompt.Call) {
	for i, c := range calls {
		calls[i] = prompt.Call{ID: s.hide(c.ID), Tool: s.hide(c.Tool), Args: s.hide(c.Args)}
	}
}

func (s secret) without(text string, parts func(text, key []byte) []span) string {
	if len(s.value) < keyLeast {
		return text
	}
	exact, loose := s.exact(), s.loose()
	var found []span
	for l, n := (layer{text: []byte(text)}), 0; ; n++ {
		low := lower(l.text)
		for _, key := range exact {
			found = append(found, l.source(append(all(low, key), parts(low, key)...))...)
		}
		squeezed := squeeze(l)
		for _, key := range loose {
			found = append(found, squeezed.source(all(squeezed.text, key))...)
		}
		var more bool
		if l, more = unescape(l); !more || n == layersMost {
			return replaced(text, found)
		}
	}
}

// exact is the key in small letters, and without its escapes if it happens to hold some.
func (s secret) exact() [][]byte {
	key := lower([]byte(s.value))
	out := [][]byte{key}
	if plain, more := unescape(layer{text: []byte(s.value)}); more && len(plain.text) >= keyLeast {
		out = append(out, lower(plain.text))
	}
	return out
}

// loose is what is left of the key and of its codings without marks.
func (s secret) loose() [][]byte {
	var out [][]byte
	add := func(text string, least int) {
		if key := squeeze(layer{text: []byte(text)}).text; len(key) >= least {
			out = append(out, key)
		}
	}
	add(s.value, looseLeast)
	add(hex.EncodeToString([]byte(s.value)), codedLeast)
	for before := range 3 { // three bytes become four letters, so that it matters where the key stands among others
		text := base64.RawStdEncoding.EncodeToString(append(make([]byte, before), s.value...))
		text = text[[]int{0, 2, 3}[before]:] // those that what is before has a part in
		if (before+len(s.value))%3 != 0 {
			text = text[:len(text)-1] // and what is behind
		}
		add(text, codedLeast)
	}
	return out
}

// span is a part of a text.
type span struct{ from, to int }

// all are the places of a key.
func all(text, key []byte) []span {
	var out []span
	for at := 0; ; {
		n := bytes.Index(text[at:], key)
		if n < 0 {
			return out
		}
		out = append(out, span{at + n, at + n + len(key)})
		at += n + len(key)
	}
}

// endParts are a beginning of the key at the end of a text, and an end of it at the beginning.
func endParts(text, key []byte) []span {
	var out []span
	for n := min(len(key)-1, len(text)); n >= keyLeast; n-- {
		if bytes.HasSuffix(text, key[:n]) {
			out = append(out, span{len(text) - n, len(text)})
			break
		}
	}
	for n := min(len(key)-1, len(text)); n >= keyLeast; n-- {
		if bytes.HasPrefix(text, key[len(key)-n:]) {
			return append(out, span{0, n})
		}
	}
	return out
}

// allParts are beginnings and ends of the key anywhere.
func allParts(text, key []byte) []span {
	var out []span
	for _, p := range all(text, key[:keyLeast]) {
		for p.to < len(text) && p.to-p.from < len(key) && text[p.to] == key[p.to-p.from] {
			p.to++
		}
		out = append(out, p)
	}
	for _, p := range all(text, key[len(key)-keyLeast:]) {
		for p.from > 0 && p.to-p.from < len(key) && text[p.from-1] == key[len(key)-1-(p.to-p.from)] {
			p.from--
		}
		out = append(out, p)
	}
	return out
}

// replaced puts a mark where something was found.
func replaced(text string, found []span) string {
	if len(found) == 0 {
		return text
	}
	slices.SortFunc(found, func(a, b span) int { return a.from - b.from })
	var b strings.Builder
	at := 0
	for i := 0; i < len(found); {
		p := found[i]
		for i++; i < len(found) && found[i].from < p.to; i++ {
			p.to = max(p.to, found[i].to)
		}
		b.WriteString(text[at:p.from] + hidden)
		at = p.to
	}
	b.WriteString(text[at:])
	return b.String()
}
