package score

import (
	"fmt"
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
	folded := fold(value)
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
	for _, n := range figureForms(n) {
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

// figureForms are a figure as it is, with a decimal comma, with zeros at its end, and with its thousands parted in the
// ways that fold leaves alone.
func figureForms(n string) []string {
	out := []string{n}
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

// fullDates have a year, shortDates have none.
var (
	fullDates = []string{"2006-01-02", "2006/01/02", "2 January 2006", "January 2, 2006", "January 2 2006", "2 Jan 2006", "Jan 2, 2006",
		"2. January 2006", "02.01.2006", "2.1.2006", "02/01/2006", "1/2/2006"}
	shortDates = []string{"2 January", "January 2", "2 Jan", "Jan 2", "02 January", "02 Jan"}
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
