package personas

import (
	"strconv"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// turn is one coworker dealing with one message: what it will say and do.
type turn struct {
	p     *Players
	v     sim.View
	l     *work.Ledger
	me    *player
	x     *message
	n     uint64 // the coworker's own count of notes; its draws are named by it
	draws uint64
	say   []speech.Act
	calls []sim.Call

	text   string          // the words for what is said, when they are chosen already
	forced map[string]bool // outcomes of draws that are chosen and not drawn
	drawn  map[string]bool // outcomes of the draws so far
}

// The speeds of reading and writing, and what it costs to get back into one's work (Gonzalez and Mark 2004).
const (
	readPerWord  = time.Minute / 230
	writePerWord = time.Minute / 40
	resume       = 25 * time.Minute
	replyWords   = 25 // of a reply as a rule
)

// turnTo is the moment at which a coworker deals with a message it has noticed.
func (p *Players) turnTo(v sim.View, m *player, ref string) []sim.Call {
	seq, err := strconv.ParseUint(ref, 10, 64)
	n, ok := m.notes[seq]
	if err != nil || !ok || m.state == Gone {
		return nil
	}
	x, ok := p.mail.get(seq)
	if !ok {
		return []sim.Call{handle(m, seq, letGo, 0)}
	}
	if again, off := m.putOff(v, x); off {
		return []sim.Call{{By: m.id, Tool: toolNote, Args: sim.Args{"message": int64(seq), "due": again}}}
	}
	t := &turn{p: p, v: v, l: ledger(v), me: m, x: x, n: n.n}
	if t.forgets(n) || t.weary() {
		return []sim.Call{handle(m, seq, letGo, 0)}
	}
	if calls := p.askChoice(t, n); calls != nil {
		return calls
	}
	t.run(n)
	return t.finish(n)
}

// putOff says until when a coworker cannot look at a message, if it cannot now.
func (m *player) putOff(v sim.View, x *message) (clock.Time, bool) {
	now := v.Now()
	switch {
	case m.state == Meeting && x.said.App == "calendar":
		return 0, false
	case m.state == Meeting || m.state == Away:
		return m.after(m.until, time.Minute), m.until > now
	case m.state == Sick || m.state == OnLeave:
		return m.after(m.back, 10*time.Minute), m.back > now
	case m.state == Offline && !m.hours.Working(now):
		next, ok := m.hours.Next(now)
		return m.after(next, 5*time.Minute), ok && next > now
	}
	return 0, false
}

// forgets draws whether the coworker lets a message go: by habit, and the more the more waits for it. Load cuts the
// share answered (Kooti et al. 2015). What is unclear is always asked back about.
func (t *turn) forgets(n note) bool {
	if n.silent || t.x.unclear != "" || !wantsReply(t.x.acts) {
		return false
	}
	chance := t.me.persona.Traits.Forgets + 15*max(0, t.me.load()-5)
	if t.x.agent && t.me.curt(t.x.from) {
		chance += 100
	}
	if n.ping || n.urgent {
		chance /= 4
	}
	return sim.PerMille(t.v.Draw(t.me.id, "forgets", t.n)) < min(chance, 500)
}

// weary says that the coworker has had enough for now of somebody it does not trust and who writes all the time.
func (t *turn) weary() bool {
	return t.x.agent && t.me.curt(t.x.from) && t.me.talks[t.x.from].turns >= wearyAfter
}

// run decides what to say and do.
func (t *turn) run(n note) {
	for i := range t.x.acts {
		t.learnFrom(&t.x.acts[i])
	}
	if !n.silent && !t.exhausted() {
		for i := range t.x.acts {
			t.answer(&t.x.acts[i])
		}
		t.askBack()
	}
}

// finish is what the turn comes to, as calls.
func (t *turn) finish(n note) []sim.Call {
	how := readOnly
	if len(t.say) > 0 {
		how = answered
	}
	calls := append([]sim.Call{handle(t.me, t.x.seq, how, t.cost(how))}, t.calls...)
	if len(t.say) > 0 {
		calls = append(calls, sayTo(t.me, t.say, saying{to: []sim.ActorID{t.x.from}, via: t.way(), answers: t.x.seq, text: t.text}))
	}
	return calls
}

// way is how to answer: where the message came from, but not where others would hear what they may not know.
func (t *turn) way() string {
	if t.x.said.App == "mail" || t.x.direct {
		return viaReply // to the writer alone
	}
	for i := range t.say {
		if f := fact(t.l, t.say[i].Fact); f != nil && t.say[i].Verb == speech.Inform && len(f.Clearance) > 0 {
			return t.me.persona.Prefers
		}
	}
	return viaReply
}

// exhausted says whether two coworkers have talked enough: an exchange between them ends after a few turns.
func (t *turn) exhausted() bool {
	return !t.x.agent && (t.me.talks[t.x.from].turns >= turnsMost || closes(t.x.acts))
}

// cost is the working time a message takes.
func (t *turn) cost(how string) clock.Duration {
	d := clock.Duration(min(2000, sim.Words(t.x.said.Text))) * readPerWord
	if how == answered {
		d += replyWords * writePerWord
	}
	if t.me.state == Focused {
		d += resume
	}
	return d.Round(time.Second)
}

// chance draws whether something of the given per mille happens. Each draw of a turn has its own name.
func (t *turn) chance(what string, perMille int) bool {
	t.draws++
	happens := sim.PerMille(t.v.Draw(t.me.id, what, t.n<<8|t.draws)) < perMille
	if forced, ok := t.forced[what]; ok {
		happens = forced
	}
	if t.drawn == nil {
		t.drawn = map[string]bool{}
	}
	t.drawn[what] = happens
	return happens
}

func (t *turn) add(a speech.Act) {
	if len(t.say) >= actsMost {
		return
	}
	for i := range t.say {
		if t.say[i] == a {
			return
		}
	}
	t.say = append(t.say, a)
}

func (t *turn) do(c ...sim.Call) { t.calls = append(t.calls, c...) }

// askBack asks what an unclear message meant, unless the rest of it got its answer. After two rounds the coworker
// proposes to meet, and after that it says nothing until it understands something.
func (t *turn) askBack() {
	if t.x.unclear == "" || !t.x.agent || len(t.say) > 0 && t.answersMore() {
		return
	}
	t.say = t.say[:0]
	switch n := t.me.talks[t.x.from].clarify; {
	case n < clarifying:
		t.add(speech.Act{Verb: speech.Clarify, Note: t.x.unclear})
	case n == clarifying:
		t.add(speech.Act{Verb: speech.Propose, Note: "what you need from me"})
	}
}

func (t *turn) answersMore() bool {
	for i := range t.say {
		if v := t.say[i].Verb; v != speech.Acknowledge && v != speech.Clarify {
			return true
		}
	}
	return false
}
