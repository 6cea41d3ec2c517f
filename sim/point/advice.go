package point

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/sim/index/people"
)

// grammar is where all forms of a point are told.
const grammar = "all forms: tenure checkpoint create --help"

type form struct{ name, wants, example string }

// forms are those with a name before the colon: what is wanted after it, and an example.
var forms = []form{
	{"hour", "a number of working hours, from 0 to 100000", "hour:120"},
	{"day", "the number of a working day, from 1 to 20000", "day:12"},
	{"before", "a kind of event", "before:agent.done"},
	{"after", "a kind of event or the number of one", "after:agent.done"},
}

// advice says what of a text was not understood and which form was perhaps meant.
func advice(text string) string {
	name, rest, colon := strings.Cut(text, ":")
	if colon {
		for _, f := range forms {
			if name == f.name {
				return "after " + f.name + ": comes " + f.wants + ", such as " + f.example
			}
		}
	}
	if meant := meant(text, name, rest); meant != "" {
		return "did you mean " + meant + "? (" + grammar + ")"
	}
	if _, err := strconv.ParseUint(text, 10, 64); err == nil {
		return "the first event has the number 1"
	}
	if len(text) >= 6 && text[0] >= '0' && text[0] <= '9' && strings.Contains(text, "-") {
		return "it begins as a date and is none; a date is written 2026-03-09 or 2026-03-09T10:00 (" + grammar + ")"
	}
	return "a point is an event number, a date, hour:120, day:12, last or the like (" + grammar + ")"
}

// meant is the point that somebody perhaps had in mind, or nothing.
func meant(text, name, rest string) string {
	names := []string{"last"}
	for _, f := range forms {
		names = append(names, f.name)
	}
	for _, near := range people.Nearest(name, names) {
		if near == "last" && rest == "" || near != "last" && Is(near+":"+rest) {
			return strings.TrimSuffix(near+":"+rest, ":")
		}
	}
	for end, form := range map[string]string{"h": "hour:", "d": "day:"} { // 40h, as other flags take it
		if n, ok := strings.CutSuffix(text, end); ok && Is(form+n) {
			return form + n
		}
	}
	if slices.Contains([]string{"end", "now", "latest", "head"}, strings.ToLower(text)) {
		return "last"
	}
	for _, layout := range []string{"2006-1-2", "2006-1-2T15:4", "2006-1-2 15:4", "2006/1/2", "2006-1-2T15"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Format("2006-01-02T15:04")
		}
	}
	if strings.Contains(text, ".") && !strings.ContainsAny(text, ": ") {
		return "after:" + text
	}
	return ""
}

// KindsLike names the kinds of the episode that were perhaps meant: those nearest to it, or of the same family, or with
// the same ending.
func KindsLike(kind string, have []string) string {
	if near := people.Nearest(kind, have); len(near) > 0 {
		return "did you mean " + strings.Join(near, " or ") + "?"
	}
	family, verb, _ := strings.Cut(kind, ".")
	var like, families []string
	for _, k := range have {
		f, v, _ := strings.Cut(k, ".")
		if f == family || v == verb {
			like = append(like, k)
		}
		if f += ".*"; !slices.Contains(families, f) {
			families = append(families, f)
		}
	}
	if len(like) == 0 {
		like = families
	}
	slices.Sort(like)
	return "there are " + some(like)
}

// someMost is how many names a message lists.
const someMost = 8

func some(names []string) string {
	if len(names) > someMost {
		return strings.Join(names[:someMost], ", ") + " and others (tenure log --all shows them)"
	}
	return strings.Join(names, ", ")
}
