package simcheck

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/simtest"
)

// pond is a part whose frogs ask a model before they croak. Its flaws are what the checker must find.
type pond struct {
	Asked  uint64
	flaw   string       `state:"-"`
	shared *uint64      `state:"-"` // one for all clones of a world
	behind uint64       `state:"-"` // changed beside the log
	missed uint64       `state:"-"` // changed by events, and left out of snapshots
	frogs  map[int]bool `state:"-"`
}

type croaked struct {
	Words string     `cbor:"1,keyasint,omitempty"`
	Again clock.Time `cbor:"2,keyasint,omitempty"`
}

func (croaked) Kind() string     { return "pond.croaked" }
func (c croaked) String() string { return "croak " + c.Words }
func (c croaked) Timers() []sim.Timer {
	if c.Again == 0 {
		return nil
	}
	return []sim.Timer{{Owner: "pond", Key: "frog", Due: c.Again}}
}

func newPond(flaw string) *pond {
	p := &pond{flaw: flaw, shared: new(uint64), frogs: map[int]bool{}}
	for i := range 9 {
		p.frogs[i] = true
	}
	return p
}

func (p *pond) Name() string      { return "pond" }
func (p *pond) Kinds() []sim.Body { return []sim.Body{croaked{}} }
func (p *pond) Clone() sim.Part   { c := *p; return &c }
func (p *pond) Apply(sim.Event)   { p.missed++ }
func (p *pond) Observe(_ sim.View, e sim.Event) {
	if _, ok := e.Body.(sim.Asked); ok {
		p.Asked++
	}
}

// mark is what a frog says besides, by the pond's flaw.
func (p *pond) mark() string {
	switch p.flaw {
	case "processors":
		return fmt.Sprint(runtime.GOMAXPROCS(0))
	case "order":
		for i := range p.frogs {
			return fmt.Sprint(i)
		}
	case "behind":
		return fmt.Sprint(p.behind)
	case "missed":
		return fmt.Sprint(p.missed)
	case "shared":
		return fmt.Sprint(*p.shared)
	}
	return ""
}

func (p *pond) Tools() []sim.Tool {
	return []sim.Tool{
		{Name: "pond_croak", Base: time.Minute, Params: []sim.Param{{Name: "words", Type: sim.String, Optional: true, Writes: true}},
			Decide: func(v sim.View, _ sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
				var all []sim.ActorID
				for _, a := range v.Actors() {
					all = append(all, a.ID)
				}
				c := croaked{Words: a.String("words") + p.mark(), Again: v.Now().Add(30 * time.Minute)}
				return sim.Result{Text: "croaked"}, []sim.Fact{{Body: c, Audience: all}}, nil
			}},
		{Name: "pond_ask", Internal: true, Decide: func(v sim.View, by sim.ActorID, _ sim.Args) (sim.Result, []sim.Fact, error) {
			prompt := fmt.Appendf(nil, "croak %d", p.Asked)
			due := v.Now().Add(clock.Duration(v.Draw(by, "due", p.Asked)%90) * time.Minute)
			q := sim.Asked{ID: p.Asked, Owner: "pond", For: by, Due: due, Prompt: sim.HashOf(prompt)}
			return sim.Result{}, []sim.Fact{{Body: q, Contents: [][]byte{prompt}}}, nil
		}},
	}
}

func (p *pond) Wake(sim.View, sim.Timer) []sim.Call {
	p.behind++
	*p.shared++
	return []sim.Call{{By: "amy", Tool: "pond_ask"}, {By: "amy", Tool: "pond_ask"}}
}

func (p *pond) Answer(_ sim.View, q sim.Question, r sim.Replied) []sim.Call {
	return []sim.Call{{By: q.For, Tool: "pond_croak", Args: sim.Args{"words": r.Text + r.Fault}}}
}

var pondStart = clock.At(2026, 3, 2, 9, 0, time.UTC)

const pondHours = 40

func layPond(seed uint64) engine.Lay {
	return func(w *sim.World, emit func(sim.Outcome) error) error {
		week := clock.Office(540, 1020, 720, 780)
		f := sim.Founded{Scenario: "pond", Seed: seed, Start: pondStart, Horizon: pondStart.Add(pondHours * time.Hour)}
		f.Actors = []sim.Actor{{ID: "amy", Kind: sim.Persona, Zone: "UTC", Week: week}, {ID: "rob", Kind: sim.Agent, Zone: "UTC", Week: week}}
		out, err := w.Found(f)
		if err != nil {
			return err
		}
		if err := emit(out); err != nil {
			return err
		}
		return emit(w.Open())
	}
}

// ofPond is a pond with a flaw, "" for none.
func ofPond(flaw string) Subject {
	return Subject{Name: "pond", Agent: defaultAgent, Lay: layPond, Start: pondStart, Horizon: pondStart.Add(pondHours * time.Hour),
		Parts: func() []sim.Part { return []sim.Part{newPond(flaw)} },
		Seats: func(*sim.World) (Seats, error) {
			do := []engine.Action{simtest.Call("pond_croak", "words", "hello all of you"), simtest.Call("wait_any", "span", "3h", "for", "anything"),
				simtest.Call("nonsense"), simtest.Call("wait_for", "span", "90m"), simtest.Call("pond_croak", "words", "bye")}
			return Seats{Agents: map[sim.ActorID]engine.Agent{"rob": &simtest.Walker{Do: do}}}, nil
		},
		Model: &simtest.Model{Answer: func(p string) (string, error) {
			if strings.HasSuffix(p, "7") {
				return "", errors.New("model down")
			}
			return "re: " + p, nil
		}},
	}
}

func checked(t *testing.T, s Subject, seed uint64, c Config) Result {
	t.Helper()
	c.Dir = t.TempDir()
	r, err := Check(context.Background(), s, seed, c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// faulty are the legs that showed something.
func wrong(r Result) string {
	var out []string
	for _, l := range r.Legs {
		if !l.OK {
			out = append(out, string(l.Leg))
		}
	}
	return strings.Join(out, " ")
}
