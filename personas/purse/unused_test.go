package purse

import (
	"context"
	"testing"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim/engine"
)

type late struct{ stop context.CancelFunc }

func (l late) Complete(context.Context, engine.Request) (engine.Response, error) {
	l.stop() // the run stops while it is asked
	return engine.Response{Text: "yes", In: 10, Out: 1}, nil
}

// An answer that came when the run had stopped is none that failed.
func TestAnAnswerThatCameTooLateIsNotOneThatFailed(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	c := models.Config{Models: []models.Model{{Name: "m", ID: "m"}}, Roles: map[string]models.Role{models.Small: {Model: "m"}}}
	p := New(late{stop}, c, Stop, nil)
	r := engine.Request{}
	r.Tier = models.Small
	if _, err := p.Complete(ctx, r); err != nil {
		t.Fatal(err)
	}
	if l := p.book.Lines[0]; l.Failed != 0 || l.Unused != 1 || l.Paid.Calls != 1 {
		t.Errorf("got %+v, want one that was not used", l)
	}
}
