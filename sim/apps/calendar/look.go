package calendar

import (
	"fmt"
	"time"

	"github.com/tenure-sim/tenure/sim"
)

// Line is an event in a list.
type Line struct {
	Event     string      `json:"event"`
	Title     string      `json:"title"`
	When      string      `json:"when"`
	Organizer sim.ActorID `json:"organizer"`
	You       Answer      `json:"you,omitempty"` // the caller's answer
	Recurring bool        `json:"recurring,omitempty"`
	Location  string      `json:"location,omitempty"`
}

// Lines is a page of a list.
type Lines struct {
	Events []Line `json:"events"`
	Next   string `json:"next,omitempty"`
}

func (p *Part) list(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	span, err := window(v, a, 62*24*time.Hour)
	if err != nil {
		return sim.Result{}, nil, err
	}
	found := p.agenda.within(by, span)
	from, to, next, err := sim.Page(a, len(found))
	if err != nil {
		return sim.Result{}, nil, err
	}
	out := Lines{Events: []Line{}, Next: next}
	read := 0
	for _, b := range found[from:to] {
		m := p.meetings[b.event]
		l := Line{Event: m.id, Title: m.title, When: b.text(zone(v, by)), Organizer: m.organizer,
			Recurring: m.rule != "", Location: m.location}
		if m.invited(by) && by != m.organizer {
			l.You = m.answer(by)
		}
		out.Events = append(out.Events, l)
		read += sim.Words(m.title) + sim.Words(m.location) + 6
	}
	return sim.Result{Data: out, Text: fmt.Sprintf("%d events in the span", len(found)), Read: read}, nil, nil
}

// Sheet is all that an invited person may know of an event.
type Sheet struct {
	Event      string      `json:"event"`
	Title      string      `json:"title"`
	State      string      `json:"state"` // planned, running, over, cancelled
	When       string      `json:"when"`
	Organizer  sim.ActorID `json:"organizer"`
	Guests     []Reply     `json:"guests"`
	Recurrence string      `json:"recurrence,omitempty"`
	Coming     []string    `json:"coming,omitempty"` // the next occurrences of a recurring event
	Location   string      `json:"location,omitempty"`
	Agenda     string      `json:"agenda,omitempty"`
}

// Reply is a guest and the answer.
type Reply struct {
	Who    sim.ActorID `json:"who"`
	Answer Answer      `json:"answer"`
}

func (p *Part) show(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m, err := p.visible(v, by, a.String("event"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	local := zone(v, by)
	out := Sheet{Event: m.id, Title: m.title, State: m.state(), When: m.shown().text(local), Organizer: m.organizer,
		Guests: []Reply{}, Recurrence: m.rule, Location: m.location, Agenda: m.agenda}
	for _, g := range m.guests {
		out.Guests = append(out.Guests, Reply{g.id, g.answer})
	}
	if m.rule != "" && !m.cancelled {
		for _, slot := range m.slots[m.next:min(m.next+5, len(m.slots))] {
			out.Coming = append(out.Coming, slot.text(local))
		}
	}
	read := sim.Words(m.title) + sim.Words(m.agenda) + 2*len(m.guests) + 10
	return sim.Result{Data: out, Text: fmt.Sprintf("%s %q, %s, %s", m.id, m.title, out.State, out.When), Read: read}, nil, nil
}

// Exhibit implements sim.Exhibitor: events by id.
func (p *Part) Exhibit(_ sim.View, name string) (map[string]any, bool) {
	m, ok := p.meetings[name]
	if !ok {
		return nil, false
	}
	notes, attended := []string{}, []string{}
	sessions := m.sessions()
	for i := len(sessions) - 1; i >= 0; i-- {
		for _, n := range sessions[i].notes {
			notes = append(notes, n.line())
		}
	}
	if len(sessions) > 0 {
		attended = ids(sessions[0].present)
	}
	slot := m.shown()
	return map[string]any{
		"title": m.title, "organizer": string(m.organizer), "state": m.state(), "recurrence": m.rule,
		"start": slot.From.String(), "end": slot.To.String(), "location": m.location, "agenda": m.agenda,
		"attendees": ids(m.guestIDs()), "accepted": m.answered(Accepted), "declined": m.answered(Declined),
		"tentative": m.answered(Tentative), "notes": notes, "attended": attended, "held": int64(len(sessions)),
	}, true
}

func ids(list []sim.ActorID) []string {
	out := []string{}
	for _, id := range list {
		out = append(out, string(id))
	}
	return out
}
