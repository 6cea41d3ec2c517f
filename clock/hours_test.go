package clock

import (
	"strings"
	"testing"
	"time"
)

// office is nine to half past five in Berlin with lunch from half past twelve
// to one, and Easter Monday off.
func office(t testing.TB) *Hours {
	t.Helper()
	h, err := NewHours(mustZone(t, "Europe/Berlin"), Office(9*60, 17*60+30, 12*60+30, 13*60), []Day{NewDay(2026, time.April, 6)})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// berlin reads "2026-03-02 14:05" as local time in Berlin.
func berlin(t testing.TB, s string) Time {
	t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", s, mustZone(t, "Europe/Berlin"))
	if err != nil {
		t.Fatal(err)
	}
	return Of(at)
}

// ask puts one question to h and gives the answer as local time, or "none".
type ask func(h *Hours, t Time) (Time, bool)

func add(d Duration) ask    { return func(h *Hours, t Time) (Time, bool) { return h.Add(t, d) } }
func before(d Duration) ask { return func(h *Hours, t Time) (Time, bool) { return h.Before(t, d) } }

func TestOfficeHours(t *testing.T) {
	h := office(t)
	next, end, dayEnd := ask((*Hours).Next), ask((*Hours).End), ask((*Hours).DayEnd)
	for _, c := range []struct {
		name     string
		ask      ask
		at, want string
	}{
		{"at work", next, "2026-03-02 10:00", "2026-03-02 10:00"},
		{"at lunch", next, "2026-03-02 12:30", "2026-03-02 13:00"},
		{"after work", next, "2026-03-02 17:30", "2026-03-03 09:00"},
		{"at the weekend", next, "2026-03-06 17:30", "2026-03-09 09:00"},
		{"over a holiday", next, "2026-04-04 12:00", "2026-04-07 09:00"},
		{"lunch ends a span", end, "2026-03-02 09:00", "2026-03-02 12:30"},
		{"after lunch", end, "2026-03-02 13:00", "2026-03-02 17:30"},
		{"no span at lunch", end, "2026-03-02 12:45", "none"},
		{"the day goes on after lunch", dayEnd, "2026-03-02 09:00", "2026-03-02 17:30"},
		{"also at lunch", dayEnd, "2026-03-02 12:45", "2026-03-02 17:30"},
		{"next day", dayEnd, "2026-03-02 17:30", "2026-03-03 17:30"},
		{"work skips lunch", add(6 * time.Hour), "2026-03-02 10:00", "2026-03-02 16:30"},
		{"and nights and weekends", add(16 * time.Hour), "2026-03-06 09:00", "2026-03-09 17:30"},
		{"work ends with its span", add(3*time.Hour + 30*time.Minute), "2026-03-02 09:00", "2026-03-02 12:30"},
		{"from outside of work", add(time.Hour), "2026-03-07 23:00", "2026-03-09 10:00"},
		{"no work is done at once", add(0), "2026-03-07 23:00", "2026-03-07 23:00"},
		{"backwards", add(-time.Hour), "2026-03-09 09:30", "2026-03-06 17:00"},
		{"begin early enough", before(8 * time.Hour), "2026-03-09 09:00", "2026-03-06 09:00"},
		{"at a start rather than an end", before(4*time.Hour + 30*time.Minute), "2026-03-02 17:30", "2026-03-02 13:00"},
		{"an unknown time", add(30000 * time.Hour), "2026-03-02 09:00", "none"},
		{"an unknown time ago", before(30000 * time.Hour), "2026-03-02 09:00", "none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := "none"
			if at, ok := c.ask(h, berlin(t, c.at)); ok {
				got = at.In(h.Zone()).Format("2006-01-02 15:04")
			}
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestTimeOffLeavesTheOriginalAlone(t *testing.T) {
	h := office(t)
	monday := NewDay(2026, time.March, 2)
	sick := h.WithOff(berlin(t, "2026-03-02 10:20"), berlin(t, "2026-03-04 11:00"))
	away := sick.WithLeave(monday.AddDays(3), monday.AddDays(4))
	from, to := monday.At(0, h.Zone()), monday.AddDays(7).At(0, h.Zone())
	for _, c := range []struct {
		name string
		h    *Hours
		want Duration
	}{
		{"office", h, 40 * time.Hour},
		{"sick", sick, 40*time.Hour - (6*time.Hour + 40*time.Minute) - 8*time.Hour - 2*time.Hour},
		{"away", away, 40*time.Hour - (6*time.Hour + 40*time.Minute) - 26*time.Hour},
		{"nothing", h.WithOff(to, from).WithLeave(monday, monday-1), 40 * time.Hour},
	} {
		if got := c.h.Between(from, to); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
	if end, ok := sick.End(berlin(t, "2026-03-02 10:00")); !ok || end != berlin(t, "2026-03-02 10:20") {
		t.Errorf("falling ill does not end the span: got %v %v", end, ok)
	}
}

func TestAnHourOffOnALongDayKeepsItsPlace(t *testing.T) {
	// The day has an hour more, and an hour off: its usual length, but other times.
	var week Week
	week[time.Sunday] = []Span{{0, 6 * 60}}
	h, err := NewHours(mustZone(t, "Europe/Berlin"), week, nil)
	if err != nil {
		t.Fatal(err)
	}
	off := h.WithOff(moment(t, "2026-10-25T04:00:00Z"), moment(t, "2026-10-25T05:00:00Z"))
	if off.Working(moment(t, "2026-10-25T04:30:00Z")) {
		t.Error("the hour off is worked")
	}
}

func TestLeaveForEverMeansNoWork(t *testing.T) {
	h := office(t).WithLeave(NewDay(1600, 1, 1), NewDay(2400, 1, 1))
	at := berlin(t, "2026-03-02 10:00")
	_, next := h.Next(at)
	_, end := h.DayEnd(at)
	_, done := h.Add(at, 1)
	_, begun := h.Before(at, 1)
	if next || end || done || begun || h.Working(at) || h.Between(earliest, Never) != 0 {
		t.Error("there is work")
	}
}

func TestHoursHoldAtTheEndsOfTime(t *testing.T) {
	var always Week
	for day := range always {
		always[day] = []Span{{0, minutesPerDay}}
	}
	h, err := NewHours(time.UTC, always, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := h.Add(Never-5, 10); ok {
		t.Error("work is done after the end of time")
	}
	if got, ok := h.Add(Never-10, 5); !ok || got != Never-5 {
		t.Errorf("Add close to the end = %v %v", got, ok)
	}
	h.Before(earliest, time.Hour)
	h.Next(Never)
	h.DayEnd(Never)
	h.Add(Never, -1<<63)
	if got := h.Between(earliest, Never); got != 1<<63-1 {
		t.Errorf("Between the ends = %v", got)
	}
}

func TestNewHoursRefuses(t *testing.T) {
	monday := func(spans ...Span) Week { return Week{time.Monday: spans} }
	for want, week := range map[string]Week{
		"no day has a working span":                                   {},
		"Monday: span 10:00-09:00 does not end after it starts":       monday(Span{600, 540}),
		"Monday: span 09:00-24:01 is not within 00:00-24:00":          monday(Span{540, 1441}),
		"Monday: span minute -1-09:00 is not within":                  monday(Span{-1, 540}),
		"Monday: span 11:00-13:00 starts before the one ahead of it":  monday(Span{540, 720}, Span{660, 780}),
		"Monday: span 08:00-09:00 starts before the one ahead of it ": monday(Span{600, 720}, Span{480, 540}),
	} {
		if _, err := NewHours(time.UTC, week, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want one with %q", err, want)
		}
	}
	if _, err := NewHours(time.Local, Office(540, 1020, 720, 720), nil); err == nil {
		t.Error("the machine's zone was accepted")
	}
}

func BenchmarkHours(b *testing.B) {
	h := office(b)
	at := berlin(b, "2026-03-02 10:00")
	year := at.Add(365 * 24 * time.Hour)
	b.Run("Between/day", func(b *testing.B) {
		for b.Loop() {
			h.Between(at, at+Time(24*time.Hour))
		}
	})
	b.Run("Between/year", func(b *testing.B) {
		for b.Loop() {
			h.Between(at, year)
		}
	})
	b.Run("Add/6h", func(b *testing.B) {
		for b.Loop() {
			h.Add(at, 6*time.Hour)
		}
	})
	b.Run("Add/2000h", func(b *testing.B) {
		for b.Loop() {
			h.Add(at, 2000*time.Hour)
		}
	})
	b.Run("Before/6h", func(b *testing.B) {
		for b.Loop() {
			h.Before(at, 6*time.Hour)
		}
	})
	b.Run("Next", func(b *testing.B) {
		for b.Loop() {
			h.Next(at)
		}
	})
	b.Run("NewHours", func(b *testing.B) {
		for b.Loop() {
			office(b)
		}
	})
}
