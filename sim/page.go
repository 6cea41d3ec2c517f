package sim

import (
	"strconv"
)

// Limits of one page of a list.
const (
	pageUsual = 20
	pageMost  = 100
)

// PageParams are the two arguments of every tool that lists.
func PageParams() []Param {
	return []Param{
		{Name: "limit", Type: Int, Optional: true, Doc: "how many at most, 1 to 100; 20 when not given"},
		{Name: "cursor", Type: String, Optional: true, Doc: "the next value of the page before"},
	}
}

// Page returns which of total things to show, [from, to), and the cursor of the page after, "" at the end.
func Page(a Args, total int) (from, to int, next string, err error) {
	limit := a.Int("limit", pageUsual)
	if limit < 1 || limit > pageMost {
		return 0, 0, "", Reject("limit must be between 1 and %d, got %d", pageMost, limit)
	}
	if c := a.String("cursor"); c != "" {
		from, err = strconv.Atoi(c)
		if err != nil || from < 0 {
			return 0, 0, "", Reject("cursor %q is not one that a list gave", c)
		}
	}
	from = min(from, total)
	to = min(from+limit, total)
	if to < total {
		next = strconv.Itoa(to)
	}
	return from, to, next, nil
}
