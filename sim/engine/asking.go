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
	stops   int // how often a model refused to go on
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
	when int // how often a model had refused when the question was sent
}

// errAskAgain says that a model refused before the run was gone on with: it may answer now.
var errAskAgain = errors.New("a question is to be asked again")

// answerMost bounds what is kept of an answer, in bytes.
const answerMost = 1 << 20

// ask sends every saved question that is not yet with a model.
func (e *Episode) ask() error {
	if e.fault != nil || !e.world.Wondering() { // a world that failed asks what no log has
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
		go e.asking.complete(e.model, r, e.asking.stops)
	}
	return nil
}

func (a *asking) complete(m Model, r Request, when int) {
	answer := reply{Replied: sim.Replied{ID: r.ID, Owner: r.Owner}, when: when}
	got, err := completeSafely(a.ctx, m, r)
	switch {
	case errors.Is(err, ErrStop):
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

// completeSafely keeps a model's panic from taking the process with it.
func completeSafely(ctx context.Context, m Model, r Request) (got Response, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return m.Complete(ctx, r)
}

// kept is a text of a model as a log can hold it. It is a copy: the world keeps some of it for good, and it may be a piece
// of something large.
func kept(s string) string {
	return strings.Clone(strings.ToValidUTF8(s[:min(len(s), answerMost)], "\ufffd"))
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
			if r.stop != nil {
				return sim.Replied{}, a.refused(r)
			}
			a.held[slot{r.Owner, r.ID}] = r.Replied
		case <-ctx.Done():
			return sim.Replied{}, ctx.Err()
		}
	}
}

// refused takes a model's refusal. The question is asked again when the run is gone on with. So are those that were with
// a model at the same time: their refusals say nothing about what may be spent after that.
func (a *asking) refused(r reply) error {
	delete(a.asked, slot{r.Owner, r.ID})
	if r.when < a.stops {
		return errAskAgain
	}
	a.stops++
	return r.stop
}

// Close gives up the questions that models are still busy with. The log has them: they are asked again when the
// episode is opened.
func (e *Episode) Close() { e.asking.stop() }
