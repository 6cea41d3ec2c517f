package scenarios

import (
	"fmt"
	"slices"
	"strings"
)

// namesShown bounds a list of valid names in a message.
const namesShown = 16

// choices says what would have been right and which of it is nearest to what was written.
func choices(got string, valid []string) string {
	if len(valid) == 0 {
		return "; there are none"
	}
	valid = distinct(valid)
	shown, more := valid, ""
	if len(shown) > namesShown {
		shown, more = shown[:namesShown], fmt.Sprintf(" and %d more", len(valid)-namesShown)
	}
	return "; expected one of " + strings.Join(shown, ", ") + more + meant(got, valid)
}

// meant is the question whether the nearest name was meant, or nothing when none is near.
func meant(got string, valid []string) string {
	if n := nearest(got, valid); n != "" {
		return fmt.Sprintf("; did you mean %q?", n)
	}
	return ""
}

// nearest is the valid name with the smallest edit distance, when that is at most a third of what was written and two
// more, or one that what was written begins with.
func nearest(got string, valid []string) string {
	best, distance := "", len(got)/3+2
	if len(got) > 200 {
		return ""
	}
	for _, v := range valid {
		if len(v) > 200 || v == "" {
			continue
		}
		if len(v) >= 3 && strings.HasPrefix(got, v) && best == "" {
			best = v
		}
		if d := edits(strings.ToLower(got), strings.ToLower(v), distance); d < distance || d == distance && best == "" {
			best, distance = v, d
		}
	}
	return best
}

// edits is the number of letters to insert, delete, change or swap with their neighbour (optimal string alignment).
// It gives up above most.
func edits(a, b string, most int) int {
	x, y := []rune(a), []rune(b)
	if d := len(x) - len(y); d > most || -d > most {
		return most + 1
	}
	before, last, now := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		now[0] = i
		for j := 1; j <= len(y); j++ {
			change := last[j-1]
			if x[i-1] != y[j-1] {
				change++
			}
			now[j] = min(last[j]+1, now[j-1]+1, change)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
		}
		before, last, now = last, now, before
	}
	return last[len(y)]
}

// distinct is names without repetitions, in the order in which they came first.
func distinct(names []string) []string {
	seen := make(map[string]bool, len(names))
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		again := seen[n]
		seen[n] = true
		return again
	})
}

// sorted is a copy of names in order.
func sorted(names []string) []string {
	out := slices.Clone(names)
	slices.Sort(out)
	return slices.Compact(out)
}
