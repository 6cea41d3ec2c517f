package main

import (
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/personas/models"
)

// estimateRow is an estimate for programs.
type estimateRow struct {
	Scenario string            `json:"scenario"`
	Agent    string            `json:"agent"` // that played it
	Seed     uint64            `json:"seed"`
	Hours    int64             `json:"hours"`
	Roles    []models.Expected `json:"roles"`             // the last is the total
	Assumed  bool              `json:"assumed,omitempty"` // the agent's row: nothing can be played to find it out
}

func newModelEstimate() *cobra.Command {
	var f modelSource
	c := &cobra.Command{
		Use:   "estimate SCENARIO",
		Short: "Say what calls, tokens and money an episode takes, by role; asks nobody",
		Long: `Say what calls, tokens and money an episode of a scenario takes, by role, before anything is spent. It plays the scenario
once with the agent steady and seed 1, and counts what its coworkers would ask; what a model takes as the agent is assumed.
Without prices in the file models cost nothing. 'run SCENARIO --dry-run' does the same for another agent or seed.`,
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
			return estimate(cmd, usually(sc, backingOf(conf)), conf)
		},
	}
	f.add(c)
	return c
}

// estimate plays the scenario and prints what models would be asked and what that costs.
func estimate(cmd *cobra.Command, p played, conf models.Config) error {
	if until := p.scenario.Horizon; p.until == 0 || p.until > until {
		p.until = until
	}
	e := estimateRow{Scenario: p.scenario.Name, Agent: p.agent, Seed: p.seed, Hours: int64(p.until / time.Hour)}
	takes := map[string]models.Takes{}
	if p.backing != (personas.Backing{}) {
		p.backing.Latitude = p.scenario.Latitude
		asked, err := expected(cmd.Context(), p)
		if err != nil {
			return fmt.Errorf("play %s to see what it would ask: %w", e.Scenario, err)
		}
		for role, c := range asked {
			takes[role] = models.Takes{Calls: c.Calls, In: c.In, Cached: c.Cached, Out: c.Out}
		}
	}
	if _, e.Assumed = conf.Playing(models.Agent); e.Assumed {
		takes[models.Agent] = models.AgentUsual.Over(e.Hours)
	}
	e.Roles = conf.Estimate(takes)
	return printEstimate(cmd, e)
}

// printEstimate shows an estimate to people or programs.
func printEstimate(cmd *cobra.Command, e estimateRow) error {
	if asJSON(cmd) {
		return printJSON(cmd, e)
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "ROLE\tMODEL\tCALLS\tTOKENS IN\tOF THESE CACHED\tTOKENS OUT\tDOLLARS\t")
	notes := ""
	for _, r := range e.Roles {
		printLine(w, "%s\t%s\t%d\t%d\t%d\t%d\t%s\t\n", r.Role, orDash(r.Model), r.Calls, r.In, r.Cached, r.Out, models.ShowDollars(r.Money))
		if r.Reaches != "" {
			notes += fmt.Sprintf("The budget of %s will be reached: %s.\n", budgetOf(r.Role), r.Reaches)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if e.Assumed {
		notes = "What a model takes as the agent is assumed: one call a step, six an hour, of some 12,000 tokens.\n" + notes
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "\n%s, %d working hours: what coworkers ask was counted in a play without models, with the agent %s and seed %d.\n"+
		"An estimate, not a bound: budgets bound.\n%s", e.Scenario, e.Hours, e.Agent, e.Seed, notes)
	return err
}

func budgetOf(role string) string {
	if role == models.Total {
		return "the episode"
	}
	return role
}
