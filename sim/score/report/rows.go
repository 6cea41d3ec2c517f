package report

import (
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/transcript"
)

// bundle is the transcript as the page's script reads it. Names, kinds and days stand once and rows name them by
// number: a log of 20,000 events stays a few megabytes.
type bundle struct {
	Actors []actorName `json:"actors"`
	Kinds  []string    `json:"kinds"`
	Days   []string    `json:"days"`
	Opened uint64      `json:"opened"` // number of the event at which the history ends
	Rows   [][]any     `json:"rows"`   // seq, cause, day, time, actor, kind, text, seen, flags
}

type actorName struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Agent bool   `json:"agent,omitempty"`
}

// Flags of a row.
const (
	flagHidden  = 1
	flagMessage = 2
)

// textMost bounds the runes that a row shows: an agent's call may carry a whole document.
const textMost = 6000

// table numbers names in the order in which they come.
type table struct {
	at   map[string]int
	list []string
}

func (t *table) number(name string) int {
	if n, ok := t.at[name]; ok {
		return n
	}
	if t.at == nil {
		t.at = map[string]int{}
	}
	t.at[name] = len(t.list)
	t.list = append(t.list, name)
	return len(t.list) - 1
}

// transcript is the bundle as JSON that is safe inside a script element: <, > and & are written as \u escapes.
func (s *story) transcript() (template.JS, error) {
	var actors, kinds, days table
	for _, p := range s.People {
		actors.number(string(p.ID))
	}
	b := bundle{Opened: s.opened, Rows: make([][]any, 0, len(s.Log))}
	for _, e := range s.Log {
		n := transcript.Of(e, s.Zone)
		seen := make([]int, len(n.Seen))
		for i, a := range n.Seen {
			seen[i] = actors.number(a)
		}
		day, hour := n.When, ""
		if i := strings.LastIndexByte(n.When, ' '); i > 0 {
			day, hour = n.When[:i], n.When[i+1:]
		}
		text, flags := s.wordsOf(e, n)
		b.Rows = append(b.Rows, []any{n.Seq, n.Cause, days.number(day), hour, actors.number(n.Actor), kinds.number(n.Kind), text, seen, flags})
	}
	b.Kinds, b.Days = kinds.list, days.list
	for _, id := range actors.list {
		a := sim.ActorID(id)
		b.Actors = append(b.Actors, actorName{id, s.name(a), s.isAgent(a)})
	}
	raw, err := json.Marshal(b)
	if err != nil {
		return "", fmt.Errorf("transcript: %w", err)
	}
	return template.JS(raw), nil
}

// wordsOf is what a row says: a message in its own words, and anything else in its line. What has no line for
// people is shown by its fields.
func (s *story) wordsOf(e sim.Event, n transcript.Entry) (text string, flags int) {
	text = n.Text
	if n.Hidden {
		flags |= flagHidden
	}
	if b, ok := e.Body.(sim.Speaker); ok {
		flags |= flagMessage
		text = message(b.Speech())
	} else if text == n.Kind {
		text = s.fieldsOf(e.Body)
	}
	if over := utf8.RuneCountInString(text) - textMost; over > 0 {
		text = fmt.Sprintf("%s … (%d more characters in the log)", string([]rune(text)[:textMost]), over)
	}
	return text, flags
}

// message is where it was said, its subject and its words.
func message(m sim.Speech) string {
	var b strings.Builder
	b.WriteString(m.Thread)
	if len(m.To) > 0 {
		to := make([]string, len(m.To))
		for i, a := range m.To {
			to[i] = string(a)
		}
		fmt.Fprintf(&b, " to %s", strings.Join(to, ", "))
	}
	if m.Urgent {
		b.WriteString(" (urgent)")
	}
	if m.Subject != "" {
		fmt.Fprintf(&b, " — %s", m.Subject)
	}
	head := strings.TrimSpace(b.String())
	if head == "" {
		return m.Text
	}
	return head + "\n" + m.Text
}

// fieldsOf writes a body's fields that are set, in the order of their names.
func (s *story) fieldsOf(b sim.Body) string {
	all, ok := read[map[string]json.RawMessage](b)
	if !ok {
		return b.Kind()
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if v := s.value(string(all[name])); v != "" {
			out = append(out, strings.ToLower(name)+" "+v)
		}
	}
	return strings.Join(out, ", ")
}

// Whole numbers from these on are moments and durations: nothing in a body counts to a thousand million.
const (
	momentLeast   = 100_000_000_000_000_000 // 1973
	durationLeast = int64(time.Second)
)

var whole = regexp.MustCompile(`\b\d+\b`)

// value is a field as a reader takes it in, and empty when the field is.
func (s *story) value(raw string) string {
	if slices.Contains([]string{`""`, "0", "null", "false", "[]", "{}"}, raw) {
		return ""
	}
	raw = strings.NewReplacer(`","`, ", ", `"`, "", "[", "", "]", "").Replace(raw)
	return whole.ReplaceAllStringFunc(raw, func(digits string) string {
		n, err := strconv.ParseInt(digits, 10, 64)
		switch {
		case err != nil || n < durationLeast:
			return digits
		case clock.Time(n) == clock.Never:
			return "never"
		case n >= momentLeast:
			return clock.Time(n).Format(s.Zone)
		}
		return time.Duration(n).Round(time.Second).String()
	})
}

// filters are the choices above the transcript.
type filters struct {
	People []Person
	Apps   []string
}

func (s *story) filters() filters {
	f := filters{People: s.People}
	for _, e := range s.Log {
		app, _, _ := strings.Cut(e.Body.Kind(), ".")
		if !slices.Contains(f.Apps, app) {
			f.Apps = append(f.Apps, app)
		}
	}
	slices.Sort(f.Apps)
	return f
}
