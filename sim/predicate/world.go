package predicate

import (
	"fmt"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// World is what a predicate sees.
type World interface {
	Now() clock.Time
	Start() clock.Time
	Horizon() clock.Time
	// Hours is the working calendar that hours and day count by; nil when nobody works here.
	Hours() *clock.Hours
	// Exhibit is what the named part shows of a thing.
	Exhibit(part, name string) (map[string]any, bool)
}

// Over shows a view and its parts as a World. Hours are those of the first agent under test, else of the first actor.
// part returns nil for a part that is not there; (*sim.World).Part fits.
func Over(v sim.View, part func(name string) sim.Part) World { return over{v, part} }

type over struct {
	sim.View
	part func(string) sim.Part
}

func (o over) Hours() *clock.Hours {
	cast := o.Actors()
	for _, a := range cast {
		if a.Kind == sim.Agent {
			return a.Hours()
		}
	}
	if len(cast) == 0 {
		return nil
	}
	return cast[0].Hours()
}

func (o over) Exhibit(part, name string) (map[string]any, bool) {
	x, ok := o.part(part).(sim.Exhibitor)
	if !ok {
		return nil, false
	}
	return x.Exhibit(o.View, name)
}

// workedHours is the working time since the start in whole hours.
func workedHours(w World) int64 {
	h := w.Hours()
	if h == nil || w.Now() <= w.Start() {
		return 0
	}
	return int64(h.Between(w.Start(), w.Now()) / time.Hour)
}

// workingDay counts the working days from that of the start to that of now, both included. On a day off it is the
// number of the working day before.
func workingDay(w World) int64 {
	h := w.Hours()
	if h == nil {
		return 0
	}
	n := int64(0)
	last := clock.DayOf(w.Now(), h.Zone())
	for d := clock.DayOf(w.Start(), h.Zone()); d <= last; d = d.AddDays(1) {
		if h.Between(d.At(0, h.Zone()), d.AddDays(1).At(0, h.Zone())) > 0 {
			n++
		}
	}
	return n
}

// Missing is the error of asking about a thing that is not there.
type Missing struct{ Func, ID string }

func (m *Missing) Error() string { return fmt.Sprintf("there is no %s(%q)", m.Func, m.ID) }
