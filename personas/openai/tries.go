package openai

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim/engine"
)

const idMost = 100 // bytes of an endpoint's name for a model

// tries is one question asked until it is answered or given up.
type tries struct {
	client  *Client
	at      *endpoint
	ask     ask
	request engine.Request
	try     int  // how often the endpoint was asked
	text    bool // tools went into the text
	// Tokens of tries that failed after an answer had begun, by our own count: they cost as others do.
	lostIn, lostOut int
	// How often the endpoint had come back when this was last looked at, and how often it did while the question waited.
	back, returns int
	plain         bool // the shortest question of all, put to find out whether the endpoint takes any
}

func (t *tries) run(ctx context.Context) (*answer, error) {
	for {
		a, f := t.once(ctx)
		if f != nil && f.unpaid {
			return nil, f.cause
		}
		if f != nil && ctx.Err() != nil {
			return nil, fmt.Errorf("ask model %s: %w", t.at.model.Name, ctx.Err())
		}
		if f == nil { // also when nobody waits any more: it was paid, and a tape keeps it
			t.at.turned.Store(0)
			t.at.spoken.Store(true)
			return a, nil
		}
		wait, again := t.again(f)
		if !again {
			if f.told && f.after > t.client.opt.WaitMost {
				f.Text = strings.TrimPrefix(f.Text+"; it wants to be left alone for longer than anybody waits here (Retry-After)", "; ")
			}
			if err := t.refusesAll(ctx, f); err != nil {
				return nil, err
			}
			return nil, t.final(f)
		}
		if f.Kind == Rate && f.told {
			t.at.gate.hush(f.after)
		}
		if err := sleep(ctx, wait); err != nil {
			return nil, fmt.Errorf("ask model %s: %w", t.at.model.Name, err)
		}
	}
}

// again says whether to ask once more, and after how long.
func (t *tries) again(f *Fault) (time.Duration, bool) {
	if !f.Kind.passes() || f.after > t.client.opt.WaitMost || t.try >= t.most(f) && !t.waits(f) {
		return 0, false
	}
	if f.told {
		return f.after + backoff(t.client.opt.Backoff, 1)/4, true // not all at the same moment
	}
	return max(f.after, backoff(t.client.opt.Backoff, t.try)), true
}

// most is how often a question is tried.
func (t *tries) most(f *Fault) int {
	if t.at.breaker.absent() && f.unreached {
		return min(t.client.opt.Tries, triesUnreached)
	}
	return t.client.opt.Tries
}

// once asks one time within the limits. Refusals that teach how to ask are not failures of the try.
func (t *tries) once(ctx context.Context) (*answer, *Fault) {
	t.try++
	if err := t.at.gate.enter(ctx, t.ask.tokens()); err != nil {
		return nil, &Fault{Kind: Timeout, cause: err}
	}
	defer t.at.gate.leave()
	if wait, ok := t.at.breaker.enter(time.Now()); !ok {
		f := &Fault{Kind: Open, Text: "it failed too often on end and is left alone for a while", after: wait}
		t.report(f, nil, 0)
		return nil, f
	}
	for n := 1; ; n++ {
		start, used := time.Now(), t.at.learner.now()
		body, a, f := t.attempt(ctx, used)
		if f != nil && f.unpaid {
			t.at.breaker.leave(time.Now(), false, false)
			return nil, f
		}
		t.at.breaker.leave(time.Now(), f == nil || !f.Kind.sick(), f != nil && f.Kind.sick() && ctx.Err() == nil)
		switch {
		case f == nil || ctx.Err() == nil && !f.away:
			t.at.breaker.reach()
		case ctx.Err() == nil:
			t.at.breaker.miss(start)
		}
		if f == nil || ctx.Err() != nil {
			return a, f
		}
		t.report(f, body, time.Since(start))
		poorer, ok := t.teaches(f, used)
		if !ok || n > learnMost {
			return nil, f
		}
		t.at.learner.learn(used, poorer)
		if poorer.noTemperature && t.at.heat.CompareAndSwap(false, true) {
			t.client.opt.Note(t.at.model.Name, heatless)
		}
	}
}

// teaches says what a refusal means for how to ask. A missing feature comes as 400 or 422, and as 404, 500 or 501 from
// servers that hand on what their engine threw.
func (t *tries) teaches(f *Fault, used dialect) (dialect, bool) {
	if f.Status == 0 || f.Kind == Rate || f.Kind == Auth || f.Kind == Quota {
		return used, false
	}
	return used.poorer(f, t.ask)
}

func (t *tries) attempt(ctx context.Context, d dialect) ([]byte, *answer, *Fault) {
	body, err := t.ask.body(t.at.model, d)
	if err != nil {
		return nil, nil, t.at.seal(&Fault{Kind: Request, Text: err.Error(), cause: err})
	}
	meter := models.MeterOf(ctx)
	paid, err := meter.Send(ctx)
	if err != nil {
		return nil, nil, unsent(err)
	}
	t.text = d.textTools
	var took models.Usage
	defer func() { paid(took) }()
	a, f := t.at.once(ctx, body, t.ask.most, !d.noStream, func() {}, func() error {
		paid(t.took(nil, &Fault{}))
		if paid, err = meter.Send(ctx); err != nil {
			paid = func(models.Usage) {}
		}
		return err
	})
	took = t.took(a, f)
	if f != nil {
		if f.began {
			t.lostIn, t.lostOut = models.Counted(t.lostIn+t.ask.sent()), models.Counted(t.lostOut+f.lost)
		}
		return body, nil, t.at.seal(f)
	}
	return body, a, nil
}

// took is what one request took. One that failed took what the endpoint told, or the prompt, for that was sent, and what had come.
func (t *tries) took(a *answer, f *Fault) models.Usage {
	in, cached, out := t.ask.sent(), 0, 0
	switch {
	case f == nil:
		in, cached, out = a.counts(in, a.said())
	case f.unreached, f.unpaid:
		return models.Usage{}
	case f.part == nil && (f.Kind.refuses() || f.elsewhere): // it was turned away unread: no endpoint charges for that
		return models.Usage{Requests: 1}
	default:
		if out = f.lost; f.part != nil {
			in, cached, out = f.part.counts(in, out)
		}
	}
	return models.Usage{Requests: 1, In: models.Counted(int64(in)), Cached: models.Counted(int64(cached)), Out: models.Counted(int64(out))}
}

func (t *tries) report(f *Fault, body []byte, took time.Duration) {
	t.at.seal(f)
	away, _ := t.at.breaker.away(time.Now())
	t.client.opt.Attempt(Attempt{Role: t.request.Tier, Model: f.Model, For: string(t.request.For), ID: t.request.ID, Try: t.try,
		Kind: f.Kind, Status: f.Status, Text: f.Text, Request: body, Body: f.body, Took: took,
		Tries: t.most(f), Away: away, Most: t.client.opt.Away})
}

// response is the answer as the engine wants it. Where an endpoint does not count tokens, our bound stands in.
func (t *tries) response(a *answer) engine.Response {
	out := engine.Response{Text: t.at.key.hide(a.text.String()), Model: t.named(a.model), Finish: a.ended(), Tries: t.try, Calls: a.calls}
	if out.Finish == Refusal && out.Text == "" {
		out.Text = t.at.key.hide(a.refusal.String())
	}
	t.at.key.hideCalls(out.Calls)
	for i, c := range out.Calls {
		if c.ID == "" {
			out.Calls[i].ID = fmt.Sprintf("call_%d_%d", len(t.ask.prompt.Messages), i+1)
		}
	}
	if t.text && len(t.ask.prompt.Tools) > 0 && out.Finish == Stop {
		if calls, ok := parseCalls(out.Text, t.ask.prompt.Tools, len(t.ask.prompt.Messages)); ok {
			out.Calls, out.Text, out.Finish = calls, "", ToolCalls
		}
	}
	out.In, out.Cached, out.Out = a.counts(t.ask.sent(), a.said())
	out.In, out.Out = models.Counted(out.In+t.lostIn), models.Counted(out.Out+t.lostOut)
	return out
}

// named is what the model calls itself, but never the id of another one of the configuration: what an answer costs goes by
// the model that was asked.
func (t *tries) named(said string) string {
	said = clip(t.at.key.hide(said), idMost)
	if said == "" {
		return t.at.model.ID
	}
	for _, other := range t.client.at {
		if other.model.ID == said {
			return t.at.model.ID
		}
	}
	return said
}
