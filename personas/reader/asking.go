package reader

import (
	"strings"

	"github.com/tenure-sim/tenure/sim/speech"
)

func (r *reading) escalate(s *scene) bool {
	manager := r.ctx.ToRole == "manager" && block.in(s.norm) && !s.ask
	since := strings.Contains(s.norm, " blocked by ") && strings.Contains(s.norm, " since ") || strings.Contains(s.norm, " blocked by ") && r.other(s) != ""
	if !escalate.in(s.norm) && !since && !manager || s.guess || commit.in(s.norm) && !manager && !strings.Contains(s.norm, " escalat") {
		return false
	}
	a := speech.Act{Verb: speech.Escalate, Who: r.lex.who(s.norm, r.ctx.From, r.ctx.To)}
	return r.add(r.noted(s, r.about(s, a, Approval, Package, Commitment, Risk, Deliverable, Requirement, Fact))...)
}

// other is somebody named who is neither writer nor reader.
func (r *reading) other(s *scene) string { return string(r.lex.who(s.norm, r.ctx.From, r.ctx.To)) }

func (r *reading) remind(s *scene) bool {
	if !remind.in(s.norm) || commit.in(s.norm) && !s.ask || strings.Contains(s.norm, " remind me ") {
		return false
	}
	acts := r.about(s, speech.Act{Verb: speech.Remind}, Package, Commitment, Approval, Fact, Deliverable, Requirement, Risk)
	if n := len(r.ctx.OpenAsks); n > 0 && !hasObject(acts[0]) {
		acts = []speech.Act{withObject(speech.Act{Verb: speech.Remind}, r.ctx.OpenAsks[n-1])}
	}
	return r.add(acts...)
}

func (r *reading) clarify(s *scene) bool {
	if !clarify.in(s.norm) || commit.in(s.norm) {
		return false
	}
	acts := r.about(s, speech.Act{Verb: speech.Clarify}, Requirement, Package, Deliverable, Fact, Approval, Risk)
	return r.add(acts...)
}

var meeting = cues{"meet", "meeting", "call", "sync", "talk", "chat", "slot", "catch up", "free", "available", "have time", "half an hour", "15 minutes", "30 minutes", "workshop", "have 15", "have 30"}

func (r *reading) propose(s *scene) bool {
	if !propose.in(s.norm) || commit.in(s.norm) || s.guess {
		return false
	}
	if meeting.in(s.norm) || len(s.found) == 0 && s.due != 0 {
		return r.add(speech.Act{Verb: speech.Propose, Due: s.due, Note: "meeting"})
	}
	if s.due == 0 && len(s.found) == 0 {
		return false
	}
	acts := r.about(s, speech.Act{Verb: speech.Propose, Due: s.due}, Commitment, Package, Requirement, Deliverable, Approval)
	return r.add(r.noted(s, acts)...)
}

// askApproval reads "can I get your sign-off on the rollout", "please approve", "is the release approved?".
func (r *reading) askApproval(s *scene) bool {
	if !approvalWords.in(s.norm) || !(requestForms.in(s.norm) || s.asks) || askForms[:4].in(s.norm) {
		return false
	}
	a := speech.Act{Verb: speech.Request, Due: s.due}
	switch f := pick(s.found, Approval); {
	case whWords.in(s.norm) && !strings.HasPrefix(s.norm, " will you ") && !strings.HasPrefix(s.norm, " do you approve"):
		a.Verb, a.Due = speech.Ask, 0
	case f == nil && len(s.found) > 0:
		// "Please approve the plan": the approval has no name in the text, the thing to approve has.
		return r.add(r.about(s, speech.Act{Verb: speech.Request, Due: s.due, Note: "approval"}, Deliverable, Package, Requirement)...)
	}
	return r.add(r.noted(s, r.about(s, a, Approval))...)
}

// ask reads questions, and requests for words, which are questions too.
func (r *reading) ask(s *scene) bool {
	wants := requestForms.in(s.norm)
	words := tells.in(s.norm) || askForms.in(s.norm)
	switch {
	case strings.Contains(s.norm, " let me know if you have ") || strings.Contains(s.norm, " let me know if anything ") || strings.Contains(s.norm, " let me know if there is anything "):
		r.filler = true
		return true
	case wants && !words && !r.wantsFact(s):
		return false
	case !wants && !s.ask || claims.in(s.norm):
		return false
	}
	a := speech.Act{Verb: speech.Ask, Who: r.lex.who(s.norm, r.ctx.From, r.ctx.To)}
	acts := r.about(s, a, askable...)
	if n := len(r.ctx.OpenAsks); n > 0 && !hasObject(acts[0]) && s.carries() {
		acts[0] = withObject(acts[0], r.ctx.OpenAsks[n-1])
	}
	for i := range acts {
		if r.open(acts[i]) {
			acts[i].Verb = speech.Remind
		}
	}
	return r.add(r.noted(s, acts)...)
}

// open says that the writer asked the same before and still waits.
func (r *reading) open(a speech.Act) bool {
	for _, o := range r.ctx.OpenAsks {
		if hasObject(a) && withObject(speech.Act{}, a) == withObject(speech.Act{}, o) {
			return true
		}
	}
	return false
}

var gives = cues{"send me", "get me", "i need", "we need", "can i have", "could i have", "can i get", "could i get", "send us", "may i have", "can you send", "could you send", "please send", "^send", "can we get", "can we have", "forward"}

// wantsFact: "please send me the vendor price" asks for a fact, "please send me the plan" for a deliverable.
func (r *reading) wantsFact(s *scene) bool {
	f := pick(s.found, Deliverable, Package, Fact, Requirement)
	return gives.in(s.norm) && f != nil && (f[0].kind == Fact || f[0].kind == Requirement)
}

func (r *reading) request(s *scene) bool {
	if !requestForms.in(s.norm) || commit.in(s.norm) && !s.asks && !strings.Contains(s.norm, " please ") || noted.in(s.norm) || strings.Contains(s.norm, " please ignore ") {
		return false
	}
	if (strings.HasPrefix(s.norm, " i need ") || strings.HasPrefix(s.norm, " we need ")) && delay.in(s.norm) {
		return false
	}
	acts := r.about(s, speech.Act{Verb: speech.Request, Due: s.due}, doable...)
	if !hasObject(acts[0]) && len(pick(s.found, Requirement, Risk)) > 0 {
		acts = r.about(s, speech.Act{Verb: speech.Request, Due: s.due}, Requirement, Risk)
	}
	return r.add(r.noted(s, acts)...)
}

// noted words are followed by news, not by a request.
var noted = cues{"please note", "please be aware", "please find", "please use", "please work with", "please see", "please plan with", "please take into account", "kindly note", "please do not wait", "please keep in mind"}
