package tickets

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/simtest"
)

// office is a small world with two boards: PORT, which all see and marta watches, and SEC, which only ines and marta see.
type office struct{ *simtest.Office }

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
	return sim.Founded{Scenario: "test", Seed: 1, Start: start, Horizon: start.Add(1000 * time.Hour),
		Actors: []sim.Actor{simtest.Colleague("marta", "Marta Roth", sim.Persona), simtest.Colleague("lena", "Lena Vogt", sim.Persona),
			simtest.Colleague("ines", "Ines Blum", sim.Persona), simtest.Colleague("tomas", "Tomas Hajek", sim.Persona), simtest.Colleague("robin", "Robin Adler", sim.Agent)}}
}

func newOffice(t testing.TB) *office {
	t.Helper()
	return &office{simtest.NewOffice(t, founding(), func() []sim.Part { return []sim.Part{New(boards())} })}
}

func opened(t *testing.T) *office {
	o := newOffice(t)
	o.Open()
	return o
}

func (o *office) part() *Part { return o.World.Part("tickets").(*Part) }

func (o *office) recall(by sim.ActorID, tool string, args sim.Args) {
	o.Helper()
	o.Recall(start.Add(-100*time.Hour), by, tool, args)
}

func (o *office) show(id string) map[string]any {
	o.Helper()
	return o.Exhibit("tickets", id)
}

// make makes a PORT ticket by lena and returns its id.
func (o *office) make(title string, more ...any) string {
	o.Helper()
	args := sim.Args{"title": title, "board": "PORT"}
	for i := 0; i+1 < len(more); i += 2 {
		args[more[i].(string)] = more[i+1]
	}
	return o.Do("lena", "tickets_create", args).Result.Data.(map[string]any)["ticket"].(string)
}

func found(out sim.Outcome) string {
	var list []string
	for _, l := range out.Result.Data.(Lines).Tickets {
		list = append(list, l.Ticket)
	}
	return strings.Join(list, " ")
}

func reaches(e sim.Event) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(e.Audience), " ", ","), "[]")
}
