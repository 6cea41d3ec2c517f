package score

import "testing"

// These came up in plans and messages that agents under test wrote.
func TestWritingOfAllKindsStatesAValue(t *testing.T) {
	for value, texts := range map[string][]string{
		"18400 EUR":        {"**18,400** EUR", "18.400 EUR", "18 400 EUR", "18400.00 EUR", "EUR 18.400", "`18400 EUR`", "18,400\nEUR", "€\u00a018,400"},
		"1250000 EUR":      {"1,250,000 EUR", "1.250.000 EUR", "1 250 000 EUR", "1250k EUR"},
		"99.8 %":           {"99.8 %", "99.80 %", "99,8 %", "**99.8%**", "99.8 per cent"},
		"99.8%":            {"99.8 %", "99.8 percent"},
		"44":               {"44", "| 44 |", "44.00", "2026-03-18: 44", "**44**"},
		"180 days":         {"180-day", "180 days", "180\u00a0days"},
		"1 day":            {"1 day", "one day", "a 1-day window"},
		"20:00 to 22:00":   {"20:00 to 22:00", "20:00-22:00", "20:00 – 22:00", "between 20:00 and 22:00", "20:00 until 22:00"},
		"2026-03-27":       {"27 March 2026", "27 March", "27th of March", "March 27th, 2026", "Fri 27 Mar", "27 Mar.", "27.03.2026", "2026/03/27", "27 March, 2026", "27 March 20:00"},
		"2026-09-02":       {"2 Sept", "Sep 2", "2nd Sep", "September 2"},
		"2026-03-26T20:00": {"26 March, 20:00", "26 March 2026 at 20:00", "20:00 on 26 March", "2026-03-26 20:00"},
		"2500 USD":         {"$2,500", "2500 dollars", "USD 2500"},
		"eleven percent":   {"Eleven  percent"},
	} {
		for _, text := range texts {
			if !newProse(text).states(value) {
				t.Errorf("%q does not state %q", text, value)
			}
		}
	}
}

func TestWhatLooksLikeAValueIsNotIt(t *testing.T) {
	for value, texts := range map[string][]string{
		"18":               {"180", "118", "1.18", "18.5", "18,5", "2026-03-18", "18:30", "10:18"},
		"99.8 %":           {"99.85 %", "199.8 %", "99.8", "0.99.8"},
		"44":               {"1,440", "440", "0.44"},
		"18400 EUR":        {"118,400 EUR", "18400 USD", "18,400.50 EUR", "184000 EUR"},
		"180 days":         {"1180 days", "80 days", "180"},
		"2026-03-27":       {"27 March 2025", "27 May", "March 2027", "7 March", "March 27, 2027", "2026-03-270"},
		"2026-03-02":       {"22 March", "12 March 2026", "March 20", "3 Feb"},
		"2026-03-26T20:00": {"26 March", "20:00", "26 March, 20:30", "27 March, 20:00"},
		"20:00":            {"120:00", "2000", "20:001"},
	} {
		for _, text := range texts {
			if newProse(text).states(value) {
				t.Errorf("%q states %q", text, value)
			}
		}
	}
}

func TestThousandsAreJoinedAndListsAreNot(t *testing.T) {
	for text, want := range map[string]string{
		"1,234":          "1234",
		"1,234,567.89":   "1234567.89",
		"12,34":          "12,34",
		"1234,567":       "1234,567",
		"x1,234":         "x1,234",
		"1,2345":         "1,2345",
		"1'000’000":      "1000000",
		"  A \n B\t ":    "a b",
		"10 – 12 −3 ‑4":  "10 - 12 -3 -4",
		"\xff 1,234":     "\ufffd 1234",
		"It’s **bold**.": "it's bold.",
	} {
		if got := plainly(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
