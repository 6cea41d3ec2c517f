package reader

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim/speech"
)

// courtesies reads thanks, apologies and a leading "ok" or "noted", and takes them off the clause, which may go on.
// It says whether nothing is left.
func (r *reading) courtesies(s *scene) bool {
	if politeOnly.in(s.norm) {
		r.filler = true
		return false
	}
	if praise.in(s.norm) && !s.ask {
		return r.add(r.about(s, speech.Act{Verb: speech.Thank}, Package, Deliverable)...)
	}
	took := r.lead(s)
	if thanks.in(s.norm) && !s.ask && !commit.in(s.norm) && !requestForms.in(strings.ReplaceAll(s.norm, "thank you", "")) {
		r.add(speech.Act{Verb: speech.Thank})
		if !ack.in(s.norm) && !doneForms.in(s.norm) {
			return true
		}
		took = true
	}
	if sorry.in(s.norm) && !s.ask {
		acts := r.about(s, speech.Act{Verb: speech.Apologise}, Commitment, Package, Deliverable)
		r.add(acts[0])
		took = true
		if delay.in(s.norm) || refuse.in(s.norm) || decline.in(s.norm) || doneForms.in(s.norm) || commit.in(s.norm) || block.in(s.norm) {
			return false
		}
		return true
	}
	return took && len(strings.Fields(s.norm)) == 0
}

var praise = cues{"great work", "good work", "nice work", "well done", "great job", "good job", "nice job"}

// leads are short answers before the rest of a clause: "ok, and when is it done?".
var leads = []string{"got it", "noted", "ok", "understood", "sure", "alright", "perfect", "great", "roger", "makes sense", "sounds good", "fair enough", "agreed"}

func (r *reading) lead(s *scene) bool {
	for _, w := range leads {
		rest, ok := strings.CutPrefix(s.norm, " "+w+" ")
		raw := strings.TrimPrefix(s.raw, w)
		if !ok || len(strings.Fields(rest)) < 2 || raw == "" || strings.IndexByte(",:-.", strings.TrimLeft(raw, " ")[0]) < 0 {
			continue
		}
		rest = " " + rest
		if !thanks.in(rest) && !commit.in(rest) {
			r.acknowledgeLast(s)
		}
		s.norm = rest
		return false
	}
	return false
}

// acknowledgeLast acknowledges each thing that the reader told the writer last.
func (r *reading) acknowledgeLast(s *scene) {
	var acts []speech.Act
	for _, last := range r.ctx.LastActs {
		if !hasObject(last) || len(acts) == 4 {
			continue
		}
		switch last.Verb {
		case speech.SmallTalk, speech.Thank, speech.Ask:
			continue
		}
		a := withObject(speech.Act{Verb: speech.Acknowledge}, last)
		if !slices.Contains(acts, a) {
			acts = append(acts, a)
		}
	}
	if len(acts) == 0 {
		acts = []speech.Act{{Verb: speech.Acknowledge}}
	}
	r.add(acts...)
}

func (r *reading) smallTalk(s *scene) bool {
	if !smallTalk.in(s.norm) || len(s.found) > 0 && s.found[0].strong || propose.in(s.norm) && s.due != 0 {
		return false
	}
	return r.add(speech.Act{Verb: speech.SmallTalk})
}

// bareMark reads "?" and "??": a question about what was asked or said before.
func (r *reading) bareMark(s *scene) bool {
	if strings.TrimSpace(s.norm) != "" {
		return false
	}
	if n := len(r.ctx.OpenAsks); n > 0 {
		return r.add(withObject(speech.Act{Verb: speech.Remind}, r.ctx.OpenAsks[n-1]))
	}
	if last, ok := lastAbout(r.ctx.LastActs, anything...); ok {
		return r.add(withObject(speech.Act{Verb: speech.Ask}, last))
	}
	if len(r.out.Acts) == 0 {
		r.out.Unclear = "?"
		r.add(speech.Act{Verb: speech.Clarify})
	}
	return true
}

// fits accepts a time that was proposed.
var fits = cues{"works for me", "that works", "suits me", "fine for me", "fine with me", "i confirm", "see you"}

var reads = cues{"have updated", "have adjusted", "have changed", "have taken", "have read", "i updated", "i adjusted"}

// acknowledge reads "noted", "makes sense", "I have updated the plan to the new date".
func (r *reading) acknowledge(s *scene) bool {
	if !ack.in(s.norm) && !reads.in(s.norm) && !tookIn.in(s.norm) || s.ask {
		return false
	}
	if fits.in(s.norm) && s.due != 0 {
		return r.add(speech.Act{Verb: speech.Acknowledge, Due: s.due})
	}
	if s.reply() && r.answersYes(s) {
		return true
	}
	if req := pick(s.found, Requirement); reads.in(s.norm) && req == nil && len(r.ctx.LastActs) == 0 && pick(s.found, claimed...) != nil {
		return r.add(r.about(s, speech.Act{Verb: speech.Done}, claimed...)...)
	} else if reads.in(s.norm) && req != nil && lastOf(r.ctx.LastActs, Requirement) == "" {
		a := r.put(speech.Act{Verb: speech.Acknowledge}, req[0])
		_, a.Version = r.lex.stated(req[0].id, s.clause, s.when, r.ctx)
		return r.add(a)
	}
	if named := pick(s.found, Requirement, Package, Fact, Approval, Risk, Deliverable, Commitment); named != nil && !reads.in(s.norm) {
		for _, f := range named {
			a := r.put(speech.Act{Verb: speech.Acknowledge}, f)
			if f.kind == Requirement {
				_, a.Version = r.lex.stated(f.id, s.clause, s.when, r.ctx)
				if last, ok := lastAbout(r.ctx.LastActs, Requirement); ok && last.Req == f.id && a.Version == 0 {
					a.Version = last.Version
				}
			}
			r.add(a)
		}
		return true
	}
	r.acknowledgeLast(s)
	return true
}

func lastOf(acts []speech.Act, k Kind) string {
	last, ok := lastAbout(acts, k)
	if !ok {
		return ""
	}
	return object(last, k)
}

// reply says that the clause is little more than yes or no.
func (s *scene) reply() bool { return len(strings.Fields(s.norm)) <= 4 && len(s.found) == 0 }

// answersYes reads a short yes to what the reader just asked for.
func (r *reading) answersYes(s *scene) bool {
	n := len(r.ctx.LastActs)
	if n == 0 || !yes.in(s.norm) {
		return false
	}
	switch last := r.ctx.LastActs[n-1]; {
	case last.Verb == speech.Request && last.Approval != "":
		return r.add(withObject(speech.Act{Verb: speech.Approve}, last))
	case last.Verb == speech.Request && !ack[:3].in(s.norm):
		return r.add(withObject(speech.Act{Verb: speech.Commit, Due: s.due}, last))
	}
	return false
}

// answer reads a bare "no".
func (r *reading) answer(s *scene) bool {
	if !no.in(s.norm) {
		return false
	}
	for i := len(r.ctx.LastActs) - 1; i >= 0; i-- {
		switch last := r.ctx.LastActs[i]; {
		case last.Verb == speech.Request && last.Approval != "":
			return r.add(withObject(speech.Act{Verb: speech.Reject}, last))
		case last.Verb == speech.Request || last.Verb == speech.Propose || last.Verb == speech.Ask:
			return r.add(withObject(speech.Act{Verb: speech.Decline}, last))
		}
	}
	return r.add(speech.Act{Verb: speech.Decline, Note: "no"})
}
