package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/personas/cassette"
	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/personas/openai"
	"github.com/tenure-sim/tenure/personas/purse"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/agents"
	"github.com/tenure-sim/tenure/sim/engine"
)

// modelFlags say which models play whom.
type modelFlags struct {
	personas string   // models.yaml: models play coworkers
	models   string   // models.yaml: for the agent alone
	tools    []string // of an agent that a model plays
	onBudget string   // stop or templates
	cassette string   // a tape
	mode     string   // of the tape
	dry      bool     // only say what it would cost
}

// agentModel is how an agent is called that a model plays: model:NAME.
const agentModel = "model:"

func (f *modelFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.personas, "personas", "", "let models play the coworkers: a file that says which, see scenarios/MODELS.md")
	c.Flags().StringVar(&f.models, "models", "", "the file that --agent model:NAME is looked up in (default that of --personas, or the environment)")
	c.Flags().StringSliceVar(&f.tools, "tools", nil, "offer an agent that a model plays only these tools, such as chat_*,docs_read")
	c.Flags().StringVar(&f.onBudget, "on-budget", string(purse.Stop), "when a budget is spent: stop at a checkpoint, or go on with templates")
	c.Flags().StringVar(&f.cassette, "cassette", "", "keep every question to a model and its answer in this file, and answer from it")
	c.Flags().StringVar(&f.mode, "cassette-mode", string(cassette.Record), "what is done with a question that is not on the cassette: "+cassetteModes())
	complete(c, "on-budget", []string{string(purse.Stop), string(purse.Templates)})
}

// words are the flags again, for the command that goes on.
func (f modelFlags) words() []string {
	var out []string
	if f.personas != "" {
		out = append(out, "--personas", f.personas)
	}
	if f.models != "" {
		out = append(out, "--models", f.models)
	}
	if len(f.tools) > 0 {
		out = append(out, "--tools", strings.Join(f.tools, ","))
	}
	if f.onBudget != string(purse.Stop) {
		out = append(out, "--on-budget", f.onBudget)
	}
	if f.cassette != "" {
		out = append(out, "--cassette", f.cassette, "--cassette-mode", f.mode)
	}
	return out
}

// tellCost prints what the run is expected to ask of models and what that costs. Nothing is made and nobody asked.
func (f modelFlags) tellCost(cmd *cobra.Command, sc *scenarios.Scenario, agent string) error {
	c, err := f.cast(agent)
	if err != nil {
		return err
	}
	if len(c.config.Models) == 0 {
		return usagef("--dry-run says what models would cost, and none takes part: name some with --personas or --agent model:NAME")
	}
	for role := range c.config.Roles {
		plays := f.personas != ""
		if role == agents.RoleAgent {
			plays = strings.HasPrefix(agent, agentModel)
		}
		if !plays { // it costs nothing
			delete(c.config.Roles, role)
		}
	}
	return printEstimate(cmd, estimate(sc, c.config))
}

// casting is the models of a run.
type casting struct {
	config  models.Config
	backing personas.Backing // what they do for the coworkers; zero when nothing
	asks    engine.Model     // nil when there are no models
	tape    *cassette.Tape
	client  *openai.Client
	tools   []string
}

// cast reads which models play whom.
func (f modelFlags) cast(agent string) (*casting, error) {
	c := &casting{tools: f.tools}
	name, playsAgent := strings.CutPrefix(agent, agentModel)
	if len(f.tools) > 0 && !playsAgent {
		return nil, usagef("--tools is for an agent that a model plays, as in --agent model:NAME")
	}
	if f.personas == "" && !playsAgent {
		return c, nil
	}
	var err error
	if c.config, err = f.config(); err != nil {
		return nil, err
	}
	if f.personas != "" {
		c.backing = backingOf(c.config)
		if !c.backing.Small && !c.backing.Strong && !c.backing.Reader {
			return nil, usagef("%s gives no model a role of coworkers: expected persona.small, persona.strong or reader under roles", f.personas)
		}
	}
	if playsAgent {
		if _, ok := c.config.Model(name); !ok {
			return nil, usagef("there is no model %q; the models are %s", name, strings.Join(modelNames(c.config), ", "))
		}
		role := c.config.Roles[agents.RoleAgent]
		role.Model = name
		if c.config.Roles == nil {
			c.config.Roles = map[string]models.Role{}
		}
		c.config.Roles[agents.RoleAgent] = role
	}
	return c, nil
}

// open makes whom the engine asks: an endpoint, behind it a tape, and before both a purse that knows what the episode has
// spent already.
func (c *casting) open(cmd *cobra.Command, s *session, f modelFlags) error {
	if len(c.config.Models) == 0 {
		return nil
	}
	onBudget, err := purse.ParseMode(f.onBudget)
	if err != nil {
		return &usage{err}
	}
	mode, err := cassette.ParseMode(f.mode)
	if err != nil {
		return &usage{err}
	}
	if f.cassette == "" && cmd.Flags().Changed("cassette-mode") {
		return usagef("--cassette-mode says what to do with the file that --cassette names, and none is named")
	}
	if f.cassette == "" || mode == cassette.Record || mode == cassette.Fork {
		opt := openai.Options{Attempt: func(a openai.Attempt) {
			if c.tape != nil {
				c.tape.Attempt(cassette.Attempt{Role: a.Role, Persona: a.For, Ordinal: a.ID, Try: a.Try, Kind: string(a.Kind), Status: a.Status,
					Text: a.Text, Request: string(a.Request), Body: a.Body, Took: a.Took})
			}
		}}
		if c.client, err = openai.New(c.config, opt); err != nil {
			return &usage{err}
		}
		c.asks = c.client
	}
	if f.cassette != "" {
		if err := s.spare(f.cassette); err != nil {
			return err
		}
		tape, cut, err := cassette.Open(f.cassette, cassette.Options{Mode: mode, Config: c.config, Model: c.asks, Fork: s.branch.At})
		if err != nil {
			return err
		}
		if cut > 0 {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %d bytes of a last line that was never finished are left out\n", f.cassette, cut)
		}
		c.tape, c.asks = tape, tape
	}
	var spent purse.Spent
	if c.config.Bounded() { // else nobody asks what was spent, and reading a long log for it takes a while
		if spent, err = s.spent(c.config); err != nil {
			return err
		}
	}
	c.asks = purse.Fallback{Model: purse.New(c.asks, c.config, onBudget, spent), Config: c.config}
	return nil
}

func cassetteModes() string {
	var out []string
	for _, m := range cassette.Modes {
		out = append(out, string(m))
	}
	return strings.Join(out, ", ")
}

// spent is what the episode's questions to models have cost so far.
func (s *session) spent(c models.Config) (purse.Spent, error) {
	count, codec := purse.NewCount(c), sim.NewCodec(s.scenario.Parts()...)
	codec.Learn(s.scenario.Founding(s.branch.Seed))
	err := s.log().Read(0, func(_ uint64, raw []byte) error {
		o, err := sim.OutlineOf(raw)
		if err != nil {
			return err
		}
		switch o.Kind() {
		case sim.Asked{}.Kind(), sim.Replied{}.Kind(), sim.Began{}.Kind():
		default:
			return nil
		}
		e, err := codec.Decode(raw)
		if err != nil {
			return err
		}
		count.Add(e)
		if b, ok := e.Body.(sim.Began); ok && b.Trace != "" {
			trace, err := s.store.Content(b.Trace)
			if err == nil {
				err = count.AddTrace(agents.RoleAgent, trace)
			}
			return err
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("count what models have cost: %w", err)
	}
	return count.Spent(), nil
}

// config is the models that the flags or the environment name.
func (f modelFlags) config() (models.Config, error) {
	return modelSource{file: cmp.Or(f.models, f.personas)}.config()
}

func modelNames(c models.Config) []string {
	var out []string
	for _, m := range c.Models {
		out = append(out, m.Name)
	}
	return out
}

// backingOf is what the roles of a configuration do for coworkers.
func backingOf(c models.Config) personas.Backing {
	has := func(role string) bool { return c.Roles[role].Model != "" }
	return personas.Backing{Small: has(personas.RoleSmall), Strong: has(personas.RoleStrong), Reader: has(personas.RoleReader)}
}

// calls are those that a new episode begins with.
func (c *casting) calls(sc *scenarios.Scenario) []sim.Call {
	if c == nil || c.backing == (personas.Backing{}) {
		return nil
	}
	b := c.backing
	b.Latitude = sc.Latitude
	return []sim.Call{personas.Back(b)}
}

// model is whom the engine asks.
func (c *casting) model() engine.Model {
	if c == nil || c.asks == nil {
		return nobody{}
	}
	return c.asks
}

// agent makes the agent that a model plays.
func (c *casting) agent(b agents.Briefing) (engine.Agent, error) {
	if c == nil || c.asks == nil {
		return nil, usagef("the agent of this episode is played by a model: name the file that describes it with --models")
	}
	m, _ := c.config.Playing(agents.RoleAgent)
	role := c.config.Roles[agents.RoleAgent]
	l, err := agents.NewLoop(b, agents.LoopConfig{Model: c.asks, Context: m.Context, Answer: role.Most, Tools: c.tools})
	if err != nil {
		return nil, &usage{err}
	}
	return l, nil
}

// close lets go of the endpoints and the tape.
func (c *casting) close() error {
	if c == nil {
		return nil
	}
	if c.client != nil {
		c.client.Close()
	}
	if c.tape != nil {
		return c.tape.Close()
	}
	return nil
}

// nobody is asked when an episode that was begun with models is gone on with and none are named. Nothing is lost: the
// question stays open.
type nobody struct{}

func (nobody) Complete(context.Context, engine.Request) (engine.Response, error) {
	return engine.Response{}, fmt.Errorf("models play coworkers of this episode: name the file that describes them with --personas: %w", engine.ErrStop)
}
