package calendar

import (
	"cmp"
	"slices"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// agenda finds what somebody has in a span of time by looking at its days only, however long the history is.
// The lists in it never change; they are replaced.
type agenda map[dayKey][]booking

type dayKey struct {
	who sim.ActorID
	day int64 // since the epoch, in UTC: only a shelf, no date that anyone sees
}

type booking struct {
	Interval
	event string
}

func compareBookings(a, b booking) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.event, b.event))
}

func dayOf(t clock.Time) int64 { return int64(t) / int64(24*time.Hour) }

func (g agenda) put(who sim.ActorID, b booking) {
	for day := dayOf(b.From); day <= dayOf(b.To-1); day++ {
		k := dayKey{who, day}
		i, _ := slices.BinarySearchFunc(g[k], b, compareBookings)
		g[k] = slices.Insert(slices.Clip(g[k]), i, b)
	}
}

func (g agenda) drop(who sim.ActorID, b booking) {
	for day := dayOf(b.From); day <= dayOf(b.To-1); day++ {
		k := dayKey{who, day}
		rest := make([]booking, 0, len(g[k]))
		for _, o := range g[k] {
			if o != b {
				rest = append(rest, o)
			}
		}
		if g[k] = rest; len(rest) == 0 {
			delete(g, k)
		}
	}
}

// daysMost bounds one look; a longer window is cut.
const daysMost = 400

// within is what somebody has in a window, by start.
func (g agenda) within(who sim.ActorID, window Interval) []booking {
	var out []booking
	first := dayOf(window.From)
	for day := first; day <= min(dayOf(window.To-1), first+daysMost); day++ {
		for _, b := range g[dayKey{who, day}] {
			// A booking over several days is on each of them and is told once.
			if b.overlaps(window) && (dayOf(b.From) == day || day == first) {
				out = append(out, b)
			}
		}
	}
	slices.SortFunc(out, compareBookings)
	return out
}

// Busy is when an actor has events that it has not declined, sorted and without overlaps.
func (p *Part) Busy(who sim.ActorID, from, to clock.Time) []Interval {
	var out []Interval
	for _, b := range p.agenda.within(who, Interval{from, to}) {
		if p.meetings[b.event].comes(who) {
			out = append(out, Interval{max(b.From, from), min(b.To, to)})
		}
	}
	return merged(out)
}
