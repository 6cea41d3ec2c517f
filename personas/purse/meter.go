package purse

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim/engine"
)

// Keeper is a model that may have answers already, such as a tape.
type Keeper interface{ Kept(engine.Request) Kept }

// Kept is what one has of a question. What it has costs nothing more, but what others have paid for it is part of what the episode
// costs: to play a tape again gives nothing back.
type Kept struct {
	Found bool         // it will be played, and nobody asked
	Used  models.Usage // what others spent on it, also in vain
}

// meter holds the requests of one question to what may be spent.
type meter struct {
	purse *Purse
	role  string
	need  Use

	mu      sync.Mutex // guards what follows
	used    models.Usage
	refused string // why a request did not go out
}

// Send implements models.Meter.
func (m *meter) Send(ctx context.Context) (func(models.Usage), error) {
	err := m.purse.setAside(ctx, m.role, m.need)
	var short *refusal
	if errors.As(err, &short) {
		m.mu.Lock()
		m.refused = short.why
		m.mu.Unlock()
		return nil, fmt.Errorf("%w: %s", engine.ErrBudget, short.why)
	}
	if err != nil {
		return nil, err
	}
	return m.done, nil
}

func (m *meter) done(u models.Usage) {
	m.mu.Lock()
	m.used = m.used.Plus(u)
	m.mu.Unlock()
	m.purse.settle(m.role, m.need, u)
}

// Used implements models.Meter.
func (m *meter) Used() models.Usage {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.used
}

func (m *meter) why() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.refused
}

// metered tells the meter for a model that does not by itself: a question is one request, or as many as the answer says.
type metered struct{ engine.Model }

// Complete implements engine.Model.
func (m metered) Complete(ctx context.Context, r engine.Request) (got engine.Response, err error) {
	done, err := models.MeterOf(ctx).Send(ctx)
	if err != nil {
		return engine.Response{}, err
	}
	took := models.Usage{Requests: 1, In: int64(promptTokens(r))}
	defer func() { done(took) }() // also when the model panics
	got, err = m.Model.Complete(ctx, r)
	switch {
	case errors.Is(err, engine.ErrStop):
		took = models.Usage{} // it was not asked
	case err == nil:
		took = models.Usage{Requests: int64(max(got.Tries, 1)), In: int64(got.In), Cached: int64(got.Cached), Out: int64(got.Out)}
	}
	return got, err
}
