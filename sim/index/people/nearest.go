package people

import (
	"slices"
	"strings"
)

// hintMost is how many names a hint lists.
const hintMost = 8

// Hint is the end of a rejection: the names nearest to the one wanted, or some of those there are.
func Hint(want string, have []string) string {
	if len(have) == 0 {
		return "there are none"
	}
	if near := Nearest(want, have); len(near) > 0 {
		return "did you mean " + strings.Join(near, " or ") + "?"
	}
	have = slices.Clone(have)
	slices.Sort(have)
	if len(have) > hintMost {
		return "there are " + strings.Join(have[:hintMost], ", ") + " and others"
	}
	return "there are " + strings.Join(have, ", ")
}

// Nearest returns up to three names that somebody who typed want may have meant, the nearest first.
func Nearest(want string, have []string) []string {
	type near struct {
		name string
		far  int
	}
	want = strings.ToLower(bare(want))
	var found []near
	for _, h := range have {
		low := strings.ToLower(h)
		far := Distance(want, low)
		if len(want) > 2 && strings.Contains(low, want) || len(low) > 2 && strings.Contains(want, low) {
			far = min(far, 1)
		}
		if far <= 1+len(want)/4 {
			found = append(found, near{h, far})
		}
	}
	slices.SortFunc(found, func(a, b near) int {
		if a.far != b.far {
			return a.far - b.far
		}
		return strings.Compare(a.name, b.name)
	})
	out := make([]string, 0, 3)
	for _, f := range found[:min(3, len(found))] {
		out = append(out, f.name)
	}
	return out
}

// Distance is the edit distance in runes; two letters swapped count as one edit.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+differ(x[i-1], y[j-1]))
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}

func differ(a, b rune) int {
	if a == b {
		return 0
	}
	return 1
}
