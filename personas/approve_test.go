package personas

import (
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
