package clock

import (
	"strings"
	"testing"
	"time"
)

func mustParse(t testing.TB, expr, zone string) Schedule {
	t.Helper()
	s, err := Parse(expr, mustZone(t, zone))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// firings is what schedules do around everything that is odd about local time.
var firings = []struct {
	name, expr, zone, from string
	want                   []string
}{
	{
		"every working day at ten", "0 10 * * MON-FRI", "Europe/Berlin", "2026-03-06T12:00:00Z",
		[]string{"2026-03-09T09:00:00Z", "2026-03-10T09:00:00Z"},
	},
	{
		"starts within a minute", "30 10 * * *", "UTC", "2026-03-06T10:29:59.999999999Z",
		[]string{"2026-03-06T10:30:00Z", "2026-03-07T10:30:00Z"},
	},
	{
		"starts just after firing", "30 10 * * *", "UTC", "2026-03-06T10:30:00.000000001Z",
		[]string{"2026-03-07T10:30:00Z"},
	},
	{
		"before 1970, within a second", "* * * * *", "UTC", "1965-03-06T10:29:59.5Z",
		[]string{"1965-03-06T10:30:00Z", "1965-03-06T10:31:00Z"},
	},
	{
		"a skipped time, after the gap", "30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z",
		[]string{"2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"},
	},
	{
		"several skipped times, once", "*/20 * * * *", "Europe/Berlin", "2026-03-29T00:40:00Z",
		[]string{"2026-03-29T01:00:00Z", "2026-03-29T01:20:00Z"},
	},
	{
		"a repeated time, the first", "30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z",
		[]string{"2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"},
	},
	{
		"from within the second pass", "*/20 * * * *", "Europe/Berlin", "2026-10-25T01:10:00Z",
		[]string{"2026-10-25T02:00:00Z"},
	},
	{
		"half an hour repeated", "45 1 * * *", "Australia/Lord_Howe", "2026-04-04T12:00:00Z",
		[]string{"2026-04-04T14:45:00Z", "2026-04-05T15:15:00Z"},
	},
	{
		"a day without midnight", "@daily", "America/Sao_Paulo", "2018-11-03T12:00:00Z",
		[]string{"2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z"},
	},
	{
		"another", "0 0 * * FRI", "Africa/Cairo", "2024-04-24T12:00:00Z",
		[]string{"2024-04-25T22:00:00Z", "2024-05-02T21:00:00Z"},
	},
	{
		"a day later than one without midnight", "0 9 5 11 *", "America/Sao_Paulo", "2018-10-31T12:00:00Z",
		[]string{"2018-11-05T11:00:00Z", "2019-11-05T12:00:00Z"},
	},
	{
		"a skipped date", "0 9 * * *", "Pacific/Apia", "2011-12-29T20:00:00Z",
		[]string{"2011-12-30T10:00:00Z", "2011-12-30T19:00:00Z"},
	},
	{
		"eight years without a leap day", "0 0 29 2 *", "UTC", "2096-03-01T00:00:00Z",
		[]string{"2104-02-29T00:00:00Z", "2108-02-29T00:00:00Z"},
	},
	{
		"the last day of a leap year", "0 12 31 12 *", "America/New_York", "2040-12-31T01:00:00Z",
		[]string{"2040-12-31T17:00:00Z", "2041-12-31T17:00:00Z"},
	},
}

func TestScheduleFiresAt(t *testing.T) {
	for _, c := range firings {
		t.Run(c.name, func(t *testing.T) {
			s, at := mustParse(t, c.expr, c.zone), moment(t, c.from)
			for _, want := range c.want {
				next, ok := s.Next(at)
				if !ok || next.String() != want {
					t.Fatalf("after %v: got %v %v, want %s", at, next, ok, want)
				}
				at = next
			}
		})
	}
}

func TestScheduleFiresOnceOnEveryDate(t *testing.T) {
	for _, zone := range testZones {
		loc := mustZone(t, zone)
		for _, expr := range []string{"0 0 * * *", "30 0 * * *", "45 1 * * *", "30 2 * * *", "59 23 * * *"} {
			s := mustParse(t, expr, zone)
			at := At(2016, time.January, 1, 0, 0, loc) - 1
			for day := NewDay(2016, time.January, 1); day < NewDay(2020, time.January, 1); day++ {
				next, ok := s.Next(at)
				if !ok || next <= at || DayOf(next, loc) != day {
					t.Fatalf("%s in %s on %v: got %v %v", expr, zone, day, next.In(loc), ok)
				}
				at = next
			}
		}
	}
}

func TestScheduleEndsWithTime(t *testing.T) {
	s := mustParse(t, "0 0 1 1 *", "UTC")
	for _, from := range []Time{Never, Never - 1, moment(t, "2262-01-02T00:00:00Z")} {
		if next, ok := s.Next(from); ok {
			t.Errorf("after %v: got %v", from, next)
		}
	}
	if _, ok := s.Next(earliest); !ok {
		t.Error("nothing follows the start of time")
	}
}

func TestParseRefuses(t *testing.T) {
	for expr, want := range map[string]string{
		"0 0 30 2 *":                   "never fires: no month it names has such a day",
		"0 0 31 4,6,9,11 *":            "never fires: no month it names has such a day",
		", * * * *":                    "never fires: a field has no value",
		"TZ=0 * * * * *":               "zone inside the expression",
		"TZ=0":                         "zone inside the expression",
		" CRON_TZ=":                    "zone inside the expression",
		"CRON_TZ=Asia/Tokyo 0 * * * *": "zone inside the expression",
		"@every 5m":                    "use fields, such as */15 * * * *",
		"@sometimes":                   "unrecognized descriptor",
		"":                             "empty",
		"0 0 * *":                      "expected exactly 5 fields",
		"60 * * * *":                   "above maximum",
	} {
		if _, err := Parse(expr, time.UTC); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q): got error %v, want one with %q", expr, err, want)
		}
	}
	for _, loc := range []*time.Location{nil, time.Local} {
		if _, err := Parse("@daily", loc); err == nil {
			t.Errorf("zone %v was accepted", loc)
		}
	}
}

func FuzzParseSchedule(f *testing.F) {
	for _, expr := range []string{
		"0 10 * * MON-FRI", "*/15 * * * *", "@daily", "TZ=0 * * * * *", "CRON_TZ=", "0 0 30 2 *",
		", * * * *", "0 0 29 2 ?", "@every 1s", "1-59/9223372036854775807 * * * *",
	} {
		f.Add(expr, int64(1772442000))
	}
	loc := mustZone(f, "America/St_Johns")
	f.Fuzz(func(t *testing.T, expr string, sec int64) {
		s, err := Parse(expr, loc)
		if err != nil {
			return
		}
		// Two hundred years either way of 1970: every schedule fires again within Time.
		at := ofUnix(sec % (200 * 366 * secondsPerDay))
		for range 3 {
			next, ok := s.Next(at)
			if !ok || next <= at {
				t.Fatalf("%q after %v: got %v %v", expr, at, next, ok)
			}
			at = next
		}
	})
}

func BenchmarkScheduleNext(b *testing.B) {
	s := mustParse(b, "0 10 * * MON-FRI", "Europe/Berlin")
	at := moment(b, "2026-03-06T12:00:00Z")
	for b.Loop() {
		s.Next(at)
	}
}
