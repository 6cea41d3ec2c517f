package clock

import (
	"errors"
	"math"
	"time"
)

// Hours is when somebody works: a week that repeats in a zone, less holidays,
// leave and whatever else they are off. NewHours is the only way to make one.
// It is immutable; WithLeave and WithOff return another.
//
// People go by a clock that stands still where it would be set back: a span lasts
// from the moment From first comes to the moment To first comes. So a span that
// contains a spring gap is shorter than it reads and one that contains a repeated
// hour is longer; an end inside a gap moves to the first moment after it; and a
// span that lies in a gap is not worked. Arithmetic is in elapsed time, exact to
// the nanosecond.
//
// Work is counted by a formula over whole weeks, and the odd days on which the
// formula is wrong are kept in a table. A question costs a few searches in that
// table, however far apart the times are.
type Hours struct {
	zone     *time.Location
	segments segments
	week     Week
	before   [8]Duration // Work from the start of Sunday to the start of a weekday.
	odd      []oddDay    // By day.
}

// oddDay is a day on which the work is not what its weekday says.
type oddDay struct {
	day   Day
	spans []stretch
	drift Duration // Work less what the weekdays say, over this and all earlier odd days.
}

// stretch is a working span as moments, without to itself.
type stretch struct{ from, to Time }

// horizon is how far Hours looks for work: ten years and the leap days.
const horizon = 3653

// NewHours is a calendar of the given week in zone, less the holidays, which
// may come in any order.
func NewHours(zone *time.Location, week Week, holidays []Day) (*Hours, error) {
	if zone == nil || zone == time.Local {
		return nil, errors.New("working hours: need a zone that does not depend on the machine")
	}
	if err := week.check(); err != nil {
		return nil, err
	}
	h := &Hours{zone: zone, segments: segmentsOf(zone)}
	for day, list := range week {
		h.week[day] = append([]Span(nil), list...)
		h.before[day+1] = h.before[day] + length(list)
	}
	h.odd = h.oddDays(holidays)
	h.sumDrift()
	return h, nil
}

// Zone is where the hours are local.
func (h *Hours) Zone() *time.Location { return h.zone }

// Working reports whether t is working time.
func (h *Hours) Working(t Time) bool {
	_, working := h.End(t)
	return working
}

// End is the end of the span that t is in, such as lunch; false when t is not
// working time.
func (h *Hours) End(t Time) (Time, bool) {
	var buf [4]stretch
	for _, s := range h.spans(h.dayOf(t), buf[:0]) {
		if s.from <= t && t < s.to {
			return s.to, true
		}
	}
	return 0, false
}

// Next is t if it is working time, else when work next starts; false if that is
// not within ten years (3,653 days).
func (h *Hours) Next(t Time) (Time, bool) {
	first := h.dayOf(t)
	return h.left(first, first+horizon, h.worked(t), h.dayBy)
}

// DayEnd is the end of the last span of the working day that t is in, lunch
// included, or else of the next one; false if that is not within ten years.
func (h *Hours) DayEnd(t Time) (Time, bool) {
	next, ok := h.Next(t)
	if !ok {
		return 0, false
	}
	var buf [4]stretch
	spans := h.spans(h.dayOf(next), buf[:0])
	return spans[len(spans)-1].to, true
}

// Add is the moment by which d of work is done, starting at t. At the end of a
// span it is that end, not the start of the next span. Add of nothing is t, and
// of a negative d is Before. It is false if the work is not done within ten years
// (3,653 days).
func (h *Hours) Add(t Time, d Duration) (Time, bool) {
	switch {
	case d == 0:
		return t, true
	case d < 0:
		return h.Before(t, negate(d))
	}
	first := h.dayOf(t)
	return h.done(first, first+horizon, h.worked(t).Add(d))
}

// Before is the last moment at which to start to have d of work done by t: the
// start of a span rather than the end of the one ahead of it. Before of nothing
// is Next, and of a negative d is Add. It is false if the ten years until t do
// not have d of work.
func (h *Hours) Before(t Time, d Duration) (Time, bool) {
	switch {
	case d == 0:
		return h.Next(t)
	case d < 0:
		return h.Add(t, negate(d))
	}
	last := h.dayOf(t)
	return h.left(last-horizon, last, h.worked(t).Add(-d), h.dayBack)
}

// Between is the working time from a to b, negative if b is before a.
func (h *Hours) Between(a, b Time) Duration {
	return h.worked(b).Sub(h.worked(a))
}

// negate is -d, also of the shortest Duration, which has no opposite.
func negate(d Duration) Duration { return -max(d, -math.MaxInt64) }
