package simtest

import (
	"encoding/json"
	"maps"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Office is a small world with a log, for the tests of a part.
type Office struct {
	testing.TB
	World    *sim.World
	Events   []sim.Event
	Contents map[sim.Hash][]byte
	parts    func() []sim.Part
}

// NewOffice founds a world of parts. It is not open yet, so that history can be laid.
func NewOffice(t testing.TB, f sim.Founded, parts func() []sim.Part) *Office {
	t.Helper()
	o := &Office{TB: t, World: sim.NewWorld(parts()...), Contents: map[sim.Hash][]byte{}, parts: parts}
	out, err := o.World.Found(f)
	if err != nil {
		t.Fatal(err)
	}
	o.Keep(out)
	return o
}

// Keep notes what a call on the world itself made.
func (o *Office) Keep(out sim.Outcome) {
	o.Events = append(o.Events, out.Events...)
	for _, c := range out.Contents {
		o.Contents[sim.HashOf(c)] = c
	}
}

// Open begins the project.
func (o *Office) Open() { o.Keep(o.World.Open()) }

// Fire fires the next timer.
func (o *Office) Fire() { o.Keep(o.World.Fire()) }

// Fork is the same office, which goes its own way.
func (o *Office) Fork() *Office {
	return &Office{TB: o.TB, World: o.World.Clone(), Contents: o.Contents, parts: o.parts}
}

// Try calls a tool.
func (o *Office) Try(by sim.ActorID, tool string, args sim.Args) sim.Outcome {
	out := o.World.Do(sim.Call{By: by, Tool: tool, Args: args})
	o.Keep(out)
	return out
}

// Do calls a tool that must work.
func (o *Office) Do(by sim.ActorID, tool string, args sim.Args) sim.Outcome {
	o.Helper()
	out := o.Try(by, tool, args)
	if out.Rejected != nil {
		o.Fatalf("%s %s %v: refused: %v", by, tool, args, out.Rejected)
	}
	return out
}

// Refused calls a tool that must be refused with a reason that holds the words.
func (o *Office) Refused(by sim.ActorID, tool string, args sim.Args, words string) {
	o.Helper()
	if out := o.Try(by, tool, args); out.Rejected == nil || !strings.Contains(out.Rejected.Error(), words) {
		o.Fatalf("%s %s %v: got %v, want a refusal with %q", by, tool, args, out.Rejected, words)
	}
}

// Recall lays history: a call at a moment before the project.
func (o *Office) Recall(at clock.Time, by sim.ActorID, tool string, args sim.Args) sim.Outcome {
	o.Helper()
	out, err := o.World.Recall(at, sim.Call{By: by, Tool: tool, Args: args})
	if err != nil || out.Rejected != nil {
		o.Fatalf("recall %s %s: %v %v", by, tool, err, out.Rejected)
	}
	o.Keep(out)
	return out
}

// Exhibit is what a part shows to rubrics.
func (o *Office) Exhibit(part, name string) map[string]any {
	o.Helper()
	m, ok := o.World.Part(part).(sim.Exhibitor).Exhibit(o.World, name)
	if !ok {
		o.Fatalf("nothing is exhibited as %q", name)
	}
	return m
}

// Last is the newest event of a kind.
func (o *Office) Last(kind string) sim.Event {
	o.Helper()
	for i := len(o.Events) - 1; i >= 0; i-- {
		if o.Events[i].Body.Kind() == kind {
			return o.Events[i]
		}
	}
	o.Fatalf("no event %s", kind)
	return sim.Event{}
}

// Count is how many events of a kind there are.
func (o *Office) Count(kind string) int {
	n := 0
	for _, e := range o.Events {
		if e.Body.Kind() == kind {
			n++
		}
	}
	return n
}

// Replayed is a world folded anew from the encoded log, whose events must come back as they were.
func (o *Office) Replayed() *Office {
	o.Helper()
	r := &Office{TB: o.TB, World: sim.NewWorld(o.parts()...), Contents: o.Contents, parts: o.parts}
	r.World.Provide(func(h sim.Hash) ([]byte, error) { return o.Contents[h], nil })
	enc, dec := sim.NewCodec(o.parts()...), sim.NewCodec(o.parts()...)
	for _, e := range o.Events {
		got, err := dec.Decode(enc.Encode(e))
		if err != nil {
			o.Fatal(err)
		}
		if !strings.HasPrefix(e.Body.Kind(), "sim.") && !reflect.DeepEqual(got, e) {
			o.Fatalf("event %d comes back as %+v, want %+v", e.Seq, got, e)
		}
		r.World.Apply(got)
	}
	return r
}

// JSON is a value as programs read it.
func JSON(t testing.TB, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// Colleague is somebody in Berlin with an ordinary week.
func Colleague(id, name string, kind sim.ActorKind) sim.Actor {
	return sim.Actor{ID: sim.ActorID(id), Kind: kind, Name: name, Mail: id + "@n.example", Zone: "Europe/Berlin", Week: clock.Office(540, 1020, 720, 765)}
}

// Newest is the newest event.
func (o *Office) Newest() sim.Event { return o.Events[len(o.Events)-1] }

// Paged goes through all pages of a list and counts how often the result, as JSON, has a word.
func (o *Office) Paged(by sim.ActorID, tool string, args sim.Args, word string) int {
	o.Helper()
	args = maps.Clone(args)
	for n := 0; ; {
		got := JSON(o, o.Do(by, tool, args).Result.Data)
		n += strings.Count(got, word)
		_, rest, more := strings.Cut(got, `"next":"`)
		if !more {
			return n
		}
		args["cursor"], _, _ = strings.Cut(rest, `"`)
	}
}

// Company is robin, an agent under test, and four colleagues, of whom nora joins a day after the start.
func Company(start clock.Time) sim.Founded {
	nora := Colleague("nora", "Nora Lind", sim.Persona)
	nora.Joins = start.Add(24 * time.Hour)
	return sim.Founded{Scenario: "test", Seed: 1, Start: start, Horizon: start.Add(1000 * time.Hour), Actors: []sim.Actor{
		Colleague("robin", "Robin Adler", sim.Agent), Colleague("lena", "Lena Vogt", sim.Persona),
		Colleague("marta", "Marta Diaz", sim.Persona), Colleague("omar", "Omar Said", sim.Persona), nora}}
}
