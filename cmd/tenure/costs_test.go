package main

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/personas/models"
)

func TestCachedTokensCostATenth(t *testing.T) {
	p := models.Price{In: 1_000_000, Cached: 100_000, Out: 5_000_000} // a micro-dollar a token, 0.1 and 5
	for _, c := range []struct {
		in, cached, out, want int64
	}{{1000, 0, 0, 1000}, {1000, 1000, 0, 100}, {1000, 400, 10, 600 + 40 + 50}, {0, 0, 0, 0}, {1, 1, 0, 1}} {
		if got := p.Cost(c.in, c.cached, c.out); got != c.want {
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
		"2 December 2026", "small 0.15 / 0.60, medium 1.00 / 5.00, large 3.00 / 15.00",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant %q in it", got, want)
		}
	}
	if strings.Index(got, "persona.small") > strings.Index(got, "| reader") {
		t.Error("roles are not in order")
	}
}

// README's prices are those of the one table, and its cost table is computed from them.
func TestREADMEHasThePricesOfTheTable(t *testing.T) {
	raw, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	want := "List prices assumed on " + classesDate() + ", in dollars per million tokens in / out: " + priceList() + "; cached input at a tenth."
	if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
		t.Errorf("README lacks %q", want)
	}
	for _, k := range models.Classes {
		if k.Price.Cached*10 != k.Price.In {
			t.Errorf("%s: cached costs %d and other input %d, and README says a tenth", k.Name, k.Price.Cached, k.Price.In)
		}
	}
	rows := regexp.MustCompile(`(?m)^\|[^|\n]*\|[^|\n]*\| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|(.*\$.*)\|$`).FindAllStringSubmatch(text, -1)
	if len(rows) != 8 {
		t.Fatalf("README's cost table has %d rows, want 8", len(rows))
	}
	number := func(s string) int64 {
		n, err := strconv.ParseInt(strings.ReplaceAll(s, ",", ""), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, r := range rows {
		var want []string
		for _, k := range models.Classes {
			want = append(want, dollars(k.Price.Cost(number(r[2]), number(r[3]), number(r[4]))))
		}
		if got := strings.Fields(strings.ReplaceAll(r[5], "|", " ")); !slices.Equal(got, want) {
			t.Errorf("%s\nsays %v, want %v", r[0], got, want)
		}
	}
}
