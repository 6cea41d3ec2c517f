package clock

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/robfig/cron/v3"
)

// Schedule says when something recurs in a zone. Parse is the only way to make
// one. It is immutable.
//
// A cron expression names local times, and the package's rules turn them into
// moments: a time that a clock change skips fires at the first moment after
// the gap, once however many times fall together there, and a time that is
// repeated fires at its first occurrence only. So "30 2 * * *" fires once on
// every date, and "0 * * * *" not for two hours when an hour is repeated.
type Schedule struct {
	expr string
	spec cron.SpecSchedule
	loc  *time.Location
}

// Parse reads a cron expression of five fields, or a descriptor such as
// "@daily", whose times are local to loc. It refuses a zone inside the
// expression, "@every", which has no fixed times, and what can never fire.
func Parse(expr string, loc *time.Location) (Schedule, error) {
	expr = strings.TrimSpace(expr)
	spec, err := parseSpec(expr)
	if err != nil {
		return Schedule{}, fmt.Errorf("schedule %q: %w", expr, err)
	}
	if loc == nil || loc == time.Local {
		return Schedule{}, fmt.Errorf("schedule %q: needs a zone that does not depend on the machine", expr)
	}
	return Schedule{expr: expr, spec: spec, loc: loc}, nil
}

// String is the expression as it was given.
func (s Schedule) String() string { return s.expr }

// Zone is where the schedule's times are local.
func (s Schedule) Zone() *time.Location { return s.loc }

// Next is the first moment after t at which s fires, or false if it does not
// fire again before Never.
func (s Schedule) Next(t Time) (Time, bool) {
	at := t.In(s.loc)
	local := time.Unix(t.unix()+offsetAt(at), 0).UTC()
	for {
		local = nextLocal(&s.spec, local)
		if local.IsZero() {
			return 0, false
		}
		next := ofUnix(resolve(local.Unix(), s.loc))
		if next == Never {
			return 0, false
		}
		// In the second pass of a repeated hour the next reading already
		// fired in the first; just after a gap so did those inside it.
		if next > t {
			return next, true
		}
	}
}

// parseSpec is the library's parser, kept away from what it does badly.
func parseSpec(expr string) (cron.SpecSchedule, error) {
	switch {
	case strings.HasPrefix(expr, "TZ=") || strings.HasPrefix(expr, "CRON_TZ="):
		// The library panics on such a prefix without a space after it.
		return cron.SpecSchedule{}, errors.New("zone inside the expression: give it as the zone of the schedule")
	case strings.HasPrefix(expr, "@every"):
		return cron.SpecSchedule{}, errors.New("@every has no fixed times: use fields, such as */15 * * * * for every quarter of an hour")
	}
	parsed, err := parseStandard(expr)
	if err != nil {
		return cron.SpecSchedule{}, err
	}
	spec, ok := parsed.(*cron.SpecSchedule)
	if !ok {
		return cron.SpecSchedule{}, fmt.Errorf("unexpected kind of schedule %T", parsed)
	}
	// Readings are handled as if in UTC, so the library meets no clock change:
	// its own handling loses days that have no midnight.
	spec.Location = time.UTC
	return *spec, checkFires(spec)
}

// parseStandard turns a panic of the library into an error: an expression is
// a user's text and must not end the program.
func parseStandard(expr string) (s cron.Schedule, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("unreadable expression: %v", p)
		}
	}()
	return cron.ParseStandard(expr)
}

// checkFires refuses fields without a value (the library takes "," for a list)
// and dates that no year has.
func checkFires(spec *cron.SpecSchedule) error {
	const values = 1<<63 - 1 // The top bit only says that the field was a star.
	for _, field := range []uint64{spec.Minute, spec.Hour, spec.Dom, spec.Month, spec.Dow} {
		if field&values == 0 {
			return errors.New("never fires: a field has no value")
		}
	}
	if nextLocal(spec, time.Unix(0, 0).UTC()).IsZero() {
		return errors.New("never fires: no month it names has such a day")
	}
	return nil
}

// nextLocal is the first reading after local that spec names, or zero. The
// library gives up after five years, and 29 February can be eight away.
func nextLocal(spec *cron.SpecSchedule, local time.Time) time.Time {
	next := spec.Next(local)
	if next.IsZero() {
		next = spec.Next(time.Date(local.Year()+5, time.December, 31, 23, 59, 59, 0, time.UTC))
	}
	return next
}
