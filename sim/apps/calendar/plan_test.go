package calendar

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/simtest"
)

func TestRecurringMeetingKeepsItsWallTimeAcrossClockChanges(t *testing.T) {
	o := opened(t)
	o.Do("marta", "calendar_create", weekly())
	o.until("2026-04-07T00:00")
	begun := map[string][]string{}
	for _, e := range o.Events {
		if b, ok := e.Body.(Began); ok {
			for _, who := range []sim.ActorID{"marta", "omar"} {
				begun[string(who)] = append(begun[string(who)], b.Slot.From.In(zone(o.World, who)).Format("2 Jan 15:04"))
			}
		}
	}
	// Europe changes its clocks on 29 March; New York did on 8 March.
	want := map[string][]string{
		"marta": {"16 Mar 10:00", "23 Mar 10:00", "30 Mar 10:00", "6 Apr 10:00"},
		"omar":  {"16 Mar 05:00", "23 Mar 05:00", "30 Mar 04:00", "6 Apr 04:00"},
	}
	if !reflect.DeepEqual(begun, want) {
		t.Fatalf("begun %v, want %v", begun, want)
	}
}

func TestOnlyTheNextOccurrenceHasATimer(t *testing.T) {
	o := opened(t)
	o.Do("marta", "calendar_create", weekly())
	for _, at := range []string{"2026-03-16T10:00", "2026-03-23T10:00", "2026-03-30T10:00"} {
		next, _ := o.World.Next()
		if next.Owner != "calendar" || next.Key != "begin/weekly-sync" || next.Due != berlin(t, at) {
			t.Fatalf("next timer %+v, want the begin at %s", next, at)
		}
		o.World.Fire()
		if next, _ = o.World.Next(); next.Key != "end/weekly-sync" {
			t.Fatalf("then %+v, want the end", next)
		}
		o.World.Fire()
	}
}

func TestRules(t *testing.T) {
	utc := func(s string) clock.Time {
		at, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return clock.Of(at)
	}
	zone, _ := clock.Zone("Europe/Berlin")
	first := Interval{utc("2026-03-02T09:00:00Z"), utc("2026-03-02T10:00:00Z")}
	window := Interval{first.From, utc("2026-12-31T00:00:00Z")}
	cases := []struct {
		rule string
		n    int
		fail string
	}{
		{"FREQ=WEEKLY;COUNT=3", 3, ""},
		{"RRULE:FREQ=WEEKLY;UNTIL=20260316", 3, ""}, // that day included
		{"freq=weekly;until=20260316T090000Z", 3, ""},
		{"FREQ=WEEKLY;UNTIL=20260316T085959Z", 2, ""},
		{"FREQ=WEEKLY;UNTIL=20260316T100000", 3, ""}, // local time
		{"FREQ=MONTHLY;BYDAY=-1FR;COUNT=4", 4, ""},
		{"FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", 218, ""},
		{"FREQ=HOURLY", 0, "FREQ must be"},
		{"FREQ=WEEKLY;BYHOUR=9", 0, "time of day"},
		{"FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", 0, "no month"},
		{"FREQ=DAILY;INTERVAL=7;BYDAY=TU", 0, ""},
		{"FREQ=YEARLY;BYWEEKNO=3", 0, "not supported"},
		{"DTSTART:20260101T090000Z\nRRULE:FREQ=DAILY", 0, "one line"},
		{"every monday", 0, "wrong format"},
		{"FREQ=WEEKLY;BYDAY=XX", 0, "undefined weekday"},
		{"FREQ=WEEKLY;COUNT=", 0, "no value"},
		{"FREQ=DAILY;INTERVAL=1001", 0, "INTERVAL"},
		{"FREQ=DAILY;BYSETPOS=2", 0, "BYSETPOS"},
		{"FREQ=MONTHLY;BYDAY=10FR", 0, "unreadable"}, // the library reaches outside a list
	}
	for _, c := range cases {
		slots, kept, err := recurrence{c.rule, first, zone}.slots(window)
		if c.fail == "" && (err != nil || len(slots) != c.n) {
			t.Errorf("%s: %d slots, %v; want %d", c.rule, len(slots), err, c.n)
		}
		if c.fail != "" && (err == nil || !strings.Contains(err.Error(), c.fail)) {
			t.Errorf("%s: %v, want %q", c.rule, err, c.fail)
		}
		if err == nil && !strings.HasPrefix(kept, "FREQ=") {
			t.Errorf("%s is kept as %q", c.rule, kept)
		}
	}
}

func FuzzRule(f *testing.F) {
	for _, s := range []string{"FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20260331", "FREQ=MONTHLY;BYDAY=-1FR;BYSETPOS=1;WKST=SU;COUNT=9",
		"RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29,-1", "FREQ=DAILY;INTERVAL=7;BYDAY=TU", "FREQ=;=", "FREQ=DAILY;UNTIL=99999999T999999Z"} {
		f.Add(s)
	}
	first := Interval{berlin(f, "2026-03-02T09:00"), berlin(f, "2026-03-02T10:00")}
	window := Interval{first.From, berlin(f, "2026-06-30T00:00")}
	zone, err := clock.Zone("Europe/Berlin")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, rule string) {
		slots, kept, err := recurrence{rule, first, zone}.slots(window)
		if err != nil {
			return
		}
		for i, s := range slots {
			if s.From < window.From || s.From >= window.To || i > 0 && s.From <= slots[i-1].From {
				t.Fatalf("%q makes the slots %v", rule, slots)
			}
		}
		again, _, err := recurrence{kept, first, zone}.slots(window)
		if err != nil || !reflect.DeepEqual(again, slots) {
			t.Fatalf("%q is kept as %q, which makes %v (%v), not %v", rule, kept, again, err, slots)
		}
	})
}

func TestMoveAndCancelOneOccurrence(t *testing.T) {
	o := opened(t)
	o.Do("marta", "calendar_create", weekly())
	o.Do("marta", "calendar_move", sim.Args{"event": "weekly-sync", "start": "2026-03-17T14:00", "end": "2026-03-17T15:00"})
	o.Do("marta", "calendar_cancel", sim.Args{"event": "weekly-sync", "occurrence": "2026-03-23T10:00"})
	o.Refused("marta", "calendar_cancel", sim.Args{"event": "weekly-sync", "occurrence": "2026-03-23T10:00"}, "no occurrence")
	o.Refused("marta", "calendar_move", sim.Args{"event": "weekly-sync", "start": "2026-03-30T10:15", "end": "2026-03-30T11:00"}, "another occurrence")
	o.until("2026-03-31T00:00")
	var got []clock.Time
	for _, e := range o.Events {
		if b, ok := e.Body.(Began); ok {
			got = append(got, b.Slot.From)
		}
	}
	if want := []clock.Time{berlin(t, "2026-03-17T14:00"), berlin(t, "2026-03-30T10:00")}; !reflect.DeepEqual(got, want) {
		t.Fatalf("began at %v, want %v", got, want)
	}
	if busy := o.part().Busy("lena", berlin(t, "2026-03-16T00:00"), berlin(t, "2026-03-17T00:00")); len(busy) != 0 {
		t.Fatalf("lena is busy at the old time: %v", busy)
	}
	o.Do("marta", "calendar_cancel", sim.Args{"event": "weekly-sync"})
	n := o.Count("calendar.began")
	o.until("2026-04-20T00:00")
	if o.Count("calendar.began") != n || o.show("weekly-sync")["state"] != "cancelled" {
		t.Fatal("a cancelled series goes on")
	}
	o.Refused("marta", "calendar_move", sim.Args{"event": "weekly-sync", "start": "2026-05-01T10:00", "end": "2026-05-01T11:00"}, "nothing left")
}

func TestMoveAsksTheGuestsOfASingleEventAgain(t *testing.T) {
	o := opened(t)
	o.Do("marta", "calendar_create", review())
	o.Do("lena", "calendar_respond", sim.Args{"event": "review", "answer": "accepted"})
	o.Do("marta", "calendar_move", sim.Args{"event": "review", "start": "2026-03-03T10:00", "end": "2026-03-03T11:00"})
	if got := o.show("review")["accepted"].([]string); len(got) != 0 {
		t.Fatalf("accepted by %v before anybody answered", got)
	}
	if inv := o.Last("calendar.moved").Body.(Moved).Invitation(); !inv.Moved || inv.From != berlin(t, "2026-03-03T10:00") || len(inv.Guests) != 2 {
		t.Fatalf("invitation %+v", inv)
	}
	o.until("2026-03-02T12:00")
	if o.Count("calendar.began") != 0 {
		t.Fatal("it began at the old time")
	}
	o.Do("marta", "calendar_cancel", sim.Args{"event": "review"})
	if !o.Last("calendar.cancelled").Body.(Cancelled).Invitation().Cancelled {
		t.Fatal("not cancelled")
	}
}

func TestHistoryHappensWithoutTimers(t *testing.T) {
	o := newOffice(t)
	o.recall("2026-01-05T09:00", "marta", "calendar_create", sim.Args{"uid": "kickoff", "title": "Kickoff", "start": "2026-02-02T10:00",
		"end": "2026-02-02T11:00", "attendees": "lena,robin", "notes": "marta: we ship on the 27th\nlena: staging is mine"})
	o.recall("2026-01-05T09:00", "marta", "calendar_create", sim.Args{"uid": "daily", "title": "Standup", "start": "2024-01-08T08:45",
		"end": "2024-01-08T09:15", "attendees": "lena,robin", "recurrence": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"})
	o.recall("2026-01-06T09:00", "lena", "calendar_respond", sim.Args{"event": "kickoff", "answer": "accepted"})
	o.Open()
	if got := simtest.JSON(t, o.Do("robin", "calendar_notes", sim.Args{"event": "kickoff"}).Result.Data); !strings.Contains(got, "we ship on the 27th") {
		t.Fatalf("notes %s", got)
	}
	o.Refused("raj", "calendar_notes", sim.Args{"event": "kickoff"}, "no event")
	o.until("2026-03-02T09:00")
	if b := o.Last("calendar.began").Body.(Began); b.Event != "daily" || o.Count("calendar.began") != 1 {
		t.Fatalf("began %+v", b)
	}
	o.until("2026-03-03T12:00")
	if o.Count("calendar.began") != 2 || o.Count("calendar.ended") != 2 {
		t.Fatalf("%d began, %d ended", o.Count("calendar.began"), o.Count("calendar.ended"))
	}
}

func TestBadPlansAreRefused(t *testing.T) {
	o := opened(t)
	with := func(name string, v any) sim.Args {
		a := sim.Args{"title": "X", "start": "2026-03-03T10:00", "end": "2026-03-03T11:00", "attendees": "lena"}
		a[name] = v
		return a
	}
	cases := []struct {
		args sim.Args
		want string
	}{
		{with("title", " "), "title"}, {with("end", "2026-03-03T09:00"), "after start"}, {with("start", "2026-03-01T09:00"), "past"},
		{with("attendees", "lena,nobody"), `nobody called "nobody"`}, {with("uid", "x"), "scenario"}, {with("recurrence", "daily"), "recurrence"},
		{with("colour", "red"), "no argument"}, {sim.Args{"title": "X"}, "needs the argument"}, {with("end", "2026-05-03T09:00"), "31 days"},
		{with("recurrence", "FREQ=DAILY;INTERVAL=7;BYDAY=MO"), "no date"}, {with("title", strings.Repeat("x", 201)), "200 characters"},
	}
	for _, c := range cases {
		o.Refused("robin", "calendar_create", c.args, c.want)
	}
	o.Do("marta", "calendar_create", review())
	o.Refused("robin", "calendar_move", sim.Args{"event": "review", "start": "2026-03-03T10:00", "end": "2026-03-03T11:00"}, "only the organizer")
	o.Refused("robin", "calendar_cancel", sim.Args{"event": "review"}, "only the organizer")
	o.Refused("marta", "calendar_respond", sim.Args{"event": "review", "answer": "accepted"}, "only guests")
	o.Refused("robin", "calendar_respond", sim.Args{"event": "review", "answer": "maybe"}, "must be one of")
	o.Refused("robin", "calendar_show", sim.Args{"event": "reviev"}, "review")
	o.Refused("script", "calendar_create", with("title", "Y"), "whose event")
	o.Refused("marta", "calendar_create", review(), "taken")
}

func TestEventsMadeInTheRunGetNumbers(t *testing.T) {
	o := opened(t)
	for i := 1; i <= 3; i++ {
		out := o.Do("robin", "calendar_create", sim.Args{"title": "T", "start": "2026-03-03T10:00", "end": "2026-03-03T11:00"})
		if got := simtest.JSON(t, out.Result.Data); !strings.Contains(got, fmt.Sprintf("event-%d", i)) {
			t.Fatalf("got %s", got)
		}
	}
}
