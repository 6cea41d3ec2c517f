package work

import (
	"fmt"
	"slices"

	"github.com/tenure-sim/tenure/sim"
)

// RequirementSet is a requirement with its first version.
type RequirementSet struct {
	ID         string        `cbor:"1,keyasint"`
	Title      string        `cbor:"2,keyasint,omitempty"`
	Owner      sim.ActorID   `cbor:"3,keyasint"`
	Value      string        `cbor:"4,keyasint"`
	Text       string        `cbor:"5,keyasint,omitempty"`
	Informed   []sim.ActorID `cbor:"6,keyasint,omitempty"`
	Dependents []string      `cbor:"7,keyasint,omitempty"`
}

// RequirementChanged is a requirement with a new version in force.
type RequirementChanged struct {
	ID      string `cbor:"1,keyasint"`
	Version int    `cbor:"2,keyasint"`
	Value   string `cbor:"3,keyasint"`
	Text    string `cbor:"4,keyasint,omitempty"`
}

// Rebased is a deliverable or package brought up to a version of a requirement.
type Rebased struct {
	What    string `cbor:"1,keyasint"` // "deliverable/plan" or "package/api"
	Req     string `cbor:"2,keyasint"`
	Version int    `cbor:"3,keyasint"`
}

// Kind implements sim.Body.
func (RequirementSet) Kind() string     { return "work.requirement_set" }
func (RequirementChanged) Kind() string { return "work.requirement_changed" }
func (Rebased) Kind() string            { return "work.rebased" }

func (b RequirementSet) String() string {
	return fmt.Sprintf("requirement %s of %s: %s", b.ID, b.Owner, words(b.Value, b.Text))
}
func (b RequirementChanged) String() string {
	return fmt.Sprintf("requirement %s is now version %d: %s", b.ID, b.Version, words(b.Value, b.Text))
}
func (b Rebased) String() string {
	return fmt.Sprintf("%s is brought up to requirement %s version %d", b.What, b.Req, b.Version)
}

func words(value, text string) string {
	if text == "" {
		return value
	}
	return value + " (" + text + ")"
}

func (l *Ledger) require(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	b := RequirementSet{ID: a.String("id"), Title: a.String("title"), Owner: sim.ActorID(a.String("owner")),
		Value: a.String("value"), Text: a.String("text"), Informed: a.Actors("informed"), Dependents: a.Strings("dependents")}
	c := check{l: l, v: v, by: by}
	c.fresh(l.requirements.has(b.ID), "requirement", b.ID)
	c.people(append(slices.Clone(b.Informed), b.Owner)...)
	c.refs(b.Dependents, "deliverable", "package")
	c.given("value", b.Value)
	return c.propose(b)
}

func (l *Ledger) changeRequirement(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	r, err := named(l.requirements, "requirement", a.String("id"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	b := RequirementChanged{ID: r.ID, Version: len(r.Versions) + 1, Value: a.String("value"), Text: a.String("text")}
	c := check{l: l, v: v, by: by}
	c.only(r.Owner, "changes requirement "+r.ID)
	c.given("value", b.Value)
	if b.Value == r.Current().Value {
		c.reject("requirement %s has the value %q already", r.ID, b.Value)
	}
	return c.propose(b, r.Owner)
}

func (l *Ledger) rebase(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	r, err := named(l.requirements, "requirement", a.String("req"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	b := Rebased{What: a.String("what"), Req: r.ID, Version: a.Int("version", len(r.Versions))}
	c := check{l: l, v: v, by: by}
	c.refs([]string{b.What}, "deliverable", "package")
	if b.Version < 1 || b.Version > len(r.Versions) {
		c.reject("requirement %s has the versions 1 to %d, not %d", r.ID, len(r.Versions), b.Version)
	}
	return c.propose(b)
}

func (l *Ledger) applyRequirement(e sim.Event) {
	switch b := e.Body.(type) {
	case RequirementSet:
		first := Version{Number: 1, Value: b.Value, Text: b.Text, Event: e.Seq, At: e.At, By: e.Actor}
		l.requirements.put(b.ID, &Requirement{ID: b.ID, Title: b.Title, Owner: b.Owner, Versions: []Version{first},
			Informed: b.Informed, Dependents: b.Dependents})
		for _, what := range b.Dependents {
			l.bases.add(what, b.ID)
		}
	case RequirementChanged:
		r := *l.requirements.must(b.ID)
		next := Version{Number: b.Version, Value: b.Value, Text: b.Text, Event: e.Seq, At: e.At, By: e.Actor}
		r.Versions = append(slices.Clip(r.Versions), next)
		l.requirements.put(b.ID, &r)
	case Rebased:
		l.applyRebase(e, b)
	}
}

func (l *Ledger) applyRebase(e sim.Event, b Rebased) {
	switch kind, id := Split(b.What); kind {
	case "deliverable":
		d := *l.deliverables.must(id)
		d.BasedOn, d.Event = with(d.BasedOn, b.Req, b.Version), e.Seq
		l.deliverables.put(id, &d)
	case "package":
		p := *l.packages.must(id)
		p.BasedOn, p.Event = with(p.BasedOn, b.Req, b.Version), e.Seq
		l.packages.put(id, &p)
	}
}
