package engine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/point"
)

// ErrPoint is wrapped when a text names no point of an episode.
var ErrPoint = point.Err

// PointForms says how a point can be named, for messages and help. A store knows the names of checkpoints besides.
const PointForms = point.Forms

// Calendar knows a scenario's working time.
type Calendar = point.Calendar

// Place is a point of an episode: the last event of a step. A log can be gone on with from there and from nowhere else.
type Place struct {
	Event uint64
	At    clock.Time // of that event
	Chain sim.Chain  // of all events up to it
}

// Find resolves a point of the log: last when the text is empty. A point inside a step, which is what one input leads to
// at one moment, means the end of that step; before:KIND means its beginning.
func Find(log Log, text string, c Calendar) (Place, error) {
	want, err := point.Parse(text, c)
	if err != nil {
		return Place{}, err
	}
	s := search{Point: want}
	if err := log.Read(0, s.read); err != nil && !errors.Is(err, errThere) {
		return Place{}, fmt.Errorf("look for the point %s: %w", text, err)
	}
	if s.found {
		return s.place, nil
	}
	return s.atEnd(text, c)
}

// IsPoint says whether a text can only be a point by its form, so that no checkpoint should have it as its name.
func IsPoint(text string) bool { return point.Is(text) }

// search walks the log until the place is sure.
type search struct {
	point.Point
	place  Place // the end of the last whole step
	here   Place // the event read last
	open   bool  // the history is over
	laid   bool  // the history has the kind that is asked for
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
		if s.inside || s.Dated && o.At > s.Until && s.place.At <= s.Until {
			s.found = true
			return errThere
		}
	}
	s.here = Place{seq, o.At, s.here.Chain.Next(raw)}
	if o.Kind() == (sim.Opened{}).Kind() {
		s.open, s.opens = true, seq
	}
	if !s.open {
		s.laid = s.laid || o.Kind() == s.Before || o.Kind() == s.After
		return nil
	}
	if !slices.Contains(s.kinds, o.Kind()) {
		s.kinds = append(s.kinds, o.Kind())
	}
	if s.Before == o.Kind() && s.place.Event > 0 {
		s.found = true
		return errThere
	}
	s.inside = s.inside || s.Event == seq || s.After == o.Kind()
	return nil
}

// atEnd looks whether the end of the log, which is the end of a step too, is the place, and says why nothing is.
func (s *search) atEnd(text string, c Calendar) (Place, error) {
	if s.open && (s.Last || s.inside || s.Dated && s.Until == s.here.At) {
		return s.here, nil
	}
	return Place{}, fmt.Errorf("%w: %s", ErrPoint, s.missing(text, c))
}

func (s *search) missing(text string, c Calendar) string {
	when := func(t clock.Time) string { return t.Format(c.TimeZone()) }
	switch {
	case !s.open:
		return "the episode has not begun"
	case s.Event > s.here.Event:
		return fmt.Sprintf("%s; the episode ends at event %d", text, s.here.Event)
	case s.Event > 0:
		return fmt.Sprintf("%s lies in the history, which is laid before the start; the episode begins with event %d", text, s.opens)
	case s.Dated && s.Until == clock.Never:
		return fmt.Sprintf("%s lies beyond the calendar and the episode ends at %s", text, when(s.here.At))
	case s.Dated && s.Until > s.here.At:
		return fmt.Sprintf("%s is %s and the episode ends at %s", text, when(s.Until), when(s.here.At))
	case s.Dated:
		return fmt.Sprintf("%s is %s, before the start", text, when(s.Until))
	case s.laid && !slices.Contains(s.kinds, s.Before+s.After):
		return fmt.Sprintf("%s lies in the history, which is laid before the start; the episode begins with event %d", text, s.opens)
	case s.Before != "" && slices.Contains(s.kinds, s.Before):
		return fmt.Sprintf("%s: the first event of that kind is part of the start", text)
	}
	return fmt.Sprintf("%s: no event of the kind %s; %s", text, s.Before+s.After, point.KindsLike(s.Before+s.After, s.kinds))
}

func (p Place) String() string { return strconv.FormatUint(p.Event, 10) }
