package voice

import (
	"strconv"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
)

var monthNames = []string{"", "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"}

// month is the number of a month's name or of its first three or four letters, 0 if it is none.
func month(low string) int {
	if len(low) < 3 {
		return 0
	}
	for i, name := range monthNames {
		if low == name || i > 0 && (low == name[:3] || low == "sept" && i == 9) {
			return i
		}
	}
	return 0
}

// dayReading is a date if such a day exists.
func dayReading(year, month, day int) []reading {
	y := year
	if y == 0 {
		y = 2024 // a leap year: 29 February is a date
	}
	if month < 1 || month > 12 || day < 1 || y < 1 || y > 9999 {
		return nil
	}
	if _, m, _ := clock.NewDay(y, time.Month(month), day).Date(); int(m) != month {
		return nil
	}
	return []reading{{Date, int64(year*10000 + month*100 + day)}}
}

// dates are the dates that figures with marks may be: 2026-03-12, 12.03.2026, 12/3.
func dates(t string) []reading {
	p := strings.FieldsFunc(t, func(r rune) bool { return r == '-' || r == '/' || r == '.' })
	if len(p) < 2 || len(p) > 3 {
		return nil
	}
	n := []int{atoi(p[0]), atoi(p[1]), 0}
	if len(p) == 3 {
		if n[2] = atoi(p[2]); n[2] < 100 && len(p[0]) < 4 {
			n[2] += 2000
		}
	}
	switch {
	case len(p[0]) == 4 && len(p) == 3:
		return dayReading(n[0], n[1], n[2])
	case strings.Contains(t, "-") && len(p) == 2:
		return nil // "3-5" is a range
	case strings.Contains(t, "."):
		return dayReading(n[2], n[1], n[0])
	}
	return append(dayReading(n[2], n[1], n[0]), dayReading(n[2], n[0], n[1])...)
}

// dayMonth reads "12 March 2026", "12th of March".
func (s *scanner) dayMonth(i int) (int, bool) {
	day := atoi(s.toks[i].low)
	if day < 1 || day > 31 {
		return 0, false
	}
	next := i + 1
	if ordinal(s.low(next)) {
		next++
	}
	if s.low(next) == "of" {
		next++
	}
	m := month(s.low(next))
	if m == 0 {
		return 0, false
	}
	return s.date(i, next+1, m, day)
}

// monthDay reads "March 12", "March 12th, 2026".
func (s *scanner) monthDay(i, m int) (int, bool) {
	next := i + 1
	if s.low(next) == "the" {
		next++
	}
	day := atoi(s.low(next))
	if day < 1 || day > 31 {
		return 0, false
	}
	if next++; ordinal(s.low(next)) {
		next++
	}
	return s.date(i, next, m, day)
}

func (s *scanner) date(at, end, month, day int) (int, bool) {
	year := 0
	if y := s.low(end); len(y) == 4 && atoi(y) >= 1900 && atoi(y) < 2200 {
		year, end = atoi(y), end+1
	}
	means := dayReading(year, month, day)
	if means == nil {
		return 0, false
	}
	return s.put(found{at: at, end: end, means: means}), true
}

func ordinal(low string) bool { return low == "st" || low == "nd" || low == "rd" || low == "th" }

// relative reads today, tomorrow and days of the week, counted from today. Friday is the coming one; "next Friday" lies in
// the week after this.
func (s *scanner) relative(i int) (int, bool) {
	day, low := s.today, s.toks[i].low
	switch low {
	case "today", "tonight":
	case "tomorrow":
		day++
		if i > 1 && s.low(i-1) == "after" && s.low(i-2) == "day" {
			day++
		}
	default:
		w := weekday(low)
		if w < 0 {
			return 0, false
		}
		ahead := (w - int(day.Weekday()) + 7) % 7
		if i > 0 && s.low(i-1) == "next" {
			monday := day - clock.Day((int(day.Weekday())+6)%7)
			day = monday + 7 + clock.Day((w+6)%7)
		} else {
			day += clock.Day(ahead)
		}
	}
	y, m, d := day.Date()
	f := found{at: i, end: i + 1, words: true, relative: true, means: []reading{{Date, int64(y*10000 + int(m)*100 + d)}}}
	return s.put(f), true
}

// weekdays drops the days of the week that stand beside a date, and marks those that do not belong to it.
func (s *scanner) weekdays() {
	var out []found
	for i, f := range s.out {
		w := weekday(s.toks[f.at].low)
		if !f.relative || w < 0 {
			out = append(out, f)
			continue
		}
		date, ok := s.beside(i)
		if !ok || !s.falls(date, w) {
			f.odd = ok
			out = append(out, f)
		}
	}
	s.out = out
}

// beside is the date next to a value: "Friday, 20 March" or "20 March (Friday)".
func (s *scanner) beside(i int) (reading, bool) {
	f := s.out[i]
	if i+1 < len(s.out) && s.out[i+1].at-f.end <= 1 && !s.out[i+1].relative && s.out[i+1].means0().kind == Date {
		return s.out[i+1].means0(), true
	}
	if i > 0 && f.at == s.out[i-1].end && !s.out[i-1].relative && s.out[i-1].means0().kind == Date {
		return s.out[i-1].means0(), true
	}
	return reading{}, false
}

// falls says that a date is on this day of the week in its year, or in this year or the next.
func (s *scanner) falls(r reading, w int) bool {
	year, _, _ := s.today.Date()
	first, last := year, year+1
	if r.n >= 10000 {
		first, last = int(r.n/10000), int(r.n/10000)
	}
	for y := first; y <= last; y++ {
		if int(clock.NewDay(y, time.Month(r.n%10000/100), int(r.n%100)).Weekday()) == w {
			return true
		}
	}
	return false
}

var dayNames = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

func weekday(low string) int {
	if len(low) < 3 {
		return -1
	}
	for i, name := range dayNames {
		if low == name || low == name[:3] || low == "tues" && i == 2 || low == "thurs" && i == 4 {
			return i
		}
	}
	return -1
}

// dayIn is the first date with a year in a text, as "2026-03-03".
func dayIn(text string) (string, bool) {
	_, fs := scan(text, "")
	for _, f := range fs {
		for _, r := range f.means {
			if r.kind == Date && r.n >= 10000 {
				return r.text(), true
			}
		}
	}
	return "", false
}

// text writes a reading in the form that Check reads again.
func (r reading) text() string {
	switch r.kind {
	case Date:
		day := clip2(r.n%10000/100) + "-" + clip2(r.n%100)
		if y := r.n / 10000; y > 0 {
			return strconv.FormatInt(y, 10) + "-" + day
		}
		return strconv.FormatInt(r.n%100, 10) + " " + capital(monthNames[r.n%10000/100])
	case Time:
		return clip2(r.n/60) + ":" + clip2(r.n%60)
	}
	out := strconv.FormatInt(r.n/1000, 10)
	if part := r.n % 1000; part > 0 {
		out += "." + strings.TrimRight(strconv.FormatInt(1000+part, 10)[1:], "0")
	}
	if r.kind == Percent {
		out += " %"
	}
	return out
}

// clip2 writes a number below 100 with two digits.
func clip2(n int64) string { return strconv.FormatInt(100+n, 10)[1:] }

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// valuesIn are the values of a text, in the forms that Check reads. Words for numbers and days count as well; a figure
// with several readings gives them as other forms of the first.
func valuesIn(text, today string) []Value {
	toks, fs := scan(text, today)
	var out []Value
	for _, f := range fs {
		v := Value{Kind: f.means0().kind, Text: f.means0().text()}
		if f.words && v.Kind == Number && f.means0().n <= 1000 || code(text, toks, f) {
			continue // "one of them"; "PORT-12", "v2"
		}
		for _, r := range f.means[min(1, len(f.means)):] {
			if r.kind == v.Kind {
				v.Alt = append(v.Alt, r.text())
			}
		}
		out = append(out, v)
	}
	return out
}

func (f found) means0() reading {
	if len(f.means) == 0 {
		return reading{Number, -1000}
	}
	return f.means[0]
}

// code says that a figure is part of a name such as "PORT-12" or "v2".
func code(text string, toks []token, f found) bool {
	if len(f.means) == 0 {
		return true
	}
	from := toks[f.at].from
	if f.words || from == 0 {
		return false
	}
	b := text[from-1]
	return b == '-' && from > 1 && letter(text[from-2]) || letter(b) || b == '_' || b == '#'
}

func letter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }
