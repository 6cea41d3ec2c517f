package diff

import (
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

type planned struct {
	Who  sim.ActorID
	Due  clock.Time
	Ends clock.Time
	Note string
}

func (planned) Kind() string { return "x.planned" }

func TestAnEventWithoutWordsTellsItsFieldsInLocalTime(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	b := planned{Who: "lena", Due: clock.At(2026, 3, 2, 9, 0, time.UTC), Ends: clock.Never}
	if got, want := entry(sim.Event{Body: b}, berlin).Text, "who lena, due Mon 2 Mar 2026 10:00:00, ends never"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := entry(sim.Event{Body: sim.Fired{Owner: "a", Key: "b"}}, berlin).Text, "timer a/b"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
