package reader

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/tenure-sim/tenure/clock"
)

var (
	amount  = regexp.MustCompile(`(?:[€$£]\s?|\b(?:eur|usd|gbp|chf)\s)?\b\d[\d.,]*(?:\s\d{3})*k?\s?(?:%|percent\b|per cent\b|eur\b|euros?\b|€|usd\b|\$|gbp\b|chf\b|hours?\b|h\b|days?\b|weeks?\b|ms\b|seconds?\b|s\b|minutes?\b|users?\b|gb\b|mb\b|people\b|k\b)?`)
	percent = regexp.MustCompile(`(?:^|[^\d.,])(\d{1,3})\s?(?:%|percent\b|per cent\b)`)
)

// figure is a number with its unit.
type figure struct {
	milli int64 // thousandths
	unit  string
	text  string
}

// figures finds the numbers in a clause that are no part of a date, a time or an id.
func figures(c *clause, ms []moment) []figure {
	raw := c.raw
	var out []figure
	ids := ticketID.FindAllStringIndex(raw, 8)
	for _, m := range amount.FindAllStringIndex(raw, 16) {
		if m[0] > 0 && (wordByte(raw[m[0]-1]) || raw[m[0]-1] == '#') || covered(m, ids, ms) {
			continue
		}
		if f, ok := parseFigure(raw[m[0]:m[1]]); ok && len(out) < 8 {
			if len(c.orig) == len(raw) {
				f.text = strings.Trim(c.orig[m[0]:m[1]], " .,")
			}
			out = append(out, f)
		}
	}
	return out
}

func covered(at []int, ids [][]int, ms []moment) bool {
	for _, m := range ms {
		if at[0] < m.to && m.from < at[1] {
			return true
		}
	}
	for _, id := range ids {
		if at[0] < id[1] && id[0] < at[1] {
			return true
		}
	}
	return false
}

var units = map[string]string{"%": "%", "percent": "%", "per cent": "%", "eur": "EUR", "euro": "EUR", "euros": "EUR", "€": "EUR",
	"usd": "USD", "$": "USD", "gbp": "GBP", "£": "GBP", "chf": "CHF", "hour": "h", "hours": "h", "h": "h", "day": "d", "days": "d",
	"week": "w", "weeks": "w", "ms": "ms", "second": "s", "seconds": "s", "s": "s", "minute": "min", "minutes": "min"}

// parseFigure reads "18,400 EUR", "€18.4k", "99,5 %". Groups of three digits after a mark are thousands.
func parseFigure(s string) (figure, bool) {
	text := strings.Trim(s, " .,")
	unit, digits := "", ""
	for _, part := range splitUnit(text) {
		if part[0] >= '0' && part[0] <= '9' {
			digits += part
		} else {
			unit += part
		}
	}
	unit = strings.TrimSpace(unit)
	milli, ok := parseMilli(digits)
	if rest, found := strings.CutPrefix(unit, "k"); found {
		milli, unit = milli*1000, strings.TrimSpace(rest)
	} else if rest, found := strings.CutSuffix(unit, "k"); found {
		milli, unit = milli*1000, strings.TrimSpace(rest)
	}
	if u, known := units[unit]; known {
		unit = u
	}
	return figure{milli, unit, text}, ok && milli >= 0
}

// splitUnit separates runs of digits with their marks from the rest.
func splitUnit(s string) []string {
	var out []string
	start, digit := 0, false
	for i := 0; i < len(s); i++ {
		d := s[i] >= '0' && s[i] <= '9' || digit && (s[i] == '.' || s[i] == ',' || s[i] == ' ' && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9')
		if i > start && d != digit {
			out = append(out, s[start:i])
			start = i
		}
		digit = d
	}
	if start < len(s) {
		out = append(out, s[start:])
	}
	return out
}

var thousands = strings.NewReplacer(".", "", ",", "")

func parseMilli(s string) (int64, bool) {
	s = strings.ReplaceAll(strings.TrimSpace(s), " ", "")
	whole, part := s, ""
	if i := strings.LastIndexAny(s, ".,"); i >= 0 && (len(s)-i-1 != 3 || s[0] == '0') {
		whole, part = s[:i], s[i+1:]
	}
	whole = thousands.Replace(whole)
	if len(whole) == 0 || len(whole) > 12 {
		return 0, false
	}
	n, err := strconv.ParseInt(whole+(part + "000")[:3], 10, 64)
	return n, err == nil
}

// stated is what a clause says a requirement's value is: as in force when it is that, with its version.
func (l *Lexicon) stated(req string, c *clause, ms []moment, ctx Context) (value string, version int) {
	cur := l.current[req]
	if day, err := clock.ParseDay(cur.value[:min(10, len(cur.value))]); err == nil {
		return statedDay(cur, day, ms, ctx)
	}
	figs := figures(c, ms)
	if want, ok := parseFigure(strings.ToLower(cur.value)); ok && cur.value != "" && strings.ContainsAny(cur.value[:1], "0123456789€$£") {
		for _, f := range figs {
			if f.milli == want.milli && (f.unit == want.unit || f.unit == "" || want.unit == "") {
				return cur.value, cur.version
			}
		}
		if len(figs) > 0 {
			return figs[len(figs)-1].text, 0
		}
		return "", 0
	}
	if cur.value != "" && strings.Contains(c.norm, " "+normalise(cur.value)+" ") {
		return cur.value, cur.version
	}
	return anyValue(c, ms, figs, ctx), 0
}

func statedDay(cur current, day clock.Day, ms []moment, ctx Context) (string, int) {
	for _, m := range ms {
		if m.day == day && m.dated && !m.past {
			return cur.value, cur.version
		}
	}
	if m, ok := chosen(ms); ok && m.dated {
		return m.text(ctx), 0
	}
	return "", 0
}

// text is the moment in the form of the ledger's values.
func (m moment) text(c Context) string {
	if m.timed || m.absolute != 0 {
		return m.at(c).In(c.zone()).Format("2006-01-02T15:04")
	}
	return m.day.String()
}

// anyValue is a figure or a date with no known value to compare with.
func anyValue(cl *clause, ms []moment, figs []figure, c Context) string {
	if len(figs) > 0 {
		return figs[0].text
	}
	if m, ok := chosen(ms); ok && m.dated && !strings.Contains(cl.norm, " by ") {
		return m.text(c)
	}
	return ""
}
