package score

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// prose is a text made ready to be searched for values: lower case, single blanks, figures without separators of
// thousands.
type prose struct {
	text    string
	undated string // without dates in figures: 27 is not stated by 2026-03-27
}

func newProse(text string) prose {
	folded := plainly(text)
	return prose{folded, isoDate.ReplaceAllString(folded, " ")}
}

var (
	isoDate   = regexp.MustCompile(`\b\d{4}-\d{2}-\d{2}\b`)
	thousands = regexp.MustCompile(`\b(\d{1,3}(?:[,\x{00a0}\x{202f}']\d{3})+)(?:\.00)?\b`)
	separator = strings.NewReplacer(",", "", "\u00a0", "", "\u202f", "", "'", "", ".00", "")
	signs     = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "–", "-", "—", "-", "\u2011", "-", "€", "eur", "’", "'")
)

// plainly writes a text in the one form in which texts and values are compared.
func plainly(s string) string {
	s = thousands.ReplaceAllStringFunc(strings.ToLower(s), separator.Replace)
	return strings.Join(strings.Fields(signs.Replace(s)), " ")
}

// states says whether the text states a value: a number, a date or words, in any of the forms in which people write
// it. A figure must stand alone: 18 is not stated by 180, nor 1 April by 1 April of another year.
func (p prose) states(value string) bool {
	year, dated := yearOf(value)
	for _, form := range forms(value) {
		f := plainly(form)
		switch {
		case dated && !strings.Contains(f, year) && standsIn(p.text, f, func(after string) bool { return !otherYear(after, year) }):
			return true
		case dated && strings.Contains(f, year) && standsIn(p.text, f, nil):
			return true
		case !dated && standsIn(p.undated, f, nil):
			return true
		}
	}
	return false
}

// yearOf is the year of a value that is a date or a moment.
func yearOf(value string) (string, bool) {
	value = strings.TrimSpace(value)
	if len(value) < 10 || !isoDate.MatchString(value[:10]) {
		return "", false
	}
	return value[:4], true
}

var yearAfter = regexp.MustCompile(`^,? (\d{4})\b`)

// otherYear says whether what follows a date without a year is a year, and not that one.
func otherYear(after, year string) bool {
	m := yearAfter.FindStringSubmatch(after)
	return m != nil && m[1] != year && (m[1][:2] == "19" || m[1][:2] == "20")
}

// standsIn says whether a form occurs in the text with no letter or digit running on at either end, followed by what
// fits; nil: by anything.
func standsIn(text, form string, fits func(after string) bool) bool {
	if form == "" {
		return false
	}
	for at := 0; ; {
		i := strings.Index(text[at:], form)
		if i < 0 {
			return false
		}
		from, to := at+i, at+i+len(form)
		if startsAt(text[:from], form) && endsAt(text[to:], form) && (fits == nil || fits(text[to:])) {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[from:])
		at = from + size
	}
}

// startsAt says whether a form can begin after this text: letters continue letters, and digits continue digits, also
// across a point or a colon.
func startsAt(before, form string) bool {
	first, _ := utf8.DecodeRuneInString(form)
	last, size := utf8.DecodeLastRuneInString(before)
	further, _ := utf8.DecodeLastRuneInString(before[:len(before)-size])
	return !runsOn(first, last, further)
}

// endsAt says whether a form can end before this text.
func endsAt(after, form string) bool {
	last, _ := utf8.DecodeLastRuneInString(form)
	next, size := utf8.DecodeRuneInString(after)
	further, _ := utf8.DecodeRuneInString(after[size:])
	return !runsOn(last, next, further)
}

func runsOn(edge, next, further rune) bool {
	switch {
	case unicode.IsLetter(edge) && unicode.IsLetter(next), unicode.IsDigit(edge) && unicode.IsDigit(next):
		return true
	case unicode.IsDigit(edge) && (next == '.' || next == ',' || next == ':'):
		return unicode.IsDigit(further)
	}
	return false
}
