package reader

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
)

// A date with no time of day means the end of a working day.
const endOfDay = 17 * 60

// moment is a date, a time of day, or both, as written in a clause.
type moment struct {
	day      clock.Day
	dated    bool
	weekday  bool // the date comes from a weekday's name: an explicit date beside it is better
	minute   int
	timed    bool
	from, to int  // where it stands in the text
	past     bool // "since Monday", "last week": not something to come
	leads    bool // after "by", "to", "until": what the clause is about
	absolute clock.Time
}

const (
	monthNames = `(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?`
	dayNames   = `(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?`
)

var (
	isoDate   = regexp.MustCompile(`\b(20\d\d)-(\d\d)-(\d\d)(?:[t ](\d\d):(\d\d))?`)
	dayMonth  = regexp.MustCompile(`\b(\d{1,2})(?:st|nd|rd|th|\.)? (?:of )?` + monthNames + `\b\.?(?:,? (20\d\d)\b)?`)
	monthDay  = regexp.MustCompile(`\b` + monthNames + `\.? (\d{1,2})(?:st|nd|rd|th)?\b(?:,? (20\d\d)\b)?`)
	dotDate   = regexp.MustCompile(`\b(\d{1,2})\.(\d{1,2})\.(20\d\d)?`)
	slashDate = regexp.MustCompile(`\b(\d{1,2})/(\d{1,2})(?:/(20\d\d))?\b`)
	weekdays  = regexp.MustCompile(`\b(?:(next|this|coming) )?` + dayNames + `\b`)
	relative  = regexp.MustCompile(`\b(day after tomorrow|today|tonight|this (?:morning|afternoon|evening)|tomorrow|eod|end of (?:the |my |your )?day|cob|close of business|eow|end of (?:the |this )?week|end of next week|next week|this week|end of (?:the |this )?month)\b`)
	inSpan    = regexp.MustCompile(`\b(?:in|within|needs|need|take|takes|another) (?:about |around |the next )?(an?|one|two|three|four|five|six|\d{1,3})(?: more)? (minute|min|hour|day|working day|business day|week)s?\b`)
	clockTime = regexp.MustCompile(`\b(\d{1,2}):(\d\d)\s?(am|pm)?\b`)
	amPm      = regexp.MustCompile(`\b(\d{1,2})\s?(am|pm|a\.m|p\.m)\b`)
	atHour    = regexp.MustCompile(`\bat (1?\d)(?: ?o'?clock)?(?:[ ,?!]|$)`)
	dayPart   = regexp.MustCompile(`\b(noon|midday|midnight|morning|lunch|lunchtime|afternoon|evening|tonight|eod|cob)\b`)
)

var months = map[string]time.Month{"jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9,
	"oct": 10, "nov": 11, "dec": 12}

var numbers = map[string]int{"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}

var partMinute = map[string]int{"noon": 720, "midday": 720, "midnight": 1439, "morning": 600, "lunch": 720, "lunchtime": 720,
	"afternoon": 16 * 60, "evening": 18 * 60, "tonight": 20 * 60, "eod": endOfDay, "cob": endOfDay}

// whens finds the moments in a clause, relative to now, in the order they stand.
func whens(raw string, c Context) []moment {
	today := clock.DayOf(c.Now, c.zone())
	f := finder{raw: raw, today: today, now: c.Now, digits: strings.ContainsAny(raw, digits)}
	if f.digits {
		f.iso()
		f.explicit()
	}
	f.relatives()
	f.spans()
	f.weekdays()
	f.times(c)
	f.order()
	return f.found
}

type finder struct {
	raw    string
	digits bool // most clauses have none, and then most forms need not be looked for
	today  clock.Day
	now    clock.Time
	found  []moment
}

const digits = "0123456789"

func (f *finder) free(from, to int) bool {
	for _, m := range f.found {
		if from < m.to && m.from < to {
			return false
		}
	}
	return true
}

func (f *finder) add(m moment) {
	if f.free(m.from, m.to) && len(f.found) < 12 {
		f.found = append(f.found, m)
	}
}

func (f *finder) group(m []int, n int) string {
	if m[2*n] < 0 {
		return ""
	}
	return f.raw[m[2*n]:m[2*n+1]]
}

func (f *finder) iso() {
	for _, m := range isoDate.FindAllStringSubmatchIndex(f.raw, 8) {
		d, err := clock.ParseDay(f.group(m, 1) + "-" + f.group(m, 2) + "-" + f.group(m, 3))
		if err != nil {
			continue
		}
		x := moment{day: d, dated: true, from: m[0], to: m[1]}
		if h := f.group(m, 4); h != "" {
			x.minute, x.timed = min(atoi(h)*60+atoi(f.group(m, 5)), 1439), true
		}
		f.add(x)
	}
}

func (f *finder) explicit() {
	put := func(m []int, year string, month time.Month, day int) {
		if d, ok := f.year(year, month, day); ok {
			f.add(moment{day: d, dated: true, from: m[0], to: m[1]})
		}
	}
	for _, m := range dayMonth.FindAllStringSubmatchIndex(f.raw, 8) {
		put(m, f.group(m, 3), months[f.group(m, 2)], atoi(f.group(m, 1)))
	}
	for _, m := range monthDay.FindAllStringSubmatchIndex(f.raw, 8) {
		put(m, f.group(m, 3), months[f.group(m, 1)], atoi(f.group(m, 2)))
	}
	for _, m := range dotDate.FindAllStringSubmatchIndex(f.raw, 8) {
		put(m, f.group(m, 3), time.Month(atoi(f.group(m, 2))), atoi(f.group(m, 1)))
	}
	for _, m := range slashDate.FindAllStringSubmatchIndex(f.raw, 8) {
		month, day := atoi(f.group(m, 1)), atoi(f.group(m, 2))
		if month > 12 {
			month, day = day, month
		}
		put(m, f.group(m, 3), time.Month(month), day)
	}
}

// year completes a date without a year to the one nearest to today, with a bias to what is to come.
func (f *finder) year(year string, month time.Month, day int) (clock.Day, bool) {
	if month < 1 || month > 12 || day < 1 || day > 31 {
		return 0, false
	}
	y, _, _ := f.today.Date()
	if year != "" {
		y = atoi(year)
	}
	d := clock.NewDay(y, month, day)
	if _, m, _ := d.Date(); m != month {
		return 0, false // 31 February
	}
	switch {
	case year != "":
	case d < f.today-150:
		d = clock.NewDay(y+1, month, day)
	case d > f.today+300:
		d = clock.NewDay(y-1, month, day)
	}
	return d, true
}

// monday is the first day of today's week.
func (f *finder) monday() clock.Day { return f.today - clock.Day((int(f.today.Weekday())+6)%7) }

func (f *finder) relatives() {
	for _, m := range relative.FindAllStringSubmatchIndex(f.raw, 8) {
		x := moment{day: f.today, dated: true, from: m[0], to: m[1]}
		switch word := f.group(m, 1); {
		case word == "day after tomorrow":
			x.day += 2
		case word == "tomorrow":
			x.day++
		case word == "end of next week" || word == "next week":
			x.day = f.monday() + 11
		case word == "eow" || strings.HasSuffix(word, "week"):
			x.day = max(f.monday()+4, f.today)
		case strings.HasSuffix(word, "month"):
			y, mo, _ := f.today.Date()
			x.day = clock.NewDay(y, mo+1, 0)
		case word == "tonight" || strings.HasPrefix(word, "this "):
			x.minute, x.timed = partMinute[strings.TrimPrefix(word, "this ")], true
		}
		f.add(x)
	}
}

func (f *finder) spans() {
	for _, m := range inSpan.FindAllStringSubmatchIndex(f.raw, 4) {
		word := f.group(m, 1)
		n, ok := numbers[word]
		if !ok {
			n = atoi(word)
		}
		x := moment{day: f.today, dated: true, from: m[0], to: m[1], leads: true}
		switch f.group(m, 2) {
		case "minute", "min":
			x.absolute = f.now.Add(clock.Duration(n) * time.Minute)
		case "hour":
			x.absolute = f.now.Add(clock.Duration(n) * time.Hour)
		case "week":
			x.day += clock.Day(7 * n)
		case "day":
			x.day += clock.Day(n)
		default:
			x.day = f.workdays(n)
		}
		f.add(x)
	}
}

// workdays counts days other than weekends; a text does not know the holidays.
func (f *finder) workdays(n int) clock.Day {
	d := f.today
	for n > 0 {
		if d++; d.Weekday() != time.Saturday && d.Weekday() != time.Sunday {
			n--
		}
	}
	return d
}

// weekdays: "Friday" is the coming one; "next Friday" is in the week after this. Today's own name means today only
// beside "this" or a time of day: people say "today" for today.
func (f *finder) weekdays() {
	for _, m := range weekdays.FindAllStringSubmatchIndex(f.raw, 8) {
		n := clock.Day(strings.Index("mon tue wed thu fri sat sun", f.group(m, 2)[:3]) / 4)
		d := f.monday() + n
		today := d == f.today && f.group(m, 1) == "" && !clockTime.MatchString(f.raw) && !amPm.MatchString(f.raw) && !dayPart.MatchString(f.raw)
		if f.group(m, 1) == "next" || today {
			d += 7
		} else if d < f.today {
			d += 7
		}
		f.add(moment{day: d, dated: true, weekday: true, from: m[0], to: m[1]})
	}
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}
