package calendar

import (
	"slices"
	"time"

	"github.com/tenure-sim/tenure/clock"
)

// Interval is a span of time, without To itself.
type Interval struct {
	From clock.Time `cbor:"1,keyasint"`
	To   clock.Time `cbor:"2,keyasint"`
}

func (i Interval) length() clock.Duration { return i.To.Sub(i.From) }

func (i Interval) overlaps(o Interval) bool { return i.From < o.To && o.From < i.To }

// text is the interval as people in a zone write it.
func (i Interval) text(zone *time.Location) string {
	from, to := i.From.In(zone), i.To.In(zone)
	until := to.Format("15:04")
	if from.YearDay() != to.YearDay() || from.Year() != to.Year() {
		until = i.To.Format(zone)
	}
	return i.From.Format(zone) + " to " + until + " (" + zone.String() + ")"
}

// merged joins intervals that touch; the list must be sorted by From.
func merged(list []Interval) []Interval {
	var out []Interval
	for _, i := range list {
		if n := len(out); n > 0 && i.From <= out[n-1].To {
			out[n-1].To = max(out[n-1].To, i.To)
			continue
		}
		out = append(out, i)
	}
	return out
}

// intersect is what two sorted lists of disjoint intervals have in common.
func intersect(a, b []Interval) []Interval {
	var out []Interval
	for len(a) > 0 && len(b) > 0 {
		both := Interval{max(a[0].From, b[0].From), min(a[0].To, b[0].To)}
		if both.From < both.To {
			out = append(out, both)
		}
		if a[0].To < b[0].To {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return out
}

// between is the gaps that a sorted list of disjoint intervals leaves in a window.
func between(list []Interval, window Interval) []Interval {
	var out []Interval
	at := window.From
	for _, i := range list {
		if i.From > at {
			out = append(out, Interval{at, min(i.From, window.To)})
		}
		at = max(at, i.To)
	}
	if at < window.To {
		out = append(out, Interval{at, window.To})
	}
	return slices.DeleteFunc(out, func(i Interval) bool { return i.From >= i.To })
}

// working is an actor's working time in a window.
func working(h *clock.Hours, window Interval) []Interval {
	var out []Interval
	at := window.From
	for {
		from, ok := h.Next(at)
		if !ok || from >= window.To {
			return out
		}
		to, _ := h.End(from)
		out = append(out, Interval{from, min(to, window.To)})
		at = to
	}
}
