package sheets

import (
	"slices"
	"strings"
	"unicode"

	"github.com/xuri/efp"

	"github.com/tenure-sim/tenure/sim"
)

// functions are those a formula may use, sorted. Left out are those that read the clock or draw chance (NOW, RAND), that
// choose their references while calculating and so hide cycles (INDIRECT, OFFSET), that excelize does not know (LET,
// LAMBDA), and that can run or grow without bound (REPT, FACT, MUNIT; EDATE, EOMONTH and YEARFRAC count their way through
// absurd years, and DATE does what they do).
var functions = strings.Fields(`
	ABS AND AVERAGE AVERAGEIF AVERAGEIFS CEILING CHOOSE COLUMN COLUMNS CONCAT CONCATENATE COUNT COUNTA COUNTBLANK
	COUNTIF COUNTIFS DATE DATEDIF DATEVALUE DAY DAYS EXACT EXP FALSE FIND FLOOR FV HLOOKUP HOUR IF
	IFERROR IFNA IFS INDEX INT IRR ISBLANK ISERR ISERROR ISLOGICAL ISNA ISNUMBER ISOWEEKNUM ISTEXT LARGE LEFT LEN LN
	LOG LOG10 LOOKUP LOWER MATCH MAX MAXIFS MEDIAN MID MIN MINIFS MINUTE MOD MODE MONTH NA NETWORKDAYS
	NETWORKDAYS.INTL NOT NPER NPV OR PERCENTILE PMT POWER PRODUCT PROPER PV QUARTILE QUOTIENT RANK RIGHT ROUND
	ROUNDDOWN ROUNDUP ROW ROWS SEARCH SIGN SMALL SQRT STDEV STDEV.P STDEV.S SUBSTITUTE SUM SUMIF SUMIFS SUMPRODUCT
	SWITCH TEXT TEXTJOIN TIME TRIM TRUE TRUNC UPPER VALUE VAR VAR.P VAR.S VLOOKUP WEEKDAY WEEKNUM WORKDAY
	WORKDAY.INTL XLOOKUP XOR YEAR`)

// volatile functions get a reason of their own: people will try them.
var volatile = []string{"CELL", "INDIRECT", "INFO", "NOW", "OFFSET", "RAND", "RANDARRAY", "RANDBETWEEN", "TODAY"}

// tokens splits a formula.
func tokens(f string) []efp.Token {
	p := efp.ExcelParser()
	return p.Parse(strings.TrimPrefix(f, "="))
}

// checkFormula refuses what cannot be calculated the same way for ever and returns the areas the formula refers to.
func (b *book) checkFormula(p place, f string) ([]area, error) {
	if len(f) > formulaMost {
		return nil, sim.Reject("%s: a formula has at most %d bytes, this one has %d", p.name(), formulaMost, len(f))
	}
	var out []area
	for _, t := range tokens(f) {
		switch {
		case t.TType == efp.TokenTypeFunction && t.TSubType == efp.TokenSubTypeStart:
			if err := checkFunction(p, t.TValue); err != nil {
				return nil, err
			}
		case t.TType == efp.TokenTypeUnknown:
			return nil, sim.Reject("%s: %s is no formula", p.name(), f)
		case t.TType == efp.TokenTypeOperand && t.TSubType == efp.TokenSubTypeRange:
			a, err := b.area(t.TValue, p.tab)
			if err != nil {
				return nil, sim.Reject("%s: in %s, %s", p.name(), f, err)
			}
			out = append(out, a)
		}
	}
	return out, nil
}

func checkFunction(p place, name string) error {
	name = strings.ToUpper(name)
	if _, ok := slices.BinarySearch(functions, name); ok || name == "ARRAY" || name == "ARRAYROW" {
		return nil
	}
	if slices.Contains(volatile, name) {
		return sim.Reject("%s: %s changes by itself, so its value could not be relied on: write the value or date itself", p.name(), name)
	}
	return sim.Reject("%s: the function %s is not available; available are %s", p.name(), name, strings.Join(functions, " "))
}

// capital writes a formula's functions and cells in capitals, which excelize wants, and leaves texts and names of tabs.
func capital(f string) string {
	if !isFormula(f) {
		return f
	}
	var out strings.Builder
	for f != "" {
		n := strings.IndexFunc(f, func(r rune) bool { return !isName(r) })
		if n < 0 {
			n = len(f)
		}
		if n == 0 {
			n = quoted(f)
			out.WriteString(f[:n])
		} else if strings.HasPrefix(f[n:], "!") {
			out.WriteString(f[:n])
		} else {
			out.WriteString(strings.ToUpper(f[:n]))
		}
		f = f[n:]
	}
	return out.String()
}

// quoted is the length of the quoted text that f begins with, or 1.
func quoted(f string) int {
	if f[0] == '"' || f[0] == '\'' {
		if end := strings.IndexByte(f[1:], f[0]); end >= 0 {
			return end + 2
		}
	}
	return 1
}

func isName(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '.' || r == '$'
}
