// Package point has the ways in which a point of an episode is written: an event's number, a moment, before or after
// something. It knows forms only. Where in a log a point lies is found by sim/engine, and the names of checkpoints are
// the store's, which takes none that is a point by its form: Is tells.
package point

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
)

// Err is wrapped when a text is no point.
var Err = errors.New("no such point")

// Forms says how a point can be written, for messages and help. A store knows the names of checkpoints besides.
const Forms = "an event number, a virtual time such as 2026-03-09T10:00, hour:120, day:12, before:KIND, after:KIND, after:EVENT, last or the name of a checkpoint"

// Calendar knows a scenario's working time.
type Calendar interface {
	At(work clock.Duration) clock.Time // the moment after so much working time
	Day(n int) clock.Time              // the moment at which the nth working day begins; 1 is the first
	TimeZone() *time.Location
}

// Point is what a text asks for: exactly one of its fields.
type Point struct {
	Last   bool
	Event  uint64 // the end of the step that holds it
	Dated  bool
	Until  clock.Time // Dated: the end of the last step at or before the moment
	Before string     // the end of the step before the first that holds the kind
	After  string     // the end of the first step that holds the kind
}

// Is says whether a text can only be a point by its form, so that no checkpoint should have it as its name.
func Is(text string) bool {
	_, err := Parse(text, noCalendar{})
	return err == nil || errors.Is(err, errBeyond)
}

// Taken says whether a text is no name for a checkpoint: it is a point by its form, or so nearly one that whoever types
// it may mean either, such as Last, +17 or before:lunch.
func Taken(text string) bool {
	low := strings.ToLower(strings.TrimSpace(text))
	if low == "" || Is(low) || Is(strings.TrimLeft(low, "+-#0")) {
		return true
	}
	name, _, colon := strings.Cut(low, ":")
	return colon && slices.ContainsFunc(forms, func(f form) bool { return f.name == name })
}

// noCalendar is one for texts whose form alone matters.
type noCalendar struct{}

func (noCalendar) At(clock.Duration) clock.Time { return 0 }
func (noCalendar) Day(int) clock.Time           { return 0 }
func (noCalendar) TimeZone() *time.Location     { return time.UTC }

// Parse reads a point: last when the text is empty.
func Parse(text string, c Calendar) (Point, error) {
	if text == "" || text == "last" {
		return Point{Last: true}, nil
	}
	if n, err := strconv.ParseUint(text, 10, 64); err == nil && n > 0 {
		return Point{Event: n}, nil
	}
	how, rest, _ := strings.Cut(text, ":")
	switch n, err := strconv.ParseFloat(rest, 64); {
	case how == "hour" && err == nil && n >= 0 && n <= hourMost:
		return Point{Dated: true, Until: c.At(clock.Duration(n * float64(time.Hour)))}, nil
	case how == "day" && err == nil && n >= 1 && n <= dayMost && n == float64(int(n)):
		return Point{Dated: true, Until: c.Day(int(n))}, nil
	case how == "after" && err == nil && n >= 1 && n < 1e15:
		return Point{Event: uint64(n)}, nil
	case how == "after" && strings.Contains(rest, "."):
		return Point{After: rest}, nil
	case how == "before" && strings.Contains(rest, "."):
		return Point{Before: rest}, nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02"} {
		if t, err := time.ParseInLocation(layout, text, c.TimeZone()); err == nil {
			if t.Year() < firstYear || t.Year() > lastYear {
				return Point{}, fmt.Errorf("%w, and %s lies beyond", errBeyond, text)
			}
			return Point{Dated: true, Until: clock.Time(t.UnixNano())}, nil
		}
	}
	return Point{}, fmt.Errorf("%w: %q was not understood; %s", Err, Short(text), advice(text))
}

// What virtual time can hold whole, and what a calendar is asked for: more would lie beyond it.
const (
	firstYear, lastYear = 1678, 2261
	hourMost, dayMost   = 100_000, 20_000
)

// errBeyond is an Err of a text that names a moment which virtual time cannot hold.
var errBeyond = fmt.Errorf("%w: virtual time goes from the year %d to %d", Err, firstYear, lastYear)

// Short is a text for a message: it may have come from anywhere.
func Short(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
