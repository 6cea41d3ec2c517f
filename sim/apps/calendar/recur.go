package calendar

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/teambition/rrule-go"

	"github.com/tenure-sim/tenure/clock"
)

const (
	slotsMost = 400    // of one event: more than a year of working days
	stepsMost = 20_000 // dates looked at to find them: a daily rule that began fifty years ago
	repeatMax = 12 * time.Hour

	intervalMost = 1000
)

// recurrence is a rule and the slot it starts from, whose wall time in zone every other slot has too.
type recurrence struct {
	rule  string
	first Interval
	zone  *time.Location
}

// slots works out the slots that overlap a window, and the rule as it is kept.
//
// The library is given local readings as if they were UTC. So it meets no clock change, and a meeting stays at ten
// o'clock in both halves of the year.
func (r recurrence) slots(window Interval) (slots []Interval, kept string, err error) {
	// A rule is a user's text and must not end the program, whatever the library makes of it.
	defer func() {
		if p := recover(); p != nil {
			slots, err = nil, fmt.Errorf("unreadable rule: %v", p)
		}
	}()
	if r.first.length() > repeatMax {
		return nil, "", fmt.Errorf("a recurring event can last %s at most", repeatMax)
	}
	opts, err := r.options()
	if err != nil {
		return nil, "", err
	}
	rule, err := rrule.NewRRule(*opts)
	if err != nil {
		return nil, "", err
	}
	slots = r.within(rule.Iterator(), window)
	opts.Dtstart = time.Time{}
	return slots, opts.RRuleString(), nil
}

// within turns local readings into the slots that overlap a window.
func (r recurrence) within(next rrule.Next, window Interval) []Interval {
	var out []Interval
	for range stepsMost {
		local, ok := next()
		if !ok {
			break
		}
		from := clock.At(local.Year(), local.Month(), local.Day(), local.Hour(), local.Minute(), r.zone)
		slot := Interval{from, from.Add(r.first.length())}
		if slot.From >= window.To || len(out) == slotsMost {
			break
		}
		if slot.To > window.From {
			out = append(out, slot)
		}
	}
	return out
}

// dateOnly is an UNTIL that names a day. People mean that day included, and the library its first moment.
var dateOnly = regexp.MustCompile(`UNTIL=[0-9]{8}(;|$)`)

func (r recurrence) options() (*rrule.ROption, error) {
	text := strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(r.rule)), "RRULE:")
	if strings.ContainsAny(text, "\r\n") || strings.Contains(text, "DTSTART") {
		return nil, errors.New("the rule must be one line such as FREQ=WEEKLY;BYDAY=MO, without DTSTART: the event's start is that")
	}
	opts, err := rrule.StrToROptionInLocation(text, r.zone)
	if err != nil {
		return nil, err
	}
	if !opts.Until.IsZero() {
		opts.Until = asUTC(opts.Until.In(r.zone))
		if dateOnly.MatchString(text) {
			opts.Until = opts.Until.Add(24*time.Hour - time.Second)
		}
	}
	opts.Dtstart = asUTC(r.first.From.In(r.zone))
	return opts, checkRule(opts)
}

func asUTC(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
}

// checkRule refuses what no meeting does and what the library would search eight thousand years for.
func checkRule(o *rrule.ROption) error {
	switch {
	case o.Freq > rrule.DAILY:
		return errors.New("FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY")
	case o.Interval > intervalMost:
		return fmt.Errorf("INTERVAL can be %d at most", intervalMost)
	case len(o.Byhour)+len(o.Byminute)+len(o.Bysecond) > 0:
		return errors.New("BYHOUR, BYMINUTE and BYSECOND do not apply: the event's start gives the time of day")
	case len(o.Byyearday)+len(o.Byweekno)+len(o.Byeaster) > 0:
		return errors.New("BYYEARDAY, BYWEEKNO and BYEASTER are not supported: use BYDAY, BYMONTHDAY and BYMONTH")
	case o.Freq == rrule.DAILY && len(o.Bysetpos) > 0:
		return errors.New("BYSETPOS picks among several days: FREQ=DAILY has one")
	case !someDate(o.Bymonth, o.Bymonthday):
		return errors.New("no month it names has such a day")
	}
	return nil
}

func someDate(months, days []int) bool {
	if len(months) == 0 || len(days) == 0 {
		return true
	}
	longest := [13]int{0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
	for _, m := range months {
		for _, d := range days {
			if m >= 1 && m <= 12 && max(d, -d) <= longest[m] {
				return true
			}
		}
	}
	return false
}
