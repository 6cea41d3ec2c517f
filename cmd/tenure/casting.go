package main

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/personas/openai"
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
}

// agentModel is how an agent is called that a model plays: model:NAME.
const agentModel = "model:"

func (f *modelFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.personas, "personas", "", "let models play the coworkers: a file that says which, see scenarios/MODELS.md")
	c.Flags().StringVar(&f.models, "models", "", "the file that --agent model:NAME is looked up in (default that of --personas, or the environment)")
	c.Flags().StringSliceVar(&f.tools, "tools", nil, "offer an agent that a model plays only these tools, such as chat_*,docs_read")
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
	return out
}

// casting is the models of a run.
type casting struct {
	config  models.Config
	backing personas.Backing // what they do for the coworkers; zero when nothing
	client  *openai.Client   // nil when there are no models
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
	if c.client, err = openai.New(c.config, openai.Options{}); err != nil {
		return nil, &usage{err}
	}
	return c, nil
}

// config is the models that the flags or the environment name.
func (f modelFlags) config() (models.Config, error) {
	file := f.models
	if file == "" {
		file = f.personas
	}
	if file != "" {
		c, err := scenarios.ReadModels(file)
		if err != nil {
			return c, &usage{err}
		}
		return c, nil
	}
	c, ok, err := models.FromEnv(os.Getenv)
	if err != nil {
		return c, &usage{err}
	}
	if !ok {
		return c, usagef("which model? Name a file with --models, or set TENURE_MODEL_URL and TENURE_MODEL_ID")
	}
	return c, nil
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
	if c == nil || c.client == nil {
		return nobody{}
	}
	return c.client
}

// agent makes the agent that a model plays.
func (c *casting) agent(b agents.Briefing) (engine.Agent, error) {
	if c == nil || c.client == nil {
		return nil, usagef("the agent of this episode is played by a model: name the file that describes it with --models")
	}
	m, _ := c.config.Playing(agents.RoleAgent)
	role := c.config.Roles[agents.RoleAgent]
	l, err := agents.NewLoop(b, agents.LoopConfig{Model: c.client, Context: m.Context, Answer: role.Most, Tools: c.tools})
	if err != nil {
		return nil, &usage{err}
	}
	return l, nil
}

func (c *casting) close() {
	if c != nil && c.client != nil {
		c.client.Close()
	}
}

// nobody is asked when an episode that was begun with models is gone on with and none are named. Nothing is lost: the
// question stays open.
type nobody struct{}

func (nobody) Complete(context.Context, engine.Request) (engine.Response, error) {
	return engine.Response{}, unnamed{errors.New("models play coworkers of this episode: name the file that describes them with --personas")}
}

// unnamed stops a run as a spent budget does.
type unnamed struct{ error }

func (u unnamed) Is(target error) bool { return target == engine.ErrBudget }
