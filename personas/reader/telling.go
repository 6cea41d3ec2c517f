package reader

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim/speech"
)

func (r *reading) refuse(s *scene) bool {
	if !refuse.in(s.norm) || s.ask {
		return false
	}
	return r.add(r.about(s, speech.Act{Verb: speech.Refuse}, Fact, Requirement, Deliverable)...)
}

func (r *reading) withdraw(s *scene) bool {
	if !withdraw.in(s.norm) || s.ask {
		return false
	}
	return r.add(r.about(s, speech.Act{Verb: speech.Withdraw}, Approval, Commitment, Deliverable, Package, Fact)...)
}

func (r *reading) handOver(s *scene) bool {
	who := r.lex.who(s.norm, r.ctx.From)
	if !handOver.in(s.norm) || s.ask || who == "" {
		return false
	}
	return r.add(r.about(s, speech.Act{Verb: speech.HandOver, Who: who}, Package, Deliverable, Commitment, Approval)...)
}

func (r *reading) refer(s *scene) bool {
	who := r.lex.who(s.norm, r.ctx.From, r.ctx.To)
	if !refer.in(s.norm) || s.asks || who == "" || commit.in(s.norm) || requestForms[1:10].in(s.norm) || whWords.in(s.norm) {
		return false
	}
	return r.add(r.about(s, speech.Act{Verb: speech.Refer, Who: who}, Fact, Requirement, Package, Approval, Deliverable)...)
}

func (r *reading) farewell(s *scene) bool {
	if !farewell.in(s.norm) || s.ask || r.other(s) != "" || !strings.Contains(s.norm, " i ") && !strings.Contains(s.norm, " my ") && !strings.Contains(s.norm, " out of office ") && len(strings.Fields(s.norm)) > 5 {
		return false
	}
	return r.add(speech.Act{Verb: speech.Farewell, Due: s.due})
}

func (r *reading) reject(s *scene) bool {
	if !reject.in(s.norm) || s.ask || s.guess {
		return false
	}
	a := speech.Act{Verb: speech.Reject}
	if _, why, ok := strings.Cut(s.raw, " because "); ok {
		a.Note = cut(why, 60)
	}
	return r.add(r.about(s, a, Approval, Deliverable, Package)...)
}

func (r *reading) approve(s *scene) bool {
	if !approve.in(s.norm) || s.ask || s.guess || requestForms.in(s.norm) || openEnds.in(s.norm) || strings.Contains(s.norm, " will ") {
		return false
	}
	if (r.other(s) != "" || passed.in(s.norm)) && !strings.Contains(s.norm, " i ") {
		acts := r.about(s, speech.Act{Verb: speech.Inform, Who: r.lex.who(s.norm, r.ctx.From, r.ctx.To), Note: "approved"}, Approval, Deliverable, Package)
		return r.add(acts...)
	}
	return r.add(r.about(s, speech.Act{Verb: speech.Approve}, Approval, Deliverable, Package)...)
}

// passed tells of an approval; "is approved" gives it.
var passed = cues{"was approved", "was granted", "has been approved", "has been granted", "got approved", "was signed off", "has been signed off"}

func (r *reading) decline(s *scene) bool {
	if !decline.in(s.norm) || s.ask || s.guess || assure.in(s.norm) {
		return false
	}
	return r.add(r.about(s, speech.Act{Verb: speech.Decline}, doable...)...)
}

// commit reads promises. One without a date has no Due.
func (r *reading) commit(s *scene) bool {
	cue := commit.match(s.norm)
	switch {
	case assure.in(s.norm):
		return r.add(r.about(s, speech.Act{Verb: speech.Commit}, doable...)...)
	case cue == "" || s.asks || conditions.in(s.norm):
		return false
	case idle.in(s.norm):
		r.filler = true
		return true
	}
	if s.guess {
		s = r.after(s, cue)
	}
	return r.promise(s, r.promised(s, speech.Act{Verb: speech.Commit, Due: s.due}))
}

var (
	assure     = cues{"will not be late", "will not forget", "will not slip", "will not let you down", "will not miss it", "will not be delayed"}
	conditions = cues{"^i will not", "^and will be", "^will be", "^if you", "will need", "will have to"}
	idle       = cues{"i will wait", "i will be there", "i will see", "i will be happy to", "i will be glad to", "i will assume"}
	telling    = cues{"let you know", "tell", "inform", "get back", "come back to you", "confirm", "check with", "follow up"}
)

// after is the clause from a cue on: in "once the schema is done I will release it" nothing is promised before "I will".
func (r *reading) after(s *scene, cue string) *scene {
	cue = strings.Trim(cue, "^$")
	i := strings.Index(s.norm, " "+cue+" ")
	if i < 0 {
		return s
	}
	c := *s.clause
	c.norm = s.norm[i:]
	if j := strings.LastIndex(c.raw, " i"); j >= 0 {
		c.raw = c.raw[j:]
	}
	sub := *s
	sub.clause, sub.found = &c, r.lex.find(&c)
	return &sub
}

// promised finds what a promise is about. Telling when a package is done is no promise of the package, and what was
// spoken of before counts only after "it" or when the reader had asked for it.
func (r *reading) promised(s *scene, a speech.Act) []speech.Act {
	kinds := doable
	if telling.in(s.norm) {
		kinds = []Kind{Fact, Approval, Commitment}
	}
	if pick(s.found, kinds...) != nil || len(kinds) == len(doable) && pronouns.in(s.norm) {
		return r.about(s, a, kinds...)
	}
	wanted := slices.DeleteFunc(slices.Clone(r.ctx.LastActs), func(l speech.Act) bool {
		return l.Verb != speech.Request && l.Verb != speech.Ask && l.Verb != speech.Remind
	})
	if last, ok := lastAbout(wanted, anything...); ok && len(s.found) == 0 {
		return []speech.Act{withObject(a, last)}
	}
	return []speech.Act{a}
}

func (r *reading) promise(s *scene, acts []speech.Act) bool {
	id := ticketID.FindString(s.raw)
	if hasObject(acts[0]) && (id == "" || len(s.found) == 0 || s.found[0].score >= literal) {
		return r.add(acts...)
	}
	a := speech.Act{Verb: speech.Commit, Due: s.due}
	if n := len(r.out.Acts); n > 0 && r.out.Acts[n-1].Verb == speech.Commit && !hasObject(r.out.Acts[n-1]) && a.Due == 0 {
		return true // "let me check and I will come back to you" is one promise
	}
	if id != "" {
		a.Note = strings.ToUpper(id)
	} else if f := pick(s.found, Requirement, Risk); f != nil && !telling.in(s.norm) {
		a = r.put(a, f[0])
	} else {
		a.Note = cut(strings.TrimPrefix(strings.Trim(s.raw, " .!"), "and "), 60)
	}
	return r.add(a)
}

// bareDate reads "By Friday." as the answer to what the reader wanted.
func (r *reading) bareDate(s *scene) bool {
	if s.due == 0 || s.ask || len(s.found) > 0 || len(strings.Fields(s.norm)) > 5 {
		return false
	}
	a := r.promised(s, speech.Act{Verb: speech.Commit, Due: s.due})[0]
	return hasObject(a) && r.add(a)
}

var (
	nowDone = cues{"is now complete", "is now done", "is now finished", "is now ready", "is now live", "is now available", "are now complete", "are now done", "are now ready"}
	tookIn  = cues{"noted", "understood", "acknowledged", "^i understand", "i see that"}
)

// relayed: who says to have told others tells no news himself.
var relayed = cues{"i told", "i have told", "i informed", "i have informed"}

var moves = cues{"no longer", "instead of", "is now", "are now", "rather than", "went up", "went down", "has changed", "have changed", "was changed"}

// change reads news about a requirement's value. The version is set when the value is the one in force.
func (r *reading) change(s *scene) bool {
	if !changeForms.in(s.norm) || s.ask || s.guess || relayed.in(s.norm) || reads.in(s.norm) || nowDone.in(s.norm) || tookIn.in(s.norm) {
		return false
	}
	found := pick(s.found, Requirement)
	if found == nil {
		return r.moved(s)
	}
	for _, f := range found {
		a := speech.Act{Verb: speech.Change, Req: f.id}
		a.Value, a.Version = r.lex.stated(f.id, s.clause, s.when, r.ctx)
		if a.Value == "" && moves.in(s.norm) && len(pick(s.found, Package, Deliverable)) > 0 {
			return false
		}
		if a.Value == "" && ack.in(s.norm) {
			return false
		}
		r.add(a)
	}
	return true
}

// moved reads a new date of a package or a deliverable: "the API moved to Friday" is a delay.
func (r *reading) moved(s *scene) bool {
	if s.due == 0 || len(pick(s.found, working...)) == 0 || strings.Contains(s.norm, " is now ") && doneForms.in(s.norm) {
		return false
	}
	return r.add(r.about(s, speech.Act{Verb: speech.Delay, Due: s.due}, working...)...)
}

func (r *reading) block(s *scene) bool {
	if !block.in(s.norm) || s.ask || s.guess || strings.Contains(s.norm, " not blocked ") || strings.Contains(s.norm, " no longer blocked ") || strings.Contains(s.norm, " unblocked ") {
		return false
	}
	cue := block.match(s.norm)
	a := speech.Act{Verb: speech.Block, Who: r.lex.who(s.norm, r.ctx.From)}
	before, after, _ := strings.Cut(s.norm, " "+cue+" ")
	sub := &scene{clause: &clause{raw: strings.TrimSpace(before), norm: before + " "}}
	sub.found = r.lex.find(sub.clause)
	if len(sub.found) == 0 {
		sub = s
		if len(pick(s.found, Package, Deliverable, Approval)) == 0 && len(s.found) > 0 {
			a.Note = cut(strings.TrimSpace(after), 60)
			return r.add(a)
		}
	} else if a.Who == "" {
		a.Note = cut(strings.TrimSpace(after), 60)
	}
	return r.add(r.about(sub, a, Package, Deliverable, Approval, Commitment)...)
}

func (r *reading) delay(s *scene) bool {
	if !delay.in(s.norm) || s.ask || s.guess || assure.in(s.norm) || tookIn.in(s.norm) || strings.Contains(s.norm, " no worries ") || strings.Contains(s.norm, " no problem ") || strings.Contains(s.norm, " not late ") || strings.Contains(s.norm, " no delay ") || strings.Contains(s.norm, " not delayed ") || strings.Contains(s.norm, " without delay ") {
		return false
	}
	due := s.due
	for _, m := range s.when {
		if m.leads && !m.past {
			due = m.at(r.ctx) // the last: "another day, new ETA is Wednesday"
		}
		// "Will not make Friday" names the old date.
		if missed.in(s.norm) && !newDate.in(s.norm) && !m.past {
			due = 0
		}
	}
	acts := r.about(s, speech.Act{Verb: speech.Delay, Due: due}, working...)
	if !hasObject(acts[0]) {
		if f := pick(s.found, Requirement, Approval); f != nil {
			acts[0] = r.put(acts[0], f[0])
		}
	}
	return r.add(acts...)
}

var (
	missed  = cues{"will not make", "can not make", "will miss", "not be ready", "not be done", "not be finished", "not going to make", "not finish", "not have", "be able to make", "can not keep", "at risk", "not be able to"}
	newDate = cues{"rather", "new", "until", "slip to", "but by", "instead", "not before", "before"}
)

var roughly = []struct {
	cue     string
	percent int
}{{"halfway", 50}, {"half way", 50}, {"half done", 50}, {"half of", 50}, {"almost", 90}, {"nearly", 90}}

func (r *reading) progress(s *scene) bool {
	m := percent.FindStringSubmatch(s.raw)
	if m != nil && len(pick(s.found, working...)) == 0 && len(s.found) > 0 || s.ask || s.guess || m == nil && !progressForms.in(s.norm) {
		return false
	}
	a := speech.Act{Verb: speech.Progress}
	switch {
	case m != nil:
		a.Percent = min(100, atoi(m[1]))
	case strings.Contains(s.norm, " not ") && notDone.in(s.norm):
		a.Note = "not done"
	default:
		for _, x := range roughly {
			if strings.Contains(s.norm, " "+x.cue+" ") {
				a.Percent = x.percent
				break
			}
		}
	}
	return r.add(r.about(s, a, working...)...)
}

var notDone = cues{"not done", "not finished", "not ready", "not complete", "not started", "not yet"}

func (r *reading) done(s *scene) bool {
	if !doneForms.in(s.norm) || s.ask || s.guess || openEnds.in(s.norm) {
		return false
	}
	acts := r.about(s, speech.Act{Verb: speech.Done}, claimed...)
	if !hasObject(acts[0]) {
		if id := ticketID.FindString(s.raw); id != "" {
			acts[0].Note = strings.ToUpper(id)
		} else if f := pick(s.found, Approval, Requirement, Fact, Risk); f != nil {
			return false
		} else if len(strings.Fields(s.norm)) > 6 {
			acts[0].Note = cut(strings.Trim(s.raw, " .!"), 60)
		}
	}
	return r.add(acts...)
}

var states = cues{"is", "are", "was", "were", "will be", "stays", "remains", "costs", "asks", "wants", "has", "says", "said", "found", "showed", "went", "takes", "happens", "starts", "ends", "includes", "told", "needs", "amounts to", "charges", "quoted", "means", "applies", "please use", "please work with", "please plan with", "please note", "heads up", "be aware"}

// inform reads statements about things that have names, and values alone: "go-live: 1 April".
func (r *reading) inform(s *scene) bool {
	if s.ask || len(s.found) == 0 {
		return false
	}
	f := pick(s.found, Requirement, Fact, Risk, Approval, Deliverable, Package, Commitment)
	a := r.put(speech.Act{Verb: speech.Inform}, f[0])
	if s.guess {
		a.Note = "conditional"
		return r.add(a)
	}
	switch f[0].kind {
	case Requirement:
		a.Value, a.Version = r.lex.stated(f[0].id, s.clause, s.when, r.ctx)
	case Fact:
		a.Value = anyValue(s.clause, s.when, figures(s.clause, s.when), r.ctx)
	default:
		if s.due != 0 {
			a.Due = s.due
		}
	}
	if a.Value == "" && a.Due == 0 && !states.in(s.norm) {
		return false
	}
	if f[0].kind == Deliverable {
		f = f[1:]
		r.add(a)
		for _, other := range f { // "the papers are docs/plan and docs/register"
			r.add(r.put(speech.Act{Verb: speech.Inform, Due: a.Due}, other))
		}
		return true
	}
	return r.add(a)
}
