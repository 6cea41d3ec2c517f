package sheets

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// office is a small world with a log, for tests.
type office struct {
	*testing.T
	w   *sim.World
	log []sim.Event
	all map[sim.Hash][]byte
}

func newOffice(t *testing.T) *office {
	t.Helper()
	o := &office{T: t, w: sim.NewWorld(New(Config{}), newCabinet()), all: map[sim.Hash][]byte{}}
	start := clock.At(2026, time.March, 2, 8, 0, time.UTC)
	f := sim.Founded{Scenario: "test", Seed: 1, Start: start, Horizon: start.Add(1000 * time.Hour)}
	for _, id := range []sim.ActorID{"marta", "lena", "ines", "omar", "robin"} {
		kind := sim.Persona
		if id == "robin" {
			kind = sim.Agent
		}
		f.Actors = append(f.Actors, sim.Actor{ID: id, Kind: kind, Name: string(id), Zone: "Europe/Berlin", Week: clock.Office(540, 1020, 720, 780)})
	}
	out, err := o.w.Found(f)
	if err != nil {
		t.Fatal(err)
	}
	o.keep(out)
	return o
}

func (o *office) keep(out sim.Outcome) {
	o.log = append(o.log, out.Events...)
	for _, c := range out.Contents {
		o.all[sim.HashOf(c)] = c
	}
}

func (o *office) open() { o.keep(o.w.Open()) }

// do calls a tool that must work and returns its result as JSON.
func (o *office) do(by sim.ActorID, tool string, args sim.Args) string {
	o.Helper()
	out := o.call(by, tool, args)
	if out.Rejected != nil {
		o.Fatalf("%s %s %v: refused: %v", by, tool, args, out.Rejected)
	}
	raw, err := json.Marshal(out.Result.Data)
	if err != nil {
		o.Fatal(err)
	}
	return string(raw) + " " + out.Result.Text
}

// refuse calls a tool that must be refused with a reason that holds the words.
func (o *office) refuse(by sim.ActorID, tool string, args sim.Args, words string) {
	o.Helper()
	out := o.call(by, tool, args)
	if out.Rejected == nil || !strings.Contains(out.Rejected.Error(), words) {
		o.Fatalf("%s %s %v: got %v, want a refusal with %q", by, tool, args, out.Rejected, words)
	}
}

func (o *office) call(by sim.ActorID, tool string, args sim.Args) sim.Outcome {
	out := o.w.Do(sim.Call{By: by, Tool: tool, Args: args})
	o.keep(out)
	return out
}

func (o *office) exhibit(name string) map[string]any {
	o.Helper()
	m, ok := o.w.Part("sheets").(*Part).Exhibit(o.w, name)
	if !ok {
		o.Fatalf("nothing is exhibited as %q", name)
	}
	return m
}

func (o *office) last() sim.Event { return o.log[len(o.log)-1] }

// replayed is the world folded anew from the encoded log.
func (o *office) replayed() *office {
	o.Helper()
	r := &office{T: o.T, w: sim.NewWorld(New(Config{}), newCabinet()), all: o.all}
	r.w.Provide(func(h sim.Hash) ([]byte, error) { return o.all[h], nil })
	enc, dec := sim.NewCodec(r.w.Parts()...), sim.NewCodec(r.w.Parts()...)
	for _, e := range o.log {
		got, err := dec.Decode(enc.Encode(e))
		if err != nil {
			o.Fatal(err)
		}
		r.w.Apply(got)
	}
	return r
}

func (o *office) same(other *office, name string) {
	o.Helper()
	if a, b := o.exhibit(name), other.exhibit(name); !reflect.DeepEqual(a, b) {
		o.Fatalf("%s: got %v, want %v", name, b, a)
	}
}
