package clock

import (
	"errors"
	"fmt"
	"time"
)

// Span is a part of a local day, in minutes since midnight, without To itself.
type Span struct{ From, To int }

// Week is the working spans of each day, indexed by time.Weekday. What lies
// between two spans of a day is a break, such as lunch.
type Week [7][]Span

// Office is the same hours on Monday to Friday with lunch at the same time, in
// minutes since midnight. Without lunch, give two equal minutes.
func Office(fromMin, toMin, lunchFrom, lunchTo int) Week {
	spans := []Span{{fromMin, lunchFrom}, {lunchTo, toMin}}
	if lunchFrom == lunchTo {
		spans = []Span{{fromMin, toMin}}
	}
	var week Week
	for day := time.Monday; day <= time.Friday; day++ {
		week[day] = spans
	}
	return week
}

// check says what is wrong with a week.
func (w Week) check() error {
	spans := 0
	for day, list := range w {
		if err := checkSpans(list); err != nil {
			return fmt.Errorf("working hours of %s: %w", time.Weekday(day), err)
		}
		spans += len(list)
	}
	if spans == 0 {
		return errors.New("working hours: no day has a working span")
	}
	return nil
}

// checkSpans wants each span within a day, not empty and not before the end of
// the one before it.
func checkSpans(list []Span) error {
	end := 0
	for _, s := range list {
		switch {
		case s.From < 0 || s.To > minutesPerDay:
			return fmt.Errorf("span %s is not within 00:00-24:00", s)
		case s.From >= s.To:
			return fmt.Errorf("span %s does not end after it starts", s)
		case s.From < end:
			return fmt.Errorf("span %s starts before the one ahead of it ends", s)
		}
		end = s.To
	}
	return nil
}

// String is the span as "09:00-12:30".
func (s Span) String() string {
	return fmt.Sprintf("%s-%s", clockFace(s.From), clockFace(s.To))
}

func clockFace(minute int) string {
	if minute < 0 {
		return fmt.Sprintf("minute %d", minute)
	}
	return fmt.Sprintf("%02d:%02d", minute/60, minute%60)
}
