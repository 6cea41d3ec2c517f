package company

import (
	"slices"

	"github.com/tenure-sim/tenure/sim"
)

// Right is what somebody may do with a thing.
type Right string

// The rights that are given.
const (
	Read Right = "read"
	Edit Right = "edit"
	None Right = "none"
)

// Rights say who may read and who may edit one thing. Lists are replaced, never changed, so that worlds may share them.
type Rights struct {
	Owner   sim.ActorID
	Editors []sim.ActorID // sorted; may hold Everyone
	Readers []sim.ActorID // the same; an editor reads as well
}

// Above says whether an actor may see and do all: the scenario and nature.
func Above(by sim.ActorID) bool { return by == sim.Script || by == sim.Nature }

// MayEdit says whether an actor may change the thing.
func (r Rights) MayEdit(by sim.ActorID) bool {
	return Above(by) || by == r.Owner || Holds(r.Editors, by)
}

// MayRead says whether an actor may look at the thing.
func (r Rights) MayRead(by sim.ActorID) bool { return r.MayEdit(by) || Holds(r.Readers, by) }

// Of is the right of somebody who may read, in a word.
func (r Rights) Of(by sim.ActorID) string {
	switch {
	case by == r.Owner:
		return "owner"
	case r.MayEdit(by):
		return string(Edit)
	}
	return string(Read)
}

// Given is the rights after people were given one, and no other.
func (r Rights) Given(right Right, who ...sim.ActorID) Rights {
	r.Editors, r.Readers = Without(r.Editors, who...), Without(r.Readers, who...)
	switch right {
	case Edit:
		r.Editors = With(r.Editors, who...)
	case Read:
		r.Readers = With(r.Readers, who...)
	}
	return r
}

// MayGive checks that a right can be given for a thing that people know by its id.
func (r Rights) MayGive(v sim.View, id string, right Right, who ...sim.ActorID) error {
	if len(who) == 0 {
		return sim.Reject("say who: people's ids, or all")
	}
	if err := Known(v, who); err != nil {
		return err
	}
	if slices.Contains(who, r.Owner) {
		return sim.Reject("%s owns %s and keeps every right", r.Owner, id)
	}
	if right == None && !slices.Contains(who, Everyone) && (slices.Contains(r.Readers, Everyone) || slices.Contains(r.Editors, Everyone)) {
		return sim.Reject("everyone may open %s: take the right from all first, then give it to those who need it", id)
	}
	return nil
}
