package clock

import (
	"math"
	"sort"
	"time"
)

// segment is a stretch of time over which clocks keep one offset from UTC. It
// ends where the next one starts. Times and offset are in seconds.
type segment struct {
	start  int64
	offset int64
}

// segments is every stretch of a zone from one end of Time to the other. A zone
// works most of them out from a rule at each look; this is the same, kept, at a
// tenth of the cost and some twenty kilobytes.
type segments []segment

// segmentsOf lists the stretches of loc.
func segmentsOf(loc *time.Location) segments {
	at := earliest.In(loc)
	zs := segments{{start: math.MinInt64, offset: offsetAt(at)}}
	for {
		end, ok := stretchEnd(at)
		if !ok || ofUnix(end.Unix()) == Never {
			return zs
		}
		if offset := offsetAt(end); offset != zs[len(zs)-1].offset {
			zs = append(zs, segment{start: end.Unix(), offset: offset})
		}
		at = end
	}
}

// find is the place of the stretch that holds a moment.
func (zs segments) find(sec int64) int {
	return sort.Search(len(zs), func(i int) bool { return zs[i].start > sec }) - 1
}

// local is the reading of clocks at a moment.
func (zs segments) local(sec int64) int64 { return sec + zs[zs.find(sec)].offset }

// moment is resolve over the table.
func (zs segments) moment(local int64) int64 {
	for i := zs.find(local - lead); ; i++ {
		sec := local - zs[i].offset
		if i+1 == len(zs) || sec < zs[i+1].start {
			return max(sec, zs[i].start)
		}
	}
}
