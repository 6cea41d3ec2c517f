package scenarios_test

import (
	"testing"
	"time"

	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/personas/cassette"
	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/personas/purse"
	"github.com/tenure-sim/tenure/sim"
)

// What a dry run tells is what a run asks for: the usual profile is measured again with the fake model.
func TestTheUsualProfileHolds(t *testing.T) {
	sc := opened(t, "portal")
	const until = 120 * time.Hour
	log := playBacked(t, sc, cassette.Fake{}, until)
	codec, count, degraded := sim.NewCodec(sc.Parts()...), purse.NewCount(models.Config{}), 0
	for _, raw := range log.Events {
		e, err := codec.Decode(raw)
		if err != nil {
			t.Fatal(err)
		}
		count.Add(e)
		if _, ok := e.Body.(personas.Degraded); ok {
			degraded++
		}
	}
	if degraded > 0 {
		t.Errorf("%d answers of the fake model were of no use", degraded)
	}
	days := int64(len(sc.Cast)) * int64(until/(8*time.Hour))
	for _, want := range models.UsualProfile.Rows {
		if want.Role == models.Agent {
			continue // steady asks no model
		}
		u := count.Spent()[want.Role]
		if u.Calls == 0 {
			t.Errorf("%s was never asked", want.Role)
			continue
		}
		got := models.Usual{Role: want.Role, PerDay: u.Calls * 1000 / days, In: u.In / u.Calls, Cached: u.Cached / u.Calls, Out: u.Out / u.Calls}
		t.Logf("%d calls: %+v", u.Calls, got)
		near := func(a, b int64) bool { return 2*a < 3*b && 2*b < 3*a }
		if !near(got.PerDay, want.PerDay) || !near(got.In, want.In) || !near(got.Cached, want.Cached) {
			t.Errorf("got %+v, want about %+v", got, want)
		}
	}
}
