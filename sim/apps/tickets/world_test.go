package tickets

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// office is a small world with two boards: PORT, which all see and marta watches, and SEC, which only ines and marta see.
type office struct {
	t      *testing.T
	w      *sim.World
	events []sim.Event
}

func boards() Config {
	return Config{Boards: []Board{
		{ID: "PORT", States: []string{"Backlog", "Doing", "Review", "Done", "Released"}, Start: "Backlog", Watchers: []sim.ActorID{"marta"},
			Moves: []Move{{Name: "start", From: []string{"Backlog"}, To: "Doing"}, {Name: "submit", From: []string{"Doing"}, To: "Review"},
				{From: []string{"Review"}, To: "Done"}, {Name: "back", From: []string{"Doing", "Review"}, To: "Backlog"},
				{Name: "release", From: []string{"Done"}, To: "Released", Who: []sim.ActorID{"robin"}}}},
		{ID: "SEC", States: []string{"Open", "Done"}, Start: "Open", Members: []sim.ActorID{"ines", "marta"},
			Moves: []Move{{From: []string{"Open"}, To: "Done"}}},
	}}
}

const start = clock.Time(1772438400 * int64(time.Second)) // 2 March 2026, 08:00 UTC

func founding() sim.Founded {
	actor := func(id, name string, kind sim.ActorKind) sim.Actor {
		return sim.Actor{ID: sim.ActorID(id), Kind: kind, Name: name, Zone: "Europe/Berlin", Mail: id + "@x.example",
			Week: clock.Office(9*60, 17*60, 12*60, 13*60)}
	}
	return sim.Founded{Scenario: "test", Seed: 1, Start: start, Horizon: start.Add(1000 * time.Hour),
		Actors: []sim.Actor{actor("marta", "Marta Roth", sim.Persona), actor("lena", "Lena Vogt", sim.Persona),
			actor("ines", "Ines Blum", sim.Persona), actor("tomas", "Tomas Hajek", sim.Persona), actor("robin", "Robin Adler", sim.Agent)}}
}

func newOffice(t *testing.T) *office {
	o := &office{t: t, w: sim.NewWorld(New(boards()))}
	out, err := o.w.Found(founding())
	if err != nil {
		t.Fatal(err)
	}
	o.events = out.Events
	return o
}

func opened(t *testing.T) *office {
	o := newOffice(t)
	o.open()
	return o
}

func (o *office) open() { o.events = append(o.events, o.w.Open().Events...) }

func (o *office) part() *Part { return o.w.Part("tickets").(*Part) }

func (o *office) recall(by sim.ActorID, tool string, args sim.Args) {
	o.t.Helper()
	out, err := o.w.Recall(start.Add(-100*time.Hour), sim.Call{By: by, Tool: tool, Args: args})
	if err != nil || out.Rejected != nil {
		o.t.Fatalf("recall %s: %v %v", tool, err, out.Rejected)
	}
	o.events = append(o.events, out.Events...)
}

func (o *office) try(by sim.ActorID, tool string, args sim.Args) (sim.Outcome, error) {
	out := o.w.Do(sim.Call{By: by, Tool: tool, Args: args})
	o.events = append(o.events, out.Events...)
	return out, out.Rejected
}

func (o *office) do(by sim.ActorID, tool string, args sim.Args) sim.Outcome {
	o.t.Helper()
	out, err := o.try(by, tool, args)
	if err != nil {
		o.t.Fatalf("%s by %s: %v", tool, by, err)
	}
	return out
}

func (o *office) refuse(by sim.ActorID, tool string, args sim.Args, want string) {
	o.t.Helper()
	_, err := o.try(by, tool, args)
	if err == nil || !strings.Contains(err.Error(), want) {
		o.t.Fatalf("%s by %s: got %v, want a refusal with %q", tool, by, err, want)
	}
}

func (o *office) show(id string) map[string]any {
	o.t.Helper()
	m, ok := o.part().Exhibit(o.w, id)
	if !ok {
		o.t.Fatalf("no ticket %s", id)
	}
	return m
}

func (o *office) last() sim.Event { return o.events[len(o.events)-1] }

// make makes a PORT ticket by lena and returns its id.
func (o *office) make(title string, more ...any) string {
	o.t.Helper()
	args := sim.Args{"title": title, "board": "PORT"}
	for i := 0; i+1 < len(more); i += 2 {
		args[more[i].(string)] = more[i+1]
	}
	return o.do("lena", "tickets_create", args).Result.Data.(map[string]any)["ticket"].(string)
}

func found(out sim.Outcome) string {
	var list []string
	for _, l := range out.Result.Data.(Lines).Tickets {
		list = append(list, l.Ticket)
	}
	return strings.Join(list, " ")
}

func data(t *testing.T, out sim.Outcome) string {
	t.Helper()
	raw, err := json.Marshal(out.Result.Data)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func reaches(e sim.Event) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(e.Audience), " ", ","), "[]")
}
