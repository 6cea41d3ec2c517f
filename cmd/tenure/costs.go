package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/scenarios/generate"
	"github.com/tenure-sim/tenure/sim/spend"
)

// classesDate is when the prices were assumed, for people.
func classesDate() string {
	day, err := time.Parse(time.DateOnly, models.ClassesAsOf)
	if err != nil {
		panic(err) // the date is ours
	}
	return day.Format("2 January 2006")
}

// dollars writes micro-dollars with two digits, and what is less than a dollar with three.
func dollars(micro int64) string {
	if micro < 1_000_000 {
		return fmt.Sprintf("$%.3f", float64(micro)/1e6)
	}
	return fmt.Sprintf("$%.2f", float64(micro)/1e6)
}

// showCosts prints what the coworkers of two projects are expected to cost, as a table for a README.
func showCosts(cmd *cobra.Command) error {
	ctx := cmd.Context()
	portal, err := scenarios.Open("portal")
	if err != nil {
		return err
	}
	large, err := generated(generate.Options{Hours: projectHours})
	if err != nil {
		return err
	}
	var all []costed
	for _, p := range []costed{{name: "`portal`", scenario: portal}, {name: "generated, 1,000 hours", scenario: large}} {
		fmt.Fprintf(cmd.ErrOrStderr(), "bench: a play of %s without models\n", p.scenario.Name)
		if err := p.expect(ctx); err != nil {
			return err
		}
		all = append(all, p)
	}
	if asJSON(cmd) {
		return printJSON(cmd, map[string]any{"prices": models.Classes, "as_of": models.ClassesAsOf, "projects": all})
	}
	fmt.Fprint(cmd.OutOrStdout(), costTable(all))
	return nil
}

// costed is a project with what its coworkers are expected to ask for.
type costed struct {
	name     string
	scenario *scenarios.Scenario
	Name     string  `json:"name"`
	Roles    profile `json:"roles"`
}

func (c *costed) expect(ctx context.Context) (err error) {
	c.Name = c.scenario.Name
	c.Roles, err = expected(ctx, usually(c.scenario, allBacked))
	return err
}

// costTable is Markdown: a row for each role and one for the sum.
func costTable(all []costed) string {
	var b strings.Builder
	b.WriteString("| project | role | calls | tokens in | of these cached | tokens out |")
	for _, c := range models.Classes {
		b.WriteString(" " + c.Name + " |")
	}
	b.WriteString("\n| --- | --- | ---: | ---: | ---: | ---: |" + strings.Repeat(" ---: |", len(models.Classes)) + "\n")
	for _, p := range all {
		var sum spend.Count
		for _, role := range slices.Sorted(maps.Keys(p.Roles)) {
			sum = sum.Plus(p.Roles[role])
			costRow(&b, p.name, role, p.Roles[role])
		}
		costRow(&b, p.name, "all coworkers", sum)
	}
	fmt.Fprintf(&b, "\nList prices assumed on %s, in dollars per million tokens in / out: %s; cached input at a tenth.\n"+
		"Tokens are our own estimate, which is above the truth for English; cached is the part of a prompt with which an earlier one of the same role began.\n"+
		"An agent that is a model comes on top, and so do answers that must be asked for again.\n", classesDate(), priceList())
	return b.String()
}

func costRow(b *strings.Builder, project, role string, c spend.Count) {
	fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s |", project, role, grouped(c.Calls), grouped(c.In), grouped(c.Cached), grouped(c.Out))
	for _, k := range models.Classes {
		fmt.Fprintf(b, " %s |", dollars(k.Price.Cost(c.In, c.Cached, c.Out)))
	}
	b.WriteString("\n")
}

func priceList() string {
	var out []string
	for _, c := range models.Classes {
		out = append(out, fmt.Sprintf("%s %.2f / %.2f", c.Name, float64(c.Price.In)/1e6, float64(c.Price.Out)/1e6))
	}
	return strings.Join(out, ", ")
}

// grouped writes thousands apart.
func grouped(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
