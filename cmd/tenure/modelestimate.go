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
	Hours    int64             `json:"hours"`             // at most
	Steps    int               `json:"steps,omitempty"`   // at most; 0: as many as there are
	Roles    []models.Expected `json:"roles"`             // the last is the total
	Assumed  bool              `json:"assumed,omitempty"` // the agent's row: it takes the steps of the agent that played it

	coworkers bool            // some are played by models
	note      string          // what else there is to say
	unpriced  map[string]bool // roles whose model has no price, and the total where it lacks that of some
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
What a model without a price in the file costs is not known. 'run SCENARIO --dry-run' does the same for another agent or seed.`,
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
	e := estimateRow{Scenario: p.scenario.Name, Agent: p.agent, Seed: p.seed, Steps: p.steps, Hours: int64(p.until / time.Hour),
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
	e.unpriced = unpricedOf(conf, e.Roles)
	return printEstimate(cmd, e)
}

// unpricedOf are the roles of which it is not known what they cost, and the total where it lacks one of them.
func unpricedOf(conf models.Config, rows []models.Expected) map[string]bool {
	out := map[string]bool{}
	for _, r := range rows {
		if m, ok := conf.Playing(r.Role); ok && noPrice(m) {
			out[r.Role], out[models.Total] = true, true
		}
	}
	return out
}

// noPrice says that nothing is said of what a model costs.
func noPrice(m models.Model) bool { return m.Price == (models.Price{}) && !m.Free }

// money is what a row is expected to cost as people read it. What nobody knows is no 0.00.
func (e estimateRow) money(r models.Expected) string {
	switch {
	case !e.unpriced[r.Role]:
		return models.ShowDollars(r.Money)
	case r.Role == models.Total && r.Money > 0:
		return "over " + models.ShowDollars(r.Money)
	}
	return "no price"
}

// printEstimate shows an estimate to people or programs.
func printEstimate(cmd *cobra.Command, e estimateRow) error {
	if asJSON(cmd) {
		return printJSON(cmd, e)
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "ROLE\tMODEL\tCALLS\tTOKENS IN\tOF THESE CACHED\tTOKENS OUT\tDOLLARS\t")
	for _, r := range e.Roles {
		printLine(w, "%s\t%s\t%d\t%d\t%d\t%d\t%s\t\n", r.Role, orDash(r.Model), r.Calls, r.In, r.Cached, r.Out, e.money(r))
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
	far := ""
	if e.Steps > 0 {
		far = fmt.Sprintf(" and at most %s", plural(e.Steps, "step"))
	}
	fmt.Fprintf(&b, "%s, %d working hours%s, played without models by the agent %s with seed %d.\n", e.Scenario, e.Hours, far, e.Agent, e.Seed)
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
