package score

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// forms are the ways a value is written: a date in figures and in words, an amount with its unit on either side.
func forms(value string) []form {
	value = strings.TrimSpace(value)
	if d, err := time.Parse("2006-01-02", value); err == nil {
		return dateForms(d)
	}
	if d, err := time.Parse("2006-01-02T15:04", value); err == nil {
		return momentForms(d)
	}
	if d, err := time.Parse("15:04", value); err == nil && len(value) == 5 {
		return hourForms(d)
	}
	if n, unit, ok := amount(value); ok {
		return append(plain(value), amountForms(n, unit)...)
	}
	if from, to, ok := strings.Cut(value, " to "); ok && startsWithDigit(from) && startsWithDigit(to) {
		return plain(value, from+"-"+to, from+" - "+to, from+" and "+to, from+" until "+to)
	}
	return plain(value)
}

func plain(texts ...string) []form {
	out := make([]form, len(texts))
	for i, s := range texts {
		out[i].text = s
	}
	return out
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// amount parts "18,400 EUR" into a figure without separators and its unit, which may be none.
func amount(value string) (figure, unit string, ok bool) {
	folded := plainly(value)
	end := strings.IndexFunc(folded, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' })
	if end < 0 {
		end = len(folded)
	}
	figure, unit = folded[:end], strings.TrimSpace(folded[end:])
	whole, frac, point := strings.Cut(figure, ".")
	if !isFigure(whole) || point && !isFigure(frac) {
		return "", "", false
	}
	r, _ := utf8.DecodeRuneInString(unit)
	return figure, unit, unit == "" || unicode.IsLetter(r) || r == '%' || r == '$'
}

// amountForms are the figure's forms, each with the unit before and after it.
func amountForms(n, unit string) []form {
	var out []form
	for _, n := range figureForms(n, isTime(strings.TrimSuffix(unit, "s"))) {
		if unit == "" {
			out = append(out, plain(n)...)
			continue
		}
		out = append(out, plain(n+" "+unit, n+unit, unit+" "+n, unit+n)...)
		switch unit {
		case "%":
			out = append(out, plain(n+" percent", n+" per cent")...)
		case "eur":
			out = append(out, plain(n+" euros", n+" euro")...)
			if k, ok := strings.CutSuffix(n, "000"); ok && isFigure(k) {
				out = append(out, plain(k+"k eur", k+"k euros", "eur "+k+"k", "eur"+k+"k")...)
			}
		case "usd", "$":
			out = append(out, plain("$"+n, "$ "+n, n+" dollars")...)
		}
		if one, counted := strings.CutSuffix(unit, "s"); counted && len(one) > 2 && !strings.Contains(one, " ") {
			out = append(out, plain(n+"-"+one, n+" "+one)...)
		} else if isTime(unit) {
			out = append(out, plain(n+"-"+unit, n+" "+unit+"s")...)
		}
	}
	return out
}

func isTime(unit string) bool {
	switch unit {
	case "minute", "hour", "day", "week", "month", "year":
		return true
	}
	return false
}

var small = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// figureForms are a figure as it is, as a word when it counts time and is small, with a decimal comma, with zeros at its end, and with its thousands parted in the
// ways that plainly leaves alone.
func figureForms(n string, counted bool) []string {
	out := []string{n}
	if i, err := strconv.Atoi(n); err == nil && i < len(small) && counted {
		out = append(out, small[i])
	}
	whole, frac, point := strings.Cut(n, ".")
	switch {
	case point && len(frac) == 1:
		out = append(out, whole+","+frac, n+"0", whole+","+frac+"0")
	case point:
		out = append(out, whole+","+frac)
	default:
		out = append(out, n+".00", n+",00")
	}
	if len(whole) > 3 && !point {
		at := len(whole) - 3
		for ; at > 3; at -= 3 {
			whole = whole[:at] + " " + whole[at:]
		}
		whole = whole[:at] + " " + whole[at:]
		out = append(out, whole, strings.ReplaceAll(whole, " ", "."))
	}
	return out
}

// fullDates have a year, shortDates have none. Figures with slashes are read either way.
var (
	fullDates = []string{"2006-01-02", "2006/01/02", "2 January 2006", "January 2, 2006", "January 2 2006", "2 Jan 2006", "Jan 2, 2006",
		"Jan 2 2006", "2. January 2006", "02.01.2006", "2.1.2006", "02/01/2006", "01/02/2006", "2/1/2006", "1/2/2006"}
	shortDates = []string{"2 January", "January 2", "2 Jan", "Jan 2", "2. January", "Jan. 2", "2 Jan.", "02 January", "02 Jan", "January 02", "Jan 02"}
)

func dateForms(d time.Time) []form {
	var out []form
	year := d.Format("2006")
	for _, layout := range fullDates {
		out = append(out, form{text: d.Format(layout)})
	}
	for _, layout := range shortDates {
		out = append(out, form{d.Format(layout), year})
	}
	nth, month, short := fmt.Sprintf("%d%s", d.Day(), ordinal(d.Day())), d.Format("January"), d.Format("Jan")
	for _, s := range []string{nth + " " + month, nth + " of " + month, month + " " + nth, nth + " " + short, short + " " + nth} {
		out = append(out, form{s, year})
	}
	if short == "Sep" {
		out = append(out, form{fmt.Sprintf("%d Sept", d.Day()), year}, form{fmt.Sprintf("Sept %d", d.Day()), year})
	}
	return out
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
func hourForms(d time.Time) []form {
	out := []string{d.Format("15:04"), strings.TrimPrefix(d.Format("15:04"), "0"), d.Format("3:04 pm"), d.Format("3:04pm"), d.Format("15.04") + " h"}
	if d.Minute() == 0 {
		out = append(out, d.Format("3 pm"), d.Format("3pm"), fmt.Sprintf("%dh", d.Hour()), fmt.Sprintf("%d o'clock", d.Hour()))
	}
	return plain(out...)
}

// momentForms are a date and a clock time, in either order.
func momentForms(d time.Time) []form {
	at := d.Format("15:04")
	out := plain(d.Format("2006-01-02T15:04"))
	for _, f := range dateForms(d) {
		for _, sep := range []string{" ", ", ", " at "} {
			out = append(out, form{text: f.text + sep + at})
		}
		out = append(out, form{at + " on " + f.text, f.year})
	}
	return out
}
