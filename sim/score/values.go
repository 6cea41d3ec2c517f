package score

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// states says whether the text states a value: a number, a date or words, in any of the forms in which people
// write it. A figure must stand alone: 18 is not stated by 180, nor by 2026-03-18.
func (p prose) states(value string) bool { return newWritten(value).in(p) }

// prose is a text made ready to be searched for values.
type prose struct{ folded string }

func newProse(text string) prose { return prose{plainly(text)} }

// written is a value in all forms in which people write it, folded: ready to be looked for in many texts.
type written []form

// form is one way to write a value. Year is that of a date written without it: another year after it is another date.
type form struct{ text, year string }

func newWritten(value string) written {
	var out written
	seen := map[form]bool{}
	for _, f := range forms(value) {
		f.text = plainly(f.text)
		if f.text != "" && !seen[f] {
			seen[f] = true
			out = append(out, f)
		}
	}
	return out
}

// in says whether the text holds one of the forms.
func (w written) in(p prose) bool {
	for _, f := range w {
		if f.in(p.folded) {
			return true
		}
	}
	return false
}

func (f form) in(text string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], f.text)
		if i < 0 {
			return false
		}
		from, to := at+i, at+i+len(f.text)
		if !runsOn(text, from, to) && !f.otherYear(text[to:]) {
			return true
		}
		at = from + 1
	}
}

// runsOn says whether the passage is only a piece of a longer word or figure: letters continue letters, and digits
// continue digits, also across a decimal point, and in a clock time or a date when the passage is a bare figure.
func runsOn(text string, from, to int) bool {
	first, _ := utf8.DecodeRuneInString(text[from:to])
	last, _ := utf8.DecodeLastRuneInString(text[from:to])
	before, n := utf8.DecodeLastRuneInString(text[:from])
	beyond, _ := utf8.DecodeLastRuneInString(text[:from-n])
	after, m := utf8.DecodeRuneInString(text[to:])
	past, _ := utf8.DecodeRuneInString(text[to+m:])
	bare := isFigure(text[from:to])
	return continues(first, before, beyond, bare) || continues(last, after, past, bare) || bare && inDate(text, from, to)
}

// continues says whether a rune next to an outer one continues it, with the rune beyond.
func continues(outer, next, beyond rune, bare bool) bool {
	switch {
	case unicode.IsDigit(outer) && unicode.IsDigit(next), unicode.IsLetter(outer) && unicode.IsLetter(next):
		return true
	case unicode.IsDigit(outer) && (next == '.' || next == ',' || bare && next == ':'):
		return unicode.IsDigit(beyond)
	}
	return false
}

// inDate says whether a bare figure is a piece of a date in figures: the 18 of 2026-03-18.
func inDate(text string, from, to int) bool {
	ofDate := func(c byte) bool { return c == '-' || c >= '0' && c <= '9' }
	for from > 0 && ofDate(text[from-1]) {
		from--
	}
	for to < len(text) && ofDate(text[to]) {
		to++
	}
	return isDate(text[from:to])
}

func isDate(s string) bool {
	return len(s) == 10 && s[4] == '-' && s[7] == '-' && isFigure(s[:4]) && isFigure(s[5:7]) && isFigure(s[8:])
}

// otherYear says whether what follows a date without its year is a year, and another one.
func (f form) otherYear(rest string) bool {
	if f.year == "" {
		return false
	}
	rest = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(rest, ","), "."), " ")
	if len(rest) < 4 || !isFigure(rest[:4]) || rest[:2] != "19" && rest[:2] != "20" {
		return false
	}
	if len(rest) > 4 && (unicode.IsDigit(rune(rest[4])) || rest[4] == ':') {
		return false
	}
	return rest[:4] != f.year
}

// isFigure says whether a text has digits only.
func isFigure(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// plainly lowers the case, joins white space, takes thousands separators out of figures and marks of emphasis away, and
// writes the many dashes as one. It goes once over the text: metrics fold every message.
func plainly(s string) string {
	out := make([]byte, 0, len(s))
	var digits run
	for i, r := range s {
		if digits.separator(r, s[i:]) {
			continue
		}
		digits.see(r)
		switch {
		case r == '*' || r == '`':
		case r == '€':
			out = append(out, "eur"...)
		case r == '–' || r == '−' || r == '‐' || r == '\u2011':
			out = append(out, '-')
		case r == '’':
			out = append(out, '\'')
		case unicode.IsSpace(r):
			if n := len(out); n > 0 && out[n-1] != ' ' {
				out = append(out, ' ')
			}
		case r < utf8.RuneSelf:
			out = append(out, byte(unicode.ToLower(r)))
		default:
			out = utf8.AppendRune(out, unicode.ToLower(r))
		}
	}
	return strings.TrimSuffix(string(out), " ")
}

// run follows the digits of a figure to tell thousands separators from other signs.
type run struct {
	n       int  // digits in the group at hand
	grouped bool // a separator came before it
	word    bool // a letter came before the figure, or the last rune is one
}

func (d *run) see(r rune) {
	switch {
	case r >= '0' && r <= '9':
		d.n++
	default:
		*d = run{word: unicode.IsLetter(r)}
	}
}

// separator says whether the rune, with which rest begins, parts thousands: one to three digits before it, three after.
func (d *run) separator(r rune, rest string) bool {
	if r != ',' && r != '\'' && r != '’' && r != '\u00a0' && r != '\u202f' {
		return false
	}
	rest = rest[utf8.RuneLen(r):]
	if d.word || d.n < 1 || d.n > 3 || d.grouped && d.n != 3 || len(rest) < 3 || !isFigure(rest[:3]) {
		return false
	}
	if len(rest) > 3 && rest[3] >= '0' && rest[3] <= '9' {
		return false
	}
	d.n, d.grouped = 0, true
	return true
}

// sameValue compares two cells: as numbers to within a tolerance when both are numbers, else as values in any form.
func sameValue(got, want, tolerance string) bool {
	g, okG := decimal(got)
	w, okW := decimal(want)
	if !okG || !okW {
		got = plainly(got)
		return slices.ContainsFunc(newWritten(want), func(f form) bool { return f.text == got })
	}
	t, ok := decimal(tolerance)
	if !ok {
		t = 0
	}
	return g-w <= t && w-g <= t
}

// unitsOf are signs around a number that do not change it.
var unitsOf = strings.NewReplacer("eur", "", "%", "", "$", "", "usd", "", "+", "")

// wholeMost bounds the digits before the point, so that millionths fit.
const wholeMost = 12

// decimal reads a number in millionths, without floats: units and separators around it are ignored.
func decimal(s string) (int64, bool) {
	s = strings.TrimSpace(unitsOf.Replace(plainly(s)))
	rest, neg := strings.CutPrefix(s, "-")
	whole, frac, _ := strings.Cut(strings.TrimSpace(rest), ".")
	if !isFigure(whole+frac) || len(whole) > wholeMost {
		return 0, false
	}
	frac = (frac + "000000")[:6]
	var n int64
	for _, c := range whole + frac {
		n = n*10 + int64(c-'0')
	}
	if neg {
		n = -n
	}
	return n, true
}
