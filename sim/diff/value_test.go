package diff

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestValuesAreShownSoThatTheyCanBeToldApart(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("the same words ", 20)
	for name, c := range map[string]struct {
		in   Change
		a, b string
	}{
		"numbers":             {Change{"x", "f", int64(1), int64(1)}, "1", "1"},
		"a field one lacks":   {Change{"x", "f", int64(1), nil}, "1", "-"},
		"a thing one lacks":   {Change{"x", "", "Budget", nil}, "Budget", "not there"},
		"empty text":          {Change{"x", "f", "", "on"}, `""`, "on"},
		"moments":             {Change{"x", "f", "2026-03-02T08:00:00Z", ""}, "Mon 2 Mar 2026 09:00:00", `""`},
		"moments too near":    {Change{"x", "f", "2026-03-02T08:00:00.1Z", "2026-03-02T08:00:00.2Z"}, "2026-03-02T08:00:00.1Z", "2026-03-02T08:00:00.2Z"},
		"white space":         {Change{"x", "f", "a  b", "a b"}, "a b", "the same but for white space"},
		"short lists":         {Change{"x", "f", []string{"a", "b"}, []string{}}, "a, b", "none"},
		"long texts":          {Change{"x", "f", long + "A", long + "B"}, "…ame words A", "…ame words B"},
		"long lists":          {Change{"x", "f", []string{long, "a"}, []string{long, "b", "c"}}, "... a", "... b, c"},
		"a list and its part": {Change{"x", "f", []string{long, "a"}, []string{long}}, "... a", "(1)"},
	} {
		if a, b := both(c.in, berlin); a != c.a || b != c.b {
			t.Errorf("%s: got %q and %q, want %q and %q", name, a, b, c.a, c.b)
		}
	}
}

func FuzzValuesFitTheirColumns(f *testing.F) {
	f.Add("a", "b", true)
	f.Add(strings.Repeat("ä\n", 60), strings.Repeat("ä\n", 61), false)
	f.Fuzz(func(t *testing.T, x, y string, list bool) {
		c := Change{Name: "x", Field: "f", A: x, B: y}
		if list {
			c.A, c.B = strings.Fields(x), strings.Fields(y)
		}
		a, b := both(c, time.UTC)
		for _, s := range []string{a, b} {
			if utf8.RuneCountInString(s) > valueMost || strings.ContainsAny(s, "\n\t") {
				t.Errorf("%q and %q are shown as %q", x, y, s)
			}
		}
	})
}
