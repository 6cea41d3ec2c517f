package sim_test

import (
	"fmt"
	"maps"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// toy is a small part with everything a part can have: a pot of coins that people give to and that echoes.
type toy struct {
	coins map[sim.ActorID]int
	seen  []uint64
}

type gave struct {
	To     sim.ActorID `cbor:"1,keyasint"`
	Coins  int         `cbor:"2,keyasint"`
	BackAt clock.Time  `cbor:"3,keyasint,omitempty"`
}

type wondered struct {
	N int `cbor:"1,keyasint"`
}

func (gave) Kind() string     { return "toy.gave" }
func (wondered) Kind() string { return "toy.wondered" }
func (g gave) String() string { return fmt.Sprintf("%d coins for %s", g.Coins, g.To) }
func (g gave) Speech() sim.Speech {
	return sim.Speech{App: "toy", Thread: "pot", To: []sim.ActorID{g.To}, Text: g.String()}
}
func (g gave) Timers() []sim.Timer {
	if g.BackAt == 0 {
		return nil
	}
	return []sim.Timer{{Owner: "toy", Key: "back/" + string(g.To), Due: g.BackAt}}
}

func newToy() *toy { return &toy{coins: map[sim.ActorID]int{}} }

func (t *toy) Name() string      { return "toy" }
func (t *toy) Kinds() []sim.Body { return []sim.Body{gave{}, wondered{}} }
func (t *toy) Clone() sim.Part {
	return &toy{coins: maps.Clone(t.coins), seen: append([]uint64(nil), t.seen...)}
}

func (t *toy) Tools() []sim.Tool {
	return []sim.Tool{
		{Name: "toy_give", Doc: "Give coins.", Base: 10 * time.Second, Params: []sim.Param{
			{Name: "to", Type: sim.String}, {Name: "coins", Type: sim.Int},
			{Name: "text", Type: sim.String, Optional: true, Writes: true},
			{Name: "back", Type: sim.Duration, Optional: true},
			{Name: "mood", Type: sim.String, Optional: true, Enum: []string{"glad", "sad"}},
			{Name: "at", Type: sim.Moment, Optional: true},
			{Name: "list", Type: sim.Strings, Optional: true},
			{Name: "loud", Type: sim.Bool, Optional: true},
		}, Decide: t.give},
		{Name: "toy_secret", Internal: true, Decide: func(sim.View, sim.ActorID, sim.Args) (sim.Result, []sim.Fact, error) {
			return sim.Result{Text: "hidden"}, nil, nil
		}},
		{Name: "toy_wonder", Internal: true, Params: []sim.Param{{Name: "due", Type: sim.Duration}, {Name: "id", Type: sim.Int}}, Decide: t.wonder},
	}
}

func (t *toy) give(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	n := a.Int("coins", 0)
	if n <= 0 {
		return sim.Result{}, nil, sim.Reject("coins must be more than 0")
	}
	g := gave{To: sim.ActorID(a.String("to")), Coins: n}
	if d, ok := a.Duration("back"); ok {
		g.BackAt = v.Now().Add(d)
	}
	facts := []sim.Fact{{Body: g, Audience: []sim.ActorID{g.To, by}}}
	return sim.Result{Data: map[string]int{"coins": n}, Text: "given", Read: 23}, facts, nil
}

func (t *toy) wonder(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	d, _ := a.Duration("due")
	prompt := fmt.Appendf(nil, "what is %d?", a.Int("id", 0))
	q := sim.Asked{ID: uint64(a.Int("id", 0)), Owner: "toy", For: by, Due: v.Now().Add(d), Prompt: sim.HashOf(prompt)}
	return sim.Result{}, []sim.Fact{{Body: q, Contents: [][]byte{prompt}}}, nil
}

func (t *toy) Apply(e sim.Event) {
	if g, ok := e.Body.(gave); ok {
		t.coins[g.To] += g.Coins
		t.coins[e.Actor] -= g.Coins
	}
}

func (t *toy) Observe(_ sim.View, e sim.Event) { t.seen = append(t.seen, e.Seq) }

// React makes ben give one coin back to whoever gives him more than one.
func (t *toy) React(_ sim.View, e sim.Event) []sim.Call {
	g, ok := e.Body.(gave)
	if !ok || g.To != "ben" || g.Coins < 2 {
		return nil
	}
	return []sim.Call{{By: "ben", Tool: "toy_give", Args: sim.Args{"to": string(e.Actor), "coins": int64(1)}}}
}

func (t *toy) Wake(_ sim.View, tm sim.Timer) []sim.Call {
	who := tm.Key[len("back/"):]
	return []sim.Call{{By: sim.ActorID(who), Tool: "toy_give", Args: sim.Args{"to": "amy", "coins": int64(1)}}}
}

func (t *toy) Answer(_ sim.View, q sim.Question, r sim.Replied) []sim.Call {
	return []sim.Call{{By: q.For, Tool: "toy_give", Args: sim.Args{"to": "amy", "coins": int64(len(r.Text) + 1)}}}
}

func cast() []sim.Actor {
	week := clock.Office(9*60, 17*60, 12*60, 13*60)
	return []sim.Actor{
		{ID: "amy", Kind: sim.Persona, Name: "Amy", Zone: "Europe/Berlin", Week: week},
		{ID: "ben", Kind: sim.Persona, Name: "Ben", Zone: "America/New_York", Week: week},
		{ID: "rob", Kind: sim.Agent, Name: "Rob", Zone: "Europe/Berlin", Week: week},
	}
}

func founded() sim.Founded {
	start := clock.At(2026, 3, 2, 8, 0, time.UTC)
	return sim.Founded{Scenario: "toy", Seed: 7, Start: start, Horizon: start.Add(100 * time.Hour), Actors: cast()}
}

// open makes an opened world and returns it with all that happened so far.
func open(f sim.Founded) (*sim.World, []sim.Event) {
	w := sim.NewWorld(newToy())
	out, err := w.Found(f)
	if err != nil {
		panic(err)
	}
	return w, append(out.Events, w.Open().Events...)
}
