package clock

import (
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestDayKnowsItsWeekday(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := Day(rapid.Int32Range(-106752, 106751).Draw(t, "day"))
		year, month, day := d.Date()
		if got, want := d.Weekday(), time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Weekday(); got != want {
			t.Fatalf("%v: got %v, want %v", d, got, want)
		}
		if got := NewDay(year, month, day); got != d {
			t.Fatalf("NewDay of the parts of %v = %v", d, got)
		}
		if got, err := ParseDay(d.String()); err != nil || got != d {
			t.Fatalf("ParseDay(%v) = %v, %v", d, got, err)
		}
	})
}

func TestDayOfDependsOnTheZone(t *testing.T) {
	at := moment(t, "2026-03-01T20:00:00Z")
	for zone, want := range map[string]string{"America/New_York": "2026-03-01", "Asia/Kolkata": "2026-03-02"} {
		if got := DayOf(at, mustZone(t, zone)); got.String() != want {
			t.Errorf("%s: got %v, want %s", zone, got, want)
		}
	}
}

func TestDaysAddAcrossLeapDays(t *testing.T) {
	d := NewDay(2028, time.February, 28)
	if got := d.AddDays(2); got.String() != "2028-03-01" || !d.Before(got) || got.Before(d) {
		t.Errorf("got %v", got)
	}
}

func TestDayIsADateInJSON(t *testing.T) {
	text, err := json.Marshal(NewDay(2026, time.March, 2))
	if err != nil || string(text) != `"2026-03-02"` {
		t.Fatalf("got %s, %v", text, err)
	}
	var d Day
	if err := json.Unmarshal(text, &d); err != nil || d != NewDay(2026, time.March, 2) {
		t.Errorf("got %v, %v", d, err)
	}
	if err := json.Unmarshal([]byte(`"2026-02-29"`), &d); err == nil {
		t.Error("29 February 2026 was accepted")
	}
}

func FuzzParseDay(f *testing.F) {
	for _, s := range []string{"2026-03-02", "0000-01-01", "9999-12-31", "2026-02-29", "2026-3-2", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if d, err := ParseDay(s); err == nil && d.String() != s {
			t.Errorf("ParseDay(%q) = %v", s, d)
		}
	})
}
