package clock

import (
	"math"
	"strings"
	"testing"
	"time"
)

func mustZone(t testing.TB, name string) *time.Location {
	t.Helper()
	loc, err := Zone(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

// moment reads RFC 3339.
func moment(t testing.TB, s string) Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		t.Fatal(err)
	}
	return Of(at)
}

func TestArithmeticStopsAtTheEndsOfTime(t *testing.T) {
	for _, c := range []struct{ got, want Time }{
		{Never.Add(1), Never},
		{Never.Add(math.MaxInt64), Never},
		{earliest.Add(-1), earliest},
		{earliest.Add(math.MinInt64), earliest},
		{Time(5).Add(-7), -2},
		{Time(Never.Sub(earliest)), Never},
		{Time(earliest.Sub(Never)), earliest},
		{Time(Time(3).Sub(5)), -2},
		{Of(time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)), Never},
		{Of(time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)), earliest},
		{Of(Never.In(time.UTC)), Never},
		{At(3000, 1, 1, 0, 0, time.UTC), Never},
	} {
		if c.got != c.want {
			t.Errorf("got %d, want %d", c.got, c.want)
		}
	}
}

func TestTimeIsWrittenForLogsAndForPeople(t *testing.T) {
	at := At(2026, time.March, 2, 14, 5, mustZone(t, "Europe/Berlin"))
	if got, want := at.String(), "2026-03-02T13:05:00Z"; got != want {
		t.Errorf("String = %q, want %q", got, want)
	}
	if got, want := at.Format(mustZone(t, "Asia/Kolkata")), "Mon 2 Mar 2026 18:35"; got != want {
		t.Errorf("Format = %q, want %q", got, want)
	}
	if at.Before(at) || at.After(at) || !at.Before(at+1) || !at.After(at-1) {
		t.Error("Before and After do not order neighbours")
	}
}

func TestLocalTimesThatClocksSkipOrRepeat(t *testing.T) {
	for _, c := range []struct{ zone, local, want string }{
		{"Europe/Berlin", "2026-03-29 01:59", "2026-03-29T00:59:00Z"},
		{"Europe/Berlin", "2026-03-29 02:00", "2026-03-29T01:00:00Z"},
		{"Europe/Berlin", "2026-03-29 02:30", "2026-03-29T01:00:00Z"},
		{"Europe/Berlin", "2026-03-29 03:00", "2026-03-29T01:00:00Z"},
		{"Europe/Berlin", "2026-10-25 02:30", "2026-10-25T00:30:00Z"},
		{"Europe/Berlin", "2026-10-25 03:00", "2026-10-25T02:00:00Z"},
		{"Australia/Lord_Howe", "2026-10-04 02:15", "2026-10-03T15:30:00Z"},
		{"Australia/Lord_Howe", "2026-04-05 01:45", "2026-04-04T14:45:00Z"},
		{"America/Sao_Paulo", "2018-11-04 00:00", "2018-11-04T03:00:00Z"},
		{"Africa/Cairo", "2024-04-26 00:00", "2024-04-25T22:00:00Z"},
		{"Pacific/Apia", "2011-12-30 12:00", "2011-12-30T10:00:00Z"},
		{"America/New_York", "2040-12-31 12:00", "2040-12-31T17:00:00Z"},
	} {
		local, err := time.Parse("2006-01-02 15:04", c.local)
		if err != nil {
			t.Fatal(err)
		}
		got := At(local.Year(), local.Month(), local.Day(), local.Hour(), local.Minute(), mustZone(t, c.zone))
		if got.String() != c.want {
			t.Errorf("%s %s = %v, want %s", c.zone, c.local, got, c.want)
		}
	}
}

func TestZoneRefusesWhatDependsOnTheMachine(t *testing.T) {
	for name, want := range map[string]string{
		"":              "time zone is empty",
		"Local":         "depends on the machine",
		"Europe/Berlim": `time zone "Europe/Berlim"`,
		"../etc/passwd": "expected a name such as",
	} {
		if _, err := Zone(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Zone(%q): got error %v, want one with %q", name, err, want)
		}
	}
}
