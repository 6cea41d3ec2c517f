package reader

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim/speech"
)

// binding acts commit their writer to something, or count as done or told. None of them counts on a model's word alone.
var binding = verbs(speech.Inform, speech.Commit, speech.Decline, speech.Progress, speech.Delay, speech.Change, speech.Approve, speech.Reject,
	speech.Withdraw, speech.Acknowledge, speech.Propose, speech.HandOver, speech.Done)

// affirming are binding acts that nobody does by a question, under a condition, or with "not" before the words.
var affirming = verbs(speech.Commit, speech.Approve, speech.Done)

// dated acts are about the moment that they state.
var dated = verbs(speech.Commit, speech.Delay, speech.Propose)

// bare acts are about nothing in particular.
var bare = verbs(speech.Thank, speech.Apologise, speech.SmallTalk, speech.Farewell, speech.Acknowledge, speech.Escalate)

// hollow words are in every text and bear out nothing.
var hollow = set("a", "an", "the", "i", "we", "you", "it", "to", "of", "and", "or", "is", "are", "be", "in", "on", "at", "by", "for", "that", "this", "my", "your")

func verbs(vs ...speech.Verb) map[speech.Verb]bool {
	m := make(map[speech.Verb]bool, len(vs))
	for _, v := range vs {
		m[v] = true
	}
	return m
}

// holding is a text that a model's reading is held to.
type holding struct {
	lex     *Lexicon
	ctx     Context
	words   string // the writer's own, normalised
	clauses []clause
}

// Hold holds a model's claims to the text they are about. An act that binds counts only if its quote stands in what the
// writer wrote with its own hand; moments and figures are read out of the quote by rule and never taken from the model.
// Dropped says of each act that does not count why.
func (l *Lexicon) Hold(c Claims, text string) (r Reading, dropped []string) {
	h := &holding{lex: l, ctx: c.asked, words: " " + normalise(strings.Join(clean(text), " \n")) + " ", clauses: l.clauses(text)}
	for _, one := range c.Acts {
		a, why := h.hold(one)
		if why != "" {
			dropped = append(dropped, one.Act.String()+": "+why)
			continue
		}
		r.Question = r.Question || a.Verb == speech.Ask || a.Verb == speech.Clarify
		r.Acts = append(r.Acts, a)
	}
	r.Acts = dedupe(r.Acts)
	if c.Unclear != "" {
		r.Unclear = h.unclear(c.Unclear, len(r.Acts) == 0)
	}
	return r, dropped
}

// unclear is what could not be read: words of the text, for the writer will be asked about them.
func (h *holding) unclear(said string, alone bool) string {
	switch {
	case h.stands(normalise(marks.Replace(said))):
		return said
	case alone && len(h.clauses) > 0:
		return cut(strings.TrimSpace(h.clauses[0].raw), 80)
	}
	return ""
}

// stands says whether normalised words are in the text as whole words, one after the other.
func (h *holding) stands(norm string) bool {
	return norm != "" && strings.Contains(h.words, " "+norm+" ")
}

// hold is the act that counts, or why none does.
func (h *holding) hold(c Claim) (a speech.Act, why string) {
	a = c.Act
	quote := strings.Join(strings.Fields(marks.Replace(c.Quote)), " ")
	norm := normalise(quote)
	if !h.stands(norm) {
		switch {
		case binding[a.Verb] && norm == "":
			return a, "no words of the text are given for it"
		case binding[a.Verb]:
			return a, fmt.Sprintf("%q does not stand in the text", cut(quote, 60))
		}
		a.Due, a.Percent, a.Value = 0, 0, h.value(a.Value)
		return a, ""
	}
	if binding[a.Verb] && !slices.ContainsFunc(strings.Fields(norm), func(w string) bool { return !hollow[w] }) {
		return a, fmt.Sprintf("%q alone says nothing", cut(quote, 60))
	}
	if affirming[a.Verb] && h.denied(norm) {
		return a, fmt.Sprintf("%q is asked, denied or said under a condition", cut(quote, 60))
	}
	in := clause{orig: quote, raw: strings.ToLower(quote), norm: " " + norm + " "}
	a.Due = h.due(a, &in, norm)
	a.Percent = share(a, &in)
	h.figure(&a, &in)
	if !hasObject(a) && !bare[a.Verb] {
		a.Note = cut(strings.Trim(in.raw, " ?.!,"), 60)
	}
	return a, ""
}

// around is the clauses that hold words.
func (h *holding) around(norm string) []clause {
	return slices.DeleteFunc(slices.Clone(h.clauses), func(c clause) bool { return !strings.Contains(c.norm, " "+norm+" ") })
}

var denials = []string{"not", "never", "neither", "nor"}

// denied says whether words that would bind stand everywhere in a question, under a condition or behind a "not".
func (h *holding) denied(norm string) bool {
	if slices.ContainsFunc(strings.Fields(norm), func(w string) bool { return slices.Contains(denials, w) }) {
		return true
	}
	in := h.around(norm)
	return len(in) > 0 && !slices.ContainsFunc(in, func(c clause) bool {
		before, _, _ := strings.Cut(c.norm, " "+norm+" ")
		words := strings.Fields(before)
		words = words[max(0, len(words)-3):]
		return !c.asks && !hypothetical.in(c.norm) && !slices.ContainsFunc(words, func(w string) bool { return slices.Contains(denials, w) })
	})
}

// due is the moment an act states: one that the quote names, or the clause around it. Where there are several the model
// says which.
func (h *holding) due(a speech.Act, in *clause, norm string) clock.Time {
	if a.Req != "" && (a.Verb == speech.Inform || a.Verb == speech.Change) {
		return 0 // that is its value
	}
	if a.Due == 0 && !(dated[a.Verb] && a.Verb != speech.Delay) { // what is late mostly names the old date
		return 0
	}
	found := whens(in.raw, h.ctx)
	if around := h.around(norm); len(found) == 0 && len(around) > 0 {
		found = whens(around[0].raw, h.ctx)
	}
	for _, m := range found {
		if m.at(h.ctx) == a.Due {
			return a.Due
		}
	}
	return due(found, h.ctx)
}

// share is how far something is, as the quote says.
func share(a speech.Act, in *clause) int {
	if a.Verb != speech.Progress {
		return 0
	}
	if m := percent.FindStringSubmatch(in.raw); m != nil {
		return min(100, atoi(m[1]))
	}
	for _, x := range roughly {
		if strings.Contains(in.norm, " "+x.cue+" ") {
			return x.percent
		}
	}
	return 0
}

// figure completes an act with the value that its quote states.
func (h *holding) figure(a *speech.Act, in *clause) {
	found := whens(in.raw, h.ctx)
	switch {
	case a.Req != "" && (a.Verb == speech.Inform || a.Verb == speech.Change):
		said := h.value(a.Value)
		if a.Value, a.Version = h.lex.stated(a.Req, in, found, h.ctx); a.Value == "" {
			a.Value = said
		}
	case a.Req != "" && a.Verb == speech.Acknowledge:
		a.Value = ""
		_, a.Version = h.lex.stated(a.Req, in, found, h.ctx)
	case a.Fact != "" && a.Verb == speech.Inform && h.value(a.Value) == "":
		a.Value = anyValue(in, found, figures(in, found), h.ctx)
	default:
		a.Value = h.value(a.Value)
	}
}

// value is a value that the text states, or none.
func (h *holding) value(v string) string {
	if h.stands(normalise(marks.Replace(v))) {
		return v
	}
	return ""
}
