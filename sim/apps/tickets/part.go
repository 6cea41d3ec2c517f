package tickets

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/index"
)

const appName = "tickets"

// commentBits is how many comments of a ticket the word index can tell apart; later ones are not found by words.
const commentBits = 16

// Part is the tickets app.
type Part struct {
	boards []*board `state:"-"` // in the scenario's order; never change
	newest map[string]int
	places map[string]int
	list   []*ticket // by place
	facets map[string]set
	words  *index.Index `state:"-"` // of tickets and comments
}

// New makes empty boards. It panics on a Config that Check refuses.
func New(c Config) *Part {
	if err := c.Check(); err != nil {
		panic(fmt.Sprintf("tickets: %v", err))
	}
	p := &Part{newest: map[string]int{}, places: map[string]int{}, facets: map[string]set{}, words: index.New()}
	for _, b := range c.Boards {
		p.boards = append(p.boards, newBoard(b))
	}
	return p
}

// Name implements sim.Part.
func (p *Part) Name() string { return appName }

// Kinds implements sim.Part.
func (p *Part) Kinds() []sim.Body {
	return []sim.Body{Created{}, Updated{}, Assigned{}, Moved{}, Commented{}, Linked{}}
}

// Clone implements sim.Part.
func (p *Part) Clone() sim.Part {
	c := &Part{boards: p.boards, newest: maps.Clone(p.newest), places: maps.Clone(p.places),
		list: slices.Clone(p.list), facets: make(map[string]set, len(p.facets)), words: p.words.Clone()}
	for k, s := range p.facets {
		c.facets[k] = slices.Clone(s)
	}
	return c
}

func (p *Part) board(id string) *board {
	for _, b := range p.boards {
		if b.ID == id {
			return b
		}
	}
	return nil
}

// ticket finds one by its id, in capitals or not; nil when there is none.
func (p *Part) ticket(id string) *ticket {
	if i, ok := p.places[strings.ToUpper(strings.TrimSpace(id))]; ok {
		return p.list[i]
	}
	return nil
}

// Apply implements sim.Part.
func (p *Part) Apply(e sim.Event) {
	switch b := e.Body.(type) {
	case Created:
		p.applyCreated(e, b)
	case Updated:
		p.change(e, b.ID, func(t *ticket) entry { return t.update(b) })
		p.index(p.ticket(b.ID))
	case Assigned:
		p.change(e, b.ID, func(t *ticket) entry {
			t.assignee = b.To
			t.follow(b.To)
			return entry{what: "assigned to " + orNobody(b.To)}
		})
	case Moved:
		p.change(e, b.ID, func(t *ticket) entry {
			t.state = b.Now
			return entry{what: "moved from " + b.Was + " to " + b.Now, state: b.Now}
		})
	case Commented:
		p.change(e, b.ID, func(t *ticket) entry {
			t.comments = t.comments.with(comment{e.At, b.From, b.Text})
			t.follow(b.From)
			return entry{what: "commented"}
		})
		if t := p.ticket(b.ID); t.comments.len() < 1<<commentBits {
			p.fileComment(t, t.comments.len(), b.Text)
		}
	case Linked:
		p.link(e, b.ID, Link{b.Link, b.To}, b.Removed)
		p.link(e, b.To, Link{b.Link.inverse(), b.ID}, b.Removed)
	}
}

func (p *Part) applyCreated(e sim.Event, b Created) {
	t := &ticket{id: b.ID, board: b.Board, place: len(p.list), title: b.Title, text: b.Text, state: b.State,
		priority: b.Priority, estimate: b.Estimate, labels: b.Labels, author: b.From, version: 1, created: e.At, changed: e.At}
	t.follow(b.From)
	t.history = t.history.with(entry{at: e.At, who: b.From, what: "created in " + b.State, state: b.State})
	p.list = append(p.list, t)
	p.places[t.id] = t.place
	_, n, _ := numberOf(t.id)
	p.newest[t.board] = max(p.newest[t.board], n)
	p.enter(t)
	p.index(t)
}

// change replaces a ticket by a changed copy. The change must not write into slices; its entry needs no time and name.
func (p *Part) change(e sim.Event, id string, by func(*ticket) entry) {
	t := *p.ticket(id)
	p.leave(&t)
	line := by(&t)
	line.at, line.who = e.At, e.Actor
	t.history = t.history.with(line)
	t.version++
	t.changed = e.At
	p.list[t.place] = &t
	p.enter(&t)
}

func (p *Part) enter(t *ticket) {
	for _, f := range t.facets() {
		p.facets[f] = p.facets[f].with(t.place)
	}
}

func (p *Part) leave(t *ticket) {
	for _, f := range t.facets() {
		p.facets[f].drop(t.place)
	}
}

func (p *Part) index(t *ticket) {
	p.words.Put(uint64(t.place)<<commentBits, t.id+" "+t.title+" "+t.text+" "+strings.Join(t.labels, " "))
}

func (t *ticket) update(b Updated) entry {
	for _, c := range b.Changes {
		switch c.Field {
		case fieldTitle:
			t.title = c.Now
		case fieldText:
			t.text = c.Now
		case fieldPriority:
			t.priority = Priority(c.Now)
		case fieldEstimate:
			t.estimate = b.Estimate
		case fieldLabels:
			t.labels = b.Labels
		}
	}
	told := slices.Clone(b.Changes)
	for i := range told {
		if told[i].Field == fieldText {
			told[i].Now = "another one" // the history need not hold every text in full
		}
	}
	return entry{what: said(told)}
}

func (p *Part) link(e sim.Event, id string, l Link, removed bool) {
	p.change(e, id, func(t *ticket) entry {
		t.links = slices.DeleteFunc(slices.Clone(t.links), func(o Link) bool { return o == l })
		if removed {
			return entry{what: string(l.Kind) + " " + l.To + " no longer", other: l.To}
		}
		t.links = append(t.links, l)
		return entry{what: string(l.Kind) + " " + l.To, other: l.To}
	})
}

// fileComment makes the nth comment of a ticket known to the search.
func (p *Part) fileComment(t *ticket, n int, text string) {
	p.words.Put(uint64(t.place)<<commentBits|uint64(n), text)
}

// Restored implements sim.Restorer.
func (p *Part) Restored(sim.View) {
	p.words = index.New()
	for _, t := range p.list {
		p.index(t)
		for c := t.comments; c != nil; c = c.before {
			if c.len() < 1<<commentBits {
				p.fileComment(t, c.len(), c.last.text)
			}
		}
	}
}
