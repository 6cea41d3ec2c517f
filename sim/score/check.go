package score

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/sim/predicate"
)

// Names tells what a scenario has. Kinds are requirement, fact, approval, package, ticket and person.
type Names interface {
	Has(kind, id string) bool
}

// Issue is a mistake in a rubric.
type Issue struct {
	Criterion string // its id, or "criterion 3" where it has none
	Field     string // "weight", "verify.ref", "requires.criteria" ...
	Message   string
}

func (i Issue) String() string { return i.Criterion + ": " + i.Field + ": " + i.Message }

// Check lists what is wrong with a rubric, in its order: a criterion that passes this check can be judged.
func (r *Rubric) Check(names Names) []Issue {
	var out []Issue
	all := make([]string, len(r.Criteria))
	for i, c := range r.Criteria {
		all[i] = c.ID
	}
	for i := range r.Criteria {
		k := checking{c: &r.Criteria[i], label: r.Criteria[i].ID, names: names}
		if k.label == "" {
			k.label = fmt.Sprintf("criterion %d", i+1)
		}
		k.criterion(all, slices.Contains(all[:i], k.c.ID))
		out = append(out, k.issues...)
	}
	return out
}

// weightMost bounds a weight, so that points stay small whole numbers.
const weightMost = 1000

type checking struct {
	c      *Criterion
	label  string
	names  Names
	issues []Issue
}

func (k *checking) bad(field, format string, args ...any) {
	k.issues = append(k.issues, Issue{k.label, field, fmt.Sprintf(format, args...)})
}

func (k *checking) criterion(all []string, repeated bool) {
	c := k.c
	if c.ID == "" {
		k.bad("id", "it is missing")
	} else if repeated {
		k.bad("id", "another criterion has it")
	}
	if c.Axis != Deliverable && c.Axis != Social {
		k.bad("axis", "expected deliverable or social, got %q", c.Axis)
	}
	if c.Weight < 1 || c.Weight > weightMost {
		k.bad("weight", "expected 1 to %d, got %d", weightMost, c.Weight)
	}
	k.moment("by", c.By)
	k.requires(all)
	switch {
	case (c.Verify == nil) == (c.Metric == ""):
		k.bad("verify", "expected either verify or metric")
	case c.Verify != nil:
		k.verify(c.Verify)
	case !slices.Contains(MetricIDs(), c.Metric):
		k.bad("metric", "there is no metric %q; expected one of %s", c.Metric, strings.Join(MetricIDs(), ", "))
	case c.Goal == c.Zero:
		k.bad("goal", "goal and zero must differ")
	}
}

func (k *checking) requires(all []string) {
	if k.c.Requires.Messages < 0 {
		k.bad("requires.messages", "expected 0 or more, got %d", k.c.Requires.Messages)
	}
	for _, id := range k.c.Requires.Criteria {
		switch {
		case !slices.Contains(all, id):
			k.bad("requires.criteria", "there is no criterion %q", id)
		case id == k.c.ID:
			k.bad("requires.criteria", "it requires itself")
		}
	}
}

func (k *checking) moment(field, words string) {
	if _, err := time.Parse(momentForm, words); words != "" && err != nil {
		k.bad(field, "expected such as 2026-03-25T17:00, got %q", words)
	}
}

func (k *checking) verify(v *Verify) {
	kind, ok := verifiers[v.Kind]
	if !ok {
		k.bad("verify.kind", "there is no verifier %q", v.Kind)
		return
	}
	for _, f := range v.fields() {
		switch {
		case slices.Contains(kind.needs, f.name) && !f.set:
			k.bad("verify."+f.name, "%s needs it", v.Kind)
		case f.set && !slices.Contains(kind.needs, f.name) && !slices.Contains(kind.may, f.name):
			k.bad("verify."+f.name, "%s has no such field", v.Kind)
		}
	}
	k.oneOf(v)
	k.named("requirements", "requirement", v.Requirements...)
	k.named("requirement", "requirement", v.Requirement)
	k.named("fact", "fact", v.Fact)
	k.named("package", "package", v.Package)
	k.named("approval", "approval", v.Approval)
	k.named("ticket", "ticket", v.Ticket)
	k.named("assignee", "person", v.Assignee)
	k.named("who", "person", v.Who...)
	k.words(v)
}

// oneOf checks the fields of which a kind needs one of two.
func (k *checking) oneOf(v *Verify) {
	switch v.Kind {
	case "cell_equals":
		if (v.Value == "") == (v.Requirement == "") {
			k.bad("verify.value", "expected either value or requirement")
		}
	case "told":
		if (v.Fact == "") == (v.Requirement == "") {
			k.bad("verify.requirement", "expected either requirement or fact")
		}
	case "ticket_state":
		if len(v.State) == 0 && v.Assignee == "" {
			k.bad("verify.state", "expected state or assignee")
		}
	}
}

func (k *checking) named(field, kind string, ids ...string) {
	for _, id := range ids {
		if id != "" && !k.names.Has(kind, id) {
			k.bad("verify."+field, "there is no %s %q", kind, id)
		}
	}
}

func (k *checking) words(v *Verify) {
	k.moment("verify.by", v.By)
	if d, err := time.ParseDuration(v.Within); v.Within != "" && (err != nil || d <= 0) {
		k.bad("verify.within", "expected working time such as 8h, got %q", v.Within)
	}
	if _, ok := decimal(v.Tolerance); v.Tolerance != "" && !ok {
		k.bad("verify.tolerance", "expected a number, got %q", v.Tolerance)
	}
	if v.MaxWords < 0 {
		k.bad("verify.max_words", "expected 0 or more, got %d", v.MaxWords)
	}
	if v.Expr != "" {
		if _, err := predicate.Compile(v.Expr); err != nil {
			k.bad("verify.expr", "%v", err)
		}
	}
}

type field struct {
	name string
	set  bool
}

// fields are those of a verify but its kind, in the order of the format.
func (v *Verify) fields() []field {
	return []field{{"ref", v.Ref != ""}, {"requirements", len(v.Requirements) > 0}, {"values", len(v.Values) > 0},
		{"absent", len(v.Absent) > 0}, {"max_words", v.MaxWords != 0}, {"cell", v.Cell != ""}, {"value", v.Value != ""},
		{"requirement", v.Requirement != ""}, {"tolerance", v.Tolerance != ""}, {"exists", v.Exists}, {"ticket", v.Ticket != ""},
		{"state", len(v.State) > 0}, {"assignee", v.Assignee != ""}, {"approval", v.Approval != ""}, {"action", v.Action != ""},
		{"package", v.Package != ""}, {"by", v.By != ""}, {"expr", v.Expr != ""}, {"fact", v.Fact != ""}, {"who", len(v.Who) > 0},
		{"within", v.Within != ""}}
}
