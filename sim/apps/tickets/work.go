package tickets

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

func (p *Part) create(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	if (a.Has("id") || a.Has("state")) && !company.Laying(v, by) {
		return sim.Result{}, nil, sim.Reject("id and state are the scenario's; leave them out")
	}
	b, err := p.boardOfNew(by, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	c, err := p.drafted(b, by, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	t := &ticket{id: c.ID}
	t.follow(by)
	facts := []sim.Fact{{Body: c, Audience: b.audience(t)}}
	if who := a.String("assignee"); who != "" {
		to, err := assignee(v, b, who)
		if err != nil {
			return sim.Result{}, nil, err
		}
		given := Assigned{ID: c.ID, From: by, Title: c.Title, To: to, Version: 2}
		facts = append(facts, sim.Fact{Body: given, Audience: b.audience(t, to)})
	}
	res := sim.Result{Data: map[string]any{"ticket": c.ID, "state": c.State}, Text: fmt.Sprintf("%s %q is in %s", c.ID, c.Title, c.State)}
	return res, facts, nil
}

// boardOfNew finds a new ticket's board; the scenario's id says it too.
func (p *Part) boardOfNew(by sim.ActorID, a sim.Args) (*board, error) {
	name := a.String("board")
	if id := a.String("id"); id != "" {
		prefix, _, ok := numberOf(id)
		if !ok || name != "" && name != prefix {
			return nil, sim.Reject("the id %q must be a board, a dash and a number, such as PORT-12", id)
		}
		if p.ticket(id) != nil {
			return nil, sim.Reject("there is a ticket %s already", id)
		}
		name = prefix
	}
	return p.boardFor(by, name)
}

func (p *Part) drafted(b *board, by sim.ActorID, a sim.Args) (Created, error) {
	c := Created{ID: a.String("id"), Board: b.ID, From: by, Title: strings.TrimSpace(a.String("title")), Text: a.String("text"),
		State: b.Start, Priority: Normal}
	if c.ID == "" {
		c.ID = fmt.Sprintf("%s-%d", b.ID, p.newest[b.ID]+1)
	}
	if s := a.String("state"); s != "" {
		c.State = s
	}
	if !slices.Contains(b.States, c.State) {
		return c, sim.Reject("%s has no state %q; it has %s", b.ID, c.State, strings.Join(b.States, ", "))
	}
	if s := a.String("priority"); s != "" {
		c.Priority = Priority(s)
	}
	var err error
	if c.Labels, err = cleanLabels(a.Strings("labels")); err != nil {
		return c, err
	}
	if c.Estimate, err = estimated(a); err != nil {
		return c, err
	}
	return c, checkTitle(c.Title, c.Text)
}

func estimated(a sim.Args) (clock.Duration, error) {
	d, _ := a.Duration("estimate")
	if d > estimateMost {
		return 0, sim.Reject("an estimate can be %d hours at most", int64(estimateMost/time.Hour))
	}
	return d, nil
}

func checkTitle(title, text string) error {
	switch {
	case title == "":
		return sim.Reject("the title must not be empty")
	case utf8.RuneCountInString(title) > titleMost:
		return sim.Reject("the title can have %d characters at most", titleMost)
	case utf8.RuneCountInString(text) > textMost:
		return sim.Reject("the text can have %d characters at most", textMost)
	}
	return nil
}

func assignee(v sim.View, b *board, name string) (sim.ActorID, error) {
	who, err := company.Person(v, name)
	if err != nil {
		return "", err
	}
	if !b.reads(who) {
		return "", sim.Reject("%s is not a member of %s; its members are %s", who, b.ID, company.Join(b.Members))
	}
	return who, nil
}

func (p *Part) update(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	t, b, err := p.visible(by, a.String("ticket"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	u := Updated{ID: t.id, From: by, Name: t.title, Version: t.version + 1}
	if u.Estimate, err = estimated(a); err != nil {
		return sim.Result{}, nil, err
	}
	if u.Labels, err = cleanLabels(a.Strings("labels")); err != nil {
		return sim.Result{}, nil, err
	}
	if u.Changes, err = changes(t, u, a); err != nil {
		return sim.Result{}, nil, err
	}
	if len(u.Changes) == 0 {
		return sim.Result{}, nil, sim.Reject("nothing in %s would change: give a title, text, priority, estimate or labels that differ", t.id)
	}
	res := sim.Result{Data: map[string]any{"ticket": t.id, "version": u.Version}, Text: t.id + ": " + fields(u.Changes) + " changed"}
	return res, []sim.Fact{{Body: u, Audience: b.audience(t)}}, nil
}

// changes is what really differs.
func changes(t *ticket, u Updated, a sim.Args) ([]Change, error) {
	var out []Change
	put := func(field, was, now string) {
		if a.Has(field) && was != now {
			out = append(out, Change{field, was, now})
		}
	}
	title := t.title
	if a.Has(fieldTitle) {
		title = strings.TrimSpace(a.String(fieldTitle))
	}
	if err := checkTitle(title, a.String(fieldText)); err != nil {
		return nil, err
	}
	put(fieldTitle, t.title, title)
	put(fieldPriority, string(t.priority), a.String(fieldPriority))
	put(fieldEstimate, hours(t.estimate), hours(u.Estimate))
	put(fieldLabels, strings.Join(t.labels, ", "), strings.Join(u.Labels, ", "))
	if a.Has(fieldText) && a.String(fieldText) != t.text {
		out = append(out, Change{Field: fieldText, Now: a.String(fieldText)})
	}
	return out, nil
}

func fields(list []Change) string {
	names := make([]string, len(list))
	for i, c := range list {
		names[i] = c.Field
	}
	return strings.Join(names, ", ")
}

func (p *Part) assign(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	t, b, err := p.visible(by, a.String("ticket"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	given := Assigned{ID: t.id, From: by, Title: t.title, Was: t.assignee, Version: t.version + 1}
	if who := a.String("to"); who != "" && who != "nobody" {
		if given.To, err = assignee(v, b, who); err != nil {
			return sim.Result{}, nil, err
		}
	}
	if given.To == given.Was {
		return sim.Result{}, nil, sim.Reject("%s is assigned to %s already", t.id, orNobody(given.To))
	}
	res := sim.Result{Data: map[string]any{"ticket": t.id, "assignee": given.To}, Text: t.id + " is assigned to " + orNobody(given.To)}
	return res, []sim.Fact{{Body: given, Audience: b.audience(t, given.To)}}, nil
}

func (p *Part) move(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	t, b, err := p.visible(by, a.String("ticket"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	to := strings.TrimSpace(a.String("to"))
	if strings.EqualFold(to, t.state) {
		return sim.Result{}, nil, sim.Reject("%s is in %s already; %s", t.id, t.state, b.offer(t.state))
	}
	m, ok := b.move(t.state, to, by)
	if !ok {
		return sim.Result{}, nil, sim.Reject("%s cannot go from %s to %s by %s; %s", t.id, t.state, to, by, b.offer(t.state))
	}
	moved := Moved{ID: t.id, From: by, Title: t.title, Was: t.state, Now: m.To, Move: m.name(), Version: t.version + 1}
	res := sim.Result{Data: map[string]any{"ticket": t.id, "state": m.To}, Text: t.id + " is in " + m.To}
	return res, []sim.Fact{{Body: moved, Audience: b.audience(t)}}, nil
}

func (p *Part) comment(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	t, b, err := p.visible(by, a.String("ticket"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	said := strings.TrimSpace(a.String("text"))
	if said == "" || utf8.RuneCountInString(said) > textMost {
		return sim.Result{}, nil, sim.Reject("a comment has between 1 and %d characters", textMost)
	}
	c := Commented{ID: t.id, From: by, Title: t.title, Text: said, Urgent: t.priority == Urgent, Version: t.version + 1}
	taken := []sim.ActorID{by, ""}
	fresh := func(list ...sim.ActorID) (out []sim.ActorID) {
		for _, who := range list {
			if !company.Above(who) && b.reads(who) && !slices.Contains(taken, who) {
				out, taken = append(out, who), append(taken, who)
			}
		}
		return out
	}
	c.To = fresh(t.assignee, t.author)
	c.Mentions = fresh(mentioned(v, said)...)
	c.Cc = fresh(b.audience(t)...)
	res := sim.Result{Data: map[string]any{"ticket": t.id, "comments": t.comments.len() + 1}, Text: "commented on " + t.id}
	return res, []sim.Fact{{Body: c, Audience: b.audience(t, append(taken[2:], by)...)}}, nil
}

func (p *Part) tie(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	t, b, err := p.visible(by, a.String("ticket"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	o, other, err := p.visible(by, a.String("to"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	l := Linked{ID: t.id, From: by, Title: t.title, Link: LinkKind(a.String("kind")), To: o.id, Removed: a.Bool("remove"), Version: t.version + 1}
	switch have := slices.Contains(t.links, Link{l.Link, l.To}); {
	case t.id == o.id:
		return sim.Result{}, nil, sim.Reject("a ticket cannot be linked with itself")
	case have && !l.Removed:
		return sim.Result{}, nil, sim.Reject("%s %s %s already", t.id, l.Link, o.id)
	case !have && l.Removed:
		return sim.Result{}, nil, sim.Reject("%s does not say that it %s %s", t.id, l.Link, o.id)
	}
	// Who may see only one of the two hears of neither end.
	told := slices.DeleteFunc(slices.Concat(b.audience(t), other.audience(o)), func(who sim.ActorID) bool {
		return !b.reads(who) || !other.reads(who)
	})
	res := sim.Result{Data: map[string]any{"ticket": t.id, "kind": l.Link, "to": o.id, "removed": l.Removed}, Text: l.String()}
	return res, []sim.Fact{{Body: l, Audience: told}}, nil
}
