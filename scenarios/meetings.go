package scenarios

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/emersion/go-ical"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// meetings reads the events of an iCalendar file (RFC 5545).
func (l *loader) meetings(name string) {
	raw := l.files[name]
	if path.Ext(name) != ".ics" {
		l.problem(name, pos{}, "expected a file that ends in .ics")
		return
	}
	if err := tameCalendar(raw); err != nil {
		l.problem(name, err.pos, "%s", err.what)
		return
	}
	cal, err := readCalendar(raw)
	if err != nil {
		l.problem(name, pos{1, 1}, "not iCalendar: %s", oneLine(err))
		return
	}
	events := cal.Events()
	if len(events) == 0 || len(events) > meetingsMost {
		l.problem(name, pos{1, 1}, "%d events; expected 1 to %d VEVENT", len(events), meetingsMost)
		return
	}
	if l.events += len(events); l.events > occasionsMost {
		l.over(name, pos{1, 1}, "the calendars have more than %d VEVENT in all; expected at most so many: leave some out", occasionsMost)
		return
	}
	places := eventLines(raw)
	for i := range events {
		if i < len(places) && !l.full() {
			l.meeting(meeting{l, name, i, &events[i], places[i]})
		}
	}
}

// readCalendar never panics.
func readCalendar(raw []byte) (cal *ical.Calendar, err error) {
	defer func() {
		if recover() != nil {
			cal, err = nil, fmt.Errorf("cannot be read")
		}
	}()
	return ical.NewDecoder(bytes.NewReader(raw)).Decode()
}

// eventLines tells for each VEVENT on which line each of its properties stands first.
func eventLines(raw []byte) []map[string]int {
	var out []map[string]int
	var now map[string]int
	line := 0
	for l := range bytes.SplitSeq(raw, []byte("\n")) {
		line++
		words := strings.ToUpper(strings.TrimSpace(string(l[:min(len(l), 40)])))
		switch {
		case words == "BEGIN:VEVENT":
			now = map[string]int{"": line}
			out = append(out, now)
		case words == "END:VEVENT":
			now = nil
		case now != nil:
			if end := strings.IndexAny(words, ":;"); end > 0 && now[words[:end]] == 0 {
				now[words[:end]] = line
			}
		}
	}
	return out
}

// meeting is one VEVENT.
type meeting struct {
	*loader
	file  string
	row   int
	event *ical.Event
	lines map[string]int
}

func (m meeting) at(prop string) pos {
	if n := m.lines[prop]; n > 0 {
		return pos{n, 1}
	}
	return pos{max(1, m.lines[""]), 1}
}

func (m meeting) bad(prop, format string, args ...any) {
	m.problem(m.file, m.at(prop), prop+": "+format, args...)
}

func (m meeting) text(prop string) string {
	s, err := m.event.Props.Text(prop)
	if err != nil {
		m.bad(prop, "%s", oneLine(err))
	}
	return s
}

func (m meeting) time(prop string) clock.Time {
	p := m.event.Props.Get(prop)
	if p == nil {
		m.bad(prop, "missing")
		return 0
	}
	t, err := safely(func() (time.Time, error) { return p.DateTime(m.sc.zone) })
	at, ok := inRange(t)
	if err != nil || !ok || len(p.Value) < len("20260302T090000") {
		m.bad(prop, "expected such as ;TZID=Europe/Berlin:20260302T090000, got %q", short(p.Value))
		return 0
	}
	// What the package clock says about gaps and repeated hours holds here too.
	if !strings.HasSuffix(p.Value, "Z") {
		return clock.At(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Location())
	}
	return at
}

func safely[T any](f func() (T, error)) (v T, err error) {
	defer func() {
		if recover() != nil {
			err = fmt.Errorf("cannot be read")
		}
	}()
	return f()
}

func (l *loader) meeting(m meeting) {
	known := len(l.problems)
	uid := m.text(ical.PropUID)
	organizer, guests := m.people()
	start, end, made := m.time(ical.PropDateTimeStart), m.time(ical.PropDateTimeEnd), m.time(ical.PropDateTimeStamp)
	args := sim.Args{"uid": uid, "title": m.text(ical.PropSummary), "start": start, "end": end, "attendees": guests}
	for _, p := range [][2]string{{ical.PropDescription, "agenda"}, {ical.PropLocation, "location"}, {ical.PropComment, "notes"}} {
		if s := strings.TrimSpace(m.text(p[0])); s != "" {
			args[p[1]] = s
		}
	}
	if rule := m.event.Props.Get(ical.PropRecurrenceRule); rule != nil {
		args["recurrence"] = rule.Value
	}
	m.check(uid, start, end, made)
	if len(l.problems) > known {
		return
	}
	l.add(item{at: made, file: m.file, row: m.row, pos: m.at(""), name: "meeting " + uid,
		call: sim.Call{By: organizer, Tool: "calendar_create", Args: args}})
	m.exceptions(uid, organizer, made)
}

func (m meeting) check(uid string, start, end, made clock.Time) {
	if uid == "" {
		m.bad(ical.PropUID, "missing")
	}
	if _, twice := m.told["meeting "+uid]; twice {
		m.bad(ical.PropUID, "the event %q is there a second time", short(uid))
	}
	if strings.TrimSpace(m.text(ical.PropSummary)) == "" {
		m.bad(ical.PropSummary, "missing")
	}
	if end <= start && start != 0 && end != 0 {
		m.bad(ical.PropDateTimeEnd, "the event ends before it starts")
	}
	if made != 0 {
		m.before(m.file, m.at(ical.PropDateTimeStamp), made)
	}
	if m.event.Props.Get(ical.PropRecurrenceID) != nil {
		m.bad(ical.PropRecurrenceID, "moved occurrences are not supported; use EXDATE and an event of its own")
	}
}

// people reads who calls the meeting and who is invited.
func (m meeting) people() (sim.ActorID, []string) {
	var organizer sim.ActorID
	if p := m.event.Props.Get(ical.PropOrganizer); p == nil {
		m.bad(ical.PropOrganizer, "missing")
	} else {
		organizer, _ = m.address(m.file, m.at(ical.PropOrganizer), "organizer", mailto(p.Value))
	}
	var guests []string
	invited := map[sim.ActorID]bool{organizer: true}
	for _, p := range m.event.Props[ical.PropAttendee] {
		id, ok := m.address(m.file, m.at(ical.PropAttendee), "attendee", mailto(p.Value))
		if ok && !invited[id] {
			invited[id] = true
			guests = append(guests, string(id))
		}
	}
	return organizer, guests
}

func mailto(uri string) string {
	if len(uri) > 7 && strings.EqualFold(uri[:7], "mailto:") {
		return uri[7:]
	}
	return uri
}

// exceptions cancels the occurrences that do not take place.
func (m meeting) exceptions(uid string, organizer sim.ActorID, made clock.Time) {
	for _, p := range m.event.Props[ical.PropExceptionDates] {
		for value := range strings.SplitSeq(p.Value, ",") {
			if m.full() {
				return
			}
			one := p
			one.Value = value
			t, err := safely(func() (time.Time, error) { return one.DateTime(m.sc.zone) })
			at, ok := inRange(t)
			if err != nil || !ok {
				m.bad(ical.PropExceptionDates, "expected times such as 20260302T090000, got %q", short(value))
				continue
			}
			m.add(item{at: made, file: m.file, row: m.row, pos: m.at(ical.PropExceptionDates),
				call: sim.Call{By: organizer, Tool: "calendar_cancel", Args: sim.Args{"event": uid, "occurrence": at}}})
		}
	}
}
