package sheets

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// kind is what an entered text is taken for, as a spreadsheet does.
type kind uint8

const (
	text kind = iota
	number
	percent
	date
	truth
	formula
)

var (
	plainNumber   = regexp.MustCompile(`^[+-]?\d{1,15}(\.\d{1,15})?$`)
	groupedNumber = regexp.MustCompile(`^[+-]?\d{1,3}(,\d{3}){1,4}(\.\d{1,15})?$`)
	plainDate     = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)
)

func isFormula(s string) bool { return len(s) > 1 && s[0] == '=' }

// meaning says what an entered text is and gives its bare form: a decimal number for numbers, per cents (as a part of
// one) and dates (days since 1899-12-30). Text after an apostrophe is text whatever it looks like.
func meaning(s string) (kind, string) {
	switch {
	case isFormula(s):
		return formula, s
	case strings.HasPrefix(s, "'"):
		return text, s[1:]
	case plainNumber.MatchString(s):
		return number, strings.TrimPrefix(s, "+")
	case groupedNumber.MatchString(s):
		return number, strings.TrimPrefix(strings.ReplaceAll(s, ",", ""), "+")
	case strings.HasSuffix(s, "%") && plainNumber.MatchString(s[:len(s)-1]):
		return percent, hundredth(s[:len(s)-1])
	case strings.EqualFold(s, "true") || strings.EqualFold(s, "false"):
		return truth, strings.ToUpper(s)
	case plainDate.MatchString(s):
		if t, err := time.Parse(time.DateOnly, s); err == nil {
			return date, strconv.Itoa(serial(t))
		}
	}
	return text, s
}

func hundredth(s string) string {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic("sheets: " + s + " is no number")
	}
	out := r.Quo(r, big.NewRat(100, 1)).FloatString(17)
	return strings.TrimSuffix(strings.TrimRight(out, "0"), ".")
}

const secondsPerDay = 24 * 60 * 60

// dayZero is the day that spreadsheets count from; the count is right from March 1900 on.
func dayZero() time.Time { return time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC) }

func serial(day time.Time) int { return int((day.Unix() - dayZero().Unix()) / secondsPerDay) }

// dateOf writes a serial number as a date, with the time of day when it has one. ok is false when it is no day of
// the years 1900 to 2199.
func dateOf(number string) (string, bool) {
	r, good := new(big.Rat).SetString(number)
	if !good || r.Sign() <= 0 || r.Cmp(big.NewRat(109_574, 1)) >= 0 {
		return "", false
	}
	seconds := r.Mul(r, big.NewRat(secondsPerDay, 1)).FloatString(0)
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return "", false
	}
	t := dayZero().Add(time.Duration(n) * time.Second)
	if n%secondsPerDay == 0 {
		return t.Format(time.DateOnly), true
	}
	return t.Format("2006-01-02 15:04"), true
}

// shown is an entered text as people see it.
func shown(s string) string {
	return strings.TrimPrefix(s, "'")
}
