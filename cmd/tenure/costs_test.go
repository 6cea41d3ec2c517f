package main

import (
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim/spend"
)

func TestCachedTokensCostATenth(t *testing.T) {
	p := models.Price{In: 1_000_000, Cached: 100_000, Out: 5_000_000} // a micro-dollar a token, 0.1 and 5
	for _, c := range []struct {
		in, cached, out, want int64
	}{{1000, 0, 0, 1000}, {1000, 1000, 0, 100}, {1000, 400, 10, 600 + 40 + 50}, {0, 0, 0, 0}, {1, 1, 0, 1}} {
		if got := cost(spend.Count{In: c.in, Cached: c.cached, Out: c.out}, p); got != c.want {
			t.Errorf("%+v: got %d, want %d", c, got, c.want)
		}
	}
}

func TestTheCostTableSumsUp(t *testing.T) {
	got := costTable([]costed{{name: "`desk`", Roles: profile{
		"reader": {Calls: 2, In: 1_000_000, Cached: 500_000, Out: 102_000}, "persona.small": {Calls: 1234, In: 2_000_000, Out: 1}}}})
	for _, want := range []string{
		"| `desk` | reader | 2 | 1,000,000 | 500,000 | 102,000 | $0.144 | $1.06 | $3.18 |\n",
		"| `desk` | all coworkers | 1,236 | 3,000,000 | 500,000 | 102,001 | $0.444 | $3.06 | $9.18 |\n",
		"December 2026", "small 0.15 / 0.60, medium 1.00 / 5.00, large 3.00 / 15.00",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant %q in it", got, want)
		}
	}
	if strings.Index(got, "persona.small") > strings.Index(got, "| reader") {
		t.Error("roles are not in order")
	}
}
