package docs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

type remarked struct {
	Doc     string `json:"doc"`
	Comment int    `json:"comment"`
}

func (p *Part) decideComment(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	d, err := p.readable(by, a.String("doc"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	b := Commented{Doc: d.id, Title: d.title, From: by, Number: 1, Text: strings.TrimSpace(a.String("text")), To: []sim.ActorID{d.Owner}}
	if b.Text == "" {
		return sim.Result{}, nil, sim.Reject("a comment needs a text")
	}
	if err := checkRemark("a comment", b.Text); err != nil {
		return sim.Result{}, nil, err
	}
	if d.comments != nil {
		b.Number = d.comments.number + 1
	}
	if err := d.answer(&b, a); err != nil {
		return sim.Result{}, nil, err
	}
	if err := d.address(v, &b); err != nil {
		return sim.Result{}, nil, err
	}
	told := d.audience(append(append([]sim.ActorID{by}, b.To...), b.Mentions...)...)
	b.Cc = company.Without(told, append(append([]sim.ActorID{by}, b.To...), b.Mentions...)...)
	return sim.Result{Data: remarked{d.id, b.Number}, Text: fmt.Sprintf("comment %d on %s", b.Number, d.id)},
		[]sim.Fact{{Body: b, Audience: told}}, nil
}

// answer makes the comment a reply when it is one: whoever is answered is addressed as well.
func (d *document) answer(b *Commented, a sim.Args) error {
	n := a.Int("reply_to", 0)
	if n == 0 {
		return nil
	}
	c := d.comment(n)
	if c == nil {
		return sim.Reject("%s has no comment %d; docs_history lists them", d.id, n)
	}
	b.Answers, b.ReplyTo = n, c.seq
	if d.MayRead(c.by) {
		b.To = append(b.To, c.by)
	}
	return nil
}

// address fills in who is spoken to. Nobody speaks to themselves.
func (d *document) address(v sim.View, b *Commented) error {
	b.To = company.Without(company.Audience(b.To), b.From)
	for _, m := range mentions(v, b.Text) {
		if !d.MayRead(m) {
			return sim.Reject("%s may not read %s: share it first, or leave the name out", m, d.id)
		}
		if m != b.From && !slices.Contains(b.To, m) {
			b.Mentions = append(b.Mentions, m)
		}
	}
	return nil
}

type suggested struct {
	Suggestion string `json:"suggestion"`
}

func (p *Part) decideSuggest(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	d, err := p.readable(by, a.String("doc"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	b := Suggested{Doc: d.id, Title: d.title, From: by, Find: a.String("find"), Replace: a.String("replace"), Note: a.String("note"),
		ID: fmt.Sprintf("%s#%d", d.id, newest(d.suggestions)+1)}
	for _, t := range []string{b.Find, b.Replace, b.Note} {
		if err := checkRemark("each part of a suggestion", t); err != nil {
			return sim.Result{}, nil, err
		}
	}
	if _, err := substitute(d.id, d.text(v), b.Find, b.Replace); err != nil {
		return sim.Result{}, nil, err
	}
	if b.Find == b.Replace {
		return sim.Result{}, nil, sim.Reject("find and replace are the same: nothing would change")
	}
	return sim.Result{Data: suggested{b.ID}, Text: "suggestion " + b.ID},
		[]sim.Fact{{Body: b, Audience: d.audience(by)}}, nil
}

func (p *Part) decideDecide(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	id := strings.TrimPrefix(a.String("suggestion"), "docs/")
	doc, _, ok := strings.Cut(id, "#")
	if !ok {
		return sim.Result{}, nil, sim.Reject("%q is no suggestion's id; they look like plans/release#2 and docs_read lists them", id)
	}
	d, err := p.editable(by, doc)
	if err != nil {
		return sim.Result{}, nil, err
	}
	s := d.suggestion(id)
	if s == nil {
		return sim.Result{}, nil, sim.Reject("%s has no suggestion %q; docs_read lists the open ones", d.id, id)
	}
	if s.state != open {
		return sim.Result{}, nil, sim.Reject("suggestion %s was %s by %s already", id, s.state, s.decidedBy)
	}
	decided := sim.Fact{Body: Decided{Doc: d.id, Title: d.title, From: by, ID: id, Accepted: a.Bool("accept")}, Audience: d.audience(by)}
	if !a.Bool("accept") {
		return sim.Result{Text: "rejected " + id}, []sim.Fact{decided}, nil
	}
	text, err := substitute(d.id, d.text(v), s.find, s.replace)
	if err != nil {
		return sim.Result{}, nil, sim.Reject("suggestion %s no longer fits the text (%s): reject it or edit by hand", id, err)
	}
	res, facts, err := d.rewrite(v, by, text, id)
	if err != nil {
		return sim.Result{}, nil, err
	}
	res.Text = "accepted " + id + ": " + res.Text
	return res, append([]sim.Fact{decided}, facts...), nil
}

func (p *Part) decideShare(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	d, err := p.editable(by, a.String("doc"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	b := Shared{Doc: d.id, Title: d.title, From: by, Who: company.With(nil, a.Actors("who")...), Right: company.Right(a.String("right"))}
	if err := d.MayGive(v, d.id, b.Right, b.Who...); err != nil {
		return sim.Result{}, nil, err
	}
	after := *d
	after.Rights = d.Given(b.Right, b.Who...)
	told := company.Audience(append(after.audience(by), b.Who...))
	return sim.Result{Text: b.String()}, []sim.Fact{{Body: b, Audience: told}}, nil
}
