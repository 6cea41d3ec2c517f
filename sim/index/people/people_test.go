package people

import (
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

func world(t *testing.T) *sim.World {
	t.Helper()
	w := sim.NewWorld()
	week := clock.Office(540, 1020, 720, 720)
	person := func(id, name, mail string, joins clock.Time) sim.Actor {
		return sim.Actor{ID: sim.ActorID(id), Name: name, Mail: mail, Zone: "Europe/Berlin", Week: week, Joins: joins}
	}
	start := clock.At(2026, 3, 2, 9, 0, time.UTC)
	_, err := w.Found(sim.Founded{Start: start, Horizon: start + 1e15, Actors: []sim.Actor{
		person("lena", "Lena Vogt", "lena.vogt@n.example", 0),
		person("tom1", "Tomas Ruiz", "", 0),
		person("tom2", "Tomas Berg", "", 0),
		person("nora", "Nora Lind", "nora@n.example", start+1),
	}})
	if err != nil {
		t.Fatal(err)
	}
	w.Open()
	return w
}

func TestFindTakesEveryUsualName(t *testing.T) {
	w := world(t)
	for _, name := range []string{"lena", "Lena", "@lena", "lena.vogt@n.example", "Lena Vogt", "Lena V <LENA.vogt@n.example>", " LENA VOGT "} {
		if id, err := Find(w, name); err != nil || id != "lena" {
			t.Errorf("Find(%q) = %q, %v; want lena", name, id, err)
		}
	}
	if id, err := Find(w, "tomas berg"); err != nil || id != "tom2" {
		t.Errorf("full name: got %q, %v", id, err)
	}
}

func TestFindRefusesAmbiguousUnknownAndNotYetJoined(t *testing.T) {
	w := world(t)
	for name, hint := range map[string]string{"Tomas": "did you mean tom1 or tom2?", "lnea": "did you mean lena?", "nora": "there are lena, tom1, tom2", "": "there are"} {
		_, err := Find(w, name)
		if err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("Find(%q): got %v, want a hint %q", name, err, hint)
		}
		if err != nil && strings.Contains(strings.SplitN(err.Error(), ":", 2)[1], "nora") {
			t.Errorf("the hint for %q names somebody who has not joined: %v", name, err)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "abc", 3}, {"lena", "lnea", 1}, {"kitten", "sitting", 3}, {"release", "relase", 1}, {"same", "same", 0}} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
