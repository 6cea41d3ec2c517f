package company

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

var start = clock.At(2026, time.March, 2, 8, 0, time.UTC)

func world(t *testing.T) *sim.World {
	t.Helper()
	w := sim.NewWorld()
	person := func(id, name string, kind sim.ActorKind) sim.Actor {
		return sim.Actor{ID: sim.ActorID(id), Kind: kind, Name: name, Mail: id + "@n.example", Zone: "Europe/Berlin", Week: clock.Office(540, 1020, 720, 765)}
	}
	_, err := w.Found(sim.Founded{Start: start, Horizon: start.Add(time.Hour), Actors: []sim.Actor{
		person("robin", "Robin Adler", sim.Agent), person("lena", "Lena Vogt", sim.Persona), person("omar", "Omar Said", sim.Persona)}})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestWhoIsMeant(t *testing.T) {
	w := world(t)
	for _, name := range []string{"lena", " @lena", "LENA", "lena vogt", "Lena@n.example"} {
		if got, err := Person(w, name); err != nil || got != "lena" {
			t.Errorf("%q: got %q, %v; want lena", name, got, err)
		}
	}
	if _, err := Person(w, "lean"); err == nil || !strings.Contains(err.Error(), "robin, lena, omar") {
		t.Errorf("got %v, want the ids there are", err)
	}
	if err := Known(w, []sim.ActorID{"lena", Everyone}); err != nil {
		t.Error(err)
	}
	if err := Known(w, []sim.ActorID{"lena", "nobody"}); err == nil {
		t.Error("nobody is known")
	}
}

func TestWhatRightsAllow(t *testing.T) {
	r := Rights{Owner: "lena"}
	edit, read := r.Given(Edit, "omar"), r.Given(Read, Everyone)
	for _, c := range []struct {
		name       string
		r          Rights
		by         sim.ActorID
		reads, may bool
	}{
		{"the owner", r, "lena", true, true},
		{"somebody else", r, "omar", false, false},
		{"the scenario", r, sim.Script, true, true},
		{"an editor", edit, "omar", true, true},
		{"another", edit, "robin", false, false},
		{"everyone", read, "robin", true, false},
		{"no longer", edit.Given(None, "omar"), "omar", false, false},
		{"only one right", edit.Given(Read, "omar"), "omar", true, false},
	} {
		if got := c.r.MayRead(c.by); got != c.reads {
			t.Errorf("%s may read: got %t, want %t", c.name, got, c.reads)
		}
		if got := c.r.MayEdit(c.by); got != c.may {
			t.Errorf("%s may edit: got %t, want %t", c.name, got, c.may)
		}
	}
	if len(r.Editors)+len(r.Readers) > 0 {
		t.Errorf("giving changed the rights it was given from: %+v", r)
	}
}

func TestWhatMayNotBeGiven(t *testing.T) {
	w, r := world(t), Rights{Owner: "lena", Readers: []sim.ActorID{Everyone}}
	for _, c := range []struct {
		right Right
		who   []sim.ActorID
		words string
	}{
		{Read, nil, "say who"},
		{Read, []sim.ActorID{"nobody"}, "there is nobody with the id"},
		{Edit, []sim.ActorID{"lena"}, "keeps every right"},
		{None, []sim.ActorID{"omar"}, "take the right from all first"},
	} {
		if err := r.MayGive(w, "plan", c.right, c.who...); err == nil || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s to %v: got %v, want a refusal with %q", c.right, c.who, err, c.words)
		}
	}
	if err := r.MayGive(w, "plan", None, Everyone); err != nil {
		t.Error(err)
	}
}

func TestListsAreReplaced(t *testing.T) {
	list := []sim.ActorID{"lena", "omar"}
	if got := With(list, "marta", "lena"); !slices.Equal(got, []sim.ActorID{"lena", "marta", "omar"}) || !slices.Equal(list, []sim.ActorID{"lena", "omar"}) {
		t.Errorf("got %v from %v", got, list)
	}
	if got := Without(list, "lena"); !slices.Equal(got, []sim.ActorID{"omar"}) || list[0] != "lena" {
		t.Errorf("got %v from %v", got, list)
	}
	if got := Audience([]sim.ActorID{"omar", sim.Script, "", Everyone, "lena", "omar"}); !slices.Equal(got, list) {
		t.Errorf("got %v, want %v", got, list)
	}
}

func TestTheWallOfWhoeverLooks(t *testing.T) {
	w := world(t)
	if here, there := Stamp(w, "lena", start), Stamp(w, sim.Script, start); !strings.Contains(here, "09:00") || !strings.Contains(there, "08:00") {
		t.Errorf("got %q and %q, want Berlin's and UTC", here, there)
	}
	if Laying(w, "robin") != (w.Now() < start) || !Laying(w, "lena") || !Laying(w, sim.Script) {
		t.Error("an agent lays nothing once the project runs; coworkers and the scenario may")
	}
}
