package tickets

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

// Line is a ticket in a list.
type Line struct {
	Ticket   string      `json:"ticket"`
	Title    string      `json:"title"`
	State    string      `json:"state"`
	Priority Priority    `json:"priority"`
	Assignee sim.ActorID `json:"assignee,omitempty"`
	Labels   []string    `json:"labels,omitempty"`
	Changed  string      `json:"changed"`
}

// Lines is a page of a list.
type Lines struct {
	Tickets []Line `json:"tickets"`
	Total   int    `json:"total"`
	Next    string `json:"next,omitempty"`
}

func (t *ticket) line(zone *time.Location) Line {
	return Line{t.id, t.title, t.state, t.priority, t.assignee, t.labels, t.changed.Format(zone)}
}

func (l Line) words() int { return sim.Words(l.Title) + len(l.Labels) + 8 }

// foundMost bounds how many hits of a word query are looked at.
const foundMost = 100_000

func (p *Part) find(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	match, err := p.matching(v, by, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	total := match.count()
	var places []int
	if a.Has("text") {
		places = p.withWords(match, a.String("text"))
		total = len(places)
	}
	from, to, next, err := sim.Page(a, total)
	if err != nil {
		return sim.Result{}, nil, err
	}
	if places == nil {
		places = match.newest(to) // and no more: there may be tens of thousands
	}
	out := Lines{Tickets: []Line{}, Total: total, Next: next}
	read := 0
	for _, i := range places[from:to] {
		l := p.list[i].line(zone(v, by))
		out.Tickets = append(out.Tickets, l)
		read += l.words()
	}
	return sim.Result{Data: out, Text: fmt.Sprintf("%d tickets", total), Read: read}, nil, nil
}

// matching is the tickets that meet all conditions but the words.
func (p *Part) matching(v sim.View, by sim.ActorID, a sim.Args) (set, error) {
	match := p.readable(by)
	if a.Has("board") {
		b, err := p.boardFor(by, a.String("board"))
		if err != nil {
			return nil, err
		}
		match = match.and(p.facets["board/"+b.ID])
	}
	if a.Has("state") {
		state, err := p.stateNamed(by, a.String("state"))
		if err != nil {
			return nil, err
		}
		match = match.and(p.facets["state/"+strings.ToLower(state)])
	}
	if a.Has("assignee") {
		who, err := whose(v, by, a.String("assignee"))
		if err != nil {
			return nil, err
		}
		match = match.and(p.facets["assignee/"+string(who)])
	}
	if a.Has("label") {
		match = match.and(p.facets["label/"+strings.ToLower(strings.TrimSpace(a.String("label")))])
	}
	if a.Has("priority") {
		match = match.and(p.facets["priority/"+a.String("priority")])
	}
	return match, nil
}

func whose(v sim.View, by sim.ActorID, name string) (sim.ActorID, error) {
	switch name {
	case "me":
		return by, nil
	case "nobody", "":
		return "", nil
	}
	return company.Person(v, name)
}

// stateNamed finds a state of the boards that somebody sees.
func (p *Part) stateNamed(by sim.ActorID, name string) (string, error) {
	var all []string
	for _, b := range p.boards {
		for _, s := range b.States {
			if b.reads(by) && strings.EqualFold(s, strings.TrimSpace(name)) {
				return s, nil
			}
			if b.reads(by) && !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	return "", sim.Reject("there is no state %q; there is %s", name, strings.Join(all, ", "))
}

// withWords is the members that hold all words, in the ticket or in one of its comments, the newest first.
func (p *Part) withWords(match set, text string) []int {
	hits := p.words.Search(text, foundMost, func(id uint64) bool { return match.has(int(id >> commentBits)) })
	out := []int{}
	for _, h := range hits {
		// A ticket's own text and comments follow each other in the order of the numbers.
		if i := int(h >> commentBits); len(out) == 0 || out[len(out)-1] != i {
			out = append(out, i)
		}
	}
	return out
}

// Sheet is a ticket in full.
type Sheet struct {
	Line
	Board    string      `json:"board"`
	Author   sim.ActorID `json:"author"`
	Created  string      `json:"created"`
	Version  int         `json:"version"`
	Estimate string      `json:"estimate,omitempty"`
	Text     string      `json:"text"`
	Links    []Link      `json:"links,omitempty"`
	Moves    string      `json:"moves"` // what the workflow allows from here
	Comments []Remark    `json:"comments"`
	Total    int         `json:"total"` // of comments
	Next     string      `json:"next,omitempty"`
}

// Remark is a comment.
type Remark struct {
	At   string      `json:"at"`
	Who  sim.ActorID `json:"who"`
	Text string      `json:"text"`
}

func (p *Part) show(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	t, b, err := p.visible(by, a.String("ticket"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	from, to, next, err := sim.Page(a, t.comments.len())
	if err != nil {
		return sim.Result{}, nil, err
	}
	local := zone(v, by)
	out := Sheet{Line: t.line(local), Board: t.board, Author: t.author, Created: t.created.Format(local), Version: t.version,
		Estimate: hours(t.estimate), Text: t.text, Moves: b.offer(t.state), Comments: []Remark{}, Total: t.comments.len(), Next: next}
	for _, l := range t.links {
		if p.readsTicket(by, l.To) {
			out.Links = append(out.Links, l)
		}
	}
	read := out.words() + sim.Words(t.text) + 3*len(out.Links)
	for _, c := range t.comments.newest()[from:to] {
		out.Comments = append(out.Comments, Remark{c.at.Format(local), c.who, c.text})
		read += sim.Words(c.text) + 3
	}
	return sim.Result{Data: out, Text: fmt.Sprintf("%s %q is in %s, %s", t.id, t.title, t.state, orNobody(t.assignee)), Read: read}, nil, nil
}

func (p *Part) readsTicket(by sim.ActorID, id string) bool {
	t := p.ticket(id)
	return t != nil && p.board(t.board).reads(by)
}

// Entry is a line of a ticket's history.
type Entry struct {
	At   string      `json:"at"`
	Who  sim.ActorID `json:"who"`
	What string      `json:"what"`
}

func (p *Part) history(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	t, _, err := p.visible(by, a.String("ticket"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	lines := slices.DeleteFunc(t.history.newest(), func(e entry) bool { return e.other != "" && !p.readsTicket(by, e.other) })
	from, to, next, err := sim.Page(a, len(lines))
	if err != nil {
		return sim.Result{}, nil, err
	}
	out := []Entry{}
	read := 0
	for _, e := range lines[from:to] {
		out = append(out, Entry{e.at.Format(zone(v, by)), e.who, e.what})
		read += sim.Words(e.what) + 3
	}
	data := map[string]any{"ticket": t.id, "history": out}
	if next != "" {
		data["next"] = next
	}
	return sim.Result{Data: data, Text: fmt.Sprintf("%d changes of %s", len(lines), t.id), Read: read}, nil, nil
}

// Column is a state of a board with its most pressing tickets.
type Column struct {
	State   string `json:"state"`
	Count   int    `json:"count"`
	Tickets []Line `json:"tickets"`
	Moves   string `json:"moves"`
}

const columnMost = 10

func (p *Part) showBoard(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	b, err := p.boardFor(by, a.String("board"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	out := []Column{}
	read, total := 0, 0
	for _, state := range b.States {
		c := p.column(v, by, b, state)
		out = append(out, c)
		total += c.Count
		read += sim.Words(c.Moves)
		for _, l := range c.Tickets {
			read += l.words()
		}
	}
	return sim.Result{Data: map[string]any{"board": b.ID, "columns": out}, Text: fmt.Sprintf("%s has %d tickets", b.ID, total), Read: read}, nil, nil
}

func (p *Part) column(v sim.View, by sim.ActorID, b *board, state string) Column {
	all := p.facets["board/"+b.ID].and(p.facets["state/"+strings.ToLower(state)])
	c := Column{State: state, Count: all.count(), Tickets: []Line{}, Moves: b.offer(state)}
	for _, pr := range priorities {
		for _, i := range all.and(p.facets["priority/"+string(pr)]).newest(columnMost - len(c.Tickets)) {
			c.Tickets = append(c.Tickets, p.list[i].line(zone(v, by)))
		}
	}
	return c
}

// zone is where an actor's times are local.
func zone(v sim.View, who sim.ActorID) *time.Location {
	if a, ok := v.Actor(who); ok {
		return a.Hours().Zone()
	}
	return time.UTC
}

// Exhibit implements sim.Exhibitor: tickets by id, with or without "tickets/" before it.
func (p *Part) Exhibit(_ sim.View, name string) (map[string]any, bool) {
	t := p.ticket(strings.TrimPrefix(name, appName+"/"))
	if t == nil {
		return nil, false
	}
	links, labels := []string{}, append([]string{}, t.labels...)
	for _, l := range t.links {
		links = append(links, string(l.Kind)+" "+l.To)
	}
	return map[string]any{
		"title": t.title, "text": t.text, "board": t.board, "state": t.state, "priority": string(t.priority),
		"assignee": string(t.assignee), "author": string(t.author), "estimate": hours(t.estimate), "labels": labels,
		"links": links, "comments": int64(t.comments.len()), "version": int64(t.version), "history": t.states(),
	}, true
}
