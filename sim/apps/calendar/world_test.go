package calendar

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// office is a small world with a calendar: marta and lena in Berlin, raj in Kolkata, omar in New York, and robin, the
// agent under test, in Berlin. It opens on Monday 2 March 2026 at 9:00 in Berlin.
type office struct {
	t      *testing.T
	w      *sim.World
	events []sim.Event
}

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
		return sim.Actor{ID: sim.ActorID(id), Kind: kind, Name: name, Zone: zone, Mail: id + "@x.example",
			Week: clock.Office(9*60, 17*60, 12*60, 13*60)}
	}
	return sim.Founded{Scenario: "test", Seed: 1, Start: berlin(t, "2026-03-02T09:00"), Horizon: berlin(t, "2026-04-30T17:00"),
		Actors: []sim.Actor{actor("marta", "Marta Roth", "Europe/Berlin", sim.Persona), actor("lena", "Lena Vogt", "Europe/Berlin", sim.Persona),
			actor("raj", "Raj Rao", "Asia/Kolkata", sim.Persona), actor("omar", "Omar Diaz", "America/New_York", sim.Persona),
			actor("robin", "Robin Adler", "Europe/Berlin", sim.Agent)}}
}

func newOffice(t *testing.T) *office {
	o := &office{t: t, w: sim.NewWorld(New(Config{}))}
	out, err := o.w.Found(founding(t))
	if err != nil {
		t.Fatal(err)
	}
	o.events = out.Events
	return o
}

func opened(t *testing.T) *office {
	o := newOffice(t)
	o.open()
	return o
}

func (o *office) open() { o.events = append(o.events, o.w.Open().Events...) }

func (o *office) part() *Part { return o.w.Part("calendar").(*Part) }

func (o *office) recall(at string, by sim.ActorID, tool string, args sim.Args) {
	o.t.Helper()
	out, err := o.w.Recall(berlin(o.t, at), sim.Call{By: by, Tool: tool, Args: args})
	if err != nil || out.Rejected != nil {
		o.t.Fatalf("recall %s: %v %v", tool, err, out.Rejected)
	}
	o.events = append(o.events, out.Events...)
}

func (o *office) try(by sim.ActorID, tool string, args sim.Args) (sim.Outcome, error) {
	out := o.w.Do(sim.Call{By: by, Tool: tool, Args: args})
	o.events = append(o.events, out.Events...)
	return out, out.Rejected
}

func (o *office) do(by sim.ActorID, tool string, args sim.Args) sim.Outcome {
	o.t.Helper()
	out, err := o.try(by, tool, args)
	if err != nil {
		o.t.Fatalf("%s by %s: %v", tool, by, err)
	}
	return out
}

func (o *office) refuse(by sim.ActorID, tool string, args sim.Args, want string) {
	o.t.Helper()
	_, err := o.try(by, tool, args)
	if err == nil || !strings.Contains(err.Error(), want) {
		o.t.Fatalf("%s by %s: got %v, want a refusal with %q", tool, by, err, want)
	}
}

// until fires all timers up to a moment.
func (o *office) until(at string) {
	limit := berlin(o.t, at)
	for {
		next, ok := o.w.Next()
		if !ok || next.Due > limit {
			return
		}
		o.events = append(o.events, o.w.Fire().Events...)
	}
}

func (o *office) show(id string) map[string]any {
	o.t.Helper()
	m, ok := o.part().Exhibit(o.w, id)
	if !ok {
		o.t.Fatalf("no event %s", id)
	}
	return m
}

func (o *office) last(kind string) sim.Event {
	o.t.Helper()
	for i := len(o.events) - 1; i >= 0; i-- {
		if o.events[i].Body.Kind() == kind {
			return o.events[i]
		}
	}
	o.t.Fatalf("no event of kind %s", kind)
	return sim.Event{}
}

func (o *office) count(kind string) int {
	n := 0
	for _, e := range o.events {
		if e.Body.Kind() == kind {
			n++
		}
	}
	return n
}

func data(t *testing.T, out sim.Outcome) string {
	t.Helper()
	raw, err := json.Marshal(out.Result.Data)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func review() sim.Args {
	return sim.Args{"title": "Review", "start": "2026-03-02T10:00", "end": "2026-03-02T11:00", "attendees": "lena,robin", "uid": "review"}
}

func weekly() sim.Args {
	return sim.Args{"title": "Weekly sync", "start": "2026-03-16T10:00", "end": "2026-03-16T10:30", "attendees": "lena,robin,raj",
		"recurrence": "FREQ=WEEKLY;BYDAY=MO", "uid": "weekly-sync", "agenda": "status of all"}
}
