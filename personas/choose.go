package personas

import (
	"slices"

	"github.com/tenure-sim/tenure/personas/voice"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// Chosen is what a coworker settles on, of what its policy permits.
type Chosen struct {
	Asked   uint64       `cbor:"1,keyasint"`
	Who     sim.ActorID  `cbor:"2,keyasint"`
	Message uint64       `cbor:"3,keyasint"`
	Acts    []speech.Act `cbor:"4,keyasint,omitempty"`
	Text    string       `cbor:"5,keyasint,omitempty"` // the words for them, when those the model chose are true
}

// Kind implements sim.Body.
func (Chosen) Kind() string { return "players.chosen" }

func (c Chosen) String() string { return "chooses: " + speech.Said{Acts: c.Acts}.String() }

// openDraws are those of a turn whose outcome a model may decide: whether to say yes, and whether to do more than asked.
// Whether a secret slips out is none of them.
var openDraws = []string{"declines", "no more delay", "convene", "press", "contradict"}

// waysMost is how many ways out of a turn there are to choose from.
const waysMost = 4

// ways is what a turn may come to: as chance would have it first, then with an open draw turned round.
func (t *turn) ways(n note) []*turn {
	fresh := func() *turn {
		return &turn{p: t.p, v: t.v, l: t.l, me: t.me, x: t.x, n: t.n, forced: map[string]bool{}}
	}
	first := fresh()
	first.run(n)
	out := []*turn{first}
	for _, what := range openDraws {
		was, drawn := first.drawn[what]
		if !drawn || len(out) == waysMost {
			continue
		}
		other := fresh()
		other.forced[what] = !was
		other.run(n)
		if len(other.say) > 0 && !slices.ContainsFunc(out, func(o *turn) bool { return slices.Equal(o.say, other.say) }) {
			out = append(out, other)
		}
	}
	return out
}

// askChoice lets a strong model choose among the ways out of a turn, where the scenario leaves it that. It gives nothing
// when there is no choice.
func (p *Players) askChoice(t *turn, n note) []sim.Call {
	if p.backing.Latitude != LatitudeActs || !p.backing.Strong || !t.x.agent || n.silent || !p.within(t.me, RoleStrong, strongDaily) {
		return nil
	}
	if p.choosing(t.me.id, t.x.seq) {
		return nil
	}
	if ways := t.ways(n); len(ways) < 2 || !tellAlike(t.l, ways) {
		return nil
	}
	return []sim.Call{{By: t.me.id, Tool: toolPonder, Args: sim.Args{"message": int64(t.x.seq)}}}
}

// tellAlike says whether all ways out tell the same of what not everybody may know. Where one tells more than another, the
// question would hold what the words for the other must not, and there is no choice.
func tellAlike(l *work.Ledger, ways []*turn) bool {
	told := func(t *turn) []string {
		var out []string
		for i := range t.say {
			if f := fact(l, t.say[i].Fact); f != nil && len(f.Clearance) > 0 && tells(t.say, f.ID) && !slices.Contains(out, f.ID) {
				out = append(out, f.ID)
			}
		}
		slices.Sort(out)
		return out
	}
	first := told(ways[0])
	return !slices.ContainsFunc(ways[1:], func(t *turn) bool { return !slices.Equal(told(t), first) })
}

// choosing says whether somebody is asking a model about a message already.
func (p *Players) choosing(who sim.ActorID, message uint64) bool {
	for _, a := range p.asked {
		if a.What == ForChoice && a.Who == who && a.Message == message {
			return true
		}
	}
	return false
}

const toolPonder = "players_ponder"

func (p *Players) ponderTool() sim.Tool {
	return sim.Tool{Name: toolPonder, Internal: true, Doc: "A coworker thinks about what to answer.",
		Params: []sim.Param{{Name: "message", Type: sim.Int, Doc: "its number"}},
		Decide: func(v sim.View, by sim.ActorID, args sim.Args) (sim.Result, []sim.Fact, error) {
			m, seq := p.all[by], uint64(args.Int("message", 0))
			if m == nil {
				return sim.Result{}, nil, sim.Reject("only coworkers ponder, and %s is none", by)
			}
			t, n, ok := p.turnOf(v, m, seq)
			if !ok {
				return sim.Result{}, nil, sim.Reject("%s has no message %d to answer", by, seq)
			}
			facts, err := p.ponder(v, t, t.ways(n))
			return sim.Result{}, facts, err
		}}
}

// ponder asks a model which way to go.
func (p *Players) ponder(v sim.View, t *turn, ways []*turn) ([]sim.Fact, error) {
	s, err := p.reply(v, t)
	if err != nil {
		return nil, err
	}
	var needs choiceNeeds
	for _, w := range ways {
		needs.Ways = append(needs.Ways, packActs(w.say))
	}
	q, schema := p.choice(v, t, s, ways).Prompt()
	a := Asking{Who: t.me.id, What: ForChoice, Role: RoleStrong, Message: t.x.seq}
	return p.question(a, t.me.composing(v, replyWords), q, schema, asJSON(needs)), nil
}

// choiceNeeds is what the ways were when the model was asked: acts, packed.
type choiceNeeds struct {
	Ways [][]string `json:"ways"`
}

// reply is how the answer to a message reaches its writer.
func (p *Players) reply(v sim.View, t *turn) (Spoke, error) {
	s := Spoke{Who: t.me.id, Via: t.way(), To: []sim.ActorID{t.x.from}, Answers: t.x.seq}
	return s, p.route(v, t.me, &s)
}

// choice is the question which way to go, for a model.
func (p *Players) choice(v sim.View, t *turn, s Spoke, ways []*turn) voice.Choice {
	c := voice.Choice{Brief: p.brief(v, t.me, speech.Said{To: s.To, Answers: s.Answers}, s)}
	zone := t.me.hours.Zone()
	if a, ok := v.Actor(t.x.from); ok {
		zone = a.Hours().Zone()
	}
	for _, w := range ways {
		o := voice.Option{}
		o.Draft, _ = p.word(v, t.me, w.say, s)
		for i := range w.say {
			o.Acts = append(o.Acts, details(v, zone, &w.say[i]))
			if id := topic(&w.say[i]); id != "" && !slices.Contains(o.IDs, id) {
				o.IDs = append(o.IDs, id)
			}
		}
		c.Options = append(c.Options, o)
	}
	return c
}

// decide takes a model's choice. Without one that can be read it goes as chance has it.
func (p *Players) decide(v sim.View, m *player, a answer) []sim.Fact {
	t, n, ok := p.turnOf(v, m, a.Message)
	if !ok {
		return []sim.Fact{a.degrade("late", "there is nothing to answer any more")}
	}
	chosen := Chosen{Asked: a.ID, Who: m.id, Message: a.Message}
	if reason, detail, faulty := a.faulty(); faulty {
		return []sim.Fact{a.degrade(reason, detail), {Body: chosen}}
	}
	ways := p.still(v, a, t.ways(n))
	s, err := p.reply(v, t)
	if err != nil || len(ways) == 0 {
		return []sim.Fact{a.degrade("late", "the ways out have changed"), {Body: chosen}}
	}
	c := p.choice(v, t, s, ways)
	got, err := voice.ParseChoice(a.text, c)
	switch {
	case err != nil && p.mendable(m, a):
		return p.repair(v, m, a, voice.Repair(p.prompt(v, a), a.text, []voice.Problem{{Code: "schema", Words: err.Error()}}))
	case err != nil:
		return []sim.Fact{a.degrade("schema", err.Error()), {Body: chosen}}
	}
	chosen.Acts = ways[got.Option].say
	taken := c.Take(got.Option)
	needs := taken.Needs(p.secrets(v, chosen.Acts, p.readers(v, s)))
	text := needs.CleanFor(got.Text)
	if len(needs.Check(text)) == 0 && len(needs.Unfounded(text, p.ground(v, taken.Prompt(), chosen.Acts, s))) == 0 {
		chosen.Text = text
	}
	return one(chosen)
}

// still is the ways out of a turn if they are what they were when the model was asked, else nothing.
func (p *Players) still(v sim.View, a answer, now []*turn) []*turn {
	var needs choiceNeeds
	fromJSON(v.Content(a.Needs), &needs)
	if len(now) != len(needs.Ways) {
		return nil
	}
	for i, w := range now {
		if !slices.Equal(packActs(w.say), needs.Ways[i]) {
			return nil
		}
	}
	return now
}

// act does what was chosen.
func (p *Players) act(v sim.View, c Chosen) []sim.Call {
	t, n, ok := p.turnOf(v, p.all[c.Who], c.Message)
	if !ok {
		return nil
	}
	ways := t.ways(n)
	chosen := ways[0]
	for _, w := range ways {
		if len(c.Acts) > 0 && slices.Equal(w.say, c.Acts) {
			chosen = w
			chosen.text = c.Text
		}
	}
	return chosen.finish(n)
}

// turnOf is the turn in which a coworker deals with a message that waits for it.
func (p *Players) turnOf(v sim.View, m *player, seq uint64) (*turn, note, bool) {
	n, ok := m.notes[seq]
	x, known := p.mail.get(seq)
	if !ok || !known || m.state == Gone {
		return nil, note{}, false
	}
	return &turn{p: p, v: v, l: ledger(v), me: m, x: x, n: n.n}, n, true
}
