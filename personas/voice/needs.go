package voice

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/personas/words"
	"github.com/tenure-sim/tenure/sim/speech"
)

// Needs is what a text is held to.
type Needs struct {
	Must     []Value  `json:"must,omitempty"`
	May      []Value  `json:"may,omitempty"` // figures and dates that stand in the question: all others are invented
	Never    []Value  `json:"never,omitempty"`
	Least    int      `json:"least,omitempty"` // words
	Most     int      `json:"most,omitempty"`  // words; 0: any number
	Language string   `json:"language,omitempty"`
	Speaker  string   `json:"speaker,omitempty"`
	Listener string   `json:"listener,omitempty"`
	Others   []string `json:"others,omitempty"` // people who must not be spoken for
	Today    string   `json:"today,omitempty"`  // "2026-03-03": what tomorrow and Friday are counted from
	Yes      bool     `json:"yes,omitempty"`    // the message agrees to something or says it is done
	No       bool     `json:"no,omitempty"`     // the message says no to something
	Mail     bool     `json:"mail,omitempty"`
	Fallback string   `json:"fallback,omitempty"` // the text to send when no other is true
	Template string   `json:"template,omitempty"` // the name of the fallback's words
	Tries    int      `json:"tries,omitempty"`    // answers read so far
}

// Value is something a text states.
type Value struct {
	Kind  string   `json:"kind"`
	Text  string   `json:"text"`
	Alt   []string `json:"alt,omitempty"`   // other forms that mean the same
	Topic string   `json:"topic,omitempty"` // what a small number is a number of: "3" alone says nothing
}

// The kinds of values.
const (
	Number  = "number"
	Date    = "date"
	Time    = "time"
	Percent = "percent"
	Name    = "name"    // of a person
	Text    = "text"    // words that stand in the text, in any order
	Subject = "subject" // what something is about: half of its words
	Canary  = "canary"  // a mark that must never be seen
)

var kinds = []string{Number, Date, Time, Percent, Name, Text, Subject, Canary}

const mayMost = 96

// Needs says what the answer to the brief's prompt is held to. What acts state as facts must be in it: values, dates,
// percents, people and what it is about. Reasons may be put in any words.
func (b Brief) Needs(never []Value) Needs {
	n := Needs{Language: "en", Speaker: b.Speaker.Name, Listener: b.Listener, Mail: b.App == words.Mail, Fallback: b.Draft}
	if d, ok := dayIn(b.Clock); ok {
		n.Today = d
	}
	for _, d := range b.Acts {
		n.Must = append(n.Must, musts(d)...)
		switch d.Act.Verb {
		case speech.Decline, speech.Reject, speech.Refuse:
			n.No = true
		case speech.Approve, speech.Done, speech.Commit:
			n.Yes = true
		}
	}
	n.Must = unique(inYear(n.Must, n.Today))
	for _, v := range never {
		// What policy has just decided to tell is no secret in this message.
		if v.Kind == Canary || !slices.ContainsFunc(n.Must, v.same) {
			n.Never = append(n.Never, v)
		}
	}
	for _, p := range b.Peers {
		n.Others = append(n.Others, p.Name)
	}
	for _, l := range b.Thread {
		if l.From != b.Speaker.Name && !slices.Contains(n.Others, l.From) && len(n.Others) < 16 {
			n.Others = append(n.Others, l.From)
		}
	}
	n.May = unique(inYear(b.given(n.Today), n.Today))
	n.Least, n.Most = b.length()
	return n
}

// inYear completes dates without a year to the one nearest to today: "20 March 2027" is not the coming 20 March.
func inYear(vs []Value, today string) []Value {
	now, err := clock.ParseDay(today)
	if err != nil {
		return vs
	}
	year, _, _ := now.Date()
	for i, v := range vs {
		rs := v.readings("")
		if v.Kind != Date || len(rs) != 1 || rs[0].n >= 10000 {
			continue
		}
		best := clock.Day(0)
		for y := year - 1; y <= year+1; y++ {
			day := clock.NewDay(y, time.Month(rs[0].n/100), int(rs[0].n%100))
			if _, m, _ := day.Date(); int64(m) == rs[0].n/100 && (best == 0 || max(day-now, now-day) < max(best-now, now-best)) {
				best = day
			}
		}
		if best != 0 {
			vs[i].Text = best.String()
		}
	}
	return vs
}

// musts are the values of an act. What a template leaves unsaid is not asked of a model either.
func musts(d words.Details) []Value {
	var out []Value
	add := func(text string) { out = append(out, stated(text)...) }
	switch {
	case d.Text != "" && (d.Act.Verb != speech.Change || d.Value == ""):
		out = append(out, sentence(d.Text)...)
	case d.Text == "" && d.Title != "" && !optional(d.Act.Verb):
		out = append(out, Value{Kind: Subject, Text: d.Title})
	}
	add(d.Value)
	add(d.Due)
	add(percent(d))
	if d.Who != "" {
		out = append(out, Value{Kind: Name, Text: d.Who})
	}
	return out
}

// optional are the verbs whose object may be left unsaid: "Noted." is enough.
func optional(v speech.Verb) bool {
	switch v {
	case speech.Acknowledge, speech.Thank, speech.Apologise, speech.SmallTalk, speech.Farewell:
		return true
	}
	return false
}

func percent(d words.Details) string {
	if d.Act.Percent <= 0 {
		return ""
	}
	return strconv.Itoa(d.Act.Percent) + " %"
}

// stated are the values in a short text that is itself a value: its figures and dates, or else its words.
func stated(text string) []Value {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	if hard := valuesIn(text, ""); len(hard) > 0 {
		return hard
	}
	return []Value{{Kind: Text, Text: text}}
}

// sentence are the values of a fact in a sentence: its figures, and half of its words.
func sentence(text string) []Value {
	out := valuesIn(text, "")
	return append(out, Value{Kind: Subject, Text: text})
}

// given are the figures and dates that the question itself holds, the nearest to the matter first.
func (b Brief) given(today string) []Value {
	var out []Value
	add := func(text string) {
		if len(out) < mayMost {
			out = append(out, valuesIn(clipLines(text, draftMost), today)...)
		}
	}
	add(b.Draft)
	for _, d := range b.Acts {
		add(d.Reason)
		add(d.Title)
	}
	for _, f := range b.Facts[:min(len(b.Facts), FactsMost)] {
		add(f)
	}
	add(b.Event)
	for _, l := range slices.Backward(b.shown()) {
		add(l.Text)
	}
	add(b.Clock)
	add(b.Project)
	add(b.World)
	for _, p := range b.Peers {
		add(p.Card)
	}
	out = unique(out)
	return out[:min(len(out), mayMost)]
}

// length is what a message of this kind may have in words, by place and habit. The draft always fits.
func (b Brief) length() (least, most int) {
	n, floor, times := len(strings.Fields(b.Draft)), 45, 25
	if b.App == words.Mail {
		floor, least = 90, min(4, n)
	}
	switch b.Speaker.Style {
	case "terse", "blunt":
		floor, times = floor*2/3, 15
	}
	return max(1, least), max(n, min(300, max(floor, n*times/10+10)))
}

func unique(vs []Value) []Value {
	var out []Value
	for _, v := range vs {
		if !slices.ContainsFunc(out, func(w Value) bool { return w.Kind == v.Kind && w.Text == v.Text && w.Topic == v.Topic }) {
			out = append(out, v)
		}
	}
	return out
}

// Encode gives the one form of equal needs.
func (n Needs) Encode() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(n); err != nil {
		panic(fmt.Sprintf("voice: needs of texts and numbers do not encode: %v", err))
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// DecodeNeeds reads what Encode wrote and refuses everything else.
func DecodeNeeds(raw []byte) (Needs, error) {
	var n Needs
	if err := strict(raw, &n); err != nil {
		return Needs{}, fmt.Errorf("voice: read needs: %w", err)
	}
	for _, vs := range [][]Value{n.Must, n.May, n.Never} {
		for _, v := range vs {
			if !slices.Contains(kinds, v.Kind) {
				return Needs{}, fmt.Errorf("voice: read needs: a value of the kind %q, expected number, date, time, percent, name, text, subject or canary", v.Kind)
			}
		}
	}
	return n, nil
}

// strict decodes one JSON value with no unknown field and nothing behind it.
func strict(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if len(bytes.TrimSpace(raw[d.InputOffset():])) > 0 {
		return fmt.Errorf("something follows it")
	}
	return nil
}
