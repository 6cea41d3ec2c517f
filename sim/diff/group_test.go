package diff

import (
	"testing"

	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
)

// Every part that is listed here is in a scenario's world, lists its things, and shows each of them: a part that is
// renamed or loses its list would drop out of every diff in silence.
func TestEveryGroupShowsAllItsNames(t *testing.T) {
	sc, err := scenarios.Open("portal")
	if err != nil {
		t.Fatal(err)
	}
	w := sim.NewWorld(sc.Parts()...)
	if err := sc.Lay(1)(w, func(sim.Outcome) error { return nil }); err != nil {
		t.Fatal(err)
	}
	absent := map[string]bool{"people/robin": true, "trust/robin": true} // the agent is no coworker
	for _, g := range groups {
		if _, ok := w.Part(g.part).(sim.Exhibitor); !ok {
			t.Errorf("%s: the part %s exhibits nothing", g.title, g.part)
			continue
		}
		names, shown := g.names(w), g.look(w)
		for _, n := range names {
			if shown[n] == nil && !absent[g.title+"/"+n] && g.title != "roles" {
				t.Errorf("%s: %s is listed and not shown", g.title, n)
			}
		}
		if len(shown) == 0 && g.title != "notes" && g.title != "risks" { // nobody has written any yet
			t.Errorf("%s: nothing is shown", g.title)
		}
	}
	for _, p := range w.Parts() {
		if _, ok := p.(sim.Exhibitor); ok && !grouped(p.Name()) {
			t.Errorf("the part %s exhibits and is compared nowhere", p.Name())
		}
	}
}

func grouped(part string) bool {
	for _, g := range groups {
		if g.part == part {
			return true
		}
	}
	return false
}

func TestMessagesAreToldApartByHowOftenTheyWereSaid(t *testing.T) {
	a := talk{"chat/x": {"lena: hi": 2, "omar: no": 1}, "chat/same": {"lena: hi": 1}, "mail/lena": {"omar: yes": 1}}
	b := talk{"chat/x": {"lena: hi": 1, "omar: so": 4}, "chat/same": {"lena: hi": 1}}
	got := apart(a, b, "chat/")
	if len(got) != 1 || got[0] != (Change{"x", onlyHere, int64(2), int64(4)}) {
		t.Errorf("got %+v, want x with 2 and 4", got)
	}
}

func TestCellsOfAWorkbookThatOneSideLacksAreNotListed(t *testing.T) {
	a := map[string]fields{"b": {"title": "Budget"}, "b!S!A1": {"value": "1"}, "c": {}, "c!S!A1": {"value": "1"}}
	b := map[string]fields{"c": {}, "c!S!A1": {"value": "2"}}
	got := group{}.compare(a, b)
	want := []Change{{"b", "", "Budget", nil}, {"c!S!A1", "value", "1", "2"}}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
