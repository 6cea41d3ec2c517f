package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/tenure-sim/tenure/sim"
)

// asking holds the questions that models are busy with. Answers arrive in any order and are kept off the log
// until their virtual moment: what the log says does not depend on who was quick.
type asking struct {
	ctx     context.Context
	stop    context.CancelFunc
	answers chan reply
	held    map[slot]sim.Replied
	asked   map[slot]bool
}

type slot struct {
	owner string
	id    uint64
}

func newAsking() *asking {
	ctx, stop := context.WithCancel(context.Background())
	return &asking{ctx: ctx, stop: stop, answers: make(chan reply), held: map[slot]sim.Replied{}, asked: map[slot]bool{}}
}

// reply is a model's answer, or why the run cannot go on without one.
type reply struct {
	sim.Replied
	stop error
}

// answerMost bounds what is kept of an answer, in bytes.
const answerMost = 1 << 20

// ask sends every saved question that is not yet with a model.
func (e *Episode) ask() error {
	if !e.world.Wondering() {
		return nil
	}
	e.own() // reading contents fills the world's memory of them
	for _, q := range e.world.Pending() {
		if e.asking.asked[slot{q.Owner, q.ID}] {
			continue
		}
		if e.model == nil {
			return fmt.Errorf("%s asks a model and none is configured", q.Owner)
		}
		r := Request{Question: q, PromptText: e.world.Content(q.Prompt)}
		if q.Schema != "" {
			r.SchemaText = e.world.Content(q.Schema)
		}
		e.asking.asked[slot{q.Owner, q.ID}] = true
		go e.asking.complete(e.model, r)
	}
	return nil
}

func (a *asking) complete(m Model, r Request) {
	answer := reply{Replied: sim.Replied{ID: r.ID, Owner: r.Owner}}
	got, err := m.Complete(a.ctx, r)
	switch {
	case errors.Is(err, ErrBudget):
		answer.stop = err
	case err != nil:
		answer.Fault = kept(err.Error())
	default:
		answer.Replied = sim.Replied{ID: r.ID, Owner: r.Owner, Text: kept(got.Text), Model: kept(got.Model), In: got.In, Out: got.Out,
			Finish: kept(got.Finish), Tries: got.Tries, Cached: got.Cached}
	}
	select {
	case a.answers <- answer:
	case <-a.ctx.Done():
	}
}

// kept is a text of a model as a log can hold it.
func kept(s string) string { return strings.ToValidUTF8(s[:min(len(s), answerMost)], "\ufffd") }

// wait returns the answer to q, holding back others that come before it.
func (a *asking) wait(ctx context.Context, q sim.Question) (sim.Replied, error) {
	want := slot{q.Owner, q.ID}
	for {
		if r, ok := a.held[want]; ok {
			delete(a.held, want)
			delete(a.asked, want)
			return r, nil
		}
		select {
		case r := <-a.answers:
			if r.stop != nil {
				delete(a.asked, slot{r.Owner, r.ID}) // it is asked again when the run goes on
				return sim.Replied{}, r.stop
			}
			a.held[slot{r.Owner, r.ID}] = r.Replied
		case <-ctx.Done():
			return sim.Replied{}, ctx.Err()
		}
	}
}

// Close gives up the questions that models are still busy with. The log has them: they are asked again when the
// episode is opened.
func (e *Episode) Close() { e.asking.stop() }
