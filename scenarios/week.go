package scenarios

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
)

var days = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

func weekday(day string) time.Weekday {
	for i, d := range days {
		if d == day {
			return time.Weekday((i + 1) % 7)
		}
	}
	panic("scenarios: no weekday is called " + day)
}

// week reads hours such as {mon: "09:00-12:30 13:15-17:45"}. Days that are not named are off.
func (s *source) week(path string, hours map[string]string) clock.Week {
	var w clock.Week
	for _, day := range sortedKeys(hours) {
		at := join(path, day)
		if !s.oneOf(at, "day", day, days) {
			continue
		}
		spans, err := parseSpans(hours[day])
		if err != nil {
			s.bad(at, "%s: %s", day, err)
			continue
		}
		w[weekday(day)] = spans
	}
	return w
}

func parseSpans(words string) ([]clock.Span, error) {
	var out []clock.Span
	for _, w := range strings.Fields(words) {
		from, to, ok := strings.Cut(w, "-")
		a, okA := minute(from)
		b, okB := minute(to)
		if !ok || !okA || !okB {
			return nil, fmt.Errorf(`%q is no span of hours; expected such as "09:00-12:30 13:15-17:45"`, short(w))
		}
		if b <= a || len(out) > 0 && out[len(out)-1].To > a {
			return nil, fmt.Errorf("the span %s ends before it starts or overlaps the one before", w)
		}
		out = append(out, clock.Span{From: a, To: b})
	}
	return out, nil
}

func minute(hhmm string) (int, bool) {
	h, m, ok := strings.Cut(hhmm, ":")
	if !ok || len(h) != 2 || len(m) != 2 {
		return 0, false
	}
	hour, err1 := strconv.Atoi(h)
	min, err2 := strconv.Atoi(m)
	total := hour*60 + min
	return total, err1 == nil && err2 == nil && hour >= 0 && min >= 0 && min < 60 && total <= 24*60
}
