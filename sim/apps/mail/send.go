package mail

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/index/people"
)

// Limits of one mail.
const (
	textMost        = 50_000 // characters
	subjectMost     = 200
	recipientsMost  = 200
	attachmentsMost = 20
)

// Receipt is what a tool that sends gives back.
type Receipt struct {
	Mail   string `json:"mail"`
	Thread string `json:"thread"`
}

// draft is a mail being made.
type draft struct {
	Sent
	bcc     []sim.ActorID
	unknown []string // addresses nobody has
}

func (p *Part) sendTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	d, err := address(v, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	d.Subject, d.Text = a.String("subject"), a.String("text")
	return p.send(v, by, a, d)
}

func (p *Part) replyTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m, err := p.mail(by, a.String("id"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	if m.From == postmaster || m.From == sim.Script {
		return sim.Result{}, nil, sim.Reject("%s is a notice; nobody reads answers to it", mailID(m.Number))
	}
	var d draft
	d.To = []sim.ActorID{m.From}
	if m.From == by {
		d.To = without(m.To, by)
	}
	if a.Bool("all") {
		for _, id := range without(m.To, by) {
			d.To = add(d.To, id)
		}
		d.Cc = without(m.Cc, by)
	}
	if len(d.To) == 0 && m.From == by {
		d.To = []sim.ActorID{by}
	}
	d.Thread, d.Answers, d.ReplyTo = m.Thread, m.Number, m.Seq
	d.Subject, d.Text = "Re: "+topic(m.Subject), a.String("text")
	return p.send(v, by, a, d)
}

func (p *Part) forwardTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m, err := p.mail(by, a.String("id"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	d, err := address(v, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	d.Subject, d.Attachments = "Fwd: "+topic(m.Subject), m.Attachments
	d.Text = strings.TrimSpace(a.String("text") + "\n\nForwarded: mail from " + string(m.From) + " to " + joinIDs(m.To) + ", " +
		people.Local(v, by, m.At) + ", " + m.Subject + "\n\n" + m.Text)
	return p.send(v, by, a, d)
}

// topic is a subject without what earlier answers put before it.
func topic(subject string) string {
	for {
		subject = strings.TrimSpace(subject)
		cut := subject
		for _, p := range []string{"re:", "fwd:", "fw:", "aw:", "wg:"} {
			if len(cut) >= len(p) && strings.EqualFold(cut[:len(p)], p) {
				cut = cut[len(p):]
			}
		}
		if cut == subject {
			return subject
		}
		subject = cut
	}
}

// address reads the recipients. Each gets the mail once: as to before cc before bcc.
func address(v sim.View, a sim.Args) (draft, error) {
	var d draft
	seen := map[sim.ActorID]bool{}
	for _, field := range []struct {
		name string
		ids  *[]sim.ActorID
	}{{"to", &d.To}, {"cc", &d.Cc}, {"bcc", &d.bcc}} {
		for _, name := range a.Strings(field.name) {
			id, err := people.Find(v, name)
			switch {
			case err == nil && !seen[id]:
				seen[id] = true
				*field.ids = append(*field.ids, id)
			case err != nil && strings.Contains(name, "@"):
				d.unknown = append(d.unknown, strings.TrimSpace(name))
			case err != nil:
				return draft{}, err
			}
		}
	}
	if n := len(seen) + len(d.unknown); n == 0 || n > recipientsMost {
		return draft{}, sim.Reject("a mail goes to 1 to %d people, not %d", recipientsMost, n)
	}
	return d, nil
}

// send checks a draft and makes its facts: the mail, each blind copy, and what cannot be delivered.
func (p *Part) send(v sim.View, by sim.ActorID, a sim.Args, d draft) (sim.Result, []sim.Fact, error) {
	d.Number, d.From = uint64(len(p.mails))+1, by
	if d.Thread == 0 {
		d.Thread = d.Number
	}
	d.Attachments = append(slices.Clip(d.Attachments), a.Strings("attachments")...)
	d.Subject, d.Text = strings.Join(strings.Fields(d.Subject), " "), strings.TrimSpace(d.Text)
	d.Urgent = a.Bool("urgent") || strings.HasPrefix(topic(d.Subject), "URGENT") || strings.HasPrefix(d.Text, "URGENT")
	if err := p.check(v, by, d.Sent, len(a.Strings("attachments"))); err != nil {
		return sim.Result{}, nil, err
	}
	facts := []sim.Fact{{Body: d.Sent, Audience: open(d.Sent)}}
	for _, who := range d.bcc {
		facts = append(facts, sim.Fact{Body: Copied{Mail: d.Sent, Who: who}, Audience: []sim.ActorID{who}})
	}
	if len(d.unknown) > 0 {
		b := Undeliverable{Number: d.Number, From: by, Addresses: d.unknown}
		facts = append(facts, sim.Fact{Body: b, Audience: self(by)})
	}
	r := Receipt{Mail: mailID(d.Number), Thread: threadID(d.Thread)}
	return sim.Result{Data: r, Text: "sent " + r.Mail}, facts, nil
}

// check refuses a mail that is too large or attaches, among its last so many attachments, what the sender cannot see.
func (p *Part) check(v sim.View, by sim.ActorID, s Sent, fresh int) error {
	switch {
	case s.Text == "" && len(s.Attachments) == 0:
		return sim.Reject("the mail is empty")
	case utf8.RuneCountInString(s.Text) > textMost:
		return sim.Reject("a mail has at most %d characters; attach a file", textMost)
	case utf8.RuneCountInString(s.Subject) > subjectMost:
		return sim.Reject("a subject has at most %d characters", subjectMost)
	case len(s.Attachments) > attachmentsMost:
		return sim.Reject("a mail has at most %d attachments", attachmentsMost)
	}
	for _, path := range s.Attachments[len(s.Attachments)-fresh:] {
		if !strings.HasPrefix(path, "files/") || p.cfg.HasFile != nil && !p.cfg.HasFile(v, by, path) {
			return sim.Reject("there is no file %q to attach; give its path, such as files/plan/rollout.md", path)
		}
	}
	return nil
}

// open is who may know of a mail: all but the blind copies.
func open(s Sent) []sim.ActorID {
	return append(append(self(s.From), s.To...), s.Cc...)
}

// self is the audience of what only one person notices; the script is in none.
func self(by sim.ActorID) []sim.ActorID {
	if by == sim.Script {
		return nil
	}
	return []sim.ActorID{by}
}

func without(ids []sim.ActorID, but sim.ActorID) []sim.ActorID {
	return slices.DeleteFunc(slices.Clone(ids), func(id sim.ActorID) bool { return id == but })
}

func add(ids []sim.ActorID, id sim.ActorID) []sim.ActorID {
	if slices.Contains(ids, id) {
		return ids
	}
	return append(ids, id)
}
