package agents

import (
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
)

func TestMentions(t *testing.T) {
	for _, c := range []struct {
		text, name string
		want       bool
	}{
		{"The go-live date changed.", "Go-live date", true},
		{"we go live on that date", "go-live date", true},
		{"44 pilot customers take part", "number of pilot customers", true},
		{"the supported languages", "supported browsers", false},
		{"the pick-up day just went", "day of the pick-up", true},
		{"a risk", "risk register", false},
	} {
		if got := mentions(c.text, c.name); got != c.want {
			t.Errorf("mentions(%q, %q) = %t", c.text, c.name, got)
		}
	}
}

func TestLikeness(t *testing.T) {
	for _, c := range []struct{ old, text, want string }{
		{"2026-03-27", "The go-live date changed. 2026-03-24. Adjust your plans.", "2026-03-24"},
		{"2026-03-27", "It is out of date. The portal goes live on Tuesday, 24 March 2026, at the fair.", "2026-03-24"},
		{"2026-05-07", "Plot twist on the pick-up day: the van leaves on Friday, 8 May, at eight. Tell me by Fri 9 May, 10:00.", "2026-05-08"},
		{"99.5 %", "we've settled on 99.8 % for the SLA", "99.8 %"},
		{"120000 EUR", "old value replaced by 112000 EUR, the quarter is tight", "112000 EUR"},
		{"German, English", "we're going for German, English, Polish on it", "German, English, Polish"},
		{"500 copies", "We print 800 copies of the leaflet for 20 people.", "800 copies"},
		{"500 copies", "500 copies, as before", "500 copies"},
	} {
		got, ok := likeness(c.old, c.text)
		if !ok || got != c.want {
			t.Errorf("likeness(%q, %q) = %q, %t, want %q", c.old, c.text, got, ok, c.want)
		}
	}
	if v, ok := likeness("500 copies", "The van leaves at 8 sharp."); ok {
		t.Errorf("got %q from a text without copies", v)
	}
}

func TestFirstValue(t *testing.T) {
	for _, c := range []struct{ text, name, want string }{
		{"The window is 20:00 to 22:00 Berlin time.", "maintenance window", "20:00 to 22:00"},
		{"A rollback takes 25 minutes; that was measured.", "rollback time", "25 minutes"},
		{"44 pilot customers take part: the 46 of the concept less two", "number of pilot customers", "44 pilot customers"},
		{"The leaflet is printed on 135 g matt.", "paper", "135 g matt"},
		{"We print 500 copies of the leaflet.", "number of copies", "500 copies"},
		{"Findra charges 18,400 EUR for the search", "price of the search vendor", "18,400 EUR"},
	} {
		if got, _ := firstValue(c.text, c.name); got != c.want {
			t.Errorf("firstValue(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestDueIn(t *testing.T) {
	now := clock.At(2026, time.March, 2, 9, 0, time.UTC)
	for text, want := range map[string]clock.Time{
		"by Friday 6 March, 15:30; kept current": clock.At(2026, time.March, 6, 15, 30, time.UTC),
		"no later than Wed 11 Mar, 17:00.":       clock.At(2026, time.March, 11, 17, 0, time.UTC),
		"Until 17:45 today":                      clock.At(2026, time.March, 2, 17, 45, time.UTC),
		"soon":                                   0,
	} {
		if got := dueIn(text, now, time.UTC); got != want {
			t.Errorf("dueIn(%q) = %s, want %s", text, got, want)
		}
	}
}

func TestFigure(t *testing.T) {
	for value, want := range map[string]string{"18,400 EUR": "18400", "44 pilot customers": "44", "99.8 %": "99.8", "German": "", "2026-03-27": ""} {
		if got := figure(value); got != want {
			t.Errorf("figure(%q) = %q, want %q", value, got, want)
		}
	}
}

func TestReadTask(t *testing.T) {
	var n notebook
	hours, err := clock.NewHours(time.UTC, clock.Office(9*60, 17*60, 12*60, 13*60), nil)
	if err != nil {
		t.Fatal(err)
	}
	start := clock.At(2026, time.March, 2, 9, 0, time.UTC)
	n.readTask("# Task\n\n1. **Plan**, the document `plan`: by Friday 6 March, 15:30. States the\n   date.\n2. **The release**: PORT-3 is moved to Released when `sign-off`\n   (Ines Carvalho) is granted.\n\nMore.",
		start, start.Add(7*24*time.Hour), hours)
	if len(n.items) != 2 || n.items[0].ref() != "docs/plan" || n.items[0].due != clock.At(2026, time.March, 6, 15, 30, time.UTC) {
		t.Fatalf("items: %+v", n.items)
	}
	if it := n.items[1]; it.ticket != "PORT-3" || it.state != "Released" || len(it.needs) != 1 || it.name != "release" {
		t.Errorf("release: %+v", it)
	}
	if len(n.consents) != 1 || n.consents[0].id != "sign-off" || n.consents[0].approver != "Ines Carvalho" {
		t.Errorf("consents: %+v", n.consents)
	}
}

func TestReadDoc(t *testing.T) {
	n := notebook{people: []*colleague{{id: "marta", name: "Marta Brandt"}, {id: "tomas", name: "Tomas Keller"}}}
	n.readDoc("# R\n\n| requirement | value | owner |\n| --- | --- | --- |\n| Go-live date | 2026-03-27 | Marta Brandt |\n\nWho has to know when one changes: go-live:\nTomas, Nora. More.\n\n"+
		"| who | what | until |\n| --- | --- | --- |\n| Tomas | rollback time | Tue 2026-03-17, 12:00 |\n", time.UTC)
	if len(n.topics) != 2 {
		t.Fatalf("%d topics", len(n.topics))
	}
	d, r := n.topics[0], n.topics[1]
	if d.value != "2026-03-27" || d.owner != "marta" || len(d.informed) != 2 || n.idOf(d.informed[0]) != "tomas" || n.idOf(d.informed[1]) != "" {
		t.Errorf("date: %+v", d)
	}
	if r.owner != "tomas" || r.owed != clock.At(2026, time.March, 17, 12, 0, time.UTC) {
		t.Errorf("rollback: %+v", r)
	}
}
