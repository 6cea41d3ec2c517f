package clock

import (
	"sort"
	"time"
)

// All questions about Hours come down to one function that never falls, the work
// counted up to a moment, and to its two inverses, which differ where it is
// level: done is the first moment by which so much is counted, left the last.

// lastDay is the last date that Time reaches in any zone, and -lastDay about the
// first.
const lastDay Day = 106752

// worked is the work up to t, counted from 1 January 1970 so that work around
// the clock fits, give or take the clock changes and time off before. Only
// differences mean anything.
func (h *Hours) worked(t Time) Time {
	day := h.dayOf(t)
	sum := h.workedBy(day)
	var buf [4]stretch
	for _, s := range h.spans(day, buf[:0]) {
		if s.from < t {
			sum = sum.Add(min(s.to, t).Sub(s.from))
		}
	}
	return sum
}

// workedBy is the work up to the start of a day. It stops at the ends of Time,
// which work around the clock would reach with it.
func (h *Hours) workedBy(day Day) Time {
	day = min(max(day, -lastDay), lastDay)
	weekday := day.Weekday()
	weeks := (int64(day) - int64(weekday) + 4) / 7 // Day -4 was a Sunday, so this leaves no remainder.
	sum := Time(weeks * int64(h.before[7])).Add(h.before[weekday] - h.before[time.Thursday])
	if i := h.oddFrom(day); i > 0 {
		sum = sum.Add(h.odd[i-1].drift)
	}
	return sum
}

// done is the first moment by which total is counted, if it is on the days from
// lo to hi and before Never, at which sums stop.
func (h *Hours) done(lo, hi Day, total Time) (Time, bool) {
	day, ok := h.dayBy(lo, hi, total)
	if !ok {
		return 0, false
	}
	rest := total.Sub(h.workedBy(day))
	var buf [4]stretch
	for _, s := range h.spans(day, buf[:0]) {
		if rest <= s.to.Sub(s.from) {
			at := s.from.Add(rest)
			return at, at != Never
		}
		rest -= s.to.Sub(s.from)
	}
	return 0, false // Only the last day of all, cut short by the end of Time.
}

// left is the last moment up to which no more than total is counted, if it is
// on the days from lo to hi, which find knows how to search. It is always within
// a span.
func (h *Hours) left(lo, hi Day, total Time, find dayFinder) (Time, bool) {
	if h.workedBy(lo) > total {
		return 0, false
	}
	day, ok := find(lo, hi, total.Add(1))
	if !ok {
		return 0, false
	}
	rest := total.Sub(h.workedBy(day))
	var buf [4]stretch
	for _, s := range h.spans(day, buf[:0]) {
		if rest < s.to.Sub(s.from) {
			return s.from.Add(rest), true
		}
		rest -= s.to.Sub(s.from)
	}
	return 0, false // As in done.
}

// dayBy is the first day from lo to hi by whose end total is counted. It looks
// close to lo first, where most answers are.
func (h *Hours) dayBy(lo, hi Day, total Time) (Day, bool) {
	if h.workedBy(hi+1) < total {
		return 0, false
	}
	end := lo
	for step := Day(1); end < hi && h.workedBy(end+1) < total; step *= 4 {
		lo, end = end+1, min(hi, end+step)
	}
	return lo + Day(sort.Search(int(end-lo), func(i int) bool {
		return h.workedBy(lo+Day(i)+1) >= total
	})), true
}

// dayFinder is dayBy or dayBack.
type dayFinder func(lo, hi Day, total Time) (Day, bool)

// dayBack is dayBy for answers that are mostly close to hi.
func (h *Hours) dayBack(lo, hi Day, total Time) (Day, bool) {
	if h.workedBy(hi+1) < total {
		return 0, false
	}
	for step := Day(1); lo < hi; step *= 4 {
		probe := max(lo, hi-step)
		if h.workedBy(probe+1) < total {
			lo = probe + 1
			break
		}
		hi = probe
	}
	return lo + Day(sort.Search(int(hi-lo), func(i int) bool {
		return h.workedBy(lo+Day(i)+1) >= total
	})), true
}

// dayOf is the date at t on a clock that stands still where it would be set
// back, so that later moments never have earlier dates.
func (h *Hours) dayOf(t Time) Day {
	day := dayOfLocal(h.segments.local(t.unix()))
	for h.segments.moment(day.local(minutesPerDay)) <= t.unix() {
		day++
	}
	return day
}

// spans is the working spans of a day, those without length left out, in
// buf or in memory that is not to be changed.
func (h *Hours) spans(day Day, buf []stretch) []stretch {
	if h.isOdd(day) {
		return h.odd[h.oddFrom(day)].spans
	}
	return h.plain(day, buf)
}

func (h *Hours) isOdd(day Day) bool {
	i := h.oddFrom(day)
	return i < len(h.odd) && h.odd[i].day == day
}

// plain is the spans that the weekday says.
func (h *Hours) plain(day Day, buf []stretch) []stretch {
	for _, s := range h.week[day.Weekday()] {
		from := ofUnix(h.segments.moment(day.local(s.From)))
		to := ofUnix(h.segments.moment(day.local(s.To)))
		if from < to {
			buf = append(buf, stretch{from, to})
		}
	}
	return buf
}

// oddFrom is the place of the first odd day that is not before day.
func (h *Hours) oddFrom(day Day) int {
	return sort.Search(len(h.odd), func(i int) bool { return h.odd[i].day >= day })
}

// length is the work in the spans of a day without a clock change.
func length(list []Span) Duration {
	var sum Duration
	for _, s := range list {
		sum += Duration(s.To-s.From) * time.Minute
	}
	return sum
}

// elapsed is the work in spans.
func elapsed(spans []stretch) Duration {
	var sum Duration
	for _, s := range spans {
		sum += s.to.Sub(s.from)
	}
	return sum
}
