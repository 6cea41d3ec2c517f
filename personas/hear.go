package personas

import (
	"slices"
	"strings"
	"unicode"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/personas/reader"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// toolRead is how a message enters coworkers' minds.
const toolRead = "players_read"

// reception is how one coworker takes a message.
type reception struct {
	silent bool // read, not answered
	ping   bool // asks again for what is open
	early  bool // and that before the time agreed
}

// copiesMost bounds how many people who got a copy take note of one message.
const copiesMost = 40

// hear answers a message with one call, by the first coworker whom it reaches.
func (p *Players) hear(v sim.View, e sim.Event) []sim.Call {
	x, ok := p.mail.get(e.Seq)
	if !ok || !x.agent && closes(x.acts) {
		return nil
	}
	for _, a := range e.Audience {
		if m := p.all[a]; m != nil && a != e.Actor && m.state != Gone {
			return []sim.Call{{By: a, Tool: toolRead, Args: sim.Args{"message": int64(e.Seq)}}}
		}
	}
	return nil
}

func (p *Players) readTool() sim.Tool {
	return sim.Tool{Name: toolRead, Internal: true, Doc: "A message reaches the coworkers it is for.",
		Params: []sim.Param{{Name: "message", Type: sim.Int}}, Decide: p.decideRead}
}

func (p *Players) decideRead(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	x, ok := p.mail.get(uint64(a.Int("message", 0)))
	if !ok {
		return sim.Result{}, nil, sim.Reject("message %d is not one of the last", a.Int("message", 0))
	}
	if !x.agent {
		return sim.Result{}, p.takeIn(nil, v, x, tone{}), nil
	}
	if reader := p.all[by]; p.backing.Reader && reader != nil && p.within(reader, ForReading, readDaily) {
		return sim.Result{}, p.askReader(v, reader, x), nil
	}
	return sim.Result{}, p.grasp(v, x, p.understand(v, by, x), speech.Understood{}), nil
}

// grasp is coworkers taking in what an agent wrote, in the reading that counts. How says where that came from.
func (p *Players) grasp(v sim.View, x *message, r reader.Reading, how speech.Understood) []sim.Fact {
	seen := *x
	seen.acts, seen.unclear = r.Acts, r.Unclear
	seen.read, seen.said.Urgent = true, seen.said.Urgent || r.Urgent
	how.Message, how.From, how.Acts, how.Unclear = x.seq, x.from, r.Acts, r.Unclear
	return p.takeIn([]sim.Fact{{Body: how}}, v, &seen, tone{rude: r.Rude, urgent: r.Urgent})
}

// takeIn is a message reaching all whom it concerns.
func (p *Players) takeIn(facts []sim.Fact, v sim.View, x *message, t tone) []sim.Fact {
	for _, m := range p.hearers(v, x) {
		facts = p.receive(facts, v, m, x, t)
	}
	return p.copies(facts, v, x)
}

// hearers is who takes a message as meant for them: those addressed; else, when nobody is, whoever has to do with
// what it is about, or the writer's manager.
func (p *Players) hearers(v sim.View, x *message) []*player {
	var out []*player
	for _, a := range addressed(x.said) {
		if m := p.all[a]; m != nil && m.state != Gone && a != x.from {
			out = append(out, m)
		}
	}
	if len(out) > crowd && x.agent {
		if some := p.answerable(v, x, out); len(some) > 0 {
			return some
		}
	}
	if len(out) > 0 || len(addressed(x.said)) > 0 || !x.agent {
		return out
	}
	if out = p.called(v, x); len(out) > 0 || !wantsReply(x.acts) && x.unclear == "" {
		return out
	}
	for i := range x.acts {
		m := p.all[concerned(ledger(v), &x.acts[i])]
		if m != nil && m.state != Gone && slices.Contains(x.said.Cc, m.id) && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	if from, ok := v.Actor(x.from); ok && len(out) == 0 {
		if m := p.all[from.Manager]; m != nil && m.state != Gone && slices.Contains(x.said.Cc, m.id) {
			out = append(out, m)
		}
	}
	return out
}

// crowd is how many may be addressed at once before each leaves the answer to whoever it concerns.
const crowd = 2

// answerable is those of many addressed whom what is asked for concerns; nobody in particular if anything is asked of
// all. People do not line up to say whose business something is.
func (p *Players) answerable(v sim.View, x *message, all []*player) []*player {
	var out []*player
	for i := range x.acts {
		if !demanding[x.acts[i].Verb] {
			continue
		}
		m := p.all[concerned(ledger(v), &x.acts[i])]
		if m == nil || !slices.Contains(all, m) {
			return nil
		}
		if !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}

// called is who is called by first name at the beginning of a message to many: "Lena, could you ...".
func (p *Players) called(v sim.View, x *message) []*player {
	beginning := strings.FieldsFunc(x.said.Text[:min(len(x.said.Text), 40)], func(r rune) bool { return !unicode.IsLetter(r) })
	beginning = beginning[:min(len(beginning), 3)]
	var out []*player
	for _, a := range x.said.Cc {
		m := p.all[a]
		actor, ok := v.Actor(a)
		if m != nil && ok && m.state != Gone && slices.Contains(beginning, firstName(actor)) {
			out = append(out, m)
		}
	}
	return out
}

// receive is one coworker taking in a message meant for it.
func (p *Players) receive(facts []sim.Fact, v sim.View, m *player, x *message, t tone) []sim.Fact {
	r := p.reception(m, x, v.Now())
	if x.agent {
		facts = p.feel(facts, v, m, x, t, r)
	}
	if r.ping {
		facts = m.hurry(facts, v.Now())
	}
	if len(m.notes) >= notesMost {
		return facts
	}
	due := p.replyAt(v, m, x, r)
	return append(facts, sim.Fact{Body: Noticed{Who: m.id, Message: x.seq, Due: due, Silent: r.silent, Ping: r.ping, Urgent: x.said.Urgent}})
}

// reception judges whether a message asks again for what it has asked before, and whether too soon.
func (p *Players) reception(m *player, x *message, now clock.Time) reception {
	r := reception{silent: !x.agent && !wantsReply(x.acts) && !hasNews(x.acts) && !has(x.acts, speech.Done)}
	t := m.talks[x.from]
	if t.open == 0 || t.open == x.seq {
		return r
	}
	before, ok := p.mail.get(t.open)
	if !ok || !has(x.acts, speech.Remind) && !sameMatter(before.acts, x.acts) {
		return r
	}
	within := p.config.Policy.ReplyNormal
	if before.said.Urgent {
		within = p.config.Policy.ReplyUrgent
	}
	r.ping = true
	r.early = m.hours.Between(t.openAt, now) < within
	return r
}

// hurry brings what waits for an answer nearer: a reminder multiplies the hazard of a reply by 2 to 2.5.
func (m *player) hurry(facts []sim.Fact, now clock.Time) []sim.Fact {
	for _, seq := range sortedKeys(m.notes) {
		n := m.notes[seq]
		if n.due <= now || n.silent {
			continue
		}
		due := m.after(m.freeFrom(now, false), m.hours.Between(now, n.due)*4/9)
		if due < n.due {
			facts = append(facts, sim.Fact{Body: Noticed{Who: m.id, Message: seq, Due: due, Ping: true, Again: true, Urgent: n.urgent}})
		}
	}
	return facts
}

// copies lets those who got a copy of news take note of it in silence.
func (p *Players) copies(facts []sim.Fact, v sim.View, x *message) []sim.Fact {
	if !hasNews(x.acts) {
		return facts
	}
	for i, a := range x.said.Cc {
		m := p.all[a]
		if m == nil || a == x.from || m.state == Gone || i >= copiesMost || len(m.notes) >= notesMost || noted(facts, a) {
			continue
		}
		due := p.replyAt(v, m, x, reception{silent: true})
		facts = append(facts, sim.Fact{Body: Noticed{Who: a, Message: x.seq, Due: due, Silent: true}})
	}
	return facts
}

func noted(facts []sim.Fact, a sim.ActorID) bool {
	return slices.ContainsFunc(facts, func(f sim.Fact) bool {
		n, ok := f.Body.(Noticed)
		return ok && n.Who == a && !n.Again
	})
}

// hasNews says whether acts tell what others than those addressed should keep in mind.
func hasNews(acts []speech.Act) bool {
	for i := range acts {
		switch acts[i].Verb {
		case speech.Change, speech.HandOver:
			return true
		case speech.Inform:
			if acts[i].Req != "" || acts[i].Fact != "" {
				return true
			}
		}
	}
	return false
}

// sameMatter says whether two messages ask for the same thing.
func sameMatter(a, b []speech.Act) bool {
	for i := range a {
		for j := range b {
			if demanding[a[i].Verb] && demanding[b[j].Verb] && topic(&a[i]) != "" && topic(&a[i]) == topic(&b[j]) {
				return true
			}
		}
	}
	return false
}

// topic is the thing an act is about: "fact/vendor-price".
func topic(a *speech.Act) string {
	for _, x := range []struct{ kind, id string }{{"fact/", a.Fact}, {"requirement/", a.Req}, {"package/", a.Package},
		{"approval/", a.Approval}, {"deliverable/", a.Deliverable}, {"commitment/", a.Commitment}, {"risk/", a.Risk}} {
		if x.id != "" {
			return x.kind + x.id
		}
	}
	return ""
}
