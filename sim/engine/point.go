package engine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// ErrPoint is wrapped when a text names no point of an episode.
var ErrPoint = errors.New("no such point")

// PointForms says how a point can be named, for messages and help. A store knows the names of checkpoints besides.
const PointForms = "an event number, a virtual time such as 2026-03-09T10:00, hour:120, day:12, before:KIND, after:KIND, after:EVENT, last or the name of a checkpoint"

// Calendar knows a scenario's working time.
type Calendar interface {
	At(work clock.Duration) clock.Time // the moment after so much working time
	Day(n int) clock.Time              // the moment at which the nth working day begins; 1 is the first
	TimeZone() *time.Location
}

// Place is a point of an episode: the last event of a step. A log can be gone on with from there and from nowhere else.
type Place struct {
	Event uint64
	At    clock.Time // of that event
	Chain sim.Chain  // of all events up to it
}

// target is what a text asks for: exactly one of its fields.
type target struct {
	last   bool
	event  uint64 // the end of the step that holds it
	dated  bool
	until  clock.Time // dated: the end of the last step at or before the moment
	before string     // the end of the step before the first that holds the kind
	after  string     // the end of the first step that holds the kind
}

// Find resolves a point of the log: last when the text is empty. A point inside a step, which is what one input leads to
// at one moment, means the end of that step; before:KIND means its beginning.
func Find(log Log, text string, c Calendar) (Place, error) {
	want, err := parsePoint(text, c)
	if err != nil {
		return Place{}, err
	}
	s := search{target: want}
	if err := log.Read(0, s.read); err != nil && !errors.Is(err, errThere) {
		return Place{}, fmt.Errorf("look for the point %s: %w", text, err)
	}
	if s.found {
		return s.place, nil
	}
	return s.atEnd(text, c)
}

// IsPoint says whether a text can only be a point by its form, so that no checkpoint should have it as its name.
func IsPoint(text string) bool {
	_, err := parsePoint(text, noCalendar{})
	return err == nil || errors.Is(err, errBeyond)
}

// noCalendar is one for texts whose form alone matters.
type noCalendar struct{}

func (noCalendar) At(clock.Duration) clock.Time { return 0 }
func (noCalendar) Day(int) clock.Time           { return 0 }
func (noCalendar) TimeZone() *time.Location     { return time.UTC }

func parsePoint(text string, c Calendar) (target, error) {
	if text == "" || text == "last" {
		return target{last: true}, nil
	}
	if n, err := strconv.ParseUint(text, 10, 64); err == nil && n > 0 {
		return target{event: n}, nil
	}
	how, rest, _ := strings.Cut(text, ":")
	switch n, err := strconv.ParseFloat(rest, 64); {
	case how == "hour" && err == nil && n >= 0 && n <= hourMost:
		return target{dated: true, until: c.At(clock.Duration(n * float64(time.Hour)))}, nil
	case how == "day" && err == nil && n >= 1 && n <= dayMost && n == float64(int(n)):
		return target{dated: true, until: c.Day(int(n))}, nil
	case how == "after" && err == nil && n >= 1 && n < 1e15:
		return target{event: uint64(n)}, nil
	case how == "after" && strings.Contains(rest, "."):
		return target{after: rest}, nil
	case how == "before" && strings.Contains(rest, "."):
		return target{before: rest}, nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02"} {
		if t, err := time.ParseInLocation(layout, text, c.TimeZone()); err == nil {
			if t.Year() < firstYear || t.Year() > lastYear {
				return target{}, fmt.Errorf("%w, and %s lies beyond", errBeyond, text)
			}
			return target{dated: true, until: clock.Time(t.UnixNano())}, nil
		}
	}
	return target{}, fmt.Errorf("%w: %q was not understood; %s", ErrPoint, shortened(text), advice(text))
}

// What virtual time can hold whole, and what a calendar is asked for: more would lie beyond it.
const (
	firstYear, lastYear = 1678, 2261
	hourMost, dayMost   = 100_000, 20_000
)

// errBeyond is an ErrPoint of a text that names a moment which virtual time cannot hold.
var errBeyond = fmt.Errorf("%w: virtual time goes from the year %d to %d", ErrPoint, firstYear, lastYear)

// shortened is a text for a message: it may have come from anywhere.
func shortened(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// search walks the log until the place is sure.
type search struct {
	target
	place  Place // the end of the last whole step
	here   Place // the event read last
	open   bool  // the history is over
	opens  uint64
	inside bool // the step being read holds what was asked for
	found  bool
	kinds  []string
}

func (s *search) read(seq uint64, raw []byte) error {
	o, err := sim.OutlineOf(raw)
	if err != nil {
		return err
	}
	if s.open && o.Begins() {
		s.place = s.here
		if s.inside || s.dated && o.At > s.until && s.place.At <= s.until {
			s.found = true
			return errThere
		}
	}
	s.here = Place{seq, o.At, s.here.Chain.Next(raw)}
	if o.Kind() == (sim.Opened{}).Kind() {
		s.open, s.opens = true, seq
	}
	if !s.open {
		return nil
	}
	if !slices.Contains(s.kinds, o.Kind()) {
		s.kinds = append(s.kinds, o.Kind())
	}
	if s.before == o.Kind() && s.place.Event > 0 {
		s.found = true
		return errThere
	}
	s.inside = s.inside || s.event == seq || s.after == o.Kind()
	return nil
}

// atEnd looks whether the end of the log, which is the end of a step too, is the place, and says why nothing is.
func (s *search) atEnd(text string, c Calendar) (Place, error) {
	if s.open && (s.last || s.inside || s.dated && s.until == s.here.At) {
		return s.here, nil
	}
	return Place{}, fmt.Errorf("%w: %s", ErrPoint, s.missing(text, c))
}

func (s *search) missing(text string, c Calendar) string {
	when := func(t clock.Time) string { return t.Format(c.TimeZone()) }
	switch {
	case !s.open:
		return "the episode has not begun"
	case s.event > s.here.Event:
		return fmt.Sprintf("%s; the episode ends at event %d", text, s.here.Event)
	case s.event > 0:
		return fmt.Sprintf("%s lies in the history, which is laid before the start; the episode begins with event %d", text, s.opens)
	case s.dated && s.until == clock.Never:
		return fmt.Sprintf("%s lies beyond the calendar and the episode ends at %s", text, when(s.here.At))
	case s.dated && s.until > s.here.At:
		return fmt.Sprintf("%s is %s and the episode ends at %s", text, when(s.until), when(s.here.At))
	case s.dated:
		return fmt.Sprintf("%s is %s, before the start", text, when(s.until))
	case s.before != "" && slices.Contains(s.kinds, s.before):
		return fmt.Sprintf("%s: the first event of that kind is part of the start", text)
	}
	return fmt.Sprintf("%s: no event of the kind %s; %s", text, s.before+s.after, kindsLike(s.before+s.after, s.kinds))
}

func (p Place) String() string { return strconv.FormatUint(p.Event, 10) }
