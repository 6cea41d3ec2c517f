package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim/many"
)

// findingLines is how many episodes a list of findings names; a store with its middle cut out has no end of them.
const findingLines = 40

func printVerified(cmd *cobra.Command, res checkpoints.VerifyResult) error {
	for _, t := range checkpoints.Troubles(res.Findings) {
		res.Advice[t.Kind] = t.Advice // knowing the other findings too
	}
	if asJSON(cmd) {
		return printJSON(cmd, res)
	}
	out := cmd.OutOrStdout()
	if err := printAdvised(out, res.Findings, res.More); err != nil {
		return err
	}
	verdict := "all is well"
	if res.Lost > 0 {
		verdict = "nothing is wrong but what was lost before"
	}
	if n := len(res.Findings) + res.More; n > 0 {
		verdict = fmt.Sprintf("findings: %d", n)
	}
	if _, err := fmt.Fprintf(out, "%s, %s, %s, %s, %s: %s\n", plural(res.Episodes, "episode"), plural(res.Events, "event"), plural(res.Contents, "content"),
		plural(res.Checkpoints, "checkpoint"), plural(res.Snapshots, "snapshot"), verdict); err != nil || res.Lost == 0 {
		return err
	}
	_, err := fmt.Fprintf(out, "%s lost before the store was salvaged and still named by events; what is lost comes back when its episode is imported again\n",
		verb(res.Lost, "was", "were", plural(res.Lost, "content")))
	return err
}

// printAdvised prints what is wrong by what is to be done about it: a line for each episode, and the advice below, with
// how many findings it is for. Several kinds of findings may have one cure.
func printAdvised(out io.Writer, all []checkpoints.Finding, more int) error {
	by := map[string][]checkpoints.Finding{}
	var order []string
	for _, t := range checkpoints.Troubles(all) {
		if by[t.Advice] == nil {
			order = append(order, t.Advice)
		}
		by[t.Advice] = append(by[t.Advice], t.Findings...)
	}
	for _, do := range order {
		if err := printFindings(out, by[do]); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(out, "for %d: %s\n\n", len(by[do]), spoken(do)); err != nil {
			return err
		}
	}
	if more == 0 {
		return nil
	}
	_, err := fmt.Fprintf(out, "%s not listed\n", verb(more, "more is", "more are", fmt.Sprint(more)))
	return err
}

// printFindings prints a line for each episode: the first thing that is wrong with it, and how many more are.
func printFindings(out io.Writer, all []checkpoints.Finding) error {
	var order []string
	by := map[string][]checkpoints.Finding{}
	for _, f := range all {
		if by[f.Episode] == nil {
			order = append(order, f.Episode)
		}
		by[f.Episode] = append(by[f.Episode], f)
	}
	for _, name := range order[:min(len(order), findingLines)] {
		if _, err := fmt.Fprintln(out, findingLine(by[name])); err != nil {
			return err
		}
	}
	n := len(order) - findingLines
	if n <= 0 {
		return nil
	}
	_, err := fmt.Fprintf(out, "and %s\n", plural(n, "more episode"))
	return err
}

// findingLine is what is wrong with one episode, or with the file.
func findingLine(of []checkpoints.Finding) string {
	line := of[0].Where() + ": " + cut(of[0].What, troubleRunes)
	if n := len(of) - 1; n > 0 {
		line += fmt.Sprintf(" (and %d more)", n)
	}
	return line
}

// printSalvaged prints a plain table, and is an error when anything was lost.
func printSalvaged(cmd *cobra.Command, res checkpoints.SalvageResult, into string) error {
	lost := 0
	for _, e := range res.Episodes {
		if e.State != checkpoints.Whole {
			lost++
		}
	}
	err := tellSalvaged(cmd, res, into)
	if err == nil && !res.Whole() {
		err = &silent{fmt.Errorf("%s and %s are not whole", many.Of(lost, "episode"), many.Of(res.Broken, "content"))}
	}
	return err
}

func tellSalvaged(cmd *cobra.Command, res checkpoints.SalvageResult, into string) error {
	if asJSON(cmd) {
		return printJSON(cmd, res)
	}
	out := cmd.OutOrStdout()
	if err := printFindings(out, res.Faults); err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "EPISODE\tSTATE\tEVENTS\tLACKS\tWHY")
	for _, e := range res.Episodes {
		events := fmt.Sprintf("%d of %d", e.Last, max(e.Ended, e.Last))
		if !e.Saved {
			events = "none"
		}
		printLine(w, "%s\t%s\t%s\t%s\t%s\n", e.Episode, e.State, events, cut(strings.Join(e.Lacks, ", "), noteRunes), cut(e.Why, noteRunes))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "%s saved, %d lost; the new store is %s\n", plural(res.Contents, "content"), res.Broken, into)
	return err
}
