package mail

import (
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/index/people"
)

// React implements sim.Reactor: the postmaster returns what cannot be delivered, and the mailboxes of the absent answer.
func (p *Part) React(v sim.View, e sim.Event) []sim.Call {
	switch b := e.Body.(type) {
	case Undeliverable:
		if b.From == sim.Script {
			return nil
		}
		return []sim.Call{{By: sim.Nature, Tool: "mail_bounce", Args: sim.Args{"id": mailID(b.Number), "addresses": b.Addresses}}}
	case Sent:
		var calls []sim.Call
		for _, who := range b.To {
			if p.answersFor(v, who, b.From) {
				calls = append(calls, sim.Call{By: sim.Nature, Tool: "mail_auto_reply", Args: sim.Args{"id": mailID(b.Number), "who": string(who)}})
			}
		}
		return calls
	}
	return nil
}

// answersFor says whether an absent person's mailbox still owes a sender its answer.
func (p *Part) answersFor(v sim.View, who, sender sim.ActorID) bool {
	a, ok := p.away[who]
	now := v.Now()
	return ok && a.From <= now && now < a.Until && who != sender && sender != sim.Script && p.replied[pair{who, sender}] < a.Absence
}

func (p *Part) bounceTool(_ sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m, err := p.noticed(by, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	b := Bounced{
		Number: uint64(len(p.mails)) + 1, Thread: m.Thread, Answers: m.Number, To: m.From,
		Subject: "Undeliverable: " + m.Subject,
		Text:    "Your mail " + mailID(m.Number) + " could not be delivered to " + strings.Join(a.Strings("addresses"), ", ") + ": no such mailbox.",
	}
	return sim.Result{Text: "returned"}, []sim.Fact{{Body: b, Audience: []sim.ActorID{b.To}}}, nil
}

func (p *Part) autoTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m, err := p.noticed(by, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	who := sim.ActorID(a.String("who"))
	if !p.answersFor(v, who, m.From) {
		return sim.Result{}, nil, sim.Reject("%s is not out of office, or has answered %s", who, m.From)
	}
	away := p.away[who]
	b := AutoReplied{
		Number: uint64(len(p.mails)) + 1, Thread: m.Thread, Answers: m.Number, From: who, To: m.From,
		Subject: "Automatic reply: " + topic(m.Subject), Text: away.Text, Absence: away.Absence,
	}
	return sim.Result{Text: "answered"}, []sim.Fact{{Body: b, Audience: []sim.ActorID{b.To}}}, nil
}

// noticed is the mail that a notice is about. Only the machinery sends notices.
func (p *Part) noticed(by sim.ActorID, a sim.Args) (*Mail, error) {
	if by != sim.Nature && by != sim.Script {
		return nil, sim.Reject("only the mail system sends notices")
	}
	m, err := p.mail(sim.Script, a.String("id"))
	if err == nil && (m.Notice || m.From == sim.Script) {
		err = sim.Reject("%s wants no notice", mailID(m.Number))
	}
	return m, err
}

func (p *Part) awayTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	if by == sim.Script {
		return sim.Result{}, nil, noBox()
	}
	b := AwaySet{Who: by, Absence: p.away[by].Absence + 1}
	until, ok := a.Time("until")
	if !ok {
		if a.Has("from") || a.Has("text") {
			return sim.Result{}, nil, sim.Reject("mail_out_of_office needs until; without any argument it ends the absence")
		}
		if p.away[by].Until <= v.Now() {
			return sim.Result{}, nil, sim.Reject("you are not out of office")
		}
		return sim.Result{Text: "out of office ended"}, []sim.Fact{{Body: b, Audience: self(by)}}, nil
	}
	b.From, b.Until, b.Text = v.Now(), until, strings.TrimSpace(a.String("text"))
	if from, ok := a.Time("from"); ok {
		b.From = max(from, v.Now())
	}
	if b.Until <= b.From {
		return sim.Result{}, nil, sim.Reject("until must be after %s", people.Local(v, by, b.From))
	}
	if b.Text == "" || len(b.Text) > 2_000 {
		return sim.Result{}, nil, sim.Reject("mail_out_of_office needs a text of at most 2000 characters")
	}
	return sim.Result{Text: "out of office until " + people.Local(v, by, until)}, []sim.Fact{{Body: b, Audience: self(by)}}, nil
}
