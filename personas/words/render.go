package words

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// Voice is how somebody writes.
type Voice struct {
	Name  string // as in a signature: "Lena"
	Style string // one of Styles; any other reads as "precise"
	Emoji bool   // chat messages may end in one
	Zone  *time.Location
}

// App is where something is said.
type App string

// The places where people say things.
const (
	Chat    App = "chat"
	Mail    App = "mail"
	Meeting App = "meeting"
	Ticket  App = "ticket"
)

// Scene is what is said, to whom and where.
type Scene struct {
	Listener string // first name; empty for several people
	App      App
	Now      clock.Time
	Acts     []Details
}

// Draw is chance by name: the n-th number called what.
type Draw func(what string, n uint64) uint64

// Render writes the message. The second result names the choices made, separated by spaces: the caller remembers
// the whole and each of its Parts for as long as they should not come again, and says through used which are.
func Render(v Voice, s Scene, draw Draw, used func(template string) bool) (text, name string) {
	r := &renderer{voice: v, scene: s, draw: draw, used: used, manner: mannerOf(v.Style)}
	if len(s.Acts) == 0 {
		return "", ""
	}
	// Once every core is worn, another greeting or ending makes it new.
	for _, d := range r.dressings() {
		for try := range 5 {
			text, name = r.compose(d, try)
			if !used(name) {
				return text, name
			}
		}
	}
	return text, name
}

// Parts are the names to remember of what Render returned.
func Parts(name string) []string {
	parts := strings.Fields(name)
	if len(parts) > 1 {
		parts = append(parts, name)
	}
	return parts
}

func mannerOf(style string) manner {
	if m, ok := manners[style]; ok {
		return m
	}
	return manners["precise"]
}

type renderer struct {
	voice  Voice
	scene  Scene
	draw   Draw
	used   func(string) bool
	manner manner
}

func (r *renderer) pick(what string, n uint64, of int) int { return sim.Pick(r.draw(what, n), of) }

// dressing is a choice of first and last words.
type dressing struct{ hello, close int }

// dressings are all pairs of first and last words, in the order to try them. Endings stick in the mind: those used
// lately come last. Notes on tickets and words in a meeting are as plain as can be.
func (r *renderer) dressings() []dressing {
	var out []dressing
	closers := r.closers()
	for h := range r.hellos() {
		for c := range closers {
			out = append(out, dressing{h, c})
		}
	}
	if r.scene.App == Ticket || r.scene.App == Meeting {
		return out
	}
	worn := make([]bool, len(closers))
	for i, c := range closers {
		worn[i] = c != "" && r.used(r.closeName(i))
	}
	start := r.pick("words/dress", 0, len(out))
	fresh, late := make([]dressing, 0, len(out)), []dressing(nil)
	for _, d := range slices.Concat(out[start:], out[:start]) {
		if worn[d.close] {
			late = append(late, d)
			continue
		}
		fresh = append(fresh, d)
	}
	return append(fresh, late...)
}

// closers are the endings that fit the message. Nobody rounds off a word in a meeting.
func (r *renderer) closers() []string {
	if r.scene.App == Meeting {
		return []string{""}
	}
	return r.manner.closers(r.scene.Acts)
}

func (r *renderer) closeName(i int) string { return "close/" + r.style() + "/" + itoa(i) }

func (r *renderer) hellos() []string {
	switch r.scene.App {
	case Mail:
		return r.manner.dear
	case Chat:
		return r.manner.hello
	}
	return []string{"", "{listener},"}
}

// compose writes one version of the message.
func (r *renderer) compose(d dressing, try int) (text, name string) {
	hello := r.frame(r.hellos()[d.hello])
	parts, names := r.body(strings.HasSuffix(hello, ",") && r.scene.App != Mail, try)
	var sayings []string
	for i, p := range parts {
		if c := r.also(i, p); c != "" {
			p = join(c, p)
		}
		sayings = append(sayings, p.text)
	}
	closer := r.frame(r.closers()[d.close])
	if r.scene.App == Mail {
		text = r.mail(hello, sayings, closer, d.close)
	} else {
		text = r.line(hello, sayings, closer)
	}
	if hello != "" {
		names = append(names, "hello/"+r.style()+"/"+itoa(d.hello))
	}
	if closer != "" {
		names = append(names, r.closeName(d.close))
	}
	return text, strings.Join(names, " ")
}

func (r *renderer) style() string {
	if _, ok := manners[r.voice.Style]; ok {
		return r.voice.Style
	}
	return "precise"
}

// said is an act in words. Low is the same as it goes on after a comma, or empty if it cannot.
type said struct {
	text, low string
	mood      mood
}

// body finds words for each act. After a greeting with a comma the first goes on in small letters.
func (r *renderer) body(continues bool, try int) (out []said, names []string) {
	taken := map[string]bool{}
	for i, d := range r.scene.Acts {
		slots := d.slots(r.scene.Listener)
		prepare(d, slots, r.scene.Now)
		t := r.core(d, slots, uint64(i), try, taken)
		taken[t.name] = true
		rest := r.tails(t, d, slots)
		s := said{text: finish(t.fill(slots) + rest), mood: moodOf(d.Act.Verb)}
		// The first thing said follows nothing but a greeting.
		if c, ok := t.continued(); ok && (i > 0 || continues) {
			s.low = finish(c.fillLow(slots) + rest)
		}
		if i == 0 && continues && s.low != "" {
			s.text = s.low
		}
		out, names = append(out, s), append(names, t.name)
	}
	return out, names
}

// core chooses a variant: one that has room for all there is to say, that is not worn, and not in this message yet.
func (r *renderer) core(d Details, slots *slots, n uint64, try int, taken map[string]bool) template {
	fit := r.fitting(book[styleVerb{r.style(), entry(d.Act)}], d, slots)
	start := r.pick("words/core", n, len(fit)) + try
	for i := range fit {
		if t := fit[(start+i)%len(fit)]; !taken[t.name] && !r.used(t.name) {
			return t
		}
	}
	return fit[start%len(fit)]
}

func (r *renderer) fitting(all []template, d Details, slots *slots) []template {
	if d.Act.Verb == speech.SmallTalk {
		return r.onTopic(all, d.Reason)
	}
	return fitting(all, d, slots)
}

// enough is how many variants there should be to choose from.
const enough = 5

// fitting are the variants that can be said and leave least out; those that leave one thing more to a sentence of its
// own join in when there are few.
func fitting(all []template, d Details, slots *slots) []template {
	var levels [carried + 2][]template
	given, g := slots.filled(), gapsOf(d, slots)
	for i := range all {
		if t := &all[i]; t.must&^given == 0 {
			n := g.left(t).len()
			levels[n] = append(levels[n], *t)
		}
	}
	for n, out := range levels {
		if len(out) == 0 {
			continue
		}
		if len(out) < enough && n+1 < len(levels) {
			out = append(out, levels[n+1]...)
		}
		return out
	}
	panic("words: no variant of " + string(d.Act.Verb) + " can be said with what is given")
}

// prepare fills what no variant of the verb can do without.
func prepare(d Details, slots *slots, now clock.Time) {
	put := func(slot slot, v string) {
		if slots[slot] == "" {
			slots[slot] = v
		}
	}
	switch d.Act.Verb {
	case speech.Inform:
		if slots[textSlot] == "" && slots[valueSlot] == "" {
			slots[textSlot] = news0(slots, d.Act.Due != 0 && d.Act.Due < now)
		}
	case speech.Change:
		if slots[valueSlot] != "" && contains(slots[textSlot], slots[valueSlot]) {
			slots[valueSlot] = "" // the sentence says it
			return
		}
		slots[textSlot] = withoutList(slots[textSlot], slots[valueSlot])
		put(valueSlot, "different from what we had")
	case speech.Refer, speech.HandOver:
		put(whoSlot, "somebody else")
	}
	if !optionalIt(d.Act.Verb) && d.Act.Verb != speech.Propose && d.Act.Verb != speech.Clarify {
		put(itSlot, "that")
	}
}

// withoutList drops the part of a sentence that lists the value with an "and": said as a list it is known by.
func withoutList(text, value string) string {
	first, rest, ok := strings.Cut(text, "; ")
	if ok && value != "" && contains(strings.ReplaceAll(first, " and ", ", "), value) {
		return capital(rest)
	}
	return text
}

// news0 is the news when there is only a name or a date.
func news0(slots *slots, past bool) string {
	switch {
	case slots[itSlot] == "":
		return "There is nothing new to report."
	case slots[dueSlot] != "" && past:
		was := map[string]string{"is": "was", "are": "were"}[slots[isSlot]]
		return capital(slots[itSlot]) + " " + was + " due " + slots[dueSlot] + "."
	case slots[dueSlot] != "":
		return capital(slots[itSlot]) + " " + slots[isSlot] + " due " + slots[dueSlot] + "."
	}
	return "There is nothing new on " + slots[itSlot] + "."
}

// gaps are what a variant has to say of an act.
type gaps struct {
	all    slotSet // to be said
	inText slotSet // of these, what the text says
}

func gapsOf(d Details, slots *slots) gaps {
	var g gaps
	for c := itSlot; c < textSlot; c++ {
		v := slots[c]
		if v == "" || c == itSlot && (optionalIt(d.Act.Verb) || v == "that") {
			continue
		}
		g.all |= c.set()
		if contains(slots[textSlot], v) || c == itSlot && slots[textSlot] != "" {
			g.inText |= c.set()
		}
	}
	if slots[textSlot] != "" {
		g.all |= textSlot.set()
	}
	return g
}

// left are the slots that the variant would leave unsaid.
func (g gaps) left(t *template) slotSet {
	out := g.all &^ t.mentions
	if t.mentions.has(textSlot) {
		out &^= g.inText
	}
	if t.mentions.has(titleSlot) {
		out &^= itSlot.set()
	}
	return out
}

// contains looks past marks: "18,400 EUR" is "18400 EUR".
func contains(text, part string) bool { return strings.Contains(squash(text), squash(part)) }

func squash(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// tails says in sentences of their own what the core leaves out.
func (r *renderer) tails(t template, d Details, slots *slots) string {
	var b strings.Builder
	left := gapsOf(d, slots).left(&t)
	for m := itSlot; m <= textSlot; m++ {
		if !left.has(m) {
			continue
		}
		b.WriteByte(' ')
		if m == textSlot {
			b.WriteString(slots[textSlot])
			continue
		}
		b.WriteString(parse("", r.manner.tails[slotNames[m]]).fill(slots))
	}
	return b.String()
}
