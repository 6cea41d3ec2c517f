package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim/many"
)

func newScenario() *cobra.Command {
	c := &cobra.Command{
		Use:     "scenario",
		Short:   "List, show and check scenarios",
		Example: "  tenure scenario list\n  tenure scenario show portal\n  tenure scenario check ./my-scenario",
		Args:    knownCommand,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(newScenarioList(), newScenarioShow(), newScenarioCheck())
	return c
}

func newScenarioList() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the scenarios in the library",
		Example: "  tenure scenario list\n  tenure scenario list --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var all []scenarios.Summary
			for _, name := range scenarios.Library() {
				sc, err := scenarios.Open(name)
				if err != nil {
					return err
				}
				all = append(all, sc.Summary())
			}
			if asJSON(cmd) {
				return printJSON(cmd, all)
			}
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "NAME\tHOURS\tCOWORKERS\tITEMS\tTITLE")
			for _, s := range all {
				printLine(w, "%s\t%d\t%d\t%d\t%s\n", s.Name, s.Hours, len(s.Cast), itemCount(s), s.Title)
			}
			return w.Flush()
		},
	}
}

func newScenarioShow() *cobra.Command {
	return &cobra.Command{
		Use:     "show NAME",
		Short:   "Show what a scenario holds; this spoils it for a person who wants to play",
		Example: "  tenure scenario show portal\n  tenure scenario show ./my-scenario --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			sc, err := openScenario(args[0])
			if err != nil {
				return err
			}
			if asJSON(cmd) {
				return printJSON(cmd, sc.Summary())
			}
			return printSummary(cmd, sc)
		},
	}
}

// itemCount is how many things the scenario's data room holds.
func itemCount(s scenarios.Summary) int {
	n := 0
	for _, c := range s.Items {
		n += c.N
	}
	return n
}

func printSummary(cmd *cobra.Command, sc *scenarios.Scenario) error {
	s, zone := sc.Summary(), sc.TimeZone()
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s\t%s\n\n%s\n\n", oneLine(s.Name), oneLine(s.Title), s.Description)
	fmt.Fprintf(w, "length\t%s, %s to %s\n", many.Of(s.Hours, "working hour"), when(s.Start, zone), when(s.End, zone))
	printLine(w, "agent under test\t%s\n", s.Agent)
	fmt.Fprintf(w, "project\t%s, %s, %s, %s, %s\n", many.Of(s.Requirements, "requirement"), many.Of(s.Packages, "package"),
		many.Of(s.Deliverables, "deliverable"), many.Of(s.Approvals, "approval"), many.Of(s.Facts, "fact"))
	solution := "no solution"
	if s.Oracle {
		solution = "a solution that the agent oracle plays"
	}
	fmt.Fprintf(w, "script\t%s, %d %s, %s\n", many.Of(s.Beats, "beat"), s.Criteria, many.Verb(s.Criteria, "criterion", "criteria"), solution)
	fmt.Fprintf(w, "data room\t%s", many.Of(itemCount(s), "item"))
	for _, c := range s.Items {
		fmt.Fprintf(w, ", %d %s", c.N, c.Kind)
	}
	fmt.Fprintf(w, "\n\nCOWORKER\tNAME\tROLE\tZONE\n")
	for _, p := range s.Cast {
		printLine(w, "%s\t%s\t%s\t%s\n", p.ID, p.Name, p.Role, p.Zone)
	}
	return w.Flush()
}

func newScenarioCheck() *cobra.Command {
	return &cobra.Command{
		Use:     "check PATH",
		Short:   "Check a scenario: every mistake with its file, line and column",
		Example: "  tenure scenario check ./my-scenario\n  tenure scenario check portal",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			problems, warnings, err := scenarios.Check(args[0])
			if err != nil {
				return &usage{err}
			}
			if err := printCheck(cmd, args[0], problems, warnings); err != nil || len(problems) == 0 {
				return err
			}
			return &silent{usagef("%s", many.Of(len(problems), "problem"))}
		},
	}
}

func printCheck(cmd *cobra.Command, name string, problems, warnings scenarios.Problems) error {
	if asJSON(cmd) {
		return printJSON(cmd, map[string]scenarios.Problems{"problems": problems, "warnings": warnings})
	}
	for _, p := range problems {
		fmt.Fprintln(cmd.ErrOrStderr(), p)
	}
	for _, w := range warnings {
		fmt.Fprintln(cmd.ErrOrStderr(), "warning:", w)
	}
	if len(problems) == 0 {
		fmt.Fprintf(cmd.OutOrStdout(), "%s: no problems, %s\n", name, many.Of(len(warnings), "warning"))
	}
	return nil
}
