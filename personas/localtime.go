package personas

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/tenure-sim/tenure/clock"
)

// localTime reads a moment of a cast file; "" is no moment, 0.
func localTime(s string, zone *time.Location) (clock.Time, error) {
	if s == "" {
		return 0, nil
	}
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return clock.Of(t), nil
	}
	for _, layout := range []string{"2006-01-02T15:04", "2006-01-02"} {
		if t, err := time.Parse(layout, s); err == nil {
			return clock.At(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), zone), nil
		}
	}
	return 0, fmt.Errorf("moment %q: expected one such as 2026-03-20T09:00", s)
}

// sortedKeys is the keys of a map in an order that does not change from run to run.
func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
