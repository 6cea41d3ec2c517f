package diff

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tenure-sim/tenure/sim/transcript"
)

// Widths of the columns, in characters.
const (
	nameMost  = 32
	valueMost = 44
	leadMost  = 10 // of what is the same, shown before where two texts part
)

// both shows the two values of a change so that they can be told apart: of long texts the place where they part, of
// long lists what the other has not.
func both(c Change, zone *time.Location) (a, b string) {
	x, okX := c.A.([]string)
	y, okY := c.B.([]string)
	if okX && okY && len(strings.Join(x, ", "))+len(strings.Join(y, ", ")) > valueMost {
		return parting(rest(x, y), rest(y, x))
	}
	if c.Field == "" {
		return cut(presence(c.A), valueMost), cut(presence(c.B), valueMost)
	}
	s, okS := c.A.(string)
	t, okT := c.B.(string)
	if !okS || !okT {
		return cut(text(c.A), valueMost), cut(text(c.B), valueMost)
	}
	if s, t, ok := moments(s, t, zone); ok {
		return s, t
	}
	return parting(text(s), text(t))
}

// moments shows two texts that are both moments, or none, in local time, when that tells them apart.
func moments(a, b string, zone *time.Location) (string, string, bool) {
	x, errA := time.Parse(time.RFC3339Nano, a)
	y, errB := time.Parse(time.RFC3339Nano, b)
	if errA != nil && a != "" || errB != nil && b != "" || errA != nil && errB != nil {
		return "", "", false
	}
	s, t := text(a), text(b)
	if errA == nil {
		s = x.In(zone).Format(transcript.MomentLayout)
	}
	if errB == nil {
		t = y.In(zone).Format(transcript.MomentLayout)
	}
	return s, t, s != t
}

func presence(v any) string {
	if v == nil {
		return "not there"
	}
	return text(v)
}

// rest is what a list has and the other has not.
func rest(list, other []string) string {
	out := slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(other, s) })
	switch {
	case len(out) == 0 && len(list) > 0:
		return fmt.Sprintf("(%d)", len(list))
	case len(out) == len(list):
		return text(list)
	}
	return "... " + text(out)
}

func text(v any) string {
	switch v := v.(type) {
	case nil:
		return "-"
	case string:
		if strings.TrimSpace(v) == "" {
			return fmt.Sprintf("%q", v)
		}
		return strings.Join(strings.Fields(v), " ")
	case []string:
		if len(v) == 0 {
			return "none"
		}
		return strings.Join(strings.Fields(strings.Join(v, ", ")), " ")
	}
	return fmt.Sprint(v)
}

// parting cuts two texts to what can be seen of their difference.
func parting(a, b string) (string, string) {
	if a == b {
		return cut(a, valueMost), "the same but for white space"
	}
	if utf8.RuneCountInString(a) <= valueMost && utf8.RuneCountInString(b) <= valueMost {
		return a, b
	}
	x, y := []rune(a), []rune(b)
	same := 0
	for same < min(len(x), len(y)) && x[same] == y[same] {
		same++
	}
	if same <= leadMost+1 {
		return cut(a, valueMost), cut(b, valueMost)
	}
	from := same - leadMost
	return cut("…"+string(x[from:]), valueMost), cut("…"+string(y[from:]), valueMost)
}

func cut(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}
