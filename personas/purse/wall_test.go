package purse

import (
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
	start := time.Date(2026, 12, 2, 9, 0, 0, 0, time.UTC)
	at := func(role string, from, took int) Span {
		return Span{role, start.Add(time.Duration(from) * time.Second), time.Duration(took) * time.Second}
	}
	spans := []Span{at(models.Strong, 5, 20), at(models.Small, 0, 10), at(models.Small, 4, 2), at(models.Small, 100, 30), at(models.Small, 110, 20)}
	spent := Spent{models.Small: {Calls: 4}}.Walled(spans)
	if s, b, all := spent[models.Small], spent[models.Strong], spent.Total(); s.Wall != 40*time.Second || s.Calls != 4 || b.Wall != 20*time.Second || all.Wall != 55*time.Second || all.Calls != 4 {
		t.Errorf("got %v, %v and %v in all; want 40s, 20s and 55s", s, b, all)
	}
	for name, c := range map[string]struct {
		small, all time.Duration
		ask        string
		want       string
	}{
		"the role's":    {40 * time.Second, 0, models.Small, "role persona.small: 40s of wall time are spent"},
		"the episode's": {0, 55 * time.Second, models.Strong, "the episode: 55s of wall time are spent"},
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
