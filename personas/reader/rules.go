package reader

import (
	"strings"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim/speech"
)

// rule makes acts of a clause, or says that it does not apply.
type rule func(*reading, *scene) bool

// rules, in the order they are tried: what is asked before what is claimed, trouble before promises, promises before
// acknowledgements, which many words could be.
var ordered = []rule{
	(*reading).furthers, (*reading).smallTalk, (*reading).bareMark, (*reading).refuse, (*reading).withdraw, (*reading).escalate, (*reading).remind,
	(*reading).clarify, (*reading).handOver, (*reading).refer, (*reading).farewell, (*reading).propose, (*reading).reject, (*reading).approve,
	(*reading).askApproval, (*reading).ask, (*reading).request, (*reading).block, (*reading).delay,
	(*reading).decline, (*reading).commit, (*reading).change, (*reading).progress, (*reading).done, (*reading).acknowledge,
	(*reading).answer, (*reading).bareDate, (*reading).inform,
}

func (r *reading) rules(s *scene) bool {
	for _, try := range ordered {
		if try(r, s) {
			return true
		}
	}
	return false
}

func (r *reading) add(acts ...speech.Act) bool {
	r.out.Acts = append(r.out.Acts, acts...)
	return true
}

// about completes an act with what the clause names, else with what the message or the reader spoke of before.
func (r *reading) about(s *scene, a speech.Act, kinds ...Kind) []speech.Act {
	found := pick(s.found, kinds...)
	if found == nil && (s.carries() || !s.first) {
		found = pick(r.topic, kinds...)
		found = found[:min(1, len(found))]
	}
	if found == nil {
		if last, ok := lastAbout(r.ctx.LastActs, kinds...); ok && s.carries() {
			return []speech.Act{withObject(a, last)}
		}
		return []speech.Act{a}
	}
	out := make([]speech.Act, len(found))
	for i, f := range found {
		out[i] = r.put(a, f)
	}
	return out
}

// carries says that the clause may be about what was said before: it is short, or it says "it" or "that".
func (s *scene) carries() bool {
	return len(strings.Fields(s.norm)) <= 7 || pronouns.in(s.norm)
}

var pronouns = cues{"it", "that", "this", "them", "they", "those", "one", "if not"}

func (r *reading) put(a speech.Act, f named) speech.Act {
	switch f.kind {
	case Requirement:
		a.Req = f.id
	case Package:
		a.Package = f.id
	case Deliverable:
		a.Deliverable = f.id
	case Approval:
		a.Approval = f.id
	case Fact:
		a.Fact = f.id
	case Risk:
		a.Risk = f.id
	case Commitment:
		a.Commitment = f.id
	}
	return a
}

func object(a speech.Act, k Kind) string {
	return [kinds]string{a.Req, a.Package, a.Deliverable, a.Approval, a.Fact, a.Risk, a.Commitment}[k]
}

func hasObject(a speech.Act) bool {
	return a.About() != ""
}

// lastAbout is the newest act that has an object of one of the kinds.
func lastAbout(acts []speech.Act, ks ...Kind) (speech.Act, bool) {
	for i := len(acts) - 1; i >= 0; i-- {
		for _, k := range ks {
			if object(acts[i], k) != "" {
				return acts[i], true
			}
		}
	}
	return speech.Act{}, false
}

func withObject(a, from speech.Act) speech.Act {
	a.Req, a.Package, a.Deliverable, a.Commitment = from.Req, from.Package, from.Deliverable, from.Commitment
	a.Approval, a.Fact, a.Risk = from.Approval, from.Fact, from.Risk
	if a.Verb == speech.Acknowledge {
		a.Version = from.Version
	}
	return a
}

var (
	anything = []Kind{Package, Deliverable, Approval, Fact, Requirement, Risk, Commitment}
	askable  = []Kind{Fact, Package, Requirement, Approval, Deliverable, Risk, Commitment}
	doable   = []Kind{Deliverable, Package, Approval, Commitment, Fact}
	working  = []Kind{Package, Deliverable, Commitment}
	claimed  = []Kind{Deliverable, Package, Commitment}
)

// noted gives an act without an object the words it was about, and says that they were not clear.
func (r *reading) noted(s *scene, acts []speech.Act) []speech.Act {
	for i := range acts {
		if hasObject(acts[i]) || acts[i].Note != "" || acts[i].Verb == speech.Escalate && acts[i].Who != "" {
			continue
		}
		if id := ticketID.FindString(s.raw); id != "" {
			acts[i].Note = strings.ToUpper(id)
			continue
		}
		acts[i].Note = cut(strings.Trim(s.raw, " ?.!"), 60)
		if r.out.Unclear == "" {
			r.out.Unclear = cut(s.raw, 80)
		}
	}
	return acts
}

func withDue(acts []speech.Act, due clock.Time) []speech.Act {
	for i := range acts {
		acts[i].Due = due
	}
	return acts
}
