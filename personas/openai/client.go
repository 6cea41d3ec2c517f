package openai

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// Options are what the configuration of models does not say. The zero value works.
type Options struct {
	Tries     int                                  // most times one question is asked; 5 when 0
	Backoff   time.Duration                        // the first wait before asking again, doubled from try to try; 500 ms when 0
	WaitMost  time.Duration                        // an endpoint that wants to be left alone for longer is given up; a minute when 0
	FailMost  int                                  // failures on end after which an endpoint is left alone; 8 when 0
	Cool      time.Duration                        // for how long at first; 5 s when 0
	Away      time.Duration                        // for how long one that went away is waited for; 10 minutes when 0
	Attempt   func(Attempt)                        // told of every attempt that failed; may be called from several goroutines
	Note      func(model, text string)             // told once of what a model is asked otherwise than the configuration says
	Getenv    func(string) string                  // os.Getenv when nil
	Transport func(models.Model) http.RoundTripper // nil: the network
}

// Attempt is one asking that failed. It holds no key and no header.
type Attempt struct {
	Role    string
	Model   string
	For     string
	ID      uint64 // of the question
	Try     int    // from 1
	Kind    Kind
	Status  int
	Text    string
	Request []byte // the body that was sent
	Body    string // what came back, cut at some thousand bytes
	Took    time.Duration
	Tries   int           // most tries of the question, unless the endpoint is away
	Away    time.Duration // for how long the endpoint has been away; 0: it is there, or never was
	Most    time.Duration // for how long that may be
}

const (
	triesUsual = 5
	waitUsual  = time.Minute
	failUsual  = 8
	coolUsual  = 5 * time.Second
	learnMost  = 8 // refusals to learn from in one question
)

// Client asks the models of a configuration. It may be used from several goroutines.
type Client struct {
	roles map[string]models.Role
	at    map[string]*endpoint // by the model's name
	opt   Options
}

var _ engine.Model = (*Client)(nil)

// New makes a client for the models that roles name. It asks nobody yet.
func New(c models.Config, opt Options) (*Client, error) {
	opt = opt.withUsual()
	out := &Client{roles: c.Roles, at: map[string]*endpoint{}, opt: opt}
	breakers := map[string]*breaker{}
	for _, role := range sortedKeys(c.Roles) {
		name := c.Roles[role].Model
		if out.at[name] != nil {
			continue
		}
		i := slices.IndexFunc(c.Models, func(m models.Model) bool { return m.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("role %s wants the model %q, which the configuration does not have", role, name)
		}
		m := c.Models[i]
		url := strings.TrimRight(m.URL, "/")
		if breakers[url] == nil { // one server behind several models is well or sick for all of them
			breakers[url] = &breaker{after: opt.FailMost, cool: opt.Cool}
		}
		e, err := newEndpoint(m, opt, breakers[url])
		if err != nil {
			return nil, err
		}
		out.at[name] = e
	}
	return out, nil
}

func newEndpoint(m models.Model, opt Options, b *breaker) (*endpoint, error) {
	if problem := models.URLProblem(m.URL); problem != "" {
		return nil, fmt.Errorf("model %s: %s", m.Name, problem)
	}
	key, err := newKey(m, opt.Getenv)
	if err != nil {
		return nil, err
	}
	var transport http.RoundTripper
	if opt.Transport != nil {
		transport = opt.Transport(m)
	}
	return &endpoint{model: m, key: key, http: newHTTP(m.Timeouts, transport), gate: newGate(m.Limits), breaker: b, learner: learner{d: dialectOf(m)}}, nil
}

func sortedKeys(roles map[string]models.Role) []string {
	var out []string
	for r := range roles {
		out = append(out, r)
	}
	slices.Sort(out)
	return out
}

func (o Options) withUsual() Options {
	if o.Tries <= 0 {
		o.Tries = triesUsual
	}
	if o.FailMost <= 0 {
		o.FailMost = failUsual
	}
	o.Backoff = or(o.Backoff, backoffUsual)
	o.WaitMost, o.Cool, o.Away = or(o.WaitMost, waitUsual), or(o.Cool, coolUsual), or(o.Away, awayUsual)
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	if o.Note == nil {
		o.Note = func(string, string) {}
	}
	if o.Attempt == nil {
		o.Attempt = func(Attempt) {}
	}
	return o
}

// String names no keys.
func (c *Client) String() string {
	return fmt.Sprintf("models %s", strings.Join(sortedKeys(c.roles), ", "))
}

// Metered says that every request is told of to the meter of its question.
func (c *Client) Metered() bool { return true }

// Close lets go of idle connections.
func (c *Client) Close() {
	for _, e := range c.at {
		e.http.CloseIdleConnections()
	}
}

// Complete implements engine.Model. Its error is a *Fault unless ctx ended or the question itself is wrong; a
// *Refused where the user has to mend something first.
func (c *Client) Complete(ctx context.Context, r engine.Request) (engine.Response, error) {
	role, ok := c.roles[r.Tier]
	if !ok {
		return engine.Response{}, fmt.Errorf("no model has the role %q, expected one of %s", r.Tier, strings.Join(sortedKeys(c.roles), ", "))
	}
	q, err := newAsk(r, role)
	if err != nil {
		return engine.Response{}, err
	}
	t := &tries{client: c, at: c.at[role.Model], ask: q, request: r}
	_, t.back = t.at.breaker.away(time.Now())
	a, err := t.run(ctx)
	if err != nil {
		return engine.Response{}, err
	}
	return t.response(a), nil
}

func newAsk(r engine.Request, role models.Role) (ask, error) {
	p, err := prompt.Decode(r.PromptText)
	if err != nil {
		return ask{}, fmt.Errorf("read question %d of %s: %w", r.ID, r.Owner, err)
	}
	for _, t := range p.Tools {
		if len(t.Schema) > 0 && !json.Valid(t.Schema) {
			return ask{}, fmt.Errorf("question %d of %s: the schema of tool %s is no JSON", r.ID, r.Owner, t.Name)
		}
	}
	if len(r.SchemaText) > 0 && !json.Valid(r.SchemaText) {
		return ask{}, fmt.Errorf("question %d of %s: its schema is no JSON", r.ID, r.Owner)
	}
	q := ask{prompt: p, schema: r.SchemaText, role: role, most: r.Limit}
	if q.most <= 0 || role.Most > 0 && role.Most < q.most {
		q.most = role.Most
	}
	return q, nil
}
