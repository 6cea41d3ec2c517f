package score

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// forms are the ways in which people write a value: a date or an hour in figures and in words, an amount with its
// unit on either side, a small number as a word.
func forms(value string) []string {
	value = strings.TrimSpace(value)
	if d, err := time.Parse("2006-01-02", value); err == nil {
		return dateForms(d)
	}
	if d, err := time.Parse("2006-01-02T15:04", value); err == nil {
		return []string{value, d.Format("2006-01-02 15:04")}
	}
	if d, err := time.Parse("15:04", value); err == nil && len(value) == 5 {
		return hourForms(d)
	}
	out := []string{value}
	if n, unit, ok := strings.Cut(value, " "); ok && isFigure(n) {
		out = append(out, amountForms(n, unit)...)
	}
	return out
}

// amountForms are a figure and its unit. The plural of a unit of time or the like loses its s in front of a noun:
// 180 days is a 180-day period.
func amountForms(n, unit string) []string {
	out := []string{n + unit, unit + " " + n, unit + n}
	if !strings.Contains(n, ",") {
		if comma := strings.Replace(n, ".", ",", 1); comma != n {
			out = append(out, comma+" "+unit, comma+unit)
		}
	}
	switch strings.ToLower(unit) {
	case "%":
		return append(out, n+" percent", n+" per cent")
	case "eur":
		out = append(out, n+" euros", n+" euro", "€ "+n, "€"+n)
		if k, ok := strings.CutSuffix(n, "000"); ok && k != "" {
			out = append(out, k+"k "+unit, k+"k euros", unit+" "+k+"k", "€"+k+"k", "€ "+k+"k")
		}
		return out
	}
	if strings.IndexFunc(unit, func(r rune) bool { return !unicode.IsLetter(r) }) >= 0 || len(unit) < 3 {
		return out
	}
	one := strings.TrimSuffix(unit, "s")
	numbers := []string{n}
	if i, err := strconv.Atoi(n); err == nil && i >= 0 && i < len(small) {
		numbers = append(numbers, small[i])
	}
	for _, x := range numbers {
		out = append(out, x+" "+one, x+" "+one+"s", x+"-"+one, x+"-"+one+"s")
	}
	return out
}

var small = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// dateForms are a date with its year and, since people leave it out, without. Figures with slashes are read either way.
func dateForms(d time.Time) []string {
	var out []string
	for _, layout := range []string{"2006-01-02", "2006/01/02", "2 January 2006", "2. January 2006", "January 2, 2006", "January 2 2006",
		"2 Jan 2006", "Jan 2, 2006", "Jan 2 2006", "02.01.2006", "2.1.2006", "02/01/2006", "01/02/2006", "2/1/2006", "1/2/2006",
		"2 January", "2. January", "January 2", "2 Jan", "Jan 2", "Jan. 2", "2 Jan.", "02 January", "02 Jan", "January 02", "Jan 02"} {
		out = append(out, d.Format(layout))
	}
	for _, layout := range []string{"January", "Jan"} {
		nth, month := strconv.Itoa(d.Day())+ordinal(d.Day()), d.Format(layout)
		out = append(out, nth+" "+month, nth+" of "+month, month+" "+nth)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func ordinal(day int) string {
	if day/10 == 1 {
		return "th"
	}
	switch day % 10 {
	case 1:
		return "st"
	case 2:
		return "nd"
	case 3:
		return "rd"
	}
	return "th"
}

// hourForms are an hour of the day by a clock of 24 hours and by one of 12.
func hourForms(d time.Time) []string {
	out := []string{d.Format("15:04"), strings.TrimPrefix(d.Format("15:04"), "0"), d.Format("3:04 pm"), d.Format("3:04pm")}
	if d.Minute() == 0 {
		out = append(out, d.Format("3 pm"), d.Format("3pm"), fmt.Sprintf("%dh", d.Hour()), fmt.Sprintf("%d o'clock", d.Hour()))
	}
	return out
}

func isFigure(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' && r != ',' }) < 0
}

// sameValue compares two cells: as numbers to within a tolerance when both are numbers, else as values in any form.
func sameValue(got, want, tolerance string) bool {
	g, okG := decimal(got)
	w, okW := decimal(want)
	if !okG || !okW {
		got = plainly(got)
		return slices.ContainsFunc(forms(want), func(form string) bool { return plainly(form) == got })
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
	if whole+frac == "" || len(whole) > wholeMost || strings.IndexFunc(whole+frac, func(r rune) bool { return r < '0' || r > '9' }) >= 0 {
		return 0, false
	}
	n, err := strconv.ParseInt(whole+(frac + "000000")[:6], 10, 64)
	if neg {
		n = -n
	}
	return n, err == nil
}
