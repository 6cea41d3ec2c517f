package score

import (
	"slices"
	"strings"
	"testing"
)

type names []string

func (n names) Has(kind, id string) bool { return slices.Contains(n, kind+"/"+id) }

func TestARubricIsChecked(t *testing.T) {
	good := Criterion{ID: "good", Axis: Social, Weight: 1, Metric: "D1", Goal: 90, Zero: 40}
	with := func(change func(*Criterion)) []Criterion {
		c := good
		c.ID = "x"
		change(&c)
		return []Criterion{good, c}
	}
	verify := func(v Verify) []Criterion {
		return with(func(c *Criterion) { c.Metric, c.Goal, c.Zero, c.Verify = "", 0, 0, &v })
	}
	scenario := names{"requirement/go-live", "person/lena", "ticket/PORT-1", "approval/security", "package/api", "fact/price"}
	for want, criteria := range map[string][]Criterion{
		"":                                   with(func(*Criterion) {}),
		"criterion 2: id: it is missing":     with(func(c *Criterion) { c.ID = "" }),
		"good: id: another criterion has it": with(func(c *Criterion) { c.ID = "good" }),
		`x: axis: expected deliverable or social, got "fun"`:            with(func(c *Criterion) { c.Axis = "fun" }),
		"x: weight: expected 1 to 1000, got 0":                          with(func(c *Criterion) { c.Weight = 0 }),
		`x: by: expected such as 2026-03-25T17:00, got "soon"`:          with(func(c *Criterion) { c.By = "soon" }),
		`x: requires.criteria: there is no criterion "none"`:            with(func(c *Criterion) { c.Requires.Criteria = []string{"none"} }),
		"x: requires.criteria: it requires itself":                      with(func(c *Criterion) { c.Requires.Criteria = []string{"x"} }),
		"x: requires.messages: expected 0 or more, got -1":              with(func(c *Criterion) { c.Requires.Messages = -1 }),
		"x: verify: expected either verify or metric":                   with(func(c *Criterion) { c.Metric = "" }),
		"x: goal: goal and zero must differ":                            with(func(c *Criterion) { c.Zero = 90 }),
		`x: metric: there is no metric "D14"`:                           with(func(c *Criterion) { c.Metric = "D14" }),
		`x: verify.kind: there is no verifier "magic"`:                  verify(Verify{Kind: "magic"}),
		"x: verify.ref: document_states needs it":                       verify(Verify{Kind: "document_states"}),
		"x: verify.cell: document_states has no such field":             verify(Verify{Kind: "document_states", Ref: "docs/plan", Cell: "B4"}),
		`x: verify.requirements: there is no requirement "none"`:        verify(Verify{Kind: "document_states", Ref: "docs/plan", Requirements: []string{"go-live", "none"}}),
		"x: verify.value: expected either value or requirement":         verify(Verify{Kind: "cell_equals", Ref: "sheets/x", Cell: "B4"}),
		`x: verify.tolerance: expected a number, got "some"`:            verify(Verify{Kind: "cell_equals", Ref: "sheets/x", Cell: "B4", Value: "1", Tolerance: "some"}),
		"x: verify.state: expected state or assignee":                   verify(Verify{Kind: "ticket_state", Ticket: "PORT-1"}),
		`x: verify.ticket: there is no ticket "PORT-9"`:                 verify(Verify{Kind: "ticket_state", Ticket: "PORT-9", State: []string{"Done"}}),
		`x: verify.who: there is no person "omar"`:                      verify(Verify{Kind: "told", Fact: "price", Who: []string{"lena", "omar"}}),
		"x: verify.requirement: expected either requirement or fact":    verify(Verify{Kind: "told", Who: []string{"lena"}}),
		`x: verify.within: expected working time such as 8h, got "-1h"`: verify(Verify{Kind: "told", Fact: "price", Who: []string{"lena"}, Within: "-1h"}),
		`x: verify.approval: there is no approval "none"`:               verify(Verify{Kind: "approved_before", Approval: "none", Action: "package/api"}),
		"x: verify.expr: ": verify(Verify{Kind: "predicate", Expr: "1 +"}),
		`x: verify.by: expected such as 2026-03-25T17:00, got "2026-03-25 17:00"`: verify(Verify{Kind: "package_done", Package: "api", By: "2026-03-25 17:00"}),
	} {
		issues := (&Rubric{criteria}).Check(scenario)
		switch {
		case want == "" && len(issues) > 0:
			t.Errorf("a good rubric has issues: %v", issues)
		case want != "" && (len(issues) != 1 || !strings.HasPrefix(issues[0].String(), want)):
			t.Errorf("got %v, want %s", issues, want)
		}
	}
}

func TestVerifyKindsNameTheirFields(t *testing.T) {
	all := (&Verify{}).fields()
	for kind, v := range verifiers {
		for _, f := range slices.Concat(v.needs, v.may) {
			if !slices.ContainsFunc(all, func(x field) bool { return x.name == f }) {
				t.Errorf("%s names the field %q, which there is not", kind, f)
			}
		}
	}
	if got := VerifyKinds(); len(got) != len(verifiers) || !slices.Equal(got["cell_equals"].Need, []string{"ref", "cell"}) {
		t.Errorf("got %v", got)
	}
}
