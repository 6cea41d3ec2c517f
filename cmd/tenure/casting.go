package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
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

// tellCost prints what the run is expected to ask of models and what that costs. Nothing is made and nobody asked.
func (f runFlags) tellCost(cmd *cobra.Command, sc *scenarios.Scenario) error {
	c, err := f.models.cast(f.agent)
	if err != nil {
		return err
	}
	if len(c.config.Models) == 0 {
		return usagef("--dry-run says what models would cost, and none takes part: name some with --personas or --agent model:NAME")
	}
	if err := (&session{scenario: sc, branch: checkpoints.Branch{Agent: f.agent}}).checkAgentModel(c); err != nil {
		return err
	}
	p := usually(sc, c.backing)
	p.seed, p.until = f.seed, f.until
	if strings.HasPrefix(f.agent, agentModel) { // one that is a model is not asked
		p.loop = c.loop()
		return estimate(cmd, p, c.config, f.stepsNote())
	}
	p.agent, p.steps = f.agent, f.steps
	return estimate(cmd, p, c.config, "")
}

// stepsNote says that the steps of an agent that a model plays are not bounded in an estimate: of the script's steps that are counted
// in their place only those are a call for which it has the tool.
func (f runFlags) stepsNote() string {
	if f.steps == 0 {
		return ""
	}
	return fmt.Sprintf("--steps %d is not in it: the episode is counted to its end, or to --until.\n", f.steps)
}

// casting is the models of a run.
type casting struct {
	config  models.Config
	backing personas.Backing // what they do for the coworkers; zero when nothing
	asks    engine.Model     // nil when there are no models
	tape    *cassette.Tape
	client  *openai.Client
	purse   *purse.Purse
	tools   []string
	idle    int
	waits   awaited
}

// awaits says what is waited for just now; nothing when nothing is.
func (c *casting) awaits(now time.Time) string {
	if c == nil {
		return ""
	}
	return c.waits.say(c.config, now)
}

// cast reads which models play whom.
func (f modelFlags) cast(agent string) (*casting, error) {
	c := &casting{tools: f.tools, idle: f.idle}
	name, playsAgent := strings.CutPrefix(agent, agentModel)
	if flag := f.agentsOwn(); flag != "" && !playsAgent {
		return nil, usagef("%s is for an agent that a model plays, as in --agent model:NAME", flag)
	}
	if f.personas == "" && !playsAgent {
		if words := f.words(); len(words) > 0 {
			return nil, usagef("%s is about models, and none takes part: name some with --personas or --agent model:NAME", words[0])
		}
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
		return c, c.seat(name)
	}
	return c, nil
}

// seat lets the model of that name play the agent.
func (c *casting) seat(name string) error {
	if _, ok := c.config.Model(name); !ok {
		return usagef("there is no model %q%s; the models are %s", name, perhaps(name, modelNames(c.config)), strings.Join(modelNames(c.config), ", "))
	}
	role, ok := c.config.Roles[agents.RoleAgent]
	if !ok {
		role.Temperature = -1 // the endpoint's own
	}
	role.Model = name
	if c.config.Roles == nil {
		c.config.Roles = map[string]models.Role{}
	}
	c.config.Roles[agents.RoleAgent] = role
	return nil
}

// open makes whom the engine asks: an endpoint, behind it a tape, and before both a purse that knows what the episode has
// spent already.
func (c *casting) open(cmd *cobra.Command, s *session, f modelFlags) error {
	if len(c.config.Models) == 0 {
		return nil
	}
	mode := cassette.Mode(f.mode) // it was checked
	book, err := s.book(c.config)
	if err != nil {
		return err
	}
	if f.cassette == "" || mode == cassette.Record || mode == cassette.Fork {
		opt := openai.Options{Attempt: func(a openai.Attempt) {
			c.waits.failed(a)
			if c.tape != nil {
				c.tape.Attempt(cassette.Attempt{Role: a.Role, Persona: a.For, Ordinal: a.ID, Try: a.Try, Kind: string(a.Kind), Status: a.Status,
					Text: a.Text, Request: string(a.Request), Body: a.Body, Took: a.Took})
			}
		}}
		opt.Note = func(model, text string) { fmt.Fprintf(cmd.ErrOrStderr(), "model %s: %s\n", plainly(model), text) }
		if c.client, err = openai.New(c.config, opt); err != nil {
			return &usage{err}
		}
		c.asks = c.client
	}
	if f.cassette != "" {
		if info, err := os.Stat(f.cassette); err == nil { // else it is not there yet, or Open says why
			if err := spare(f.cassette, info, s.store.Path()); err != nil {
				return err
			}
		}
		tape, cut, err := cassette.Open(f.cassette, cassette.Options{Mode: mode, Config: c.config, Model: c.asks, Fork: s.branch.At, Payer: book.Payer})
		if err != nil {
			return err
		}
		if cut > 0 {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %d bytes of a last line that was never finished are left out\n", f.cassette, cut)
		}
		c.tape, c.asks = tape, tape
	}
	c.purse = purse.Open(c.asks, c.config, purse.Mode(f.onBudget), book, func(raw []byte) error { return s.log().NoteSpent(raw) })
	c.asks = purse.Fallback{Model: waiting{c.purse, &c.waits}, Config: c.config}
	return nil
}

// book is what the episode has spent. One that goes on without a book, such as a fork or an import, begins one with what its log tells.
func (s *session) book(c models.Config) (*purse.Book, error) {
	if s.fresh {
		return purse.NewBook(nil), nil
	}
	head, err := s.store.Head(s.branch.Name)
	if err != nil {
		return nil, err
	}
	if head.Spent != "" {
		b, err := purse.ReadBook([]byte(head.Spent))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.branch.Name, err)
		}
		count, err := s.count(c)
		if err == nil {
			b.Recount(c, count)
		}
		return b, err
	}
	count, err := s.count(c)
	if err != nil {
		return nil, err
	}
	return purse.NewBook(count.Spent()), nil
}

// count is what the episode's questions to models have cost so far as its log tells.
func (s *session) count(c models.Config) (*purse.Count, error) {
	count := purse.NewCount(c)
	count.Content = s.store.Content
	err := s.hear(s.log(), []string{sim.Asked{}.Kind(), sim.Replied{}.Kind(), sim.Began{}.Kind()}, func(e sim.Event) error {
		count.Add(e)
		if b, ok := e.Body.(sim.Began); ok && b.Trace != "" {
			trace, err := s.store.Content(b.Trace)
			if err == nil {
				_, err = count.AddTrace(agents.RoleAgent, trace)
			}
			return err
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("count what models have cost: %w", err)
	}
	return count, nil
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
	return personas.Backing{Small: has(personas.RoleSmall), Strong: has(personas.RoleStrong), Reader: has(personas.RoleReader),
		Trust: c.Roles[personas.RoleReader].Trust}
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

// agent makes the agent that a model plays. With nobody to ask it only says whether that can be.
func (c *casting) agent(b agents.Briefing) (engine.Agent, error) {
	conf := *c.loop()
	conf.Model = agentAsks{c.asks}
	l, err := agents.NewLoop(b, conf)
	var none *agents.NoToolError
	switch {
	case errors.As(err, &none):
		return nil, usagef("%w%s; '%s' lists them", err, perhapsTool(none.Tool, toolNames(b)), typed("tools"))
	case err != nil:
		return nil, &usage{err}
	}
	return l, nil
}

// loop is how the agent works that a model plays; nil when none does.
func (c *casting) loop() *agents.LoopConfig {
	m, ok := c.config.Playing(agents.RoleAgent)
	if !ok {
		return nil
	}
	return &agents.LoopConfig{Context: m.Context, Answer: c.config.Roles[agents.RoleAgent].Most, Tools: c.tools, Idle: c.idle}
}

// toolNames are the tools that an agent may have.
func toolNames(b agents.Briefing) []string {
	var out []string
	for _, t := range b.Tools {
		if !t.Internal {
			out = append(out, t.Name)
		}
	}
	return out
}

// agentAsks is whom an agent asks. Its thoughts have no templates: when its budget is spent the run stops, whatever
// coworkers do.
type agentAsks struct{ engine.Model }

// Complete implements engine.Model.
func (a agentAsks) Complete(ctx context.Context, r engine.Request) (engine.Response, error) {
	got, err := a.Model.Complete(ctx, r)
	if err == nil || errors.Is(err, engine.ErrStop) {
		return got, err
	}
	if why, refused := purse.Refused(err); refused {
		return got, fmt.Errorf("%w: %s; templates do not apply to an agent", engine.ErrBudget, why)
	}
	return got, err
}

// drain waits for the questions that were given up, so that what they took is written down. Nothing is asked any more.
func (c *casting) drain() error {
	if c == nil || c.purse == nil {
		return nil
	}
	return c.purse.Drain()
}

// close lets go of the endpoints and the tape. A question that was given up may still be writing to it.
func (c *casting) close() error {
	if c == nil {
		return nil
	}
	if c.purse != nil {
		c.purse.Wait()
	}
	if c.client != nil {
		c.client.Close()
	}
	if c.tape != nil {
		return c.tape.Close()
	}
	return nil
}

// nobody is asked where no models are named. Nothing is lost: the question stays open.
type nobody struct{}

func (nobody) Complete(context.Context, engine.Request) (engine.Response, error) {
	return engine.Response{}, fmt.Errorf("models play coworkers of this episode: name the file that describes them with --personas: %w", engine.ErrStop)
}
