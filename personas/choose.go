package personas

import (
	"slices"

	"github.com/tenure-sim/tenure/personas/voice"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// Chosen is what a coworker settles on, of what its policy permits.
type Chosen struct {
	Asked   uint64      `cbor:"1,keyasint"`
	Who     sim.ActorID `cbor:"2,keyasint"`
	Message uint64      `cbor:"3,keyasint"`
	Way     int         `cbor:"4,keyasint"` // of the ways out, the first is 0
	Acts    []speech.Act `cbor:"5,keyasint,omitempty"` // what it comes to, for people to read
}

// Kind implements sim.Body.
func (Chosen) Kind() string { return "players.chosen" }

func (c Chosen) String() string { return "chooses: " + speech.Said{Acts: c.Acts}.String() }

// open draws are those of a turn whose outcome a model may decide: whether to say yes, and whether to do more than asked.
// Whether a secret slips out is none of them.
var openDraws = []string{"declines", "no more delay", "convene", "press", "contradict"}

// waysMost is how many ways out of a turn there are to choose from.
const waysMost = 4

// ways is what a turn may come to: as chance would have it first, then with an open draw turned round.
func (t *turn) ways(n note) []*turn {
	fresh := func() *turn { return &turn{p: t.p, v: t.v, l: t.l, me: t.me, x: t.x, n: t.n, forced: map[string]bool{}} }
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
		if !slices.ContainsFunc(out, func(o *turn) bool { return slices.Equal(o.say, other.say) }) && len(other.say) > 0 {
			out = append(out, other)
		}
	}
	return out
}

// askChoice lets a strong model choose among the ways out of a turn, where the scenario leaves it that, or gives nothing
// when there is no choice.
func (p *Players) askChoice(t *turn, n note) []sim.Call {
	if p.backing.Latitude != LatitudeActs || !p.backing.Strong || !t.x.agent || n.silent || !p.within(t.me, RoleStrong, strongDaily) {
		return nil
	}
	if len(t.ways(n)) < 2 {
		return nil
	}
	return []sim.Call{{By: t.me.id, Tool: toolPonder, Args: sim.Args{"message": int64(t.x.seq)}}}
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
			ways := t.ways(n)
			s := Spoke{Who: m.id, Via: t.way(), To: []sim.ActorID{t.x.from}, Answers: seq}
			if err := p.route(v, m, &s); err != nil {
				return sim.Result{}, nil, err
			}
			b := p.brief(v, m, speech.Said{Acts: ways[0].say, To: s.To, Answers: seq}, s)
			q, schema := b.Choice(p.asTexts(v, m, s, ways))
			due := m.composing(v, 10)
			return sim.Result{}, p.question(Asking{Who: m.id, What: forChoice, Role: RoleStrong, Message: seq}, due, q, schema, nil), nil
		}}
}

// asTexts is each way out as the template would put it.
func (p *Players) asTexts(v sim.View, m *player, s Spoke, ways []*turn) []string {
	out := make([]string, len(ways))
	for i, w := range ways {
		out[i], _ = p.word(v, m, w.say, s)
	}
	return out
}

// decide takes a model's choice; what it does not choose, chance does.
func (p *Players) decide(v sim.View, m *player, a answer) []sim.Fact {
	t, n, ok := p.turnOf(v, m, a.Message)
	if !ok {
		return []sim.Fact{a.degrade("late", "there is nothing to answer any more")}
	}
	ways := t.ways(n)
	chosen := Chosen{Asked: a.ID, Who: m.id, Message: a.Message}
	var before []sim.Fact
	if reason, detail, faulty := a.faulty(); faulty {
		before = []sim.Fact{a.degrade(reason, detail)}
	} else if way, err := voice.ParseChoice([]byte(a.text), len(ways)); err == nil {
		chosen.Way = way
	} else if a.Tries == 0 {
		q := voice.Repair(p.prompt(v, a), a.text, []voice.Problem{{Code: "schema", Words: err.Error()}})
		return p.repair(v, m, a, q, nil)
	} else {
		before = []sim.Fact{a.degrade("schema", err.Error())}
	}
	chosen.Acts = ways[chosen.Way].say
	return append(before, sim.Fact{Body: chosen})
}

// act does what was chosen.
func (p *Players) act(v sim.View, c Chosen) []sim.Call {
	t, n, ok := p.turnOf(v, p.all[c.Who], c.Message)
	if !ok {
		return nil
	}
	ways := t.ways(n)
	return ways[min(c.Way, len(ways)-1)].finish(n)
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
