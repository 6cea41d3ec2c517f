package generate

import (
	"fmt"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
)

// series is a meeting that comes back.
type series struct {
	id, title string
	host      int
	guests    []int
	withAgent bool
	weekday   time.Weekday
	minute    int // of the day
	length    int // minutes
	every     int // weeks
}

// meetings is the company's calendar: a short stand-up of each team on every day, a weekly hour of each team, a meeting
// of all, or of the first hundred, every second week, and working groups of four.
func (p *project) meetings() string {
	var b strings.Builder
	b.WriteString("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Tenure//Generated//EN\r\n")
	for first := 0; first < len(p.people); first += teamSize {
		team := p.team(first)
		minute := 9*60 + 5*p.dice.roll("stand-up", first, 6) + 15
		for day := time.Monday; day <= time.Friday; day++ {
			p.write(&b, series{fmt.Sprintf("standup-%s-%d", p.people[first].team, day), "Stand-up " + p.people[first].team, first, team, false, day, minute, 15, 1})
		}
		p.write(&b, series{"week-" + p.people[first].team, "Week of " + p.people[first].team, first, team, first%2 == 0, time.Weekday(1 + p.dice.roll("team day", first, 5)),
			14*60 + 30*p.dice.roll("team hour", first, 5), 60, 1})
	}
	all := make([]int, min(len(p.people), guestsMost))
	for i := range all {
		all[i] = i
	}
	p.write(&b, series{"all-hands", "All hands", 0, all, true, time.Wednesday, 11 * 60, 30, 2})
	for i := range len(p.people) / 2 {
		host := p.dice.roll("group host", i, len(p.people))
		guests := []int{p.other("group a", i, host), p.other("group b", i, host), p.other("group c", i, host)}
		p.write(&b, series{"group-" + number(i+1), "Working group " + areas[i%len(areas)], host, guests, i%6 == 0, time.Weekday(1 + p.dice.roll("group day", i, 5)),
			10*60 + 15*p.dice.roll("group hour", i, 8), 45, 1 + i%2})
	}
	b.WriteString("END:VCALENDAR\r\n")
	return b.String()
}

// guestsMost is how many a meeting can have.
const guestsMost = 100

func (p *project) write(b *strings.Builder, s series) {
	zone := p.hours.Zone()
	day := clock.DayOf(p.start, zone)
	day = day.AddDays((int(s.weekday-day.Weekday()) + 7) % 7)
	if day.At(s.minute, zone) < p.start {
		day = day.AddDays(7)
	}
	stamp := func(minute int) string { return day.At(minute, zone).In(zone).Format("20060102T150405") }
	fmt.Fprintf(b, "BEGIN:VEVENT\r\nUID:%s\r\nDTSTAMP:20260201T080000Z\r\nSUMMARY:%s\r\n", s.id, s.title)
	fmt.Fprintf(b, "DTSTART;TZID=%s:%s\r\nDTEND;TZID=%s:%s\r\n", zoneName, stamp(s.minute), zoneName, stamp(s.minute+s.length))
	fmt.Fprintf(b, "RRULE:FREQ=WEEKLY;INTERVAL=%d;UNTIL=%s\r\n", s.every, p.end.In(time.UTC).Format("20060102T150405Z"))
	fmt.Fprintf(b, "ORGANIZER:mailto:%s\r\n", p.people[s.host].mail)
	for _, g := range s.guests {
		if g != s.host {
			fmt.Fprintf(b, "ATTENDEE:mailto:%s\r\n", p.people[g].mail)
		}
	}
	if s.withAgent {
		b.WriteString("ATTENDEE:mailto:robin.adler@meridian.example\r\n")
	}
	b.WriteString("END:VEVENT\r\n")
}
