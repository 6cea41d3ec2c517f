package extract

import (
	"strings"
	"unicode/utf8"
)

// snippetRunes is how much of a text a list shows.
const snippetRunes = 160

// Snippet returns the piece of the text around the first of the query's words, in one line. When no word is found
// as written it is the beginning.
func Snippet(text, query string) string {
	at := 0
	lower := strings.ToLower(text)
	for _, w := range strings.Fields(strings.ToLower(query)) {
		if i := strings.Index(lower, w); i >= 0 {
			at = min(i, len(text))
			break
		}
	}
	from := at - 40
	if from <= 0 {
		from = 0
	}
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	piece := strings.Join(strings.Fields(cut(text[from:], 4*snippetRunes)), " ")
	if from > 0 {
		piece = "…" + piece
	}
	if runes := []rune(piece); len(runes) > snippetRunes {
		piece = string(runes[:snippetRunes-1]) + "…"
	}
	return piece
}
