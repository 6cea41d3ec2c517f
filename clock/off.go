package clock

import "slices"

// WithLeave is h without work from one date to another, both included. It is
// h itself if to is before from.
func (h *Hours) WithLeave(from, to Day) *Hours {
	return h.without(from, to, func([]stretch) []stretch { return nil })
}

// WithOff is h without work from one moment to another, such as from falling
// ill until the end of the day. It is h itself if to is not after from.
func (h *Hours) WithOff(from, to Time) *Hours {
	if to <= from {
		return h
	}
	return h.without(h.dayOf(from), h.dayOf(to), func(spans []stretch) []stretch {
		return cut(spans, stretch{from, to})
	})
}

// without is h with the spans of the days from lo to hi as keep leaves them.
func (h *Hours) without(lo, hi Day, keep func([]stretch) []stretch) *Hours {
	lo, hi = max(lo, -lastDay), min(hi, lastDay)
	if hi < lo {
		return h
	}
	less := *h
	less.odd = slices.Clone(h.odd[:h.oddFrom(lo)])
	for day := lo; day <= hi; day++ {
		kept := keep(h.spans(day, nil))
		// A day that was odd stays so: an hour off on a day that a clock
		// change made an hour longer has its usual length, at other times.
		if h.isOdd(day) || elapsed(kept) != length(h.week[day.Weekday()]) {
			less.odd = append(less.odd, oddDay{day: day, spans: kept})
		}
	}
	less.odd = append(less.odd, h.odd[h.oddFrom(hi+1):]...)
	less.sumDrift()
	return &less
}

// cut is spans less what lies in off.
func cut(spans []stretch, off stretch) []stretch {
	var kept []stretch
	for _, s := range spans {
		ahead := stretch{s.from, min(s.to, off.from)}
		behind := stretch{max(s.from, off.to), s.to}
		for _, part := range []stretch{ahead, behind} {
			if part.from < part.to {
				kept = append(kept, part)
			}
		}
	}
	return kept
}

// oddDays is the holidays on working days and the days whose work a clock
// change alters, by date.
func (h *Hours) oddDays(holidays []Day) []oddDay {
	var odd []oddDay
	for _, day := range holidays {
		if len(h.week[day.Weekday()]) > 0 {
			odd = append(odd, oddDay{day: day})
		}
	}
	for _, day := range h.changed() {
		spans := h.plain(day, nil)
		if elapsed(spans) != length(h.week[day.Weekday()]) {
			odd = append(odd, oddDay{day: day, spans: spans})
		}
	}
	// Stable, so that of a date in both lists the holiday stays.
	slices.SortStableFunc(odd, func(a, b oddDay) int { return int(a.day) - int(b.day) })
	return slices.CompactFunc(odd, func(a, b oddDay) bool { return a.day == b.day })
}

// changed is the dates on or next to a clock change, which are all that could
// be longer or shorter than they read.
func (h *Hours) changed() []Day {
	var days []Day
	for i := 1; i < len(h.segments); i++ {
		start := h.segments[i].start
		old := dayOfLocal(start + h.segments[i-1].offset)
		new := dayOfLocal(start + h.segments[i].offset)
		for day := min(old, new) - 1; day <= max(old, new)+1; day++ {
			days = append(days, day)
		}
	}
	return days
}

// sumDrift fills in the running sums of the odd days.
func (h *Hours) sumDrift() {
	var sum Duration
	for i := range h.odd {
		odd := &h.odd[i]
		sum += elapsed(odd.spans) - length(h.week[odd.day.Weekday()])
		odd.drift = sum
	}
}
