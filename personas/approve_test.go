package personas

import (
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/sim"
)

func TestValuesAreFoundAsPeopleWriteThem(t *testing.T) {
	text := squeeze("We go live on 15 April 2026 with 99.5% availability; the cap is 120000 EUR.")
	for value, want := range map[string]bool{"2026-04-15": true, "2026-04-16": false, "99.5 %": true, "120000 EUR": true, "99.8 %": false} {
		if got := states(text, value); got != want {
			t.Errorf("%q: got %v, want %v", value, got, want)
		}
	}
}

// paper is an app with one document, which changes by fiat.
type paper struct{ text *string }

func (paper) Name() string      { return "docs" }
func (paper) Kinds() []sim.Body { return nil }
func (paper) Tools() []sim.Tool { return nil }
func (paper) Apply(sim.Event)   {}
func (p paper) Clone() sim.Part { return p }
func (p paper) Exhibit(_ sim.View, name string) (map[string]any, bool) {
	if *p.text == "" || name != "release-plan" {
		return nil, false
	}
	return map[string]any{"text": *p.text}, true
}

func TestAnApproverLooksAtThePapers(t *testing.T) {
	var text string
	s := raiseWith(t, 1, nil, []sim.Part{paper{&text}},
		sim.Call{By: sim.Script, Tool: "work_deliverable", Args: sim.Args{"id": "brief", "title": "Brief", "owner": "robin", "ref": "docs/release-plan", "requirements": "go-live"}},
		sim.Call{By: sim.Script, Tool: "work_approval", Args: sim.Args{"id": "go", "title": "Go-live approval", "approver": "marta", "needs": "deliverable/brief"}})
	ask := func(d int) {
		s.robin(day(d, 9, 30), "chat", "marta", "Could you approve the go-live approval please?")
		s.until(day(d+1, 17, 0))
	}
	ask(1)
	s.mustSay("marta>robin reject approval:go note:I cannot find the brief")
	text = "The go-live date is 2026-03-31."
	ask(3)
	s.mustSay("marta>robin reject approval:go note:I cannot see the go-live date (1 April) in the brief")
	text = "The go-live date is 1 April 2026."
	ask(8)
	s.mustSay("marta>robin approve approval:go")
}

// grid is an app with one sheet of one tab, whose cells change by fiat.
type grid struct{ cells map[string]string }

func (grid) Name() string      { return "sheets" }
func (grid) Kinds() []sim.Body { return nil }
func (grid) Tools() []sim.Tool { return nil }
func (grid) Apply(sim.Event)   {}
func (g grid) Clone() sim.Part { return g }
func (g grid) Exhibit(_ sim.View, name string) (map[string]any, bool) {
	id, at, cell := strings.Cut(strings.TrimPrefix(name, "sheets/"), "!")
	value, filled := g.cells[at]
	switch {
	case id != "budget" || len(g.cells) == 0:
		return nil, false
	case !cell:
		return map[string]any{"version": int64(1)}, true
	}
	return map[string]any{"value": value, "number": value}, filled
}

func TestAnApproverLooksAtTheFigures(t *testing.T) {
	cells := map[string]string{}
	check := func(args sim.Args) sim.Call {
		args["deliverable"] = "money"
		return sim.Call{By: sim.Script, Tool: "work_check", Args: args}
	}
	s := raiseWith(t, 1, nil, []sim.Part{grid{cells}},
		sim.Call{By: sim.Script, Tool: "work_deliverable", Args: sim.Args{"id": "money", "title": "Release budget", "owner": "robin", "ref": "sheets/budget"}},
		sim.Call{By: sim.Script, Tool: "work_require", Args: sim.Args{"id": "cap", "title": "Budget cap", "owner": "marta", "value": "1200 EUR"}},
		sim.Call{By: sim.Script, Tool: "work_require", Args: sim.Args{"id": "hue", "title": "Colour", "owner": "lena", "value": "blue"}},
		check(sim.Args{"cell": "B3", "requirement": "cap"}),
		check(sim.Args{"cell": "B9", "requirement": "hue"}), // no business of the approver
		check(sim.Args{"expr": `int(cell("sheets/budget", "B2").number) == int(cell("sheets/budget", "B1").number) + 100`, "says": "the total does not agree with the rows."}),
		sim.Call{By: sim.Script, Tool: "work_approval", Args: sim.Args{"id": "go", "title": "Budget approval", "approver": "marta", "needs": "deliverable/money"}})
	ask := func(d int, want string) {
		t.Helper()
		s.robin(day(d, 9, 30), "chat", "marta", "Could you approve the budget approval please?")
		s.until(day(d+1, 17, 0))
		s.mustSay("marta>robin " + want)
	}
	ask(1, "reject approval:go note:I cannot find the release budget")
	cells["B1"], cells["B2"] = "900", "lots"
	ask(3, "reject approval:go note:I cannot see the budget cap (1200 EUR) in the release budget and the total does not agree with the rows")
	cells["B3"] = "1,200"
	ask(8, "reject approval:go note:the total does not agree with the rows")
	cells["B2"] = "1000"
	ask(10, "approve approval:go")
}

func TestFiguresAreTheSameHoweverTheyAreWritten(t *testing.T) {
	for _, c := range []struct {
		shown, value string
		same         bool
	}{
		{"112000", "112000 EUR", true}, {"112,000.00 EUR", "112000 EUR", true}, {"\u20ac 112000", "112000 EUR", false},
		{"112000 USD", "112000 EUR", false}, {"1112000", "112000 EUR", false}, {"112000.5", "112000 EUR", false}, {"", "112000 EUR", false},
		{"99.8%", "99.8 %", true}, {"99.5%", "99.8 %", false}, {"27 March 2026", "2026-03-27", true}, {"2026-03-27", "2026-03-27", true},
		{"2026-03-26", "2026-03-27", false}, {"German, English and Polish", "German, English, Polish", true}, {"-1", "1", false},
		{"1e9", "1000000000", false}, {"#DIV/0!", "1", false}, {strings.Repeat("9", 5000), "9", false}, {"-", "-", true},
	} {
		if got := sameFigure(c.shown, c.value); got != c.same {
			t.Errorf("%q and %q: got %v, want %v", c.shown, c.value, got, c.same)
		}
	}
}
