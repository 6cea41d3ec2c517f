package index

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// folds are the Latin letters that are found by their plain ones as well.
var folds = map[rune]string{
	'à': "a", 'á': "a", 'â': "a", 'ã': "a", 'ä': "a", 'å': "a", 'ā': "a", 'ă': "a", 'ą': "a", 'æ': "ae",
	'ç': "c", 'ć': "c", 'č': "c", 'ď': "d", 'đ': "d", 'ð': "d",
	'è': "e", 'é': "e", 'ê': "e", 'ë': "e", 'ē': "e", 'ė': "e", 'ę': "e", 'ě': "e", 'ğ': "g",
	'ì': "i", 'í': "i", 'î': "i", 'ï': "i", 'ī': "i", 'ı': "i", 'ł': "l", 'ñ': "n", 'ń': "n", 'ň': "n",
	'ò': "o", 'ó': "o", 'ô': "o", 'õ': "o", 'ö': "o", 'ø': "o", 'ō': "o", 'ő': "o", 'œ': "oe", 'ř': "r",
	'ś': "s", 'š': "s", 'ş': "s", 'ș': "s", 'ß': "ss", 'ť': "t", 'ț': "t", 'ţ': "t", 'þ': "th",
	'ù': "u", 'ú': "u", 'û': "u", 'ü': "u", 'ū': "u", 'ů': "u", 'ű': "u", 'ý': "y", 'ÿ': "y",
	'ź': "z", 'ż': "z", 'ž': "z",
}

// part is a run of letters and digits in a folded text.
type part struct {
	from, to int
	joined   bool // one sign and no space stands between it and the part before: the 12 of PORT-12
}

// split folds a text and finds its parts.
func split(text string) (string, []part) {
	var b strings.Builder
	b.Grow(len(text))
	var parts []part
	inside, signs, spaced := false, 0, true
	for _, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) {
			if inside {
				parts[len(parts)-1].to = b.Len()
				inside, signs, spaced = false, 0, false
			}
			signs++
			spaced = spaced || unicode.IsSpace(r)
			continue
		}
		if unicode.Is(unicode.Mn, r) {
			continue // a combining accent, which folding drops
		}
		if !inside {
			parts = append(parts, part{from: b.Len(), joined: signs == 1 && !spaced})
			inside = true
		}
		fold(&b, r)
	}
	if inside {
		parts[len(parts)-1].to = b.Len()
	}
	return b.String(), parts
}

func fold(b *strings.Builder, r rune) {
	r = unicode.ToLower(r)
	if r < utf8.RuneSelf { // most are, and none of these is in the table
		b.WriteByte(byte(r))
		return
	}
	if plain, ok := folds[r]; ok {
		b.WriteString(plain)
		return
	}
	b.WriteRune(r)
}

// terms are what a text is filed under: its parts, and each two parts that one sign joins, written with a hyphen. So
// PORT-12 is found as such, and a mail address or date by any piece of it. A term may come several times.
func terms(text string) []string {
	folded, parts := split(text)
	out := make([]string, 0, len(parts))
	for i, p := range parts {
		out = append(out, folded[p.from:p.to])
		if p.joined && i > 0 {
			out = append(out, pair(folded, parts[i-1], p))
		}
	}
	return out
}

func pair(folded string, a, b part) string {
	return folded[a.from:a.to] + "-" + folded[b.from:b.to]
}

// wanted are the terms a query asks for. Joined parts are asked for in pairs only, so PORT-12 does not find a text
// that has PORT-30 and a 12 elsewhere.
func wanted(query string) []string {
	folded, parts := split(query)
	var out []string
	for i, p := range parts {
		switch {
		case p.joined && i > 0:
			out = append(out, pair(folded, parts[i-1], p))
		case i+1 < len(parts) && parts[i+1].joined:
		default:
			out = append(out, folded[p.from:p.to])
		}
	}
	return out
}

// Matches says whether a text has all words of a query, by the rules of Search.
func Matches(text, query string) bool {
	words := wanted(query)
	return len(words) > 0 && hasAll(terms(text), words)
}
