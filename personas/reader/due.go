package reader

import (
	"regexp"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/clock"
)

// times finds times of day and gives each to the date nearest before or after it.
func (f *finder) times(c Context) {
	if f.digits {
		f.clockTimes(c)
	}
	for _, m := range dayPart.FindAllStringSubmatchIndex(f.raw, 6) {
		word := f.group(m, 1)
		if before := f.raw[:m[0]]; strings.HasSuffix(before, "good ") || len(f.found) == 0 && (word == "lunch" || word == "morning") && !lead.MatchString(before) {
			continue
		}
		f.time(m, partMinute[word], c)
	}
}

func (f *finder) clockTimes(c Context) {
	for _, m := range clockTime.FindAllStringSubmatchIndex(f.raw, 6) {
		f.time(m, hour(f.group(m, 1), f.group(m, 3))*60+atoi(f.group(m, 2)), c)
	}
	for _, m := range amPm.FindAllStringSubmatchIndex(f.raw, 6) {
		f.time(m, hour(f.group(m, 1), f.group(m, 2))*60, c)
	}
	for _, m := range atHour.FindAllStringSubmatchIndex(f.raw, 6) {
		f.time(m, atoi(f.group(m, 1))*60, c)
	}
}

func hour(h, half string) int {
	n := atoi(h)
	switch {
	case strings.HasPrefix(half, "p") && n < 12:
		n += 12
	case strings.HasPrefix(half, "a") && n == 12:
		n = 0
	}
	return n
}

func (f *finder) time(m []int, minute int, c Context) {
	if minute >= 24*60 || !f.free(m[0], m[1]) {
		return
	}
	for i := range f.found {
		d := &f.found[i]
		if near := f.raw[min(d.to, m[1]):max(d.from, m[0])]; d.dated && !d.timed && d.absolute == 0 && len(near) < 12 {
			d.minute, d.timed = minute, true
			d.from, d.to = min(d.from, m[0]), max(d.to, m[1])
			return
		}
	}
	x := moment{day: f.today, minute: minute, timed: true, from: m[0], to: m[1]}
	if f.today.At(minute, c.zone()) < c.Now {
		x.day++
	}
	f.add(x)
}

var (
	lead  = regexp.MustCompile(`\b(?:by|until|till|til|before|to|for|on|at|now|around|latest|no later than|eta is|date is)(?: the)?(?: end of)?[: ]+$`)
	since = regexp.MustCompile(`\b(?:since|last|from|was|instead of|not|originally|than|after|old date|rather than)(?: the)? $`)
)

// order sorts the moments as they stand, marks those that lead and those that are over, and drops a weekday beside an
// explicit date.
func (f *finder) order() {
	slices.SortStableFunc(f.found, func(a, b moment) int { return a.from - b.from })
	explicit := slices.ContainsFunc(f.found, func(m moment) bool { return m.dated && !m.weekday })
	var out []moment
	for i, m := range f.found {
		before := f.raw[:m.from]
		m.past = since.MatchString(before)
		m.leads = m.leads || lead.MatchString(before)
		if m.weekday && explicit && f.beside(i) {
			continue
		}
		out = append(out, m)
	}
	f.found = out
}

func (f *finder) beside(i int) bool {
	m := f.found[i]
	for j, o := range f.found {
		if j != i && o.dated && !o.weekday && len(f.raw[min(o.to, m.to):max(o.from, m.from)]) < 8 {
			if m.leads || lead.MatchString(f.raw[:m.from]) {
				f.found[j].leads = true
			}
			return true
		}
	}
	return false
}

// at is the moment meant; a date alone means its end of work.
func (m moment) at(c Context) clock.Time {
	switch {
	case m.absolute != 0:
		return m.absolute
	case m.timed:
		return m.day.At(m.minute, c.zone())
	}
	return m.day.At(endOfDay, c.zone())
}

// due is the moment a clause is about: the one that "by" or "to" leads to, else the first to come. 0 if there is none.
func due(ms []moment, c Context) clock.Time {
	if m, ok := chosen(ms); ok {
		return m.at(c)
	}
	return 0
}

func chosen(ms []moment) (moment, bool) {
	for _, m := range ms {
		if m.leads && !m.past {
			return m, true
		}
	}
	for _, m := range ms {
		if !m.past {
			return m, true
		}
	}
	return moment{}, false
}
