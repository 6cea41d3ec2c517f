package simcheck

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tenure-sim/tenure/sim/engine"
)

// mute is a model that loses answers and takes its time.
type mute struct {
	inner engine.Model
	plan  plan
}

var errLost = errors.New("the answer is lost")

// slowMost bounds how long an answer is held back, in real milliseconds: enough for others to overtake it.
const slowMost = 4

// Complete implements engine.Model.
func (m mute) Complete(ctx context.Context, r engine.Request) (engine.Response, error) {
	what := fmt.Sprintf("%s by %s", Lost, r.Owner)
	if m.plan.strikes(Lost, what, r.ID, lostOften, r.Due) {
		return engine.Response{}, errLost
	}
	if m.plan.has(Slow) {
		late := time.NewTimer(time.Duration(within(slowMost, m.plan.seed, "slow "+r.Owner, r.ID)) * time.Millisecond)
		defer late.Stop()
		select {
		case <-late.C:
		case <-ctx.Done():
			return engine.Response{}, ctx.Err()
		}
	}
	return m.inner.Complete(ctx, r)
}
