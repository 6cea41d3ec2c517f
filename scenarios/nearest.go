package scenarios

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim/index/people"
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

// comparedMost bounds how many names are looked through for the nearest: who has more finds it by searching.
const comparedMost = 2_000

// nearest is the valid name with the smallest edit distance, when that is at most a third of what was written and two
// more, or one that what was written begins or ends with. Capitals and the marks between words count for nothing.
func nearest(got string, valid []string) string {
	most := 2 * (len(got)/3 + 2) // in half changes
	best, least := "", most+1
	if len(got) > 200 || len(valid) > comparedMost {
		return ""
	}
	for _, v := range valid {
		if len(v) > 200 || v == "" {
			continue
		}
		far := 2 * people.Distance(unmarked.Replace(strings.ToLower(got)), unmarked.Replace(strings.ToLower(v)))
		if len(v) >= 3 && (strings.HasPrefix(got, v) || strings.HasSuffix(got, "_"+v) || strings.HasSuffix(got, "-"+v)) {
			far = min(far-1, most)
		}
		if far < least {
			best, least = v, far
		}
	}
	return best
}

var unmarked = strings.NewReplacer("-", "", "_", "", " ", "")

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
