package clock

import (
	"fmt"
	"time"
)

// Day is a date on the calendar, in no zone: the number of days since 1 January
// 1970. Days compare with ==, < and >.
type Day int32

const (
	secondsPerDay = 24 * 60 * 60
	minutesPerDay = 24 * 60
)

// NewDay is a date; month and day are normalised as by time.Date.
func NewDay(year int, month time.Month, day int) Day {
	return dayOfLocal(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix())
}

// DayOf is the date in loc at t.
func DayOf(t Time, loc *time.Location) Day {
	at := t.In(loc)
	return NewDay(at.Year(), at.Month(), at.Day())
}

// ParseDay reads a date such as "2026-03-02".
func ParseDay(s string) (Day, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return 0, fmt.Errorf("date %q: expected a date such as 2026-03-02: %w", s, err)
	}
	return dayOfLocal(t.Unix()), nil
}

// AddDays is the date n days later.
func (d Day) AddDays(n int) Day { return d + Day(n) }

// Before reports whether d is earlier than e.
func (d Day) Before(e Day) bool { return d < e }

// Weekday is d's day of the week.
func (d Day) Weekday() time.Weekday {
	// 1 January 1970 was a Thursday. The remainder of an early date is negative.
	return time.Weekday(((int64(d)+int64(time.Thursday))%7 + 7) % 7)
}

// Date is d as year, month and day of the month.
func (d Day) Date() (year int, month time.Month, day int) {
	return time.Unix(d.local(0), 0).UTC().Date()
}

// At is the moment at which clocks in loc read the given minute of d, by the
// rules of the function At. Minute 1440 is the start of the next date.
func (d Day) At(minute int, loc *time.Location) Time {
	return ofUnix(resolve(d.local(minute), loc))
}

// String is d as "2026-03-02".
func (d Day) String() string {
	year, month, day := d.Date()
	return fmt.Sprintf("%04d-%02d-%02d", year, month, day)
}

// MarshalText writes d as String does, so that logs and scenarios show dates.
func (d Day) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (d *Day) UnmarshalText(text []byte) error {
	day, err := ParseDay(string(text))
	if err != nil {
		return err
	}
	*d = day
	return nil
}

// local is the reading of a clock at a minute of d, in seconds as if in UTC.
func (d Day) local(minute int) int64 {
	return int64(d)*secondsPerDay + int64(minute)*60
}

// dayOfLocal is the date of a local reading in seconds.
func dayOfLocal(local int64) Day {
	d := local / secondsPerDay
	if local%secondsPerDay < 0 {
		d--
	}
	return Day(d)
}
