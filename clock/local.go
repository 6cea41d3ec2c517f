package clock

import (
	"math"
	"time"
)

// lead is more than any clock has ever differed from UTC, in seconds: a stretch
// of constant offset in force this long before a local reading begins before it.
const lead = 26 * 60 * 60

// resolve turns a local reading into a moment, both in seconds: local counts
// as if the reading were UTC. It walks the stretches of constant offset from
// one that must come before. The first that ends after the reading holds it,
// unless it also begins after it: then the reading is in the gap between.
func resolve(local int64, loc *time.Location) int64 {
	start := int64(math.MinInt64)
	at := time.Unix(local-lead, 0).In(loc)
	for {
		sec := local - offsetAt(at)
		end, ok := stretchEnd(at)
		if !ok || sec < end.Unix() {
			return max(sec, start)
		}
		at, start = end, end.Unix()
	}
}

// stretchEnd is a moment after at until which the offset stays as it is at at,
// or false if it stays for ever. The next offset may be the same.
//
// It prevents an endless walk: on 31 December of a leap year ZoneBounds of Go 1.26
// answers with the start of that day, as if every year had 365 days. The
// offset then holds until the year ends in UTC.
func stretchEnd(at time.Time) (time.Time, bool) {
	_, end := at.ZoneBounds()
	if end.IsZero() {
		return end, false
	}
	if !end.After(at) {
		end = time.Date(at.UTC().Year()+1, time.January, 1, 0, 0, 0, 0, time.UTC).In(at.Location())
	}
	return end, true
}

// offsetAt is how far clocks are ahead of UTC at t, in seconds.
func offsetAt(t time.Time) int64 {
	_, offset := t.Zone()
	return int64(offset)
}
