package purse

import (
	"context"
	"errors"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim/engine"
)

// Fallback is an engine.Model that asks the role another falls back to when that gives no answer. A spent budget is no
// such thing: what may not be spent on one model is not spent on another, which may be dearer.
type Fallback struct {
	Model  engine.Model
	Config models.Config
}

var _ engine.Model = Fallback{}

// Complete implements engine.Model. When none of the roles answers, the error is that of the role that was asked.
func (f Fallback) Complete(ctx context.Context, r engine.Request) (engine.Response, error) {
	got, err := f.Model.Complete(ctx, r)
	seen := map[string]bool{r.Tier: true}
	for role := r.Tier; err != nil && !final(err) && ctx.Err() == nil; {
		if role = f.Config.Roles[role].Fallback; role == "" || seen[role] {
			return got, err
		}
		seen[role], r.Tier = true, role
		other, otherErr := f.Model.Complete(ctx, r)
		switch {
		case otherErr == nil:
			other.Model = f.called(role) // so that a log tells which role it was that answered
			return other, nil
		case errors.Is(otherErr, engine.ErrStop):
			return other, otherErr
		case final(otherErr):
			return got, err
		}
	}
	return got, err
}

func (f Fallback) called(role string) string {
	m, _ := f.Config.Playing(role)
	return called(f.Config, m)
}

// final says that nobody is to be asked instead.
func final(err error) bool {
	_, spent := Refused(err)
	return spent || errors.Is(err, engine.ErrStop)
}
