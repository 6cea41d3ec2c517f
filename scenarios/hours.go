package scenarios

import (
	"time"

	"github.com/tenure-sim/tenure/clock"
)

type clockZone = *time.Location

// Hours is the project's calendar: what horizons and durations of a run are counted in.
func (sc *Scenario) Hours() *clock.Hours { return sc.hours }

// TimeZone is where the scenario's local times are.
func (sc *Scenario) TimeZone() *time.Location { return sc.zone }

// At is the moment by which so much working time has passed since the start.
func (sc *Scenario) At(work clock.Duration) clock.Time {
	t, ok := sc.hours.Add(sc.Start, work)
	if !ok {
		return clock.Never
	}
	return t
}

// Elapsed is the working time from the start to a moment.
func (sc *Scenario) Elapsed(t clock.Time) clock.Duration { return sc.hours.Between(sc.Start, t) }

// End is the horizon as a moment.
func (sc *Scenario) End() clock.Time { return sc.At(sc.Horizon) }

// Day is the moment at which the nth working day of the project begins; the first is its start.
func (sc *Scenario) Day(n int) clock.Time {
	t := sc.Start
	for ; n > 1; n-- {
		end, ok := sc.hours.DayEnd(t)
		if ok {
			t, ok = sc.hours.Next(end)
		}
		if !ok {
			return clock.Never
		}
	}
	return t
}
