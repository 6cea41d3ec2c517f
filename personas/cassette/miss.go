package cassette

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tenure-sim/tenure/sim/prompt"
)

// nearMost is how many records of a slot are compared to find the nearest.
const nearMost = 16

// miss says that a question is not on the tape, and what of it is new.
func (t *Tape) miss(q record) error {
	head := fmt.Sprintf("question %d of %s (%s) is not on it", q.Ordinal, q.who(), q.Role)
	t.mu.Lock()
	offsets := t.index.slots[q.mark().slot()]
	far := t.index.who[asker(q.Owner, q.Persona)]
	offsets = append([]int64(nil), offsets[max(0, len(offsets)-nearMost):]...)
	end := t.ends(q)
	t.mu.Unlock()
	switch {
	case end != "":
		return fmt.Errorf("%s: %s", head, end)
	case far.n == 0:
		return fmt.Errorf("%s, nor is any other of %s", head, q.who())
	case len(offsets) == 0:
		return fmt.Errorf("%s: it has %d of %s, the last of them question %d", head, far.n, q.who(), far.last)
	}
	best, at := record{}, int64(-1)
	for _, offset := range offsets {
		r, err := t.file.record(offset)
		if err != nil {
			return err
		}
		if at < 0 || common(string(r.Prompt), string(q.Prompt)) > common(string(best.Prompt), string(q.Prompt)) {
			best, at = r, offset
		}
	}
	return fmt.Errorf("%s; the nearest is in line %d, where %s", head, t.file.lineAt(at), difference(best, q))
}

// ends says that the recording went no further than to a question, which is no difference to what was recorded; empty if it
// did. It wants the lock.
func (t *Tape) ends(q record) string {
	last := t.index.last[q.Owner]
	why := ""
	switch broken := t.index.open[q.mark().key()]; {
	case broken:
		why = "it was being asked when the recording was broken off"
	case last.n == 0 || q.Ordinal <= last.last:
		return ""
	default:
		of := record{Owner: q.Owner, Persona: last.persona}
		why = fmt.Sprintf("it comes after the last that was recorded, question %d of %s (%s)", last.last, of.who(), last.role)
	}
	all := len(t.index.at)
	return fmt.Sprintf("the tape ends here, for %s; %d of the %d answers on it were played. In mode %s the run goes on from here, and what is asked is kept",
		why, min(t.played, all), all, Record)
}

func (r record) who() string {
	if r.Persona == "" {
		return r.Owner
	}
	return r.Persona
}

// difference is the first thing in which two questions differ.
func difference(was, now record) string {
	switch {
	case was.Role != now.Role && was.Key == now.Key:
		return fmt.Sprintf("the role is %s and not %s", was.Role, now.Role)
	case was.Model != now.Model:
		return fmt.Sprintf("the model is %q and not %q", was.Model, now.Model)
	case string(was.Params) != string(now.Params):
		return fmt.Sprintf("the parameters are %s and not %s", was.Params, now.Params)
	case string(was.Schema) != string(now.Schema):
		return "the schema differs: " + first(string(was.Schema), string(now.Schema))
	}
	a, errA := prompt.Decode(was.Prompt)
	b, errB := prompt.Decode(now.Prompt)
	if errA != nil || errB != nil {
		return "the prompt differs: " + first(string(was.Prompt), string(now.Prompt))
	}
	return promptDifference(a, b)
}

func promptDifference(was, now prompt.Prompt) string {
	for i := range min(len(was.Messages), len(now.Messages)) {
		a, b := was.Messages[i], now.Messages[i]
		where := fmt.Sprintf("message %d (%s) differs", i+1, b.Role)
		switch {
		case a.Role != b.Role:
			return fmt.Sprintf("message %d is of %s and not of %s", i+1, a.Role, b.Role)
		case a.Content != b.Content:
			return where + " " + first(a.Content, b.Content)
		case a.Answers != b.Answers:
			return where + " in the call it answers: " + first(a.Answers, b.Answers)
		}
		if ca, cb := fmt.Sprint(a.Calls), fmt.Sprint(b.Calls); ca != cb {
			return where + " in its calls " + first(ca, cb)
		}
	}
	switch {
	case len(was.Messages) != len(now.Messages):
		return fmt.Sprintf("there are %d messages and not %d", len(was.Messages), len(now.Messages))
	case was.Stable != now.Stable:
		return fmt.Sprintf("%d messages are stable and not %d", was.Stable, now.Stable)
	}
	was.Messages, now.Messages = nil, nil
	return "the tools differ " + first(string(was.Encode()), string(now.Encode()))
}

const around = 30 // bytes shown before and after a difference

// first shows where two texts part.
func first(was, now string) string {
	n := common(was, now)
	return fmt.Sprintf("at character %d: there %s, here %s", utf8.RuneCountInString(now[:n])+1, part(was, n), part(now, n))
}

// common is how many bytes two texts begin with alike, up to whole letters.
func common(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	for n > 0 && (n < len(a) && !utf8.RuneStart(a[n]) || n < len(b) && !utf8.RuneStart(b[n])) {
		n--
	}
	return n
}

func part(s string, at int) string {
	from, to := max(0, at-around), min(len(s), at+around)
	out := strings.ToValidUTF8(s[from:to], "")
	if at >= len(s) {
		return fmt.Sprintf("%q and then its end", out)
	}
	return fmt.Sprintf("%q", out)
}
