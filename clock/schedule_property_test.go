package clock

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// times is a schedule of plain lists; an empty one means every value.
type times struct{ minutes, hours, weekdays []int }

func (p times) expr() string {
	field := func(list []int) string {
		if len(list) == 0 {
			return "*"
		}
		return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ","), "[]")
	}
	return fmt.Sprintf("%s %s * * %s", field(p.minutes), field(p.hours), field(p.weekdays))
}

func (p times) names(reading int64) bool {
	at := time.Unix(reading, 0).UTC()
	in := func(list []int, n int) bool { return len(list) == 0 || slices.Contains(list, n) }
	return in(p.minutes, at.Minute()) && in(p.hours, at.Hour()) && in(p.weekdays, int(at.Weekday()))
}

// walk is the first minute after from at which a clock that stands still where
// it would be set back reaches or passes a reading that p names.
func (p times) walk(from Time, loc *time.Location) (Time, bool) {
	var highest int64
	for i := -3 * 1440; i < 10*1440; i++ {
		t := from.Add(Duration(i) * time.Minute)
		reading := t.unix() + offsetAt(t.In(loc))
		if i < -2*1440 {
			highest = max(highest, reading)
			continue
		}
		for ; highest < reading; highest += 60 {
			if i > 0 && p.names(highest+60) {
				return t, true
			}
		}
	}
	return 0, false
}

func TestScheduleAgreesWithAMinuteByMinuteWalk(t *testing.T) {
	list := func(t *rapid.T, most int, name string) []int {
		return rapid.SliceOfN(rapid.IntRange(0, most), 0, 3).Draw(t, name)
	}
	rapid.Check(t, func(t *rapid.T) {
		loc, err := Zone(rapid.SampledFrom(testZones).Draw(t, "zone"))
		if err != nil {
			t.Fatal(err)
		}
		day, err := ParseDay(rapid.SampledFrom(changeDays).Draw(t, "date"))
		if err != nil {
			t.Fatal(err)
		}
		p := times{list(t, 59, "minutes"), list(t, 4, "hours"), list(t, 6, "weekdays")}
		s, err := Parse(p.expr(), loc)
		if err != nil {
			t.Fatal(err)
		}
		from := day.At(0, loc).Add(Duration(rapid.IntRange(-1440, 1440).Draw(t, "from")) * time.Minute)
		for range 10 {
			want, ok := p.walk(from, loc)
			got, fires := s.Next(from)
			if !ok || !fires || got != want {
				t.Fatalf("%q after %v: got %v %v, want %v %v", s, from.In(loc), got.In(loc), fires, want.In(loc), ok)
			}
			from = got
		}
	})
}
