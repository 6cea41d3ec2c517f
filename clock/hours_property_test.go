package clock

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// walker is Hours the slow, obvious way: it looks at a clock once a minute.
type walker struct {
	loc      *time.Location
	week     Week
	holidays []Day
	leave    [2]Day  // Both included; none if the second is smaller.
	off      [2]Time // The second not included.
}

// minutes says for each minute from start whether it is working time. The clock
// it looks at stands still where it would be set back.
func (w walker) minutes(start Time, n int) []bool {
	const ahead = 3 * 24 * 60 // Long enough for the highest reading so far to be known.
	working := make([]bool, 0, n)
	var highest int64
	for i := -ahead; i < n; i++ {
		t := start.Add(Duration(i) * time.Minute)
		reading := t.unix() + offsetAt(t.In(w.loc))
		highest = max(highest, reading)
		if i >= 0 {
			working = append(working, w.at(highest) && (t < w.off[0] || t >= w.off[1]))
		}
	}
	return working
}

func (w walker) at(reading int64) bool {
	day := dayOfLocal(reading)
	if slices.Contains(w.holidays, day) || w.leave[0] <= day && day <= w.leave[1] {
		return false
	}
	minute := int(reading-day.local(0)) / 60
	return slices.ContainsFunc(w.week[day.Weekday()], func(s Span) bool {
		return s.From <= minute && minute < s.To
	})
}

func drawWeek(t *rapid.T) Week {
	var week Week
	for day := range week {
		// An even number of different minutes, in order, is a list of spans.
		cuts := rapid.SliceOfNDistinct(rapid.IntRange(0, 48), 0, 6, rapid.ID[int]).Draw(t, "half hours")
		slices.Sort(cuts)
		for i := 0; i+1 < len(cuts); i += 2 {
			week[day] = append(week[day], Span{30 * cuts[i], 30 * cuts[i+1]})
		}
	}
	if week.check() != nil {
		week[time.Monday] = []Span{{0, 1440}}
	}
	return week
}

// Dates on or near clock changes of all the zones, some of them at midnight.
var changeDays = []string{
	"2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01",
	"2017-10-15", "2018-02-18", "2018-11-04", "2024-04-26", "2024-10-31", "2006-10-29", "2011-12-30", "2026-06-01",
}

var testZones = []string{
	"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "America/Sao_Paulo",
	"Africa/Cairo", "America/St_Johns", "Pacific/Apia",
}

func drawWalker(t *rapid.T) (walker, *Hours, Time) {
	loc, err := Zone(rapid.SampledFrom(testZones).Draw(t, "zone"))
	if err != nil {
		t.Fatal(err)
	}
	day, err := ParseDay(rapid.SampledFrom(changeDays).Draw(t, "date"))
	if err != nil {
		t.Fatal(err)
	}
	near := rapid.Custom(func(t *rapid.T) Day { return day.AddDays(rapid.IntRange(-4, 6).Draw(t, "days")) })
	start := day.AddDays(-4).At(0, loc)
	minutes := rapid.IntRange(0, 10*1440)
	w := walker{
		loc: loc, week: drawWeek(t),
		holidays: rapid.SliceOfN(near, 0, 3).Draw(t, "holidays"),
		leave:    [2]Day{near.Draw(t, "leave from"), near.Draw(t, "leave to")},
		off: [2]Time{
			start.Add(Duration(minutes.Draw(t, "off from")) * time.Minute),
			start.Add(Duration(minutes.Draw(t, "off to")) * time.Minute),
		},
	}
	h, err := NewHours(loc, w.week, w.holidays)
	if err != nil {
		t.Fatal(err)
	}
	return w, h.WithLeave(w.leave[0], w.leave[1]).WithOff(w.off[0], w.off[1]), start
}

func TestHoursAgreeWithAMinuteByMinuteWalk(t *testing.T) {
	const minutes = 10 * 1440
	rapid.Check(t, func(t *rapid.T) {
		w, h, start := drawWalker(t)
		working := w.minutes(start, minutes)
		at := func(i int) Time { return start.Add(Duration(i) * time.Minute) }

		total := 0
		for i, want := range working {
			if got := h.Working(at(i)); got != want {
				t.Fatalf("Working(%v) = %v, want %v", at(i).In(w.loc), got, want)
			}
			if want {
				total++
			}
		}
		if got, want := h.Between(start, at(minutes)), Duration(total)*time.Minute; got != want {
			t.Fatalf("Between over all = %v, want %v", got, want)
		}
		from := rapid.IntRange(0, minutes-1).Draw(t, "from")
		to := rapid.IntRange(from, minutes-1).Draw(t, "to")
		checkBetween(t, h, at, working, from, to)
		checkNext(t, h, at, working, from)
	})
}

// checkBetween checks Between, and with its answer Add and Before.
func checkBetween(t *rapid.T, h *Hours, at func(int) Time, working []bool, from, to int) {
	count, lastStart, firstEnd := 0, from, from
	for i := from; i < to; i++ {
		if working[i] {
			count++
			firstEnd = i + 1
		}
	}
	want := Duration(count) * time.Minute
	if got := h.Between(at(from), at(to)); got != want {
		t.Fatalf("Between(%v, %v) = %v, want %v", at(from), at(to), got, want)
	}
	if got := h.Between(at(to), at(from)); got != -want {
		t.Fatalf("Between backwards = %v, want %v", got, -want)
	}
	if count == 0 {
		return
	}
	if got, ok := h.Add(at(from), want); !ok || got != at(firstEnd) {
		t.Fatalf("Add(%v, %v) = %v %v, want %v", at(from), want, got, ok, at(firstEnd))
	}
	for !working[lastStart] {
		lastStart++
	}
	if got, ok := h.Before(at(to), want); !ok || got != at(lastStart) {
		t.Fatalf("Before(%v, %v) = %v %v, want %v", at(to), want, got, ok, at(lastStart))
	}
}

func checkNext(t *rapid.T, h *Hours, at func(int) Time, working []bool, from int) {
	for i := from; i < len(working); i++ {
		if working[i] {
			if got, ok := h.Next(at(from)); !ok || got != at(i) {
				t.Fatalf("Next(%v) = %v %v, want %v", at(from), got, ok, at(i))
			}
			return
		}
	}
}

func TestAddAndBeforeAreInversesOfBetween(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, h, start := drawWalker(t)
		from := start.Add(Duration(rapid.Int64Range(0, int64(240*time.Hour)).Draw(t, "from")))
		d := Duration(rapid.Int64Range(1, int64(2000*time.Hour)).Draw(t, "work"))
		if end, ok := h.Add(from, d); ok && h.Between(from, end) != d {
			t.Fatalf("Add(%v, %v) = %v, but %v of work is between", from, d, end, h.Between(from, end))
		} else if ok && h.Between(from, end.Add(-1)) != d-1 {
			t.Fatalf("Add(%v, %v) = %v is not the first such moment", from, d, end)
		}
		if begin, ok := h.Before(from, d); ok && h.Between(begin, from) != d {
			t.Fatalf("Before(%v, %v) = %v, but %v of work is between", from, d, begin, h.Between(begin, from))
		} else if ok && !h.Working(begin) {
			t.Fatalf("Before(%v, %v) = %v is not working time", from, d, begin)
		}
	})
}

func TestSegmentsAgreeWithTheTimePackage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		loc, err := Zone(rapid.SampledFrom(testZones).Draw(t, "zone"))
		if err != nil {
			t.Fatal(err)
		}
		zs := segmentsOf(loc)
		for range 20 {
			sec := rapid.Int64Range(earliest.unix(), Never.unix()).Draw(t, "second")
			if got, want := zs.local(sec), sec+offsetAt(time.Unix(sec, 0).In(loc)); got != want {
				t.Fatalf("local(%d) = %d, want %d", sec, got, want)
			}
			if got, want := zs.moment(sec), resolve(sec, loc); got != want {
				t.Fatalf("moment(%d) = %d, want %d", sec, got, want)
			}
		}
	})
}
