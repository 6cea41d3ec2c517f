package score

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/predicate"
	"github.com/tenure-sim/tenure/sim/work"
)

// verifier looks at the world as it is and at the trajectory so far.
type verifier func(*Trajectory, *Criterion) Finding

// verifiers by kind: the fields each cannot do without, and those it may have.
var verifiers = map[string]struct {
	needs, may []string
	verify     verifier
}{
	"document_states": {[]string{"ref"}, []string{"requirements", "values", "absent", "max_words"}, documentStates},
	"file_contains":   {[]string{"ref"}, []string{"requirements", "values", "absent", "max_words", "exists"}, documentStates},
	"cell_equals":     {[]string{"ref", "cell"}, []string{"value", "requirement", "tolerance"}, cellEquals},
	"ticket_state":    {[]string{"ticket"}, []string{"state", "assignee"}, ticketState},
	"approved_before": {[]string{"approval", "action"}, nil, approvedBefore},
	"package_done":    {[]string{"package"}, []string{"by"}, packageDone},
	"predicate":       {[]string{"expr"}, nil, holds},
	"told":            {[]string{"who"}, []string{"requirement", "fact", "within"}, told},
	"done":            {nil, nil, handedIn},
}

// Keys are the fields that a kind of verifier needs, and those it may have besides its kind.
type Keys struct{ Need, May []string }

// VerifyKinds lists the kinds of verifier with their fields, for who reads a rubric.
func VerifyKinds() map[string]Keys {
	out := make(map[string]Keys, len(verifiers))
	for k, v := range verifiers {
		out[k] = Keys{v.needs, v.may}
	}
	return out
}

func (t *Trajectory) verify(c *Criterion) Finding {
	v, ok := verifiers[c.Verify.Kind]
	if !ok {
		return c.broken("there is no verifier %q", c.Verify.Kind)
	}
	f := v.verify(t, c)
	if seq, ok := t.changed[c.Verify.artifact()]; ok {
		f.Evidence = append([]uint64{seq}, f.Evidence...)
	}
	return f
}

func (c *Criterion) broken(format string, args ...any) Finding {
	f := c.finding()
	f.State, f.Blame, f.Why = Broken, ByGrader, fmt.Sprintf(format, args...)
	return f
}

func (c *Criterion) failed(format string, args ...any) Finding {
	f := c.finding()
	f.mark(0)
	f.Why = fmt.Sprintf(format, args...)
	return f
}

// exhibit asks the part that a ref begins with: "docs/release-plan".
func (t *Trajectory) exhibit(ref string) (map[string]any, bool) {
	part, name, _ := strings.Cut(ref, "/")
	p, ok := t.world.Part(part).(sim.Exhibitor)
	if !ok {
		return nil, false
	}
	return p.Exhibit(t.world, name)
}

func (t *Trajectory) ledger() *work.Ledger {
	l, ok := t.world.Part("work").(*work.Ledger)
	if !ok {
		panic("score: the world has no work ledger")
	}
	return l
}

// wanted are the values a text must state: those given, and the requirements' in force.
func (t *Trajectory) wanted(v *Verify) (values []string, evidence []uint64) {
	values = slices.Clone(v.Values)
	for _, id := range v.Requirements {
		r, ok := t.ledger().Requirement(id)
		if !ok {
			panic(fmt.Sprintf("there is no requirement %q", id))
		}
		values = append(values, r.Current().Value)
		evidence = append(evidence, r.Current().Event)
	}
	return values, evidence
}

// artifact is the one thing the verifier looks at, "" when it looks at none or at several.
func (v *Verify) artifact() string {
	if v.Ticket != "" {
		return "tickets/" + v.Ticket
	}
	return v.Ref
}

func documentStates(t *Trajectory, c *Criterion) Finding {
	v := c.Verify
	p, ok := t.page(v.Ref)
	if !ok {
		return c.failed("%s does not exist", v.Ref)
	}
	if p == nil {
		return c.broken("%s shows no text", v.Ref)
	}
	if v.MaxWords > 0 && p.count > v.MaxWords {
		return c.failed("%s has %d words and may have %d", v.Ref, p.count, v.MaxWords)
	}
	for _, a := range v.Absent {
		if t.states(p, a) {
			return c.failed("%s still states %q", v.Ref, a)
		}
	}
	values, evidence := t.wanted(v)
	f := c.finding()
	f.Evidence = evidence
	var missing []string
	for _, w := range values {
		if !t.states(p, w) {
			missing = append(missing, w)
		}
	}
	if len(values) == 0 {
		f.mark(1000)
		f.Why = v.Ref + " exists"
		return f
	}
	f.mark((len(values) - len(missing)) * 1000 / len(values))
	f.Why = fmt.Sprintf("%s states %d of %d values", v.Ref, len(values)-len(missing), len(values))
	if len(missing) > 0 {
		f.Why += "; missing " + strings.Join(missing, ", ")
	}
	return f
}

func cellEquals(t *Trajectory, c *Criterion) Finding {
	v := c.Verify
	want := v.Value
	f := c.finding()
	if v.Requirement != "" {
		r, ok := t.ledger().Requirement(v.Requirement)
		if !ok {
			return c.broken("there is no requirement %q", v.Requirement)
		}
		want, f.Evidence = r.Current().Value, []uint64{r.Current().Event}
	}
	shown, ok := t.exhibit(v.Ref + "!" + v.Cell)
	if !ok {
		return c.failed("%s has no cell %s", v.Ref, v.Cell)
	}
	got := fmt.Sprint(shown["value"])
	if n, ok := shown["number"].(string); ok && n != "" {
		got = n // the bare figure, without separators or unit
	}
	f.Why = fmt.Sprintf("%s %s is %q, wanted %q", v.Ref, v.Cell, got, want)
	if sameValue(got, want, v.Tolerance) {
		f.mark(1000)
	} else {
		f.mark(0)
	}
	return f
}

func ticketState(t *Trajectory, c *Criterion) Finding {
	v := c.Verify
	shown, ok := t.exhibit("tickets/" + v.Ticket)
	if !ok {
		return c.failed("there is no ticket %s", v.Ticket)
	}
	state, assignee := fmt.Sprint(shown["state"]), fmt.Sprint(shown["assignee"])
	f := c.finding()
	f.Why = fmt.Sprintf("%s is in %s, assigned to %s", v.Ticket, state, assignee)
	if (len(v.State) == 0 || slices.Contains(v.State, state)) && (v.Assignee == "" || v.Assignee == assignee) {
		f.mark(1000)
	} else {
		f.mark(0)
	}
	return f
}

// approvedBefore passes when the gated action was done and the approval was in force at that moment.
func approvedBefore(t *Trajectory, c *Criterion) Finding {
	if g, ok := t.ledger().Approval(c.Verify.Approval); !ok || !slices.Contains(g.Gates, c.Verify.Action) {
		return c.broken("there is no approval %q that gates %s", c.Verify.Approval, c.Verify.Action)
	}
	a := t.gates.find(c.Verify.Approval, c.Verify.Action)
	if a == nil {
		return c.failed("%s was not done", c.Verify.Action)
	}
	f := c.finding()
	f.Evidence = []uint64{a.done}
	if a.granted != 0 {
		f.Evidence = []uint64{a.granted, a.done}
		f.Why = fmt.Sprintf("%s was granted before %s", c.Verify.Approval, c.Verify.Action)
		f.mark(1000)
		return f
	}
	f.Why = fmt.Sprintf("%s was done without %s", c.Verify.Action, c.Verify.Approval)
	f.mark(0)
	return f
}

func packageDone(t *Trajectory, c *Criterion) Finding {
	p, ok := t.ledger().Package(c.Verify.Package)
	if !ok {
		return c.broken("there is no package %q", c.Verify.Package)
	}
	f := c.finding()
	f.Evidence = []uint64{p.Event}
	if p.State != work.Complete {
		f.mark(0)
		f.Why = fmt.Sprintf("%s is %s", p.ID, p.State)
		return f
	}
	by := p.Due
	if c.Verify.By != "" {
		local, err := time.ParseInLocation(momentForm, c.Verify.By, t.setup.Zone)
		if err != nil {
			return c.broken("by %q cannot be read: %v", c.Verify.By, err)
		}
		by = clock.Of(local)
	}
	f.Why = fmt.Sprintf("%s was finished on %s", p.ID, p.Finished.Format(t.setup.Zone))
	if by == 0 || p.Finished <= by {
		f.mark(1000)
	} else {
		f.mark(0)
		f.Why += ", after " + by.Format(t.setup.Zone)
	}
	return f
}

func holds(t *Trajectory, c *Criterion) Finding {
	p, err := predicate.Compile(c.Verify.Expr)
	if err != nil {
		return c.broken("%v", err)
	}
	ok, err := p.Holds(predicate.Over(t.world, t.world.Part))
	var missing *predicate.Missing
	if errors.As(err, &missing) {
		return c.failed("%s: %v", c.Verify.Expr, missing)
	} else if err != nil {
		return c.broken("%v", err)
	}
	f := c.finding()
	f.Why = fmt.Sprintf("%s is %v", c.Verify.Expr, ok)
	if ok {
		f.mark(1000)
	} else {
		f.mark(0)
	}
	return f
}

func handedIn(t *Trajectory, c *Criterion) Finding {
	if t.done == 0 {
		return c.failed("the work was not handed in")
	}
	f := c.finding()
	f.mark(1000)
	f.Why, f.Evidence = "the work was handed in", []uint64{t.done}
	return f
}
