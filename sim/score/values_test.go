package score

import (
	"strings"
	"testing"
)

func TestAValueIsFoundInTheFormsPeopleWrite(t *testing.T) {
	for value, texts := range map[string][]string{
		"2026-04-01":       {"2026-04-01", "on 1 April 2026.", "April 1, 2026", "1st of April", "Apr 1st", "Wed, 1 April", "01.04.2026", "1. April", "Go-live: 2026-04-01T09:00", "april 1"},
		"18400 EUR":        {"18,400 EUR", "€18,400", "EUR 18400", "18400 euros", "18'400 EUR", "18\u202f400 EUR", "€ 18,400.00"},
		"112000 EUR":       {"a cap of 112k EUR", "€112k", "112,000 EUR"},
		"99.5 %":           {"99.5%", "99.5 percent", "an SLA of 99,5 %", "99.5 per cent a month"},
		"180 days":         {"a 180-day period", "180 days", "180 day"},
		"12 characters":    {"12 characters", "12-character passwords"},
		"2 hours":          {"two hours", "a two-hour window", "2-hour"},
		"20:00":            {"from 20:00-22:00", "8 pm", "8pm", "at 8:00 PM"},
		"09:30":            {"9:30", "09:30", "9:30 am"},
		"2026-03-02T10:00": {"2026-03-02 10:00", "2026-03-02T10:00"},
		"Inês":             {"ask inês.", "INÊS"},
		"+49 40 5550 182":  {"call +49 40 5550 182."},
		"44":               {"44 pilots", "pilots: 44.", "(44)", "44, not 46"},
	} {
		for _, text := range texts {
			if !newProse(text).states(value) {
				t.Errorf("%q does not state %q", text, value)
			}
		}
	}
}

func TestAFigureStandsAlone(t *testing.T) {
	for value, texts := range map[string][]string{
		"2026-04-01": {"11 April 2026", "1 April 2025", "April 10", "April 1, 2027", "2026-04-011", "1 Apricot"},
		"18":         {"180", "18.5", "1,018", "3.18", "18:30", "118"},
		"27":         {"2026-03-27", "27.5 %"},
		"Ines":       {"lines", "Inessa"},
		"44":         {"144", "44.7", "4,400"},
		"99.5 %":     {"199.5 %", "99.55 %"},
		"":           {"", "anything"},
	} {
		for _, text := range texts {
			if newProse(text).states(value) {
				t.Errorf("%q states %q", text, value)
			}
		}
	}
}

func TestCellsAreComparedAsNumbersWhereTheyAre(t *testing.T) {
	for _, c := range []struct {
		got, want, tolerance string
		same                 bool
	}{
		{"2,610", "2610", "", true}, {"EUR 2,610.00", "2610", "0", true}, {"2610.4", "2610", "0.5", true}, {"2610.6", "2610", "0.5", false},
		{"-5", "5", "", false}, {"-5", "-5 EUR", "", true}, {"99.5 %", "99.5", "", true}, {"", "0", "", false}, {"#VALUE!", "0", "", false},
		{"1 April 2026", "2026-04-01", "", true}, {"done", "Done", "", true}, {"1.2.3", "1.2", "", false}, {"1234567890123", "1", "", false},
		{strings.Repeat("9", 12), strings.Repeat("9", 12), "", true}, {".5", "0.5", "", true},
	} {
		if sameValue(c.got, c.want, c.tolerance) != c.same {
			t.Errorf("%q and %q within %q: want %v", c.got, c.want, c.tolerance, c.same)
		}
	}
}

func FuzzStates(f *testing.F) {
	f.Add("on 1 April 2026", "2026-04-01")
	f.Add("€18,400", "18400 EUR")
	f.Fuzz(func(t *testing.T, text, value string) {
		newProse(text).states(value)
		newProse("so: " + value).states(value)
		sameValue(text, value, value)
	})
}

func BenchmarkStates(b *testing.B) {
	text := strings.Repeat("The plan says that on 2 April 2026 we go live at 20:00 with 99.5 % and 1,200 users. ", 60)
	for b.Loop() {
		newProse(text).states("2026-04-01")
	}
}
