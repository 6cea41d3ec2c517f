package directory

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/simtest"
)

var start = clock.At(2026, 3, 2, 8, 0, time.UTC)

type office struct{ *simtest.Office }

// opened is a company: ceo above marta above lena, tomas and robin; nora joins a day after the start.
func opened(t *testing.T) *office {
	t.Helper()
	week := clock.Office(540, 1020, 720, 765)
	holiday, err := clock.ParseDay("2026-03-04")
	if err != nil {
		t.Fatal(err)
	}
	actors := []sim.Actor{
		{ID: "robin", Kind: sim.Agent, Name: "Robin Adler", Role: "Release coordinator", Team: "delivery", Manager: "marta"},
		{ID: "lena", Kind: sim.Persona, Name: "Lena Vogt", Role: "Platform engineer", Team: "platform", Manager: "marta",
			Mail: "lena.vogt@n.example", Owns: []string{"staging", "deployment pipeline"}, Holidays: []clock.Day{holiday}},
		{ID: "marta", Kind: sim.Persona, Name: "Marta Diaz", Role: "Head of delivery", Team: "delivery", Manager: "ceo"},
		{ID: "tomas", Kind: sim.Persona, Name: "Tomas Ruiz", Role: "Security engineer", Team: "platform", Manager: "marta", Zone: "America/New_York",
			Owns: []string{"single sign-on", "staging data"}},
		{ID: "ceo", Kind: sim.Persona, Name: "Ines Boss", Role: "CEO"},
		{ID: "nora", Kind: sim.Persona, Name: "Nora Lind", Role: "Engineer", Team: "platform", Manager: "lena", Joins: start.Add(24 * time.Hour)},
	}
	for i := range actors {
		if actors[i].Week = week; actors[i].Zone == "" {
			actors[i].Zone = "Europe/Berlin"
		}
	}
	o := &office{simtest.NewOffice(t, sim.Founded{Start: start, Horizon: start.Add(1000 * time.Hour), Actors: actors}, func() []sim.Part { return []sim.Part{New(Config{})} })}
	o.Open()
	return o
}

func (o *office) do(by, tool string, args sim.Args) sim.Result {
	o.Helper()
	return o.Do(sim.ActorID(by), tool, args).Result
}

func (o *office) refused(by, tool string, args sim.Args, words string) {
	o.Helper()
	o.Refused(sim.ActorID(by), tool, args, words)
}

func (o *office) owners(topic string) string {
	o.Helper()
	var out []string
	for _, w := range o.do("robin", "directory_who_owns", sim.Args{"topic": topic}).Data.(Owners).Owners {
		out = append(out, w.ID)
	}
	return strings.Join(out, " ")
}

func (o *office) chart(who string) (above, below string) {
	o.Helper()
	c := o.do("robin", "directory_chart", sim.Args{"who": who}).Data.(Chart)
	for _, l := range c.Managers {
		above += l.ID + " "
	}
	for _, r := range c.Reports {
		below += fmt.Sprint(r.ID, r.Level, " ")
	}
	return strings.TrimSpace(above), strings.TrimSpace(below)
}

// later lets time go on, by way of the agent's waiting.
func (o *office) later(d string) {
	o.Keep(o.World.Begin("robin", sim.Began{Tool: "wait_for", Args: `{"span":"` + d + `"}`}))
	for {
		if _, ready := o.World.Waits(); ready {
			return
		}
		o.Fire()
	}
}

func TestListAndPerson(t *testing.T) {
	o := opened(t)
	l := o.do("robin", "directory_list", sim.Args{"team": "Platform"}).Data.(List)
	if len(l.People) != 2 || l.People[0].ID != "lena" || l.People[0].Manager != "marta" {
		t.Errorf("team %+v", l.People)
	}
	o.refused("robin", "directory_list", sim.Args{"team": "platfrom"}, "did you mean platform?")
	p := o.do("robin", "directory_list", sim.Args{"limit": 3}).Data.(List)
	q := o.do("robin", "directory_list", sim.Args{"limit": 3, "cursor": p.Next}).Data.(List)
	if len(p.People) != 3 || len(q.People) != 2 || q.Next != "" {
		t.Errorf("pages of %d and %d, next %q", len(p.People), len(q.People), q.Next)
	}
	x := o.do("robin", "directory_person", sim.Args{"who": "Lena"}).Data.(Person)
	if x.ID != "lena" || !x.Working || x.Local != "Mon 2 Mar 2026 09:00" || x.Week[0] != "Mon 09:00-12:00 12:45-17:00" || len(x.Week) != 5 {
		t.Errorf("person %+v", x)
	}
	o.refused("robin", "directory_person", sim.Args{"who": "lnea"}, "did you mean lena?")
	o.refused("robin", "directory_person", nil, `needs the argument "who"`)
}

func TestWhoHasNotJoinedIsAbsent(t *testing.T) {
	o := opened(t)
	calls := map[string]sim.Args{
		"directory_list": nil, "directory_who_owns": {"topic": "engineer"}, "directory_chart": {"who": "ceo"},
		"directory_person": {"who": "lena"},
	}
	for tool, args := range calls {
		raw, _ := json.Marshal(o.do("robin", tool, args))
		if strings.Contains(string(raw), "nora") || strings.Contains(string(raw), "persona") || strings.Contains(string(raw), `"agent"`) {
			t.Errorf("%s shows %s", tool, raw)
		}
	}
	for _, tool := range []string{"directory_person", "directory_hours", "directory_chart"} {
		o.refused("robin", tool, sim.Args{"who": "nora"}, "nobody here is called")
	}
	if _, ok := o.World.Part("directory").(*Part).Exhibit(o.World, "nora"); ok {
		t.Error("nora is exhibited before she joins")
	}
	o.later("25h")
	if _, below := o.chart("lena"); below != "nora1" {
		t.Errorf("after she joined, below lena: %q", below)
	}
}

func TestWhoOwns(t *testing.T) {
	o := opened(t)
	for topic, want := range map[string]string{
		"staging":                   "lena tomas",
		"staging data":              "tomas",
		"Deploy":                    "lena",
		"sign-on":                   "tomas",
		"security":                  "tomas",
		"pipeline for the invoices": "lena",
		"catering":                  "",
	} {
		if got := o.owners(topic); got != want {
			t.Errorf("owners of %q: %q, want %q", topic, got, want)
		}
	}
	o.refused("robin", "directory_who_owns", sim.Args{"topic": " "}, "needs a topic")
}

func TestHoursOnBothClocks(t *testing.T) {
	o := opened(t)
	h := o.do("robin", "directory_hours", sim.Args{"who": "tomas", "day": "2026-03-03"}).Data.(Hours)
	if want := []string{"Tue 3 Mar 15:00-18:00", "Tue 3 Mar 18:45-23:00"}; h.Day != "2026-03-03" || !slices.Equal(h.Yours, want) {
		t.Errorf("day %s, yours %v, want %v", h.Day, h.Yours, want)
	}
	if want := []string{"Tue 3 Mar 09:00-12:00", "Tue 3 Mar 12:45-17:00"}; !slices.Equal(h.Spans, want) {
		t.Errorf("spans %v, want %v", h.Spans, want)
	}
	h = o.do("robin", "directory_hours", sim.Args{"who": "lena", "day": "2026-03-04"}).Data.(Hours)
	if len(h.Spans) > 0 || h.Next != "Thu 5 Mar 2026 09:00" {
		t.Errorf("on a holiday: %+v", h)
	}
	h = o.do("robin", "directory_hours", sim.Args{"who": "lena"}).Data.(Hours)
	if h.Day != "2026-03-02" || len(h.Spans) != 2 {
		t.Errorf("today: %+v", h)
	}
	if h = o.do("script", "directory_hours", sim.Args{"who": "lena", "day": "2026-03-03"}).Data.(Hours); h.Yours[0] != "Tue 3 Mar 08:00-11:00" {
		t.Errorf("in UTC: %+v", h)
	}
}

func TestChart(t *testing.T) {
	o := opened(t)
	if above, below := o.chart("marta"); above != "ceo" || below != "robin1 lena1 tomas1" {
		t.Errorf("marta: above %q, below %q", above, below)
	}
	if above, below := o.chart("ceo"); above != "" || below != "marta1 robin2 lena2 tomas2" {
		t.Errorf("ceo: above %q, below %q", above, below)
	}
}

func TestLeaving(t *testing.T) {
	o := opened(t)
	o.refused("robin", "directory_leave", sim.Args{"who": "lena"}, "no tool")
	o.do("script", "directory_leave", sim.Args{"who": "marta", "replaced": "tomas"})
	e := o.Newest()
	if fmt.Sprint(e.Body) != "directory: marta has left the company; tomas takes over" || !e.Reaches("robin") || e.Reaches("nora") {
		t.Errorf("%v reaches %v", e.Body, e.Audience)
	}
	if above, below := o.chart("tomas"); above != "ceo" || below != "robin1 lena1" {
		t.Errorf("who took over: above %q, below %q", above, below)
	}
	o.refused("robin", "directory_chart", sim.Args{"who": "marta"}, "tomas takes over")
	p := o.do("robin", "directory_person", sim.Args{"who": "marta"}).Data.(Person)
	if p.Left == "" || p.Replaced != "tomas" || len(p.Week) > 0 {
		t.Errorf("person %+v", p)
	}
	o.do("script", "directory_leave", sim.Args{"who": "tomas", "replaced": "lena"})
	if got := o.owners("sign-on"); got != "lena" {
		t.Errorf("areas pass to %q, want lena", got)
	}
	x, _ := o.World.Part("directory").(*Part).Exhibit(o.World, "robin")
	y, _ := o.World.Part("directory").(*Part).Exhibit(o.World, "marta")
	if x["manager"] != "lena" || x["left"] != false || y["left"] != true || y["replaced"] != "tomas" {
		t.Errorf("exhibits %v and %v", x, y)
	}
	o.do("script", "directory_leave", sim.Args{"who": "lena"})
	if above, _ := o.chart("robin"); above != "ceo" {
		t.Errorf("with nobody in between, above robin: %q", above)
	}
	o.refused("script", "directory_leave", sim.Args{"who": "lena"}, "left already")
	o.refused("script", "directory_leave", sim.Args{"who": "ceo", "replaced": "lena"}, "cannot take over")
}

func TestReplayAndClones(t *testing.T) {
	o := opened(t)
	state := func(w *sim.World) string {
		var b strings.Builder
		for _, a := range w.Actors() {
			x, _ := w.Part("directory").(*Part).Exhibit(w, string(a.ID))
			fmt.Fprintln(&b, a.ID, x)
		}
		return b.String()
	}
	o.do("script", "directory_leave", sim.Args{"who": "marta", "replaced": "lena"})
	before := state(o.World)
	again := o.Replayed().World
	if got := state(again); got != before {
		t.Errorf("replay gives\n%s\nwant\n%s", got, before)
	}
	fork := &office{o.Fork()}
	fork.do("script", "directory_leave", sim.Args{"who": "tomas"})
	if state(o.World) != before || state(fork.World) == before {
		t.Error("a clone and its origin are not apart")
	}
	forked := state(fork.World)
	o.do("script", "directory_leave", sim.Args{"who": "lena"})
	if state(fork.World) != forked {
		t.Error("the origin changes its clone")
	}
}
