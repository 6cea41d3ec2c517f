package calendar

import (
	"maps"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
)

const appName = "calendar"

// Config is what a scenario says about the calendar: nothing so far. Its events are calls.
type Config struct{}

// Part is the calendar app.
type Part struct {
	meetings map[string]*meeting
	agenda   agenda
	numbered uint64 // events whose id the calendar chose
}

// New makes an empty calendar.
func New(Config) *Part {
	return &Part{meetings: map[string]*meeting{}, agenda: agenda{}}
}

// Name implements sim.Part.
func (p *Part) Name() string { return appName }

// Kinds implements sim.Part.
func (p *Part) Kinds() []sim.Body {
	return []sim.Body{Invited{}, Moved{}, Cancelled{}, Responded{}, Began{}, Ended{}, Attended{}, Absented{}, Said{}}
}

// Clone implements sim.Part.
func (p *Part) Clone() sim.Part {
	return &Part{meetings: maps.Clone(p.meetings), agenda: maps.Clone(p.agenda), numbered: p.numbered}
}

// Wake implements sim.Waker: a slot begins or ends.
func (p *Part) Wake(_ sim.View, t sim.Timer) []sim.Call {
	tool := "calendar_begin"
	event, ends := strings.CutPrefix(t.Key, endKey)
	if ends {
		tool = "calendar_end"
	} else {
		event = strings.TrimPrefix(t.Key, beginKey)
	}
	return []sim.Call{{By: sim.Nature, Tool: tool, Args: sim.Args{"event": event}}}
}

// Apply implements sim.Part.
func (p *Part) Apply(e sim.Event) {
	switch b := e.Body.(type) {
	case Invited:
		p.applyInvited(b)
	case Moved:
		p.change(b.Event, func(m *meeting) { p.applyMoved(m, b) })
	case Cancelled:
		p.change(b.Event, func(m *meeting) { p.applyCancelled(m, b) })
	case Responded:
		p.change(b.Event, func(m *meeting) { m.respond(b.From, b.Answer) })
	case Began:
		p.change(b.Event, func(m *meeting) {
			m.running = &session{slot: b.Slot, present: b.Present, prev: m.last}
			m.next, m.early, m.away = b.Next, nil, nil
		})
	case Ended:
		p.change(b.Event, func(m *meeting) { m.last, m.running = m.running, nil })
	case Attended:
		p.change(b.Event, func(m *meeting) { m.attend(b) })
	case Absented:
		p.change(b.Event, func(m *meeting) { m.absent(b) })
	case Said:
		p.change(b.Event, func(m *meeting) {
			s := *m.running
			s.notes = append(slices.Clip(s.notes), Note{b.From, b.Text})
			m.running = &s
		})
	}
}

// change replaces a meeting by a changed copy. The change must not write into slices.
func (p *Part) change(event string, by func(*meeting)) {
	m := *p.meetings[event]
	by(&m)
	p.meetings[event] = &m
}

func (p *Part) applyInvited(b Invited) {
	m := &meeting{id: b.Event, title: b.Title, agenda: b.Agenda, location: b.Location, rule: b.Rule,
		organizer: b.Organizer, slots: b.Slots, next: b.Next}
	for _, g := range b.Guests {
		m.guests = append(m.guests, guest{g, NeedsAction})
	}
	if len(b.Notes) > 0 {
		m.last = &session{slot: b.Slots[max(b.Next-1, 0)], present: m.people(), notes: b.Notes}
	}
	if b.Numbered {
		p.numbered++
	}
	p.meetings[b.Event] = m
	for _, slot := range b.Slots {
		p.book(m, slot)
	}
}

// shelves is whose agenda an event is in. The script sees all there is.
func (m *meeting) shelves() []sim.ActorID { return append(m.people(), sim.Script) }

func (p *Part) book(m *meeting, slot Interval) {
	for _, who := range m.shelves() {
		p.agenda.put(who, booking{slot, m.id})
	}
}

func (p *Part) unbook(m *meeting, slot Interval) {
	for _, who := range m.shelves() {
		p.agenda.drop(who, booking{slot, m.id})
	}
}

func (p *Part) applyMoved(m *meeting, b Moved) {
	p.unbook(m, b.Was)
	p.book(m, b.Now)
	m.slots, m.next = replaced(m.slots, b.Was, b.Now), b.Next
	m.early, m.away = nil, nil
	if b.Afresh {
		m.guests = slices.Clone(m.guests)
		for i := range m.guests {
			m.guests[i].answer = NeedsAction
		}
	}
}

func (p *Part) applyCancelled(m *meeting, b Cancelled) {
	if !b.Whole {
		p.unbook(m, b.Slot)
		m.slots = without(m.slots, b.Slot)
		return
	}
	for _, slot := range m.slots[m.next:] {
		p.unbook(m, slot)
	}
	m.cancelled = true
}

func without(slots []Interval, slot Interval) []Interval {
	return slices.DeleteFunc(slices.Clone(slots), func(s Interval) bool { return s == slot })
}

func replaced(slots []Interval, was, now Interval) []Interval {
	out := append(without(slots, was), now)
	slices.SortFunc(out, func(a, b Interval) int { return int(min(max(a.From-b.From, -1), 1)) })
	return out
}

func (m *meeting) respond(who sim.ActorID, a Answer) {
	m.guests = slices.Clone(m.guests)
	for i := range m.guests {
		if m.guests[i].id == who {
			m.guests[i].answer = a
		}
	}
}

func (m *meeting) attend(b Attended) {
	m.away = less(m.away, b.From)
	if m.running == nil {
		m.early = append(less(m.early, b.From), b.From)
		return
	}
	s := *m.running
	s.present = append(less(s.present, b.From), b.From)
	m.running = &s
}

func (m *meeting) absent(b Absented) {
	if m.running == nil {
		m.away = append(less(m.away, b.From), b.From)
		return
	}
	s := *m.running
	s.present = less(s.present, b.From)
	m.running = &s
}

// less is a new list without one.
func less(ids []sim.ActorID, who sim.ActorID) []sim.ActorID {
	return slices.DeleteFunc(slices.Clone(ids), func(id sim.ActorID) bool { return id == who })
}
