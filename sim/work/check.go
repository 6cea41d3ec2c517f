package work

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/index/people"
)

// Split parts a reference such as "package/api" into kind and id. The kind is "" when it names nothing of the ledger.
func Split(ref string) (kind, id string) {
	kind, id, ok := strings.Cut(ref, "/")
	if !ok || !slices.Contains(refKinds, kind) {
		return "", ref
	}
	return kind, id
}

var refKinds = []string{"approval", "commitment", "deliverable", "fact", "package", "requirement", "risk"}

// idsOf returns the sorted ids of a kind of record.
func (l *Ledger) idsOf(kind string) []string {
	switch kind {
	case "approval":
		return l.approvals.ids
	case "commitment":
		return l.commitments.ids
	case "deliverable":
		return l.deliverables.ids
	case "fact":
		return l.facts.ids
	case "package":
		return l.packages.ids
	case "requirement":
		return l.requirements.ids
	case "risk":
		return l.risks.ids
	}
	return nil
}

// Has says whether the ledger holds what a reference such as "package/api" names.
func (l *Ledger) Has(ref string) bool {
	kind, id := Split(ref)
	_, held := slices.BinarySearch(l.idsOf(kind), id)
	return held
}

// check collects what is wrong with a call; the first thing counts.
type check struct {
	l   *Ledger
	v   sim.View
	by  sim.ActorID
	err error
}

func (c *check) reject(format string, args ...any) {
	if c.err == nil {
		c.err = sim.Reject(format, args...)
	}
}

func (c *check) fresh(taken bool, kind, id string) {
	switch {
	case id == "" || strings.ContainsAny(id, "/ \t\n\""):
		c.reject("%q is no id for a %s: use letters, digits and dashes", id, kind)
	case taken:
		c.reject("there is a %s %q already", kind, id)
	}
}

func (c *check) given(name, value string) {
	if strings.TrimSpace(value) == "" {
		c.reject("the argument %q must not be empty", name)
	}
}

func (c *check) people(ids ...sim.ActorID) {
	for _, id := range ids {
		if _, ok := c.v.Actor(id); !ok {
			c.reject("there is nobody called %q%s", id, suggest(string(id), c.cast()))
		}
	}
}

func (c *check) cast() []string {
	var out []string
	for _, a := range c.v.Actors() {
		out = append(out, string(a.ID))
	}
	slices.Sort(out)
	return out
}

// refs checks references of the given kinds. The script may name what it lays down later in the history.
func (c *check) refs(refs []string, kinds ...string) {
	ahead := c.by == sim.Script && c.v.Now() < c.v.Start()
	for _, ref := range refs {
		kind, id := Split(ref)
		switch {
		case !slices.Contains(kinds, kind):
			c.reject("%q must be written like %s/<id>", ref, strings.Join(kinds, "/<id> or "))
		case !ahead && !c.l.Has(ref):
			c.reject("there is no %s %q%s", kind, id, suggest(id, c.l.idsOf(kind)))
		}
	}
}

// only lets the script and one person through.
func (c *check) only(who sim.ActorID, does string) {
	if c.by != sim.Script && c.by != who {
		c.reject("only %s %s, not %s", who, does, c.by)
	}
}

// propose ends a decision: one fact, perceived by those coworkers among the people named. Agents under test are left
// out: they learn of the project from people and artifacts.
func (c *check) propose(b sim.Body, perceive ...sim.ActorID) (sim.Result, []sim.Fact, error) {
	if c.err != nil {
		return sim.Result{}, nil, c.err
	}
	var audience []sim.ActorID
	for _, id := range perceive {
		if a, ok := c.v.Actor(id); ok && a.Kind == sim.Persona {
			audience = append(audience, id)
		}
	}
	return sim.Result{Text: "noted"}, []sim.Fact{{Body: b, Audience: audience}}, nil
}

const (
	nearMost = 3 // names offered
	farMost  = 3 // edits between a name and what was meant
)

// suggest names the ids nearest to one that does not exist.
func suggest(id string, ids []string) string {
	type near struct {
		id   string
		away int
	}
	var found []near
	for _, other := range ids {
		if d := people.Distance(id, other); d <= farMost || strings.Contains(other, id) && id != "" {
			found = append(found, near{other, d})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return a.away - b.away })
	if len(found) == 0 {
		return ""
	}
	var names []string
	for _, n := range found[:min(nearMost, len(found))] {
		names = append(names, n.id)
	}
	return "; there is " + strings.Join(names, ", ")
}
