package voice

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word or a run of digits with the marks inside it: "don't", "1,200", "14:00", "2026-03-12".
type token struct {
	low      string // folded: small letters, no accents
	from, to int    // bytes of the text
	digits   bool
	capital  bool
}

// textMost is how many bytes of an answer are read. Needs never allow as many.
const textMost = 16 << 10

func tokens(s string) []token {
	s = s[:min(len(s), textMost)]
	out := make([]token, 0, len(s)/5+1)
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r >= '0' && r <= '9':
			end := digitsEnd(s, i)
			out = append(out, token{low: s[i:end], from: i, to: end, digits: true})
			i = end
		case unicode.IsLetter(r):
			end := lettersEnd(s, i)
			out = append(out, token{low: fold(s[i:end]), from: i, to: end, capital: unicode.IsUpper(r)})
			i = end
		default:
			i += n
		}
	}
	return out
}

// digitsEnd is where a figure ends. A mark belongs to it if a digit follows.
func digitsEnd(s string, i int) int {
	for i < len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			i++
		case strings.IndexByte(".,:/-'", c) >= 0 && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9':
			i++
		default:
			return i
		}
	}
	return i
}

func lettersEnd(s string, i int) int {
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		apostrophe := r == '\'' || r == '’'
		if !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) && !apostrophe {
			return i
		}
		if next, _ := utf8.DecodeRuneInString(s[i+n:]); apostrophe && !unicode.IsLetter(next) {
			return i
		}
		i += n
	}
	return i
}

// plain are letters without their accents.
var plain = map[rune]string{'ä': "a", 'ö': "o", 'ü': "u", 'ß': "ss", 'é': "e", 'è': "e", 'ê': "e", 'ë': "e", 'á': "a", 'à': "a", 'â': "a", 'ã': "a", 'å': "a",
	'ç': "c", 'í': "i", 'ì': "i", 'î': "i", 'ï': "i", 'ñ': "n", 'ó': "o", 'ò': "o", 'ô': "o", 'õ': "o", 'ø': "o", 'ú': "u", 'ù': "u", 'û': "u", 'š': "s", 'ž': "z",
	'č': "c", 'ć': "c", 'ř': "r", 'ý': "y", 'ł': "l", 'ń': "n", 'ś': "s", 'ż': "z", 'ź': "z", 'ą': "a", 'ę': "e", 'ů': "u", 'ě': "e", 'ő': "o", 'ű': "u", '’': "'"}

func fold(s string) string {
	ascii := true
	for i := range len(s) {
		ascii = ascii && s[i] < utf8.RuneSelf
	}
	if ascii {
		return strings.ToLower(s)
	}
	var b strings.Builder
	for _, r := range s {
		r = unicode.ToLower(r)
		if p, ok := plain[r]; ok {
			b.WriteString(p)
		} else if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// nameFold also writes "Mueller" as "Muller", which is how "Müller" folds.
func nameFold(s string) string { return twoVowels.Replace(s) }

var twoVowels = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u")

// stem cuts light endings off a word; both sides of a comparison go through it.
func stem(w string) string {
	w = strings.TrimSuffix(w, "'s")
	for _, end := range []string{"ing", "ed", "es", "s", "e"} {
		if cut, ok := strings.CutSuffix(w, end); ok && len(cut) > 3 {
			return cut
		}
	}
	return w
}
