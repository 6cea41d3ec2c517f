package openai

import (
	"context"
	"errors"
	"fmt"
	"regexp"

	"github.com/tenure-sim/tenure/sim/engine"
)

// Refused is a fault that is not bad luck: the key, the address, the model's name or the account is wrong, and every further
// question would fare alike. It is an engine.ErrStop, so that a run stops at once instead of going on to its end with
// templates; the question stays open.
type Refused struct {
	Fault  *Fault
	Advice string // how to mend it
}

func (r *Refused) Error() string {
	return r.Fault.Error() + "; " + r.Advice + " ('tenure model check' tells when it is mended)"
}

// Unwrap gives the fault, and that the run is to stop.
func (r *Refused) Unwrap() []error { return []error{r.Fault, engine.ErrStop} }

// refuses says whether the user is to mend something before anything else is asked. Failures that pass and those of a single
// question never are that, however often they come.
func (k Kind) refuses() bool {
	switch k {
	case Auth, Missing, Quota, Security:
		return true
	}
	return false
}

// refusedMost is how many questions on end an endpoint may refuse. Each may be a fault of that question, such as one that is too
// long; so many with no answer between them are one of how it is asked.
const refusedMost = 10

// refusesAll counts a question that was refused, and stops the run when it was one of too many. When the endpoint has
// answered nothing yet it is asked the shortest question of all: one that refuses that as well refuses all, and none is given up for it.
func (t *tries) refusesAll(ctx context.Context, f *Fault) error {
	if f.Kind != Request || t.plain || f.elsewhere {
		return nil
	}
	if !t.at.spoken.Load() {
		if err := t.refusesAny(ctx, f); err != nil {
			return err
		}
	}
	n := t.at.turned.Add(1)
	if n < refusedMost {
		return nil
	}
	return &Refused{f, fmt.Sprintf("it refused the last %d questions, all of them, and answered none; rules and templates answered the %d before this one, which stays so: %s", n, n-1, advice(f, t.at.model))}
}

// plainAsked is how often the shortest question is put.
const plainAsked = 2

// refusesAny says whether the endpoint refuses the shortest question too. What else goes wrong with it proves nothing.
func (t *tries) refusesAny(ctx context.Context, f *Fault) error {
	role := t.ask.role
	role.Most = 0
	for range plainAsked {
		p := &tries{client: t.client, at: t.at, ask: ask{prompt: say("Say yes."), role: role, most: t.ask.most}, request: t.request, plain: true, back: t.back}
		_, err := p.run(ctx)
		var again *Fault
		switch {
		case errors.Is(err, engine.ErrStop):
			return err
		case !errors.As(err, &again) || again.Kind != Request || again.unpaid:
			return nil
		}
	}
	return &Refused{f, "it has answered nothing since the run began, and refuses the shortest question as well: " + advice(f, t.at.model)}
}

// final is a fault as the engine gets it.
func (t *tries) final(f *Fault) error {
	if f.Kind.refuses() || f.elsewhere || t.at.breaker.absent() && (f.Kind == Open || f.unreached) {
		return &Refused{f, advice(f, t.at.model)}
	}
	if advice, lost := t.lost(f); lost {
		return &Refused{f, advice}
	}
	return f
}

// triesUnreached are the tries of a question for an endpoint to which no connection ever came about: a wrong port is told
// after seconds.
const triesUnreached = 3

var (
	noModel  = regexp.MustCompile(`model_not_found|model .{0,100}(not found|does not exist|not exist)|no such model|unknown model|not a valid model`)
	censored = regexp.MustCompile(`moderation|flagged|content.policy|content_filter`)
)

// meant is what a status means where endpoints use one for several things: 400 for a model that they do not have, and 403
// for a question that their filter does not let through.
func meant(k Kind, said string) Kind {
	switch {
	case k == Request && noModel.MatchString(said):
		return Missing
	case k == Auth && censored.MatchString(said):
		return Request
	}
	return k
}
