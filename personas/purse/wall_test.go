package purse

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim/engine"
)

// What was under way before an episode was stopped counts when it is gone on with, and what overlapped counts once.
func TestWallTimeGoesOnWithAnEpisode(t *testing.T) {
	spent := Spent{models.Small: {Calls: 4, Wall: 40 * time.Second}, models.Strong: {Wall: 20 * time.Second}, whole: {Wall: 55 * time.Second}}
	for name, c := range map[string]struct {
		small, all time.Duration
		ask        string
		want       string
	}{
		"the role's":    {39 * time.Second, 0, models.Small, "role persona.small: 40s of 39s of wall time are spent"},
		"the episode's": {0, 55 * time.Second, models.Strong, "the episode: 55s of 55s of wall time are spent"},
		"not yet":       {41 * time.Second, 56 * time.Second, models.Small, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := New(modelFunc(frugal), config(models.Budget{Wall: c.small}, models.Budget{}, models.Budget{Wall: c.all}), Stop, spent)
			_, err := p.Complete(t.Context(), ask(c.ask, 1))
			if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, engine.ErrBudget) || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%s: got %v, want %q", name, err, c.want)
			}
			if all := p.Spent(); len(all) > 2 || all[models.Small].Wall != 40*time.Second {
				t.Errorf("%s: then it says %v", name, all)
			}
		})
	}
}

// slow takes its time for an answer.
func slow(took time.Duration) modelFunc {
	return func(ctx context.Context, r engine.Request) (engine.Response, error) {
		select {
		case <-time.After(took):
			return frugal(ctx, r)
		case <-ctx.Done():
			return engine.Response{}, ctx.Err()
		}
	}
}

// The book has the wall time, so that to stop and go on, and a kill between questions, give none back.
func TestABookKeepsTheWallTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{}
		c := config(models.Budget{Wall: 30 * time.Second}, models.Budget{}, models.Budget{Wall: time.Minute})
		p := Open(slow(10*time.Second), c, Stop, NewBook(nil), d.save)
		two := make(chan error)
		for _, role := range []string{models.Small, models.Strong} { // at the same time
			go func() { _, err := p.Complete(t.Context(), ask(role, 1)); two <- err }()
		}
		if err := errors.Join(<-two, <-two); err != nil {
			t.Fatal(err)
		}
		killed := d.read(t).Spent() // what stands there without a last word
		if small, all := killed[models.Small].Wall, killed.Total().Wall; small != 10*time.Second || all != 10*time.Second {
			t.Errorf("the book has %s of the role and %s in all, want 10s of both", small, all)
		}
		if err := p.Drain(); err != nil {
			t.Fatal(err)
		}
		p = Open(slow(15*time.Second), c, Stop, d.read(t), d.save)
		if _, err := p.Complete(t.Context(), ask(models.Small, 1)); err != nil {
			t.Fatal(err)
		}
		_, err := p.Complete(t.Context(), ask(models.Small, 1))
		if want := "role persona.small: 30s of 30s of wall time are spent, while question"; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
		if err := p.Drain(); err != nil {
			t.Fatal(err)
		}
		other := config(models.Budget{}, models.Budget{}, models.Budget{})
		delete(other.Roles, models.Small)
		p = Open(slow(time.Second), other, Stop, d.read(t), d.save)
		if _, err := p.Complete(t.Context(), ask(models.Strong, 1)); err != nil {
			t.Fatal(err)
		}
		if b := d.read(t); b.Wall[models.Small] != 30*time.Second || b.Wall[whole] != 31*time.Second {
			t.Errorf("a role that nobody plays any more has %s, and the episode %s; want 30s and 31s", b.Wall[models.Small], b.Wall[whole])
		}
	})
}
