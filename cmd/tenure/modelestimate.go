package main

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/agents"
)

// estimateRow is an estimate for programs.
type estimateRow struct {
	Scenario string            `json:"scenario"`
	Agent    string            `json:"agent"` // that played it
	Seed     uint64            `json:"seed"`
	Hours    int64             `json:"hours"`
	Roles    []models.Expected `json:"roles"`             // the last is the total
	Assumed  bool              `json:"assumed,omitempty"` // the agent's row: it takes the steps of the agent that played it

	coworkers bool   // some are played by models
	note      string // what else there is to say
}

func newModelEstimate() *cobra.Command {
	var f modelSource
	var tools []string
	c := &cobra.Command{
		Use:   "estimate SCENARIO",
		Short: "Say what calls, tokens and money an episode takes, by role; asks nobody",
		Long: `Say what calls, tokens and money an episode of a scenario takes, by role, before anything is spent. It plays the scenario
once with the agent steady and seed 1, and counts what its coworkers would ask. A model that is the agent is counted as if
it took the same steps: with its context, its tools and what it writes down when the conversation outgrows it.
Without prices in the file models cost nothing. 'run SCENARIO --dry-run' does the same for another agent or seed.`,
		Example: "  tenure model estimate portal --models models.yaml\n  tenure model estimate desk --models models.yaml --tools 'chat_*,docs_*'\n  tenure model estimate portal --models models.yaml --json",
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
			p := usually(sc, backingOf(conf))
			note, err := p.seatModel(&casting{config: conf, tools: tools})
			if err != nil {
				return err
			}
			return estimate(cmd, p, conf, note)
		},
	}
	f.add(c)
	c.Flags().StringSliceVar(&tools, "tools", nil, "offer the agent only these tools, such as chat_*,docs_read, as 'run' has it")
	return c
}

// seatModel has the agent's shadow counted where a model may play the agent. A model that cannot is left out, and said so.
func (p *played) seatModel(c *casting) (note string, err error) {
	if c.loop() == nil && len(c.tools) > 0 {
		return "", usagef("--tools is for an agent that a model plays, and no model has the role %s", agents.RoleAgent)
	}
	if c.loop() == nil {
		return "", nil
	}
	_, err = c.agent(agents.Brief(p.scenario, sim.NewWorld(p.scenario.Parts()...)))
	var none *agents.NoToolError
	switch {
	case errors.As(err, &none):
		return "", err
	case err != nil:
		return fmt.Sprintf("The role %s is left out: %v (--tools).\n", agents.RoleAgent, err), nil
	}
	p.loop = c.loop()
	return "", nil
}

// estimate plays the scenario and prints what models would be asked and what that costs.
func estimate(cmd *cobra.Command, p played, conf models.Config, note string) error {
	if until := p.scenario.Horizon; p.until == 0 || p.until > until {
		p.until = until
	}
	e := estimateRow{Scenario: p.scenario.Name, Agent: p.agent, Seed: p.seed, Hours: int64(p.until / time.Hour),
		Assumed: p.loop != nil, coworkers: p.backing != (personas.Backing{}), note: note}
	takes := map[string]models.Takes{}
	if e.coworkers {
		p.backing.Latitude = p.scenario.Latitude
	}
	if e.coworkers || e.Assumed {
		asked, err := expected(cmd.Context(), p)
		if err != nil {
			return fmt.Errorf("play %s to see what it would ask: %w", e.Scenario, err)
		}
		for role, c := range asked {
			takes[role] = models.Takes{Calls: c.Calls, In: c.In, Cached: c.Cached, Out: c.Out}
		}
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
	for _, r := range e.Roles {
		printLine(w, "%s\t%s\t%d\t%d\t%d\t%d\t%s\t\n", r.Role, orDash(r.Model), r.Calls, r.In, r.Cached, r.Out, models.ShowDollars(r.Money))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "\n%s", e.notes())
	return err
}

// notes say where the figures come from, of those who are asked and of nobody else.
func (e estimateRow) notes() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d working hours, played without models by the agent %s with seed %d.\n", e.Scenario, e.Hours, e.Agent, e.Seed)
	if e.coworkers {
		b.WriteString("What coworkers would ask was counted.\n")
	}
	if e.Assumed {
		fmt.Fprintf(&b, "A model as the agent is counted as if it took the steps of %s, one call each; it may take more or fewer.\n", e.Agent)
	}
	b.WriteString("An estimate, not a bound: budgets bound.\n" + e.note)
	for _, r := range e.Roles {
		if r.Reaches != "" {
			fmt.Fprintf(&b, "The budget of %s will be reached: %s.\n", budgetOf(r.Role), r.Reaches)
		}
	}
	return b.String()
}

func budgetOf(role string) string {
	if role == models.Total {
		return "the episode"
	}
	return role
}
