package directory

import (
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/index/people"
)

// Hours is what directory_hours gives: the spans somebody works on one day of theirs.
type Hours struct {
	ID    string   `json:"id"`
	Day   string   `json:"day"` // a date of their calendar
	Zone  string   `json:"zone"`
	Spans []string `json:"spans"`          // on their clock
	Yours []string `json:"yours"`          // the same on the caller's clock
	Next  string   `json:"next,omitempty"` // of a day off: when they next work, on the caller's clock
}

func (p *Part) hours(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	x, err := find(v, a.String("who"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	if l, gone := p.left[x.ID]; gone {
		return sim.Result{}, nil, sim.Reject("%s", l)
	}
	theirs, mine := x.Hours().Zone(), people.Zone(v, by)
	day := clock.DayOf(v.Now(), theirs)
	if t, ok := a.Time("day"); ok {
		day = clock.DayOf(t, mine) // the caller names a date, which reads the same everywhere
	}
	out := Hours{ID: string(x.ID), Day: day.String(), Zone: x.Zone, Spans: []string{}, Yours: []string{}}
	end := day.AddDays(1).At(0, theirs)
	at, ok := x.Hours().Next(day.At(0, theirs))
	for ok && at < end {
		to, _ := x.Hours().End(at)
		out.Spans, out.Yours = append(out.Spans, span(at, to, theirs)), append(out.Yours, span(at, to, mine))
		at, ok = x.Hours().Next(to)
	}
	text := string(x.ID) + " works on " + out.Day
	if len(out.Spans) == 0 {
		text = string(x.ID) + " does not work on " + out.Day
		if ok {
			out.Next = at.Format(mine)
		}
	}
	return sim.Result{Data: out, Text: text, Read: 4 + 2*len(out.Spans)}, nil, nil
}

// span is two moments as a clock in the zone shows them; the dates go without saying unless they differ.
func span(from, to clock.Time, zone *time.Location) string {
	a, b := from.In(zone), to.In(zone)
	if a.YearDay() != b.YearDay() {
		return from.Format(zone) + " to " + to.Format(zone)
	}
	return a.Format("Mon 2 Jan 15:04") + "-" + b.Format("15:04")
}
