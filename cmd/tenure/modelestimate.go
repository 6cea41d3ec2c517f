package main

import (
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/scenarios"
)

// estimateRow is an estimate for programs.
type estimateRow struct {
	Scenario string            `json:"scenario"`
	Size     models.Size       `json:"size"`
	Profile  models.Profile    `json:"profile"`
	Roles    []models.Expected `json:"roles"` // the last is the total
}

func newModelEstimate() *cobra.Command {
	var f modelSource
	c := &cobra.Command{
		Use:   "estimate SCENARIO",
		Short: "Say what calls, tokens and money an episode takes, by role; asks nobody",
		Long: `Say what calls, tokens and money an episode of a scenario takes, by role, before anything is spent. It is arithmetic from
how often coworkers asked in a measured run, and from the prices in the file; without prices models cost nothing.`,
		Example: "  tenure model estimate portal --models models.yaml\n  tenure model estimate portal --models models.yaml --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			conf, err := f.config()
			if err != nil {
				return err
			}
			sc, err := openScenario(args[0])
			if err != nil {
				return err
			}
			return printEstimate(cmd, estimate(sc, conf))
		},
	}
	f.add(c)
	return c
}

const dayHours = 8 // of working time

func estimate(sc *scenarios.Scenario, conf models.Config) estimateRow {
	hours := int64(sc.Horizon / time.Hour)
	size := models.Size{Hours: hours, PersonaDays: int64(len(sc.Cast)) * ((hours + dayHours - 1) / dayHours)}
	return estimateRow{Scenario: sc.Name, Size: size, Profile: models.UsualProfile, Roles: conf.Estimate(models.UsualProfile, size)}
}

// printEstimate shows an estimate to people or programs.
func printEstimate(cmd *cobra.Command, e estimateRow) error {
	if asJSON(cmd) {
		return printJSON(cmd, e)
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "ROLE\tMODEL\tCALLS\tTOKENS IN\tOF THESE KEPT\tTOKENS OUT\tDOLLARS\t")
	over := ""
	for _, r := range e.Roles {
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%s\t\n", r.Role, orDash(r.Model), r.Calls, r.In, r.Cached, r.Out, cents(r.Money))
		if r.Reaches != "" {
			over += fmt.Sprintf("The budget of %s will be reached: %s.\n", budgetOf(r.Role), r.Reaches)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "\n%s: %d working hours, %d working days of coworkers; as measured in %s. An estimate, not a bound: budgets bound.\n%s",
		e.Scenario, e.Size.Hours, e.Size.PersonaDays, e.Profile.Source, over)
	return err
}

func budgetOf(role string) string {
	if role == models.Total {
		return "the episode"
	}
	return role
}

// cents rounds micro-dollars up to whole cents: an estimate is no more exact than that.
func cents(micro int64) string {
	const cent = 10_000
	return models.ShowDollars((micro + cent - 1) / cent * cent)
}
