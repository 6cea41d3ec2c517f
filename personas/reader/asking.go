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
	acts := r.about(s, a, Approval, Package, Commitment, Risk, Deliverable, Requirement, Fact)
	if n := len(r.out.Acts); n > 0 && r.out.Acts[n-1].Verb == speech.Escalate && (a.Who == "" || a.Who == r.out.Acts[n-1].Who) && (!hasObject(acts[0]) || withObject(acts[0], r.out.Acts[n-1]) == acts[0]) {
		return true // said in two sentences
	}
	return r.add(r.noted(s, acts)...)
}

// other is somebody named who is neither writer nor reader.
func (r *reading) other(s *scene) string { return string(r.lex.who(s.norm, r.ctx.From, r.ctx.To)) }

func (r *reading) remind(s *scene) bool {
	if !remind.in(s.norm) || commit.in(s.norm) && !s.ask || strings.Contains(s.norm, " remind me ") {
		return false
	}
	if bareReminder.in(s.norm) {
		r.again = true
		return true
	}
	acts := r.about(s, speech.Act{Verb: speech.Remind}, Package, Commitment, Approval, Fact, Deliverable, Requirement, Risk)
	if n := len(r.ctx.OpenAsks); n > 0 && !hasObject(acts[0]) {
		acts = []speech.Act{withObject(speech.Act{Verb: speech.Remind}, r.ctx.OpenAsks[n-1])}
	}
	return r.add(acts...)
}

// bareReminder says what kind of thing the next clause is: "Reminder: please send me the price."
var bareReminder = cues{"^reminder$", "^gentle reminder$", "^friendly reminder$", "^quick reminder$", "^a quick reminder$", "^kind reminder$", "^just a reminder$"}

// reminds makes a reminder of what is asked for after a bare "reminder".
func (r *reading) reminds(acts []speech.Act) []speech.Act {
	for i := range acts {
		if r.again {
			acts[i].Verb = speech.Remind
		}
	}
	r.again = false
	return acts
}

func (r *reading) clarify(s *scene) bool {
	if !clarify.in(s.norm) || commit.in(s.norm) {
		return false
	}
	acts := r.about(s, speech.Act{Verb: speech.Clarify}, Requirement, Package, Deliverable, Fact, Approval, Risk)
	return r.add(acts...)
}

var meeting = cues{"meet", "meeting", "call", "sync", "talk", "chat", "slot", "catch up", "discuss", "free", "available", "have time", "half an hour", "15 minutes", "30 minutes", "workshop", "have 15", "have 30"}

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
	head, _, _ := strings.Cut(s.norm, " until ")
	if !approvalWords.in(head+" ") || !(requestForms.in(s.norm) || s.asks) || askForms[:4].in(s.norm) {
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

// offers ask for nothing in particular.
var offers = cues{"let me know if you have", "let me know if anything", "let me know if there is anything", "let me know if you need", "let me know if i can", "let me know if something",
	"let me know if that", "let me know if this", "keep me posted", "keep me updated", "keep me informed", "keep me in the loop", "feel free to", "do not hesitate"}

// ask reads questions, and requests for words, which are questions too.
func (r *reading) ask(s *scene) bool {
	wants := requestForms.in(s.norm)
	if news.in(s.norm) && !s.asks {
		return r.add(r.reminds(r.about(s, speech.Act{Verb: speech.Ask}, askable...))...) // of whatever the reader works on
	}
	words := tells.in(s.norm) || askForms.in(s.norm)
	switch {
	case offers.in(s.norm) && len(s.found) == 0:
		r.filler = true
		return true
	case wants && !words && !r.wantsFact(s) && !opens.in(s.norm):
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
	return r.add(r.reminds(r.noted(s, acts))...)
}

// news is asked of anybody, about nothing in particular.
var news = cues{"status please", "status update please", "update please", "please send me your status", "please send your status", "please give me your status"}

var opens = cues{"^what", "^when", "^who", "^how", "^why", "^where", "^which", "^by when"}

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

// needsIt gives the reason of what was just asked for, and perhaps its date.
var needsIt = cues{"^i need it", "^we need it", "^i need this", "^i need that", "^need it", "it is needed", "^this is for", "^it is for", "^i need them"}

var helps = cues{"^could you help", "^can you help", "^please help", "^could you please help", "^can you please help"}

// furthers says that the clause only adds to what was asked for just before.
func (r *reading) furthers(s *scene) bool {
	n := len(r.out.Acts)
	if n == 0 {
		return false
	}
	last := &r.out.Acts[n-1]
	switch {
	case helps.in(s.norm) && last.Verb == speech.Escalate:
		return true
	case needsIt.in(s.norm) && moods[last.Verb]:
		if last.Due == 0 {
			last.Due = s.due
		}
		return true
	}
	return false
}

// moods are the verbs that want something.
var moods = map[speech.Verb]bool{speech.Ask: true, speech.Request: true, speech.Remind: true, speech.Escalate: true, speech.Clarify: true, speech.Propose: true}

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
	if id := ticketID.FindString(s.raw); id != "" && (len(s.found) == 0 || s.found[0].score < literal) {
		acts = []speech.Act{{Verb: speech.Request, Due: s.due, Note: strings.ToUpper(id)}}
	}
	if strings.Contains(s.norm, " do not ") {
		acts[0].Note = cut(strings.Trim(s.raw, " .!"), 60)
	}
	if n := len(r.out.Acts); n > 0 && moods[r.out.Acts[n-1].Verb] && hasObject(acts[0]) && len(s.found) == 0 && withObject(acts[0], r.out.Acts[n-1]) == acts[0] {
		// "I still need the price. Can you send it today?" is one wish.
		r.out.Acts[n-1].Due = max(r.out.Acts[n-1].Due, s.due)
		return true
	}
	return r.add(r.reminds(r.noted(s, acts))...)
}

// noted words are followed by news, not by a request.
var noted = cues{"please note", "please be aware", "please be informed", "please be advised", "please find", "please use", "please work with", "please see", "please plan with", "please take into account", "kindly note", "please do not wait", "please keep in mind"}
