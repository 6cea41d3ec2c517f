package clock

import (
	"errors"
	"fmt"
	"math"
	"time"
	_ "time/tzdata" // Zones must load in a container that has no zone files.
)

// Time is a moment of the simulated world, in nanoseconds since the Unix epoch.
// It is not a time.Time so that a reading of the wall clock cannot pass for one.
// It spans the years 1678 to 2262, and arithmetic stops at the ends.
type Time int64

// Duration is elapsed time in nanoseconds.
type Duration = time.Duration

// Never is after every moment at which something happens.
const Never Time = math.MaxInt64

// earliest is the other end of what Time can hold.
const earliest Time = math.MinInt64

const nsPerSecond = int64(time.Second)

// Of is the moment of a time.Time.
func Of(t time.Time) Time {
	return ofUnix(t.Unix()).Add(Duration(t.Nanosecond()))
}

// At is the moment at which clocks in loc read the given date and time; the
// parts may be out of range and are normalised as by time.Date. A local time in
// a gap is the first moment after it, a repeated one its first occurrence.
func At(year int, month time.Month, day, hour, min int, loc *time.Location) Time {
	return ofUnix(resolve(time.Date(year, month, day, hour, min, 0, 0, time.UTC).Unix(), loc))
}

// Zone loads a zone by its IANA name. It refuses "Local" and "", which would
// make a run depend on the machine's settings or silently mean UTC.
func Zone(name string) (*time.Location, error) {
	switch name {
	case "":
		return nil, errors.New("time zone is empty: expected a name such as Europe/Berlin or UTC")
	case "Local":
		return nil, errors.New("time zone Local depends on the machine: expected a name such as Europe/Berlin")
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("time zone %q: expected a name such as Europe/Berlin: %w", name, err)
	}
	return loc, nil
}

// Add is the moment d later, or the nearest end of time.
func (t Time) Add(d Duration) Time {
	sum := t + Time(d)
	switch {
	case d > 0 && sum < t:
		return Never
	case d < 0 && sum > t:
		return earliest
	}
	return sum
}

// Sub is the time from u to t, or the longest Duration of that sign.
func (t Time) Sub(u Time) Duration {
	d := t - u
	switch {
	case t > u && d < 0:
		return math.MaxInt64
	case t < u && d > 0:
		return math.MinInt64
	}
	return Duration(d)
}

// Before reports whether t is earlier than u.
func (t Time) Before(u Time) bool { return t < u }

// After reports whether t is later than u.
func (t Time) After(u Time) bool { return t > u }

// In is what clocks and calendars in loc show at t.
func (t Time) In(loc *time.Location) time.Time {
	return time.Unix(0, int64(t)).In(loc)
}

// String is t in RFC 3339, in UTC.
func (t Time) String() string { return t.In(time.UTC).Format(time.RFC3339Nano) }

// Format is t as people in loc write it: "Mon 2 Mar 2026 14:05".
func (t Time) Format(loc *time.Location) string {
	return t.In(loc).Format("Mon 2 Jan 2006 15:04")
}

// unix is t in whole seconds, rounded down.
func (t Time) unix() int64 {
	s := int64(t) / nsPerSecond
	if int64(t)%nsPerSecond < 0 {
		s--
	}
	return s
}

// ofUnix is the moment sec seconds after the epoch, or the nearest end of time.
func ofUnix(sec int64) Time {
	switch {
	case sec > math.MaxInt64/nsPerSecond:
		return Never
	case sec < math.MinInt64/nsPerSecond:
		return earliest
	}
	return Time(sec * nsPerSecond)
}
