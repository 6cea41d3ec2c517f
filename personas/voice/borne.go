package voice

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/personas/words"
)

// What a sentence must rest on. The figures were chosen by measuring: TestInventionsAreToldFromParaphrases says what they do.
const (
	bornShare   = 500 // per mille of a sentence's words of substance that the question must hold
	strangeFree = 1   // so many words nobody gave are a way of putting things
)

// Unfounded is the first thing in a text that has no ground: a name that nobody told the writer, an act that nobody decided,
// a sentence that rests on nothing. Greetings, thanks, wishes, weather and lunch claim nothing that the ledger knows, and
// pass: their words are those that people at work use anyway.
func (n Needs) Unfounded(text string, g Ground) []Problem {
	b := n.bearing(g)
	for _, s := range parted(text) {
		if name := b.stranger(s); name != "" {
			return []Problem{{Invented, "nobody told you of " + quoted(name) + "; leave out " + quoted(s)}}
		}
	}
	if who := b.spokenFor(text); who != "" {
		return []Problem{{ForOthers, "nobody told you that " + quoted(who) + "; leave it out"}}
	}
	if a := b.undecided(text, g); a != "" {
		return []Problem{{Invented, a}}
	}
	for _, s := range parted(text) {
		if strange := b.unborne(s); strange != "" {
			return []Problem{{Invented, "nobody gave you " + quoted(strange) + "; leave out " + quoted(s)}}
		}
	}
	return nil
}

func quoted(s string) string { return `"` + clip(s, 24) + `"` }

// bearing is the words that a text may use.
type bearing struct {
	Needs
	near  map[string]bool // words as they are folded for names
	told                  // all of it
	mine  told            // what the writer was told to say, or knows of the matter: this alone bears what weighs
	names []Called
}

// told is words that somebody was told.
type told struct {
	stems  map[string]bool
	groups map[int]bool // of words that mean about the same
}

func nothing() told { return told{map[string]bool{}, map[int]bool{}} }

func (n Needs) bearing(g Ground) *bearing {
	b := &bearing{Needs: n, near: map[string]bool{}, told: nothing(), mine: nothing(), names: g.Names}
	near := append([]string{g.Near, n.Fallback, n.Speaker, n.Listener}, n.Others...)
	for _, v := range n.Must {
		near = append(near, v.Text)
	}
	for _, s := range near {
		b.mine.take(s)
	}
	for _, s := range append(near, g.Heard) {
		for _, t := range tokens(s) {
			b.near[nameFold(bareWord(t))] = true
		}
	}
	for _, s := range append(near, g.Heard, g.Far, g.Cards) {
		b.take(s)
	}
	return b
}

func bareWord(t token) string { return strings.TrimSuffix(t.low, "'s") }

// take notes the words of a text.
func (x told) take(text string) {
	for _, t := range tokens(text) {
		w := stem(bareWord(t))
		x.stems[w] = true
		for _, k := range alike[w] {
			x.groups[k] = true
		}
	}
}

// spokenFor is what somebody of the world is said to have agreed to, and nobody told the writer so.
func (b *bearing) spokenFor(text string) string {
	low, model := fold(text), fold(b.Fallback)
	for _, c := range b.names {
		if !c.Person || c.Text == b.Speaker {
			continue
		}
		full := fold(c.Text)
		first, _, _ := strings.Cut(full, " ")
		for _, who := range []string{first, full} {
			if len(who) < 2 || !hasWord(low, who) {
				continue
			}
			for _, does := range binding {
				p := strings.Replace(does, "%", who, 1)
				if hasWord(low, p) && !hasWord(model, p) && !(b.mine.holds(first) && b.mine.holds(p[strings.LastIndexByte(p, ' ')+1:])) {
					return p
				}
			}
		}
	}
	return ""
}

// binding is what nobody says of another without having been told.
var binding = []string{"on behalf of %", "% agrees", "% agreed", "% has agreed", "% approves", "% approved", "% has approved", "% confirms", "% confirmed", "% has confirmed", "% promises",
	"% promised", "% has promised", "% accepts", "% accepted", "% has accepted", "% signed", "% has signed", "% cancelled", "% has cancelled", "% rejected", "% has rejected"}

// parted is the sentences of a text.
func parted(text string) []string {
	text = text[:min(len(text), textMost)]
	var out []string
	from := 0
	for i := range len(text) {
		end := text[i] == '\n' || text[i] == '!' || text[i] == '?' || text[i] == ';' ||
			text[i] == '.' && (i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\n') && !shortened(text[from:i])
		if !end {
			continue
		}
		if s := strings.TrimSpace(text[from : i+1]); s != "" {
			out = append(out, s)
		}
		from = i + 1
	}
	if s := strings.TrimSpace(text[from:]); s != "" {
		out = append(out, s)
	}
	return out
}

// shortened says that the dot after these words ends none of them: "a.m.", "20.", "e.g."
func shortened(head string) bool {
	last := head[strings.LastIndexAny(head, " (")+1:]
	return len(last) == 1 || strings.Contains(last, ".") || last == "Mr" || last == "Dr" || last == "approx"
}

// unborne is the words of a sentence that nobody gave, if they are too many or too grave.
func (b *bearing) unborne(s string) string {
	toks, values := scan(s, b.Today)
	all, strange := 0, []string(nil)
	for i, t := range toks {
		if t.digits || slices.ContainsFunc(values, func(f found) bool { return f.at <= i && i < f.end }) {
			continue
		}
		w := strings.TrimSuffix(t.low, "'s")
		heavy := weighs(w)
		if !heavy && (stop[t.low] || light[stem(w)]) {
			continue
		}
		all++
		switch {
		case b.holds(w) && (!heavy || matters[w] || b.mine.holds(w)):
		case heavy:
			return s[t.from:t.to]
		default:
			strange = append(strange, s[t.from:t.to])
		}
	}
	if len(strange) > strangeFree && 1000*(all-len(strange)) < bornShare*all {
		return strings.Join(strange, " ")
	}
	return ""
}

// holds says that a word, one from the same root or one that means about the same was told.
func (x told) holds(w string) bool {
	w = stem(w)
	if x.stems[w] || slices.ContainsFunc(alike[w], func(k int) bool { return x.groups[k] }) {
		return true
	}
	if len(w) < 5 {
		return false
	}
	for k := range x.stems {
		if n := min(len(w), len(k)); n >= 5 && max(len(w), len(k))-n <= 4 && w[:n] == k[:n] {
			return true
		}
	}
	return false
}

// weighs says that a word claims something that must have been told, however few other words stand by it.
func weighs(w string) bool { return grave[w] || grave[strings.TrimSuffix(w, "s")] }

// light are the stems of words that people at work use whatever they speak of.
var light = lightened()

func lightened() map[string]bool {
	out := map[string]bool{}
	for w := range words.Vocabulary() {
		out[stem(w)] = true
	}
	for w := range plainTalk {
		out[stem(w)] = true
	}
	return out
}
