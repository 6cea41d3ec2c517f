package purse

import (
	"cmp"
	"slices"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
)

// Span is real time in which a question to a role was under way.
type Span struct {
	Role  string
	Began time.Time
	Took  time.Duration
}

// Walled is what was spent with the wall time of questions that were under way before: that of each role, and that of the
// episode. What was under way at the same time counts once.
func (s Spent) Walled(spans []Span) Spent {
	out := Spent{}
	by := map[string][]Span{whole: slices.Clone(spans)}
	for _, x := range spans {
		by[x.Role] = append(by[x.Role], x)
	}
	for role, u := range s {
		out[role] = u
	}
	for role, all := range by {
		u := out[role]
		u.Wall = union(all)
		out[role] = u
	}
	return out
}

// union is how much time spans cover.
func union(spans []Span) (sum time.Duration) {
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Or(a.Began.Compare(b.Began), cmp.Compare(a.Took, b.Took)) })
	var end time.Time
	for _, x := range spans {
		from, to := x.Began, x.Began.Add(x.Took)
		if from.Before(end) {
			from = end
		}
		if to.After(from) {
			sum, end = sum+to.Sub(from), to
		}
	}
	return sum
}

// Walls says whether a configuration bounds wall time.
func Walls(c models.Config) bool {
	if c.Budget.Wall > 0 {
		return true
	}
	for _, r := range c.Roles {
		if r.Budget.Wall > 0 {
			return true
		}
	}
	return false
}
