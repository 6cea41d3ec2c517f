package voice

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Problem is why a text cannot be sent.
type Problem struct {
	Code  string `json:"code"`
	Words string `json:"words"` // for the model, so that it can mend the text
}

func (p Problem) String() string { return p.Code + ": " + p.Words }

// The codes of problems.
const (
	Empty       = "empty"
	Missing     = "missing"
	Forbidden   = "forbidden"
	Leaked      = "canary"
	Invented    = "invented"
	Contrary    = "contrary" // says yes for no, or no for yes
	Foreign     = "language"
	Short       = "short"
	Long        = "long"
	ModelTalk   = "model-talk"
	ForOthers   = "speaks-for-others"
	Refusal     = "refusal"
	Placeholder = "placeholder"
	Markup      = "markup"
	Cut         = "cut"
	Repeats     = "repeats"
)

// Check says what is wrong with a text, the gravest first; nothing if it may be sent.
func (n Needs) Check(text string) []Problem {
	text = strings.TrimSpace(text)
	if !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return []Problem{{Empty, "the answer holds no text"}}
	}
	c := &check{Needs: n, answer: read(text, n.Today), low: fold(text), model: fold(n.Fallback)}
	c.secrets()
	c.facts()
	c.invented()
	c.talk()
	c.shape()
	c.size(len(strings.Fields(text)))
	return c.out
}

// check is a text being read against its needs.
type check struct {
	Needs
	*answer
	low   string // the text, folded
	model string // the fallback, folded: what stands there is allowed
	out   []Problem
}

func (c *check) add(code, format string, args ...any) {
	if !slices.ContainsFunc(c.out, func(p Problem) bool { return p.Code == code && code != Missing }) {
		c.out = append(c.out, Problem{code, fmt.Sprintf(format, args...)})
	}
}

func (c *check) secrets() {
	if len(c.text) > textMost {
		c.add(Long, "the text has %d bytes, at most %d are read", len(c.text), textMost)
	}
	for _, v := range c.Never {
		words, yes := c.betrays(v, c.Needs)
		switch {
		case yes && v.Kind == Canary:
			c.add(Leaked, "the text holds words that belong into no message")
		case yes:
			c.add(Forbidden, "leave out %q: it is not to be told here", words)
		}
	}
}

func (c *check) facts() {
	for _, v := range c.Must {
		if !c.states(v, c.Today) {
			c.add(Missing, "say %s", v.ask())
		}
	}
	switch {
	// A template that says no by irony shows that these words cannot judge it.
	case c.No && !c.Yes && denies(tokens(c.model)) && !denies(c.toks):
		c.add(Contrary, "the message says no to something; say so")
	case c.Yes && !c.No:
		if w := c.phraseOf(contrary); w != "" {
			c.add(Contrary, "the message agrees or says that something is done; %q says the contrary", w)
		}
	}
}

func denies(toks []token) bool {
	return slices.ContainsFunc(toks, func(t token) bool { return denials[t.low] || strings.HasSuffix(t.low, "n't") })
}

// ask names a value to the model.
func (v Value) ask() string {
	switch v.Kind {
	case Subject:
		return fmt.Sprintf("that it is about %q", clip(v.Text, 40))
	case Name:
		return fmt.Sprintf("the name %q", clip(v.Text, 40))
	}
	return fmt.Sprintf("the %s %q", v.Kind, clip(v.Text, 40))
}

// invented looks for figures and dates that stand neither in what must be said nor in the question.
func (c *check) invented() {
	var known []reading
	for _, vs := range [][]Value{c.Must, c.May} {
		for _, v := range vs {
			if v.hard() {
				known = append(known, v.readings("")...)
			}
		}
	}
	own := c.own()
	for _, f := range c.found {
		if c.pledged(f) && !slices.ContainsFunc(f.means, func(r reading) bool { return slices.ContainsFunc(own, r.equal) }) {
			c.add(Invented, "nobody decided to promise it for %q; leave that out", c.text[c.toks[f.at].from:c.toks[f.end-1].to])
			return
		}
		if f.odd {
			c.add(Invented, "the day of the week at %q is wrong", c.text[c.toks[f.at].from:c.toks[f.end-1].to])
			return
		}
		if c.harmless(f) || slices.ContainsFunc(f.means, func(r reading) bool { return slices.ContainsFunc(known, r.equal) }) {
			continue
		}
		c.add(Invented, "nobody gave you %q; leave it out", c.text[c.toks[f.at].from:c.toks[f.end-1].to])
		return
	}
}

// own are the values that were decided to be told: a moment that only the listener named is none.
func (c *check) own() []reading {
	var out []reading
	for _, v := range append(valuesIn(c.Fallback, c.Today), c.Must...) {
		if v.hard() {
			out = append(out, v.readings("")...)
		}
	}
	return out
}

// pledged says that a moment is the deadline of a promise.
func (c *check) pledged(f found) bool {
	if len(f.means) == 0 || f.means0().kind == Number || f.means0().kind == Percent {
		return false
	}
	before := f.at - 1
	for before > 0 && (weekday(c.toks[before].low) >= 0 || c.toks[before].low == "the") {
		before--
	}
	if before < 0 || !deadline[c.toks[before].low] {
		return false
	}
	from := strings.LastIndexAny(c.text[:c.toks[f.at].from], ".!?\n") + 1
	s := c.text[from:c.toks[f.at].from]
	return promises(s) && !denies(tokens(s))
}

// harmless are values that assert nothing: small numbers in words or without a unit, days of the week but for deadlines.
func (c *check) harmless(f found) bool {
	r := f.means0()
	if len(f.means) == 0 {
		return true
	}
	if f.relative {
		return f.at == 0 || !deadline[c.toks[f.at-1].low] && !(c.toks[f.at-1].low == "next" && f.at > 1 && deadline[c.toks[f.at-2].low])
	}
	if r.kind == Number && f.words {
		return r.n <= 12_000
	}
	return r.kind == Number && r.n <= 9_000 && listed(c.text, c.toks[f.at].from, c.toks[f.end-1].to)
}

var deadline = set("by until till before for on due from since")

// listed says that a figure only counts points: a line that begins with "1." or "2)".
func listed(text string, from, end int) bool {
	return (from == 0 || text[from-1] == '\n') && end < len(text) && (text[end] == '.' || text[end] == ')')
}

func (c *check) talk() {
	if w := c.phraseOf(modelTalk); w != "" {
		c.add(ModelTalk, "a colleague would not write %q", w)
	}
	for i, t := range c.toks {
		if stage[t.low] && !c.allowed(t.low) && !(t.low == "prompt" && c.quick(i+1)) {
			c.add(ModelTalk, "a colleague would not write %q", t.low)
			break
		}
	}
	if w := c.echo(); w != "" {
		c.add(ModelTalk, "the text repeats what you were told (%q); write the message alone", w)
	}
	if w := c.phraseOf(refusals); w != "" {
		c.add(Refusal, "%q does not answer the colleague; write the message", w)
	}
	c.others()
}

// quick says that "prompt" goes with the word behind it: a prompt reply.
func (c *check) quick(next int) bool {
	return next < len(c.toks) && !stop[c.toks[next].low] && !said[c.toks[next].low] && !c.toks[next].digits
}

var said = set("says said asks asked states tells told requires wants above below given text message engineering")

// allowed says that a word stands in what must be said or in the plain words of the message.
func (c *check) allowed(low string) bool {
	if hasWord(c.model, low) {
		return true
	}
	return slices.ContainsFunc(c.Must, func(v Value) bool { return hasWord(fold(v.Text), low) })
}

// phraseOf is the first of the phrases that stands in the text and not in the fallback.
func (c *check) phraseOf(phrases []string) string {
	for _, p := range phrases {
		if hasWord(c.low, p) && !c.allowed(p) {
			return p
		}
	}
	return ""
}

// hasWord says that a phrase stands in a text with no letter on either side.
func hasWord(text, phrase string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], phrase)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(phrase)
		if (i == 0 || !wordByte(text[i-1])) && (end == len(text) || !wordByte(text[end])) {
			return true
		}
		from = i + 1
	}
}

func wordByte(b byte) bool { return letter(b) || b >= '0' && b <= '9' || b == '_' || b >= 0x80 }

func (c *check) size(words int) {
	switch {
	case words < c.Least:
		c.add(Short, "the text has %d words, at least %d are expected", words, c.Least)
	case c.Most > 0 && words > c.Most:
		c.add(Long, "the text has %d words, at most %d are wanted", words, c.Most)
	}
}
