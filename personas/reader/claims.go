package reader

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/prompt"
	"github.com/tenure-sim/tenure/sim/speech"
)

// quoteMost is the most letters of the words that bear out an act.
const quoteMost = 240

// answerTokens is as much of a wrong answer as is shown again.
const answerTokens = 300

// Claims is a model's reading as it was given. Nothing in it counts before Hold.
type Claims struct {
	Acts    []Claim
	Unclear string
	asked   Context // when, and in which zone
}

// Claim is an act with the words of the text that are said to do it.
type Claim struct {
	Act   speech.Act
	Quote string
}

type modelAct struct {
	Verb    string `json:"verb"`
	About   string `json:"about"`
	Who     string `json:"who"`
	Due     string `json:"due"`
	Percent int    `json:"percent"`
	Value   string `json:"value"`
	Quote   string `json:"quote"`
}

// ParseClaims reads a model's answer. An unknown verb or id, a due that is no moment, or too many acts are errors: an
// answer that is half wrong is not half believed.
func ParseClaims(raw string, ids IDs) (Claims, error) {
	zone, err := clock.Zone(ids.Zone)
	if err != nil {
		return Claims{}, fmt.Errorf("reading: %w", err)
	}
	var a struct {
		Acts    []modelAct `json:"acts"`
		Unclear string     `json:"unclear"`
	}
	d := json.NewDecoder(strings.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil {
		return Claims{}, fmt.Errorf("reading: %w", err)
	}
	if len(bytes.TrimSpace([]byte(raw)[d.InputOffset():])) > 0 {
		return Claims{}, fmt.Errorf("reading: something follows the object")
	}
	if len(a.Acts) > maxActs {
		return Claims{}, fmt.Errorf("reading: %d acts, at most %d are read", len(a.Acts), maxActs)
	}
	out := Claims{asked: Context{Now: ids.From, Zone: zone}, Unclear: cut(strings.ToValidUTF8(flat(a.Unclear), ""), 80)}
	for i, m := range a.Acts {
		act, err := m.act(ids, out.asked)
		if err != nil {
			return Claims{}, fmt.Errorf("reading: act %d: %w", i+1, err)
		}
		out.Acts = append(out.Acts, Claim{Act: act, Quote: m.Quote})
	}
	return out, nil
}

// Mend asks for a reading once more, with what was wrong with the answer.
func Mend(p prompt.Prompt, answer string, wrong error) prompt.Prompt {
	if answer = prompt.Clip(answer, answerTokens); strings.TrimSpace(answer) == "" {
		answer = "(nothing)"
	}
	again := "That is no reading: " + prompt.Clip(flat(wrong.Error()), 80) + ".\nRead the message again. Answer with the JSON object alone, in the form and with the verbs and ids above."
	p.Messages = append(slices.Clip(p.Messages), prompt.Message{Role: prompt.Assistant, Content: answer}, prompt.Message{Role: prompt.User, Content: again})
	return p
}

func (m modelAct) act(ids IDs, asked Context) (speech.Act, error) {
	a := speech.Act{Verb: speech.Verb(m.Verb), Percent: m.Percent, Value: flat(m.Value)}
	switch {
	case !slices.Contains(speech.Verbs, a.Verb):
		return a, fmt.Errorf("verb %q is unknown", m.Verb)
	case m.Percent < 0 || m.Percent > 100:
		return a, fmt.Errorf("%d percent, expected 0 to 100", m.Percent)
	case len(a.Value) > 120:
		return a, fmt.Errorf("the value has %d bytes, at most 120 are read", len(a.Value))
	case len(m.Quote) > 4*quoteMost:
		return a, fmt.Errorf("the quote has %d bytes, at most %d are read", len(m.Quote), 4*quoteMost)
	case m.About != "" && !slices.Contains(ids.Names, m.About), m.Who != "" && !slices.Contains(ids.Names, m.Who):
		return a, fmt.Errorf("about %q, who %q: not in the list of ids", m.About, m.Who)
	}
	if m.About != "" {
		kind, id, _ := strings.Cut(m.About, ":")
		k := slices.Index(kindNames[:], kind)
		if k < 0 {
			return a, fmt.Errorf("about %q: a person is named under who", m.About)
		}
		a = (&reading{}).put(a, named{kind: Kind(k), id: id})
	}
	if m.Who != "" {
		id, ok := strings.CutPrefix(m.Who, "person:")
		if !ok {
			return a, fmt.Errorf("who %q is no person", m.Who)
		}
		a.Who = sim.ActorID(id)
	}
	var err error
	a.Due, err = localDue(m.Due, asked)
	return a, err
}

// localDue is a stated moment of the reader's zone; a date alone means its end of work. Within a hundred years of now.
func localDue(s string, asked Context) (clock.Time, error) {
	if s == "" {
		return 0, nil
	}
	day, hour, timed := strings.Cut(s, "T")
	d, err := clock.ParseDay(day)
	if err != nil {
		return 0, fmt.Errorf("due %q, expected a moment such as 2026-03-12T17:00", s)
	}
	minute := endOfDay
	if timed {
		t, err := time.Parse("15:04", hour)
		if err != nil {
			return 0, fmt.Errorf("due %q, expected a moment such as 2026-03-12T17:00", s)
		}
		minute = t.Hour()*60 + t.Minute()
	}
	if far := d - clock.DayOf(asked.Now, asked.Zone); far > 36500 || far < -36500 {
		return 0, fmt.Errorf("due %q lies too far from now", s)
	}
	return d.At(minute, asked.Zone), nil
}
