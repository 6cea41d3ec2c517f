package voice

import (
	"strconv"
	"strings"

	"github.com/tenure-sim/tenure/clock"
)

// reading is one thing that a figure, a date or a word for one may mean.
type reading struct {
	kind string
	n    int64 // a number in thousandths, minutes of the day, or year*10000 + month*100 + day; year 0 if none was written
}

// found is a place in a text where a value stands. "12.03." may be a date or a number: it means all its readings at once.
type found struct {
	at, end  int // tokens
	means    []reading
	words    bool // written in letters, as "twelve" or "tomorrow"
	relative bool // tomorrow, Friday
	odd      bool // a day of the week beside a date that falls on another
}

// scanner finds values in tokens.
type scanner struct {
	text  string
	toks  []token
	today clock.Day
	dated bool // today is known
	out   []found
}

// scan finds all values of a text.
func scan(text, today string) ([]token, []found) {
	s := &scanner{text: text, toks: tokens(text)}
	if d, err := clock.ParseDay(today); err == nil {
		s.today, s.dated = d, true
	}
	for i := 0; i < len(s.toks); {
		i = s.step(i)
	}
	s.weekdays()
	return s.toks, s.out
}

// step reads the value at token i, if there is one, and returns where to go on.
func (s *scanner) step(i int) int {
	t := s.toks[i]
	if t.digits {
		return s.figure(i)
	}
	if m := month(t.low); m > 0 {
		if next, ok := s.monthDay(i, m); ok {
			return next
		}
	}
	switch t.low {
	case "noon", "midday":
		return s.put(found{at: i, end: i + 1, words: true, means: []reading{{Time, 720}}})
	case "midnight":
		return s.put(found{at: i, end: i + 1, words: true, means: []reading{{Time, 0}}})
	}
	if n, next := s.spelled(i); next > i {
		return s.put(s.counted(found{at: i, end: next, words: true}, n*1000))
	}
	if s.dated {
		if next, ok := s.relative(i); ok {
			return next
		}
	}
	return i + 1
}

func (s *scanner) put(f found) int {
	s.out = append(s.out, f)
	return f.end
}

// figure reads a token of digits.
func (s *scanner) figure(i int) int {
	t := s.toks[i].low
	if next, ok := s.dayMonth(i); ok {
		return next
	}
	f := found{at: i, end: i + 1}
	switch {
	case strings.Contains(t, ":"):
		if m, ok := s.clockTime(t, i+1); ok {
			f.means = []reading{{Time, m}}
			if s.half(i+1) != "" {
				f.end++
			}
			return s.put(f)
		}
	case strings.ContainsAny(t, "-/") || strings.Count(t, ".") > 1 || strings.Count(t, "'") > 1:
		f.means = dates(t)
		if f.means == nil {
			f.means = ranges(t)
		}
		if f.means != nil {
			return s.put(f)
		}
	}
	if half := s.half(i + 1); half != "" && len(t) <= 5 {
		if m, ok := s.clockTime(strings.Replace(t, ".", ":", 1), i+1); ok {
			f.end, f.means = i+2, []reading{{Time, m}}
			return s.put(f)
		}
	}
	return s.number(f, t)
}

// number reads a figure that is neither a date nor a time, or only may be one.
func (s *scanner) number(f found, t string) int {
	values := amounts(t)
	if next := f.at + 1; s.grouped(f.at) {
		if v := amounts(t + s.toks[next].low); len(v) > 0 {
			values, f.end = v, next+1
		}
	}
	for _, v := range values {
		f = s.counted(f, v)
	}
	if day, mon, ok := strings.Cut(t, "."); ok && strings.Count(t, ".") == 1 {
		f.means = append(f.means, dayReading(0, atoi(mon), atoi(day))...)
		if m, ok := minutes(day, mon); ok && len(mon) == 2 {
			f.means = append(f.means, reading{Time, m})
		}
	}
	if len(t) <= 2 && f.at > 0 && atoi(t) < 24 && s.toks[f.at-1].low == "at" {
		f.means = append(f.means, reading{Time, int64(atoi(t)) * 60})
	}
	return s.put(f)
}

// counted adds an amount, in thousandths, with what follows it: percent, thousand, k.
func (s *scanner) counted(f found, milli int64) found {
	last := s.toks[f.end-1].to
	rest := strings.TrimLeft(s.text[last:min(len(s.text), last+4)], " \u00a0\u202f")
	switch {
	case strings.HasPrefix(rest, "%"):
		f.means = append(f.means, reading{Percent, milli})
		return f
	case s.low(f.end) == "percent" || s.low(f.end) == "pct":
		f.means, f.end = append(f.means, reading{Percent, milli}), f.end+1
		return f
	case s.low(f.end) == "per" && s.low(f.end+1) == "cent":
		f.means, f.end = append(f.means, reading{Percent, milli}), f.end+2
		return f
	}
	switch s.low(f.end) {
	case "k", "thousand":
		milli, f.end = milli*1000, f.end+1
	case "m", "million":
		milli, f.end = milli*1_000_000, f.end+1
	}
	f.means = append(f.means, reading{Number, milli})
	return f
}

func (s *scanner) low(i int) string {
	if i < len(s.toks) {
		return s.toks[i].low
	}
	return ""
}

// grouped says that the next token continues this one: "1 200".
func (s *scanner) grouped(i int) bool {
	if i+1 >= len(s.toks) || len(s.toks[i].low) > 3 {
		return false
	}
	next := s.toks[i+1]
	between := s.text[s.toks[i].to:next.from]
	return next.digits && len(next.low) == 3 && !strings.ContainsAny(s.toks[i].low+next.low, ".,:/-'") && strings.Contains(" \u00a0\u202f", between)
}

// half is am or pm at token i.
func (s *scanner) half(i int) string {
	switch h := s.low(i); {
	case h == "am" || h == "pm":
		return h
	case (h == "a" || h == "p") && s.low(i+1) == "m" && s.toks[i].to+1 == s.toks[i+1].from:
		return h + "m"
	}
	return ""
}

func (s *scanner) clockTime(t string, next int) (int64, bool) {
	h, m, _ := strings.Cut(t, ":")
	if m, _, _ = strings.Cut(m, ":"); m == "" {
		m = "00"
	}
	switch s.half(next) {
	case "pm":
		if n := atoi(h); n < 12 {
			h = strconv.Itoa(n + 12)
		}
	case "am":
		if atoi(h) == 12 {
			h = "0"
		}
	}
	return minutes(h, m)
}

func minutes(h, m string) (int64, bool) {
	hour, min := atoi(h), atoi(m)
	return int64(hour*60 + min), hour >= 0 && hour < 24 && min >= 0 && min < 60 && len(m) <= 2
}

// spelled reads a number in words: "twelve", "twenty-five", "three hundred". next is i if there is none.
func (s *scanner) spelled(i int) (n int64, next int) {
	n, ok := units[s.toks[i].low]
	if !ok {
		return 0, i
	}
	next = i + 1
	if more := units[s.low(next)]; n >= 20 && n < 100 && more > 0 && more < 10 {
		n, next = n+more, next+1
	}
	if s.low(next) == "hundred" {
		n, next = n*100, next+1
		if s.low(next) == "and" && units[s.low(next+1)] > 0 {
			more, end := s.spelled(next + 1)
			n, next = n+more, end
		}
	}
	return n, next
}

var units = map[string]int64{"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
	"twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30,
	"forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}

// amounts are the numbers a figure may be, in thousandths: "1.200" is 1200 to some and 1.2 to others.
func amounts(t string) []int64 {
	var out []int64
	if v, ok := milli(strings.NewReplacer(",", "", "'", "").Replace(t)); ok && grouping(t, ",'") {
		out = append(out, v)
	}
	if strings.ContainsAny(t, ".,") {
		german := strings.ReplaceAll(strings.ReplaceAll(t, ".", ""), ",", ".")
		if v, ok := milli(german); ok && grouping(t, ".") && (len(out) == 0 || out[0] != v) {
			out = append(out, v)
		}
	}
	return out
}

// grouping says that the marks stand before three digits each.
func grouping(t, marks string) bool {
	for {
		i := strings.IndexAny(t, marks)
		if i < 0 {
			return true
		}
		t = t[i+1:]
		n := strings.IndexAny(t, ".,'")
		if n < 0 {
			n = len(t)
		}
		if n != 3 {
			return false
		}
	}
}

// milli reads digits with at most one point as thousandths. More than three places are cut: nobody at work writes them.
func milli(t string) (int64, bool) {
	whole, part, _ := strings.Cut(t, ".")
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || n > 1e12 || strings.Contains(part, ".") {
		return 0, false
	}
	part = (part + "000")[:3]
	p, err := strconv.ParseInt(part, 10, 64)
	return n*1000 + p, err == nil
}

// ranges reads "3-5" and "1/2" as the numbers at both ends.
func ranges(t string) []reading {
	var out []reading
	for _, p := range strings.FieldsFunc(t, func(r rune) bool { return r == '-' || r == '/' || r == '\'' }) {
		for _, v := range amounts(p) {
			out = append(out, reading{Number, v})
		}
	}
	return out
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}
