package score

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
)

// states says whether a text states a value: a number, a date or words, in any of the forms in which people
// write it. A figure must stand alone: 18 is not stated by 180.
func states(text, value string) bool {
	text = fold(text)
	for _, form := range forms(value) {
		if standsIn(text, fold(form)) {
			return true
		}
	}
	return false
}

// fold lowers the case, joins white space, and takes thousands separators out of figures.
func fold(s string) string {
	s = strings.ToLower(strings.Join(strings.Fields(s), " "))
	s = thousands.ReplaceAllStringFunc(s, func(n string) string {
		return strings.NewReplacer(",", "", "\u00a0", "", "\u202f", "", "'", "").Replace(n)
	})
	return strings.NewReplacer("\u00a0", " ", "–", "-", "€", "eur").Replace(s)
}

var thousands = regexp.MustCompile(`\b\d{1,3}(?:[,\x{00a0}\x{202f}']\d{3})+\b`)

// standsIn says whether the form occurs in the text with no letter or digit running on at either end.
func standsIn(text, form string) bool {
	if form == "" {
		return false
	}
	for at := 0; ; {
		i := strings.Index(text[at:], form)
		if i < 0 {
			return false
		}
		from, to := at+i, at+i+len(form)
		if edge(text[:from], form[0], true) && edge(text[to:], form[len(form)-1], false) {
			return true
		}
		at = from + 1
	}
}

// edge says whether the text ends (or begins) so that the form's outer character does not run on: letters
// continue letters, and digits continue digits, also across a decimal point.
func edge(rest string, outer byte, before bool) bool {
	if rest == "" {
		return true
	}
	next := []rune(rest)
	c := next[0]
	if before {
		c = next[len(next)-1]
	}
	o := rune(outer)
	switch {
	case unicode.IsDigit(o) && unicode.IsDigit(c), unicode.IsLetter(o) && unicode.IsLetter(c):
		return false
	case unicode.IsDigit(o) && (c == '.' || c == ',') && len(next) > 1:
		n := next[1]
		if before {
			n = next[len(next)-2]
		}
		return !unicode.IsDigit(n)
	}
	return true
}

// forms are the ways a value is written: a date in figures and in words, an amount with its unit on either side.
func forms(value string) []string {
	value = strings.TrimSpace(value)
	if d, err := time.Parse("2006-01-02", value); err == nil {
		return dateForms(d)
	}
	if d, err := time.Parse("2006-01-02T15:04", value); err == nil {
		return []string{value, d.Format("2006-01-02 15:04")}
	}
	out := []string{value}
	if n, unit, ok := strings.Cut(value, " "); ok && isFigure(n) {
		out = append(out, n+unit, unit+" "+n, unit+n)
		switch strings.ToLower(unit) {
		case "%":
			out = append(out, n+" percent", n+" per cent")
		case "eur":
			out = append(out, n+" euros", n+" euro", "€ "+n, "€"+n)
		case "days", "day", "hours", "hour", "months", "month", "minutes", "minute":
			out = append(out, n+"-"+strings.TrimSuffix(unit, "s"), n+" "+strings.TrimSuffix(unit, "s")+"s")
		}
	}
	return out
}

func dateForms(d time.Time) []string {
	var out []string
	for _, layout := range []string{"2006-01-02", "2 January 2006", "January 2, 2006", "2 Jan 2006", "Jan 2, 2006", "02.01.2006", "2.1.2006",
		"2 January", "January 2", "2 Jan", "Jan 2", "02 January", "02 Jan", "02/01/2006", "1/2/2006"} {
		out = append(out, d.Format(layout))
	}
	day, suffix := d.Day(), "th"
	if day/10 != 1 {
		switch day % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	nth := fmt.Sprintf("%d%s", day, suffix)
	return append(out, nth+" "+d.Format("January"), nth+" of "+d.Format("January"), d.Format("January ")+nth, nth+" "+d.Format("Jan"))
}

func isFigure(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' && r != ',' }) < 0
}

// sameValue compares two cells: as numbers to within a tolerance when both are numbers, else as text.
func sameValue(got, want, tolerance string) bool {
	g, okG := decimal(got)
	w, okW := decimal(want)
	if !okG || !okW {
		return fold(strings.TrimSpace(got)) == fold(strings.TrimSpace(want))
	}
	t, ok := decimal(tolerance)
	if !ok {
		t = 0
	}
	return g-w <= t && w-g <= t
}

// decimal reads a number in millionths, without floats: units and separators around it are ignored.
func decimal(s string) (int64, bool) {
	s = fold(s)
	s = strings.TrimSpace(strings.NewReplacer("eur", "", "%", "", "$", "", "usd", "").Replace(s))
	neg := strings.HasPrefix(s, "-")
	s = strings.TrimPrefix(s, "-")
	whole, frac, _ := strings.Cut(s, ".")
	if whole == "" && frac == "" || len(whole) > 12 {
		return 0, false
	}
	var n int64
	for i := range len(whole) + 6 {
		c := byte('0')
		if i < len(whole) {
			c = whole[i]
		} else if i-len(whole) < len(frac) {
			c = frac[i-len(whole)]
		}
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	if neg {
		n = -n
	}
	return n, true
}
