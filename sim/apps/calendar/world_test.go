package calendar

import (
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/simtest"
)

// office is a small world with a calendar: marta and lena in Berlin, raj in Kolkata, omar in New York, and robin, the
// agent under test, in Berlin. It opens on Monday 2 March 2026 at 9:00 in Berlin.
type office struct{ *simtest.Office }

func berlin(t testing.TB, s string) clock.Time {
	t.Helper()
	zone, err := clock.Zone("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at, err := time.ParseInLocation("2006-01-02T15:04", s, zone)
	if err != nil {
		t.Fatal(err)
	}
	return clock.Of(at)
}

func founding(t testing.TB) sim.Founded {
	actor := func(id, name, zone string, kind sim.ActorKind) sim.Actor {
		a := simtest.Colleague(id, name, kind)
		a.Zone = zone
		return a
	}
	return sim.Founded{Scenario: "test", Seed: 1, Start: berlin(t, "2026-03-02T09:00"), Horizon: berlin(t, "2026-04-30T17:00"),
		Actors: []sim.Actor{actor("marta", "Marta Roth", "Europe/Berlin", sim.Persona), actor("lena", "Lena Vogt", "Europe/Berlin", sim.Persona),
			actor("raj", "Raj Rao", "Asia/Kolkata", sim.Persona), actor("omar", "Omar Diaz", "America/New_York", sim.Persona),
			actor("robin", "Robin Adler", "Europe/Berlin", sim.Agent)}}
}

func newOffice(t testing.TB) *office {
	t.Helper()
	return &office{simtest.NewOffice(t, founding(t), func() []sim.Part { return []sim.Part{New(Config{})} })}
}

func opened(t *testing.T) *office {
	o := newOffice(t)
	o.Open()
	return o
}

func (o *office) part() *Part { return o.World.Part("calendar").(*Part) }

func (o *office) recall(at string, by sim.ActorID, tool string, args sim.Args) {
	o.Helper()
	o.Recall(berlin(o, at), by, tool, args)
}

// until fires all timers up to a moment.
func (o *office) until(at string) {
	limit := berlin(o, at)
	for {
		next, ok := o.World.Next()
		if !ok || next.Due > limit {
			return
		}
		o.Fire()
	}
}

func (o *office) show(id string) map[string]any {
	o.Helper()
	return o.Exhibit("calendar", id)
}

func review() sim.Args {
	return sim.Args{"title": "Review", "start": "2026-03-02T10:00", "end": "2026-03-02T11:00", "attendees": "lena,robin", "uid": "review"}
}

func weekly() sim.Args {
	return sim.Args{"title": "Weekly sync", "start": "2026-03-16T10:00", "end": "2026-03-16T10:30", "attendees": "lena,robin,raj",
		"recurrence": "FREQ=WEEKLY;BYDAY=MO", "uid": "weekly-sync", "agenda": "status of all"}
}
