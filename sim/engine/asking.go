package engine

import (
	"context"
	"fmt"

	"github.com/tenure-sim/tenure/sim"
)

// asking holds the questions that models are busy with. Answers arrive in any order and are kept off the log
// until their virtual moment: what the log says does not depend on who was quick.
type asking struct {
	ctx     context.Context
	stop    context.CancelFunc
	answers chan sim.Replied
	held    map[slot]sim.Replied
	asked   map[slot]bool
}

type slot struct {
	owner string
	id    uint64
}

func newAsking() *asking {
	ctx, stop := context.WithCancel(context.Background())
	return &asking{ctx: ctx, stop: stop, answers: make(chan sim.Replied), held: map[slot]sim.Replied{}, asked: map[slot]bool{}}
}

// ask sends every saved question that is not yet with a model.
func (e *Episode) ask() error {
	if !e.world.Wondering() {
		return nil
	}
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
	answer := sim.Replied{ID: r.ID, Owner: r.Owner}
	got, err := m.Complete(a.ctx, r)
	if err != nil {
		answer.Fault = err.Error()
	} else {
		answer.Text, answer.Model, answer.In, answer.Out = got.Text, got.Model, got.In, got.Out
	}
	select {
	case a.answers <- answer:
	case <-a.ctx.Done():
	}
}

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
			a.held[slot{r.Owner, r.ID}] = r
		case <-ctx.Done():
			return sim.Replied{}, ctx.Err()
		}
	}
}

// Close gives up the questions that models are still busy with. The log has them: they are asked again when the
// episode is opened.
func (e *Episode) Close() { e.asking.stop() }
