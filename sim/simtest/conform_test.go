package simtest_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/simtest"
)

// counter is a part that counts its own ticks, in three places. Each flaw makes it forget or share one of them.
type counter struct {
	n      int
	loose  int            `state:"-"` // made from n after loading
	table  map[string]int // by weekday
	*fixed `state:"-"`
}

type fixed struct{ flaw string }

type ticked struct {
	N    int        `cbor:"1,keyasint"`
	Next clock.Time `cbor:"2,keyasint"`
}

func (ticked) Kind() string { return "counter.ticked" }
func (b ticked) Timers() []sim.Timer {
	return []sim.Timer{{Owner: "counter", Key: "tick", Due: b.Next}}
}

func newCounter(flaw string) *counter { return &counter{table: map[string]int{}, fixed: &fixed{flaw}} }

func (c *counter) Name() string      { return "counter" }
func (c *counter) Kinds() []sim.Body { return []sim.Body{ticked{}} }
func (c *counter) Apply(e sim.Event) {
	c.n++
	c.loose++
	c.table[fmt.Sprint(e.At.In(time.UTC).Weekday())]++
}
func (c *counter) Restored(sim.View) {
	if c.flaw != "forgets" {
		c.loose = c.n
	}
}
func (c *counter) Clone() sim.Part {
	x := *c
	if c.flaw != "shares" {
		x.table = maps.Clone(c.table)
	}
	if c.flaw == "drops" {
		x.n = 0
	}
	return &x
}
func (c *counter) Tools() []sim.Tool {
	return []sim.Tool{{Name: "counter_tick", Internal: true, Decide: func(v sim.View, _ sim.ActorID, _ sim.Args) (sim.Result, []sim.Fact, error) {
		n := c.loose
		for _, k := range c.table {
			n += k
		}
		return sim.Result{}, []sim.Fact{{Body: ticked{N: n, Next: v.Now().Add(time.Hour)}}}, nil
	}}}
}
func (c *counter) Wake(sim.View, sim.Timer) []sim.Call {
	return []sim.Call{{By: sim.Nature, Tool: "counter_tick"}}
}

func ticking(t *testing.T) *simtest.MemLog {
	t.Helper()
	log := &simtest.MemLog{}
	_, err := engine.Create(sim.NewWorld(newCounter("")), engine.Config{Log: log}, func(w *sim.World, emit func(sim.Outcome) error) error {
		start := clock.At(2026, 3, 2, 9, 0, time.UTC)
		out, err := w.Found(sim.Founded{Scenario: "ticks", Start: start, Horizon: start.Add(50 * time.Hour)})
		if err != nil {
			return err
		}
		if err := emit(out); err != nil {
			return err
		}
		if err := emit(w.Open()); err != nil {
			return err
		}
		if err := emit(w.Do(sim.Call{By: sim.Nature, Tool: "counter_tick"})); err != nil {
			return err
		}
		for w.Ended() == nil {
			if err := emit(w.Fire()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return log
}

func TestTheConformanceSuiteFindsPartsThatForgetAndShare(t *testing.T) {
	log := ticking(t)
	for flaw, want := range map[string]string{"": "", "forgets": "the loaded world: its event", "shares": "the clone world", "drops": "the clone world is not as it was"} {
		looked, err := simtest.Conform(func() []sim.Part { return []sim.Part{newCounter(flaw)} }, log, func(uint64) bool { return true })
		switch {
		case want == "" && (err != nil || looked < 40):
			t.Errorf("a sound part: %d moments, %v", looked, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("a part that %s: got %v, want a complaint with %q", flaw, err, want)
		}
	}
}
