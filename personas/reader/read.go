package reader

import (
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

const maxActs = 12

// Context is what a reader knows besides the text.
type Context struct {
	Now    clock.Time
	Zone   *time.Location // of the reader: "Friday 14:00" is local
	From   sim.ActorID    // who wrote
	To     sim.ActorID    // who reads
	ToRole string         // "manager" when the reader is the writer's manager: being blocked is then an escalation
	// LastActs is what the reader said before to the writer, newest last. "Will do" and "noted" are about these.
	LastActs []speech.Act
	// OpenAsks is what the writer asked the reader before and has no answer to: asking again is a reminder.
	OpenAsks []speech.Act
}

func (c Context) zone() *time.Location {
	if c.Zone == nil {
		return time.UTC
	}
	return c.Zone
}

// Reading is what a text was taken to mean.
type Reading struct {
	Acts      []speech.Act
	Unclear   string // the words that could not be read, or whose object was not found; empty if all was clear
	Rude      bool
	Urgent    bool
	Polite    bool
	Question  bool
	Broadcast bool
}

// Read reads a text. It never fails: what it cannot read it says in Unclear.
func (l *Lexicon) Read(text string, c Context) Reading {
	r := &reading{lex: l, ctx: c}
	all := " " + normalise(strings.Join(clean(text), " \n")) + " "
	r.out.Rude = rude.in(all) || shouting(text)
	r.out.Urgent = urgent.in(all)
	r.out.Polite = polite.in(all)
	r.out.Broadcast = broadcast.in(all[:min(len(all), 60)]) || strings.Contains(text, "@channel") || strings.Contains(text, "@here") || strings.Contains(text, "@all")
	for _, cl := range l.clauses(text) {
		if len(r.out.Acts) >= maxActs {
			break
		}
		r.read(&cl)
	}
	r.finish(all)
	return r.out
}

// reading is a text half read.
type reading struct {
	lex    *Lexicon
	ctx    Context
	out    Reading
	topic  []named // what the last clause was about
	unread string
	again  bool // "reminder:" was read and what follows is one
	filler bool // something was understood that is no act
}

// scene is a clause with what was found in it.
type scene struct {
	*clause
	found []named
	when  []moment
	due   clock.Time
	ask   bool // has the form of a question
	guess bool // conditional: nothing in it is claimed
}

func (r *reading) read(c *clause) {
	if strings.TrimSpace(c.norm) == "" {
		c.asks = true // a bare question mark
	}
	s := &scene{clause: c, found: r.lex.main(c), when: whens(c.raw, r.ctx)}
	s.due = due(s.when, r.ctx)
	if nothing.in(c.norm) && strings.Contains(c.raw, ":") {
		r.filler = true // "What is late: nothing."
		return
	}
	s.ask = c.asks || !(heading.in(c.norm) && strings.Contains(c.raw, ":")) && !orders.in(c.norm) && (whWords.in(c.norm) || askForms.in(c.norm) && !claims.in(c.norm))
	s.guess = hypothetical.in(c.norm)
	r.out.Question = r.out.Question || c.asks || s.ask && whWords.in(c.norm)
	if fillers.in(c.norm) && len(s.found) == 0 {
		r.filler = true
		return
	}
	if c.item {
		r.topic = nil
	}
	before := len(r.out.Acts)
	done := r.courtesies(s)
	if !done && !r.rules(s) && len(r.out.Acts) == before && !r.filler {
		r.miss(s)
	}
	if len(s.found) > 0 {
		r.topic = s.found
	}
}

// A heading of a report looks like a question: "What is late: the API."
var heading = cues{"^what is", "^what i", "^what we", "^what was", "^where i", "^where we"}

var nothing = cues{"nothing$", "none$", "nothing so far$", "nothing new$", "nobody$", "no one$", "n/a$"}

// orders begin like a question.
var orders = cues{"^do not", "^do your", "^do it", "^do the", "^do this", "^do that"}

// claims are statements that contain words of a question.
var claims = cues{"^i know what", "^i confirm", "^i can confirm", "new eta is", "eta is", "^that is what", "is on track", "are on track", "am on track", "i will let you know", "will let you know", "will tell you", "will find out", "will share", "will confirm", "^here is what", "i will keep you"}

// miss keeps the first words that nothing could be made of, when there are enough of them to mean something.
func (r *reading) miss(s *scene) {
	if n := len(r.out.Acts); n > 0 && len(s.found) > 0 && waits(r.out.Acts[n-1]) {
		a := r.put(r.out.Acts[n-1], s.found[0])
		if a.Who == "" {
			a.Who = r.lex.who(s.norm, r.ctx.From, r.ctx.To)
		}
		a.Note, r.out.Unclear = "", ""
		r.out.Acts[n-1] = a
		return
	}
	if r.unread == "" && (s.asks || len(strings.Fields(s.norm)) > 2 || len(r.out.Acts) == 0) {
		r.unread = cut(strings.TrimSpace(s.raw), 80)
	}
}

var hello = cues{"^hi", "^hello", "^hey", "^good morning", "^morning", "^good afternoon", "^moin"}

// waits says that an act has no object yet and the next clause may name it: "Could you step in? Omar owes me the price".
func waits(a speech.Act) bool {
	switch a.Verb {
	case speech.Escalate, speech.Ask, speech.Request, speech.Remind, speech.Clarify:
		return !hasObject(a)
	}
	return false
}

func (r *reading) finish(all string) {
	if r.again {
		r.add(r.reminds([]speech.Act{{}})...)
	}
	r.trimThanks()
	r.out.Acts = dedupe(r.out.Acts)
	if len(r.out.Acts) > maxActs {
		r.out.Acts = r.out.Acts[:maxActs]
	}
	switch {
	case r.out.Unclear != "":
	case len(r.out.Acts) == 0 && r.unread != "":
		r.out.Unclear = r.unread
	case len(r.out.Acts) == 0 && !r.filler && hello.in(all):
		r.out.Acts = []speech.Act{{Verb: speech.SmallTalk}}
	case len(r.out.Acts) == 0 && !r.filler:
		if all = strings.TrimSpace(all); all == "" {
			all = "nothing to read"
		}
		r.out.Unclear = cut(all, 80)
	}
}

// trimThanks drops a bare "thanks" that only closes a request.
func (r *reading) trimThanks() {
	wants := slices.ContainsFunc(r.out.Acts, func(a speech.Act) bool {
		switch a.Verb {
		case speech.Ask, speech.Request, speech.Remind, speech.Clarify, speech.Propose, speech.Escalate:
			return true
		}
		return false
	})
	if n := len(r.out.Acts); wants && n > 1 && r.out.Acts[n-1].Verb == speech.Thank {
		r.out.Acts = r.out.Acts[:n-1]
	}
}

func dedupe(acts []speech.Act) []speech.Act {
	var out []speech.Act
	for _, a := range acts {
		if !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	return out
}

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n]
}

// shouting: a text of some length in capitals only.
func shouting(text string) bool {
	upper, lower := 0, 0
	for _, r := range cut(text, 400) {
		switch {
		case r >= 'A' && r <= 'Z':
			upper++
		case r >= 'a' && r <= 'z':
			lower++
		}
	}
	return upper >= 12 && upper > 4*lower
}
