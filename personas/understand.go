package personas

import (
	"strings"

	"github.com/tenure-sim/tenure/personas/reader"
	"github.com/tenure-sim/tenure/sim"
)

// understand reads by rules what an agent wrote, as the coworker it reaches first would.
func (p *Players) understand(v sim.View, by sim.ActorID, x *message) reader.Reading {
	c := p.context(v, by, x)
	r := p.lexicon.Read(x.said.Text, c)
	if (len(r.Acts) == 0 || r.Unclear != "") && x.said.Subject != "" {
		// What a mail leaves open its subject may say.
		whole := p.lexicon.Read(withSubject(x), c)
		if whole.Unclear == "" || len(r.Acts) == 0 && len(whole.Acts) > 0 {
			r = whole
		}
	}
	return r
}

func withSubject(x *message) string {
	if x.said.Subject == "" {
		return x.said.Text
	}
	return bareSubject(x.said.Subject) + ".\n" + x.said.Text
}

// context is what the reader of a message knows besides its text.
func (p *Players) context(v sim.View, by sim.ActorID, x *message) reader.Context {
	to := by
	for _, a := range addressed(x.said) {
		if p.all[a] != nil && a != x.from {
			to = a
			break
		}
	}
	m := p.all[to]
	c := reader.Context{Now: v.Now(), Zone: m.hours.Zone(), From: x.from, To: to}
	if from, ok := v.Actor(x.from); ok && from.Manager == to {
		c.ToRole = "manager"
	}
	t := m.talks[x.from]
	c.LastActs = t.acts
	if open, ok := p.mail.get(t.open); ok && t.open != x.seq {
		c.OpenAsks = open.acts
	}
	return c
}

// bareSubject is a subject without the marks of a reply: nobody is asked what "re: the budget" means.
func bareSubject(s string) string {
	for {
		mark, rest, ok := strings.Cut(s, ":")
		switch strings.ToLower(strings.TrimSpace(mark)) {
		case "re", "fwd", "fw", "aw":
		default:
			ok = false
		}
		if !ok {
			return s
		}
		s = strings.TrimSpace(rest)
	}
}

// terms is the names people use for the things of the ledger.
func terms(v sim.View) *reader.Lexicon {
	l := ledger(v)
	var t reader.Terms
	for _, a := range v.Actors() {
		first, _, _ := strings.Cut(a.Name, " ")
		t.People = append(t.People, reader.Person{ID: a.ID, First: first, Full: a.Name})
	}
	for _, r := range l.Requirements() {
		now := r.Current()
		t.Requirements = append(t.Requirements, reader.Item{ID: r.ID, Title: r.Title, Value: now.Value, Version: now.Number})
	}
	for _, w := range l.Packages() {
		t.Packages = append(t.Packages, reader.Item{ID: w.ID, Title: w.Title})
	}
	for _, d := range l.Deliverables() {
		t.Deliverables = append(t.Deliverables, reader.Item{ID: d.ID, Title: d.Title, Ref: d.Ref})
	}
	for _, a := range l.Approvals() {
		t.Approvals = append(t.Approvals, reader.Item{ID: a.ID, Title: a.Title})
	}
	for _, f := range l.Facts() {
		t.Facts = append(t.Facts, reader.Item{ID: f.ID, Title: f.Topic, Keywords: f.Keywords, Value: f.Value})
	}
	for _, r := range l.Risks() {
		t.Risks = append(t.Risks, reader.Item{ID: r.ID, Title: r.Title})
	}
	for _, c := range l.Commitments() {
		t.Commitments = append(t.Commitments, reader.Item{ID: c.ID, Title: c.What})
	}
	return reader.New(t)
}
