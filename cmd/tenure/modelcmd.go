package main

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/personas/openai"
)

func newModel() *cobra.Command {
	c := &cobra.Command{
		Use:   "model",
		Short: "List and check models, and say what an episode costs with them",
		Long: `List and check the models that play coworkers, read what agents write, or work as the agent; and say beforehand what an
episode costs with them. They are named in a file, by flags, or by ` + models.EnvURL + ` and ` + models.EnvID + `.`,
		Example: "  tenure model check --models models.yaml\n  tenure model check --url http://127.0.0.1:8080/v1 --id your-model\n  tenure model estimate portal --models models.yaml",
		Args:    knownCommand,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(newModelExample(), newModelList(), newModelCheck(), newModelEstimate())
	return c
}

// modelRow is a model as the commands show it.
type modelRow struct {
	Name    string   `json:"name"`
	ID      string   `json:"id"`
	URL     string   `json:"url"`
	Key     string   `json:"key_env,omitempty"`
	Context int      `json:"context,omitempty"`
	In      int64    `json:"micro_dollars_in"` // for a million tokens
	Cached  int64    `json:"micro_dollars_cached"`
	Out     int64    `json:"micro_dollars_out"`
	Roles   []string `json:"roles"`

	unpriced bool // what it costs is not known
}

// roleRow is a role as the commands show it.
type roleRow struct {
	Role        string `json:"role"`
	Model       string `json:"model"`
	Temperature *int   `json:"temperature_thousandths,omitempty"` // none: the endpoint's own
	Most        int    `json:"most_tokens,omitempty"`
	Fallback    string `json:"fallback,omitempty"`
	Trust       string `json:"trust,omitempty"` // of the reader: whose reading counts
	Budget      string `json:"budget"`
}

type modelList struct {
	Models []modelRow `json:"models"`
	Roles  []roleRow  `json:"roles"`
	Budget string     `json:"budget"` // of an episode
}

func newModelList() *cobra.Command {
	var f modelSource
	c := &cobra.Command{
		Use:     "list",
		Short:   "Show models, roles, prices and budgets; asks nobody",
		Example: "  tenure model list --models models.yaml\n  tenure model list --url http://127.0.0.1:8080/v1 --id your-model --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			conf, err := f.config()
			if err != nil {
				return err
			}
			l := listed(conf)
			if asJSON(cmd) {
				return printJSON(cmd, l)
			}
			return printModels(cmd, l)
		},
	}
	f.add(c)
	return c
}

func listed(conf models.Config) modelList {
	l := modelList{Budget: bounds(conf.Budget), Roles: []roleRow{}}
	public := conf.Public()
	for i, m := range conf.Models {
		l.Models = append(l.Models, modelRow{Name: m.Name, ID: m.ID, URL: public.Models[i].URL, Key: m.KeyEnv, Context: m.Context,
			In: m.Price.In, Cached: m.Price.Cached, Out: m.Price.Out, Roles: rolesOf(conf, m.Name), unpriced: noPrice(m)})
	}
	for _, role := range models.RoleNames {
		r, ok := conf.Roles[role]
		if !ok {
			continue
		}
		row := roleRow{Role: role, Model: r.Model, Most: r.Most, Fallback: r.Fallback, Budget: bounds(r.Budget)}
		if r.Temperature >= 0 {
			row.Temperature = &r.Temperature
		}
		if role == models.Reader {
			row.Trust = cmp.Or(r.Trust, models.TrustModel)
		}
		l.Roles = append(l.Roles, row)
	}
	return l
}

func rolesOf(conf models.Config, model string) []string {
	out := []string{}
	for _, role := range models.RoleNames {
		if conf.Roles[role].Model == model {
			out = append(out, role)
		}
	}
	return out
}

func printModels(cmd *cobra.Command, l modelList) error {
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "MODEL\tID\tURL\tKEY IN\tCONTEXT\t$ IN\tKEPT\tOUT")
	for _, m := range l.Models {
		printLine(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", m.Name, m.ID, m.URL, orDash(m.Key), orDash(count(m.Context)),
			m.price(m.In), m.price(m.Cached), m.price(m.Out))
	}
	fmt.Fprintln(w, "\nROLE\tMODEL\tTEMPERATURE\tMOST TOKENS\tFALLBACK\tTRUST\tBUDGET")
	for _, r := range l.Roles {
		heat := "its own"
		if r.Temperature != nil {
			heat = fmt.Sprintf("%d.%03d", *r.Temperature/1000, *r.Temperature%1000)
		}
		printLine(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.Role, r.Model, heat, orDash(count(r.Most)), orDash(r.Fallback), orDash(r.Trust), r.Budget)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "\nPrices are dollars for a million tokens. An episode may spend: %s.\n", l.Budget)
	return err
}

// price is one of a model's prices as people read it. What nobody knows is no 0.00.
func (m modelRow) price(micro int64) string {
	if m.unpriced {
		return "-"
	}
	return models.ShowDollars(micro)
}

func count(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// checkRow is what was found at one model's endpoint.
type checkRow struct {
	Name        string         `json:"name"`
	URL         string         `json:"url"`
	ID          string         `json:"id"`
	Roles       []string       `json:"roles"`
	Usable      bool           `json:"usable"`
	Reached     bool           `json:"reached"`
	Known       bool           `json:"listed"` // the endpoint lists the id
	Context     int            `json:"context,omitempty"`
	Streaming   openai.Support `json:"streaming"`
	StreamUsage openai.Support `json:"stream_usage"`
	Tools       openai.Support `json:"tools"`
	Schema      openai.Support `json:"json_schema"`
	Logprobs    openai.Support `json:"logprobs"`
	First       float64        `json:"first_ms"` // to the first piece of an answer
	Whole       float64        `json:"answer_ms"`
	Problems    []problemRow   `json:"problems"`
}

type problemRow struct {
	What   string `json:"what"`
	Advice string `json:"advice"`
	Fatal  bool   `json:"fatal"`
}

func newModelCheck() *cobra.Command {
	var f modelSource
	c := &cobra.Command{
		Use:   "check [NAME...]",
		Short: "Reach models, see what they support and how fast they are",
		Long: `Reach models, see what they support and how fast they are, and say how to mend what is wrong. Each is asked about eight
short questions, which an endpoint may charge for. Exit 1 when a model that a role needs, or one that was named, cannot
be used.`,
		Example: "  tenure model check --models models.yaml\n  tenure model check hosted --models models.yaml --json\n  tenure model check --url http://127.0.0.1:8080/v1 --id your-model",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			conf, err := f.config()
			if err != nil {
				return err
			}
			which, err := chosen(conf, args)
			if err != nil {
				return err
			}
			rows := checkModels(cmd, conf, which)
			if err := cmd.Context().Err(); err != nil {
				return fmt.Errorf("the check was broken off: %w", err)
			}
			if err := showChecks(cmd, rows); err != nil {
				return err
			}
			return verdict(rows, len(args) > 0)
		},
	}
	f.add(c)
	return c
}

// checkModels looks at all models at the same time.
func checkModels(cmd *cobra.Command, conf models.Config, which []models.Model) []checkRow {
	if f, ok := cmd.ErrOrStderr().(*os.File); ok && isTerminal(f) {
		fmt.Fprintf(f, "asking %d models a few short questions; a small machine may take a minute\n", len(which))
	}
	rows := make([]checkRow, len(which))
	var all sync.WaitGroup
	for i, m := range which {
		all.Go(func() { rows[i] = checked(openai.Check(cmd.Context(), m), rolesOf(conf, m.Name)) })
	}
	all.Wait()
	return rows
}

func checked(r openai.Report, roles []string) checkRow {
	ms := func(d time.Duration) float64 {
		return float64(d.Round(100*time.Microsecond)) / float64(time.Millisecond)
	}
	out := checkRow{Name: r.Name, URL: r.URL, ID: r.ID, Roles: roles, Usable: r.Usable, Reached: r.Reached, Known: r.Known, Context: r.Context,
		Streaming: r.Streaming, StreamUsage: r.StreamUsage, Tools: r.Tools, Schema: r.Schema, Logprobs: r.Logprobs, First: ms(r.First), Whole: ms(r.Whole),
		Problems: []problemRow{}}
	for _, p := range r.Problems {
		out.Problems = append(out.Problems, problemRow{p.What, p.Advice, p.Fatal})
		out.Usable = out.Usable && !p.Fatal
	}
	return out
}

func showChecks(cmd *cobra.Command, rows []checkRow) error {
	if asJSON(cmd) {
		return printJSON(cmd, rows)
	}
	var b strings.Builder
	for _, r := range rows {
		r.print(&b)
	}
	_, err := fmt.Fprint(cmd.OutOrStdout(), plainly(b.String())) // endpoints say what they like
	return err
}

func (r checkRow) print(b *strings.Builder) {
	state := "can be used"
	if !r.Usable {
		state = "CANNOT BE USED"
	}
	fmt.Fprintf(b, "%s (%s at %s): %s", r.Name, r.ID, r.URL, state)
	if len(r.Roles) > 0 {
		fmt.Fprintf(b, "; plays %s", strings.Join(r.Roles, ", "))
	}
	b.WriteString("\n")
	if r.Usable {
		fmt.Fprintf(b, "  first words after %.0f ms, a short answer after %.0f ms (medians)\n", r.First, r.Whole)
		fmt.Fprintf(b, "  streaming %s, usage in streams %s, tools %s, JSON schema %s, logprobs %s", tested(r.Streaming), tested(r.StreamUsage), tested(r.Tools), tested(r.Schema), tested(r.Logprobs))
		if r.Context > 0 {
			fmt.Fprintf(b, ", context %d tokens", r.Context)
		}
		b.WriteString("\n")
	}
	for _, p := range r.Problems {
		mark := "note"
		if p.Fatal {
			mark = "problem"
		}
		fmt.Fprintf(b, "  %s: %s\n    %s\n", mark, p.What, p.Advice)
	}
}

func tested(s openai.Support) string {
	if s == openai.Untested {
		return "untested"
	}
	return string(s)
}

// verdict fails when a model is of no use that is needed.
func verdict(rows []checkRow, named bool) error {
	var bad []string
	for _, r := range rows {
		if !r.Usable && (named || len(r.Roles) > 0) {
			bad = append(bad, r.Name)
		}
	}
	if len(bad) == 0 {
		return nil
	}
	return fmt.Errorf("cannot be used as it is: %s", strings.Join(bad, ", "))
}
