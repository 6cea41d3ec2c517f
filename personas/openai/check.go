package openai

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim/prompt"
)

const (
	listedMost = 50
	samples    = 3  // of latency
	probeMost  = 64 // tokens of answer
)

// Check looks at a model's endpoint: whether it can be reached, what it offers, what it supports, how fast it is. It asks
// about eight short questions. Only a ctx that ended is an error of the check itself, and shows as a fatal problem.
func Check(ctx context.Context, m models.Model) Report { return CheckWith(ctx, m, Options{}) }

// CheckWith is Check with another environment or transport.
func CheckWith(ctx context.Context, m models.Model, opt Options) Report {
	opt = opt.withUsual()
	r := Report{Name: m.Name, ID: m.ID, URL: shown(m.URL)}
	if problem := models.URLProblem(m.URL); problem != "" {
		r.fatal("the model cannot be reached: "+problem, "set url to the base of the endpoint's API, which mostly ends in /v1")
		return r
	}
	if m.KeyEnv != "" && strings.TrimSpace(opt.Getenv(m.KeyEnv)) == "" {
		r.fatal("the environment variable "+m.KeyEnv+" is not set or empty", "export "+m.KeyEnv+"=... with the key, or leave the key variable out of the configuration if the endpoint wants none")
		return r
	}
	e, err := newEndpoint(m, opt, &breaker{after: opt.FailMost, cool: opt.Cool})
	if err != nil {
		r.fatal(err.Error(), "mend the variable's value: a key is one word of plain letters, digits and marks")
		return r
	}
	defer e.http.CloseIdleConnections()
	c := &checking{e: e, r: &r, d: dialectOf(m)}
	if c.list(ctx) && c.plain(ctx) {
		r.Usable = true
		c.features(ctx)
	}
	if ctx.Err() != nil {
		r.fatal("the check was broken off", "run it again")
	}
	return r
}

// checking is a check on its way.
type checking struct {
	e *endpoint
	r *Report
	d dialect // what is known to work
}

// list asks which models there are. An endpoint without a list may work all the same.
func (c *checking) list(ctx context.Context) bool {
	raw, f := c.get(ctx, c.e.address("/models"))
	if f != nil {
		return c.listFault(ctx, f)
	}
	c.r.Reached = true
	ids, context := readList(raw, c.e.model.ID)
	c.r.Context = context
	c.r.Listed = ids[:min(len(ids), listedMost)]
	c.r.Known = slices.Contains(ids, c.e.model.ID)
	if len(ids) > 0 && !c.r.Known {
		c.r.note(fmt.Sprintf("the endpoint does not list a model %q", c.e.model.ID), "did you mean "+quoted(nearest(c.e.model.ID, ids))+"? Set id to one that it lists")
	}
	if want := c.e.model.Context; want > 0 && context > 0 && want > context {
		c.r.note(fmt.Sprintf("the configuration says %d tokens of context and the endpoint %d", want, context), fmt.Sprintf("set context to %d", context))
	}
	return true
}

func (c *checking) listFault(ctx context.Context, f *Fault) bool {
	c.r.Reached = f.Status != 0 || f.Kind == Garbled
	if f.Kind == Missing || f.Kind == Garbled {
		if better := c.better(ctx); better != "" {
			c.r.fatal("there is no API at "+c.r.URL+", but there is one at "+better, "set url to "+better)
			return false
		}
		c.r.note("the endpoint lists no models", "nothing to do if questions are answered; otherwise look whether url is right")
		return true
	}
	c.r.fatal(f.Error(), advice(f, c.e.model))
	return false
}

// better looks whether the API lies one step aside.
func (c *checking) better(ctx context.Context) string {
	base := strings.TrimRight(c.e.model.URL, "/")
	for _, other := range []string{base + "/v1", strings.TrimSuffix(base, "/v1"), strings.TrimSuffix(base, "/v1") + "/api/v1"} {
		if other == base {
			continue
		}
		if _, f := c.get(ctx, other+"/models"); f == nil {
			return other
		}
	}
	return ""
}

func (c *checking) get(ctx context.Context, address string) ([]byte, *Fault) {
	w := watch(ctx, c.e.model.Timeouts)
	defer w.stop()
	w.arm(w.times.First, errFirst)
	req, err := http.NewRequestWithContext(w.ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, c.e.seal(&Fault{Kind: Request, Text: "the URL of the model is none"})
	}
	c.e.sign(req)
	resp, err := c.e.http.Do(req)
	if err != nil {
		return nil, c.e.seal(w.fault(networkFault(err)))
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, c.e.seal(w.fault(c.e.refused(resp)))
	}
	raw, err := io.ReadAll(io.LimitReader(resp.Body, answerMost))
	if err != nil {
		return nil, c.e.seal(w.fault(readFault(err)))
	}
	if !json.Valid(raw) {
		return nil, c.e.seal(&Fault{Kind: Garbled, Status: resp.StatusCode, Text: "what came is no JSON"})
	}
	return []byte(c.e.key.hide(string(raw))), nil
}

// readList reads ids and, where it is told, how much context the wanted model has, by each of the names that servers use.
func readList(raw []byte, want string) (ids []string, context int) {
	var got struct {
		Data []struct {
			ID      string `json:"id"`
			VLLM    int    `json:"max_model_len"`
			Router  int    `json:"context_length"`
			Window  int    `json:"context_window"`
			LM      int    `json:"max_context_length"`
			Details struct {
				Trained int `json:"n_ctx_train"`
			} `json:"meta"`
		} `json:"data"`
	}
	if json.Unmarshal(raw, &got) != nil {
		return nil, 0
	}
	for _, m := range got.Data {
		ids = append(ids, oneLine(clip(m.ID, idMost)))
		if m.ID == want {
			context = max(m.VLLM, m.Router, m.Window, m.LM, m.Details.Trained)
		}
	}
	return ids, context
}

// plain asks some short questions as a run would: it learns what is refused, and measures.
func (c *checking) plain(ctx context.Context) bool {
	q := ask{prompt: say("Write one short sentence about the weather."), most: probeMost}
	var first, whole []time.Duration
	for range samples {
		a, f, at := c.asked(ctx, q)
		if f != nil {
			c.r.fatal(f.Error(), advice(f, c.e.model))
			return false
		}
		if a.ended() == Empty || a.ended() == Refusal {
			c.r.note("a plain question got no words ("+a.ended()+")", "raise the most tokens of an answer if the model thinks before it writes, or take another model")
		}
		first, whole = append(first, at.first), append(whole, at.whole)
		c.stream(a)
	}
	c.r.First, c.r.Whole = median(first), median(whole)
	return true
}

func (c *checking) stream(a *answer) {
	c.r.Streaming, c.r.StreamUsage = Yes, Yes
	switch {
	case c.d.noStream || !a.streamed:
		c.r.Streaming, c.r.StreamUsage = No, Untested
	case c.d.noUsage:
		c.r.StreamUsage = No
	case a.usage == nil:
		c.r.StreamUsage = Ignored
	}
}

type took struct{ first, whole time.Duration }

// asked asks one question and learns from refusals as a run does.
func (c *checking) asked(ctx context.Context, q ask) (*answer, *Fault, took) {
	for n := 1; ; n++ {
		body, err := q.body(c.e.model, c.d)
		if err != nil {
			return nil, c.e.seal(&Fault{Kind: Request, Text: err.Error()}), took{}
		}
		var t took
		start := time.Now()
		a, f := c.e.once(ctx, body, q.most, !c.d.noStream, func() {
			if t.first == 0 {
				t.first = time.Since(start)
			}
		}, func() error { return nil })
		t.whole = time.Since(start)
		if f == nil {
			if t.first == 0 {
				t.first = t.whole
			}
			return a, nil, t
		}
		c.e.seal(f)
		poorer, ok := c.d.poorer(f, q)
		if f.Status == 0 || !ok || n > learnMost {
			return nil, f, t
		}
		c.d = poorer
	}
}

const probeSchema = `{"type":"object","properties":{"colour":{"type":"string","enum":["red","blue"]}},"required":["colour"],"additionalProperties":false}`

// features asks for what a run may use, each time as it is natively.
func (c *checking) features(ctx context.Context) {
	c.d.schema, c.d.schemaFixed = schemaNative, true
	q := ask{prompt: say("Which of the two colours does a clear sky have?"), schema: json.RawMessage(probeSchema), most: probeMost}
	c.r.Schema = c.feature(ctx, q, func(a *answer) bool {
		var got struct{ Colour string }
		return strict([]byte(a.text.String()), &got) && (got.Colour == "red" || got.Colour == "blue")
	})
	c.d.textTools, c.d.toolsFixed = false, true
	q = ask{prompt: say("Look up the weather in Oslo with the tool."), most: probeMost}
	q.prompt.Tools = []prompt.Tool{{Name: "weather", Doc: "Tells the weather in a city.", Schema: json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}`)}}
	c.r.Tools = c.feature(ctx, q, func(a *answer) bool { return len(a.calls) > 0 && a.calls[0].Tool == "weather" })
	c.r.Logprobs = c.logprobs(ctx)
	if c.d.noTemperature {
		c.r.note(heatless, "leave temperature out of the roles of this model to say so yourself")
	}
	if c.r.Schema != Yes {
		c.r.note("JSON schemas are not followed natively ("+c.r.Schema.word()+")", "nothing to do: the schema goes into the text; set schema: text to save the attempt")
	}
	if c.r.Tools != Yes {
		c.r.note("tools are not called natively ("+c.r.Tools.word()+")", "nothing to do where it refuses them; if it ignores them, set tools: text for a model that plays the agent")
	}
}

func (c *checking) feature(ctx context.Context, q ask, follows func(*answer) bool) Support {
	a, f, _ := c.asked(ctx, q)
	switch {
	case ctx.Err() != nil, f != nil && f.Kind.passes() && f.Kind != Server:
		return Untested
	case f != nil:
		return No
	case follows(a):
		return Yes
	}
	return Ignored
}

func (c *checking) logprobs(ctx context.Context) Support {
	m := c.e.model
	defer func() { c.e.model = m }()
	c.e.model.Params = map[string]json.RawMessage{"logprobs": json.RawMessage("true")}
	for name, v := range m.Params {
		c.e.model.Params[name] = v
	}
	return c.feature(ctx, ask{prompt: say("Say yes."), most: probeMost}, func(a *answer) bool { return a.logprobs })
}

func say(text string) prompt.Prompt {
	return prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Content: "You answer briefly."}, {Role: prompt.User, Content: text}}}
}

func median(ds []time.Duration) time.Duration {
	slices.Sort(ds)
	return ds[len(ds)/2]
}
