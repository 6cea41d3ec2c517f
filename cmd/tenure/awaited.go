package main

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/personas/openai"
	"github.com/tenure-sim/tenure/sim/engine"
)

// awaited is the questions to models that are under way, and how many there were: a slow model looks like a run that hangs.
type awaited struct {
	mu       sync.Mutex // guards what follows: questions are asked side by side, and a bar is drawn beside them
	open     []*question
	asked    int
	answered int
}

// question is one that has no answer yet.
type question struct {
	role, persona string
	id            uint64
	since         time.Time
	trouble       string // why its last try failed
}

func (a *awaited) ask(r engine.Request) *question {
	q := &question{role: r.Tier, persona: string(r.For), id: r.ID, since: time.Now()}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.open, a.asked = append(a.open, q), a.asked+1
	return q
}

func (a *awaited) answer(q *question) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.open, a.answered = slices.DeleteFunc(a.open, func(o *question) bool { return o == q }), a.answered+1
}

// say tells what has been waited for the longest, and how far the answers are; nothing when none is awaited.
func (a *awaited) say(c models.Config, now time.Time) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.open) == 0 {
		return ""
	}
	q := a.open[0]
	whom, who, more := q.role, "", ""
	if m, ok := c.Playing(q.role); ok {
		whom = m.Name + " as " + q.role
	}
	if q.persona != "" && q.role != models.Agent {
		who = " for " + q.persona
	}
	if n := len(a.open) - 1; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("waits %s for %s%s%s; %d of %s answered%s", now.Sub(q.since).Round(time.Second), whom, who, more, a.answered, plural(a.asked, "question"), q.trouble)
}

// failed notes why a try failed. One that was not made tells nothing new.
func (a *awaited) failed(t openai.Attempt) {
	if t.Kind == openai.Open {
		return
	}
	trouble := fmt.Sprintf("; try %d of %d: %s", t.Try, t.Tries, cut(string(t.Kind)+": "+t.Text, failureRunes))
	if t.Away > 0 {
		trouble = fmt.Sprintf("; try %d: %s; it is waited for up to %s", t.Try, cut(t.Text, failureRunes), t.Most)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, q := range a.open {
		if q.role == t.Role && q.persona == t.For && q.id == t.ID {
			q.trouble = trouble
		}
	}
}

// failureRunes are shown of why a try failed.
const failureRunes = 120

// waiting keeps an account of what a model is asked.
type waiting struct {
	engine.Model
	account *awaited
}

// Complete implements engine.Model.
func (w waiting) Complete(ctx context.Context, r engine.Request) (engine.Response, error) {
	q := w.account.ask(r)
	defer w.account.answer(q)
	return w.Model.Complete(ctx, r)
}
