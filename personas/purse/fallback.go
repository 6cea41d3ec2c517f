package purse

import (
	"context"
	"errors"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim/engine"
)

// Fallback is an engine.Model that asks the role another falls back to when that gives no answer.
type Fallback struct {
	Model  engine.Model
	Config models.Config
}

var _ engine.Model = Fallback{}

// Complete implements engine.Model. When none of the roles answers, the error is that of the role that was asked.
func (f Fallback) Complete(ctx context.Context, r engine.Request) (engine.Response, error) {
	got, err := f.Model.Complete(ctx, r)
	seen := map[string]bool{r.Tier: true}
	for role := r.Tier; err != nil && !errors.Is(err, engine.ErrStop) && ctx.Err() == nil; {
		if role = f.Config.Roles[role].Fallback; role == "" || seen[role] {
			return got, err
		}
		seen[role], r.Tier = true, role
		other, otherErr := f.Model.Complete(ctx, r)
		if otherErr == nil || errors.Is(otherErr, engine.ErrStop) {
			return other, otherErr
		}
	}
	return got, err
}
