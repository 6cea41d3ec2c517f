package calendar

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

const (
	lengthMost = 31 * 24 * time.Hour
	margin     = 60 * 24 * time.Hour // how far before the start and past the horizon a recurring event has slots
)

func (p *Part) create(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	b, err := p.drafted(v, by, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	slots, rule, err := planned(v, by, b.Organizer, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	b.Slots, b.Rule = slots, rule
	if v.Now() < v.Start() {
		b.Next = pending(v, slots)
	}
	b.Due = due(v, slots, b.Next)
	b.When = slots[min(b.Next, len(slots)-1)].text(zone(v, b.Organizer))
	if b.Notes, err = oldNotes(v, a, b); err != nil {
		return sim.Result{}, nil, err
	}
	when := slots[min(b.Next, len(slots)-1)].text(zone(v, by))
	res := sim.Result{Data: map[string]any{"event": b.Event, "when": when, "invited": len(b.Guests)},
		Text: fmt.Sprintf("%s %q is in the calendar: %s", b.Event, b.Title, when)}
	return res, []sim.Fact{{Body: b, Audience: append([]sim.ActorID{b.Organizer}, b.Guests...)}}, nil
}

// drafted is all of an invitation but its times.
func (p *Part) drafted(v sim.View, by sim.ActorID, a sim.Args) (Invited, error) {
	b := Invited{Event: a.String("uid"), Title: strings.TrimSpace(a.String("title")), Organizer: by,
		Agenda: a.String("agenda"), Location: a.String("location")}
	if err := checkWords(b); err != nil {
		return b, err
	}
	if (a.Has("uid") || a.Has("organizer") || a.Has("notes")) && !company.Laying(v, by) {
		return b, sim.Reject("uid, organizer and notes are the scenario's; leave them out")
	}
	if err := p.identify(&b); err != nil {
		return b, err
	}
	if err := organize(v, &b, by, a.String("organizer")); err != nil {
		return b, err
	}
	guests, err := persons(v, a.Strings("attendees"))
	if err != nil {
		return b, err
	}
	b.Guests = less(guests, b.Organizer)
	if len(b.Guests) > guestsMost {
		return b, sim.Reject("an event can have %d guests at most, and these are %d", guestsMost, len(b.Guests))
	}
	return b, nil
}

func checkWords(b Invited) error {
	switch {
	case b.Title == "":
		return sim.Reject("the title must not be empty")
	case utf8.RuneCountInString(b.Title) > titleMost:
		return sim.Reject("the title can have %d characters at most", titleMost)
	case utf8.RuneCountInString(b.Agenda) > agendaMost || utf8.RuneCountInString(b.Location) > titleMost:
		return sim.Reject("the agenda can have %d characters at most and the location %d", agendaMost, titleMost)
	}
	return nil
}

// identify chooses the event's id, or checks the scenario's.
func (p *Part) identify(b *Invited) error {
	if b.Event != "" {
		if p.meetings[b.Event] != nil || strings.ContainsAny(b.Event, " \t\n") {
			return sim.Reject("the uid %q is taken or has spaces in it", b.Event)
		}
		return nil
	}
	b.Numbered = true
	for n := p.numbered + 1; ; n++ {
		b.Event = fmt.Sprintf("event-%d", n)
		if p.meetings[b.Event] == nil {
			return nil
		}
	}
}

func organize(v sim.View, b *Invited, by sim.ActorID, organizer string) (err error) {
	if organizer != "" {
		b.Organizer, err = company.Person(v, organizer)
		return err
	}
	if by == sim.Script {
		return sim.Reject("the scenario must say whose event it is: organizer")
	}
	return nil
}

// planned is the slots that start, end and recurrence make, and the rule as it is kept.
func planned(v sim.View, by, organizer sim.ActorID, a sim.Args) ([]Interval, string, error) {
	first, err := slotOf(v, by, a)
	if err != nil {
		return nil, "", err
	}
	if strings.TrimSpace(a.String("recurrence")) == "" {
		return []Interval{first}, "", nil
	}
	span := Interval{first.From, max(v.Horizon(), v.Now()).Add(margin)}
	if v.Now() < v.Start() {
		span.From = max(span.From, v.Start().Add(-margin))
	}
	slots, rule, err := recurrence{a.String("recurrence"), first, zone(v, organizer)}.slots(span)
	if err != nil {
		return nil, "", sim.Reject("recurrence: %s", err)
	}
	for i := 1; i < len(slots); i++ {
		if slots[i].From < slots[i-1].To {
			return nil, "", sim.Reject("recurrence: one occurrence would last into the next")
		}
	}
	if len(slots) == 0 && company.Laying(v, by) {
		return []Interval{first}, rule, nil // a series that is long over: its first occurrence stands for it
	}
	if len(slots) == 0 {
		return nil, "", sim.Reject("recurrence: %s has no date between the start and the end of the project", rule)
	}
	return slots, rule, nil
}

// slotOf reads start and end, to the minute.
func slotOf(v sim.View, by sim.ActorID, a sim.Args) (Interval, error) {
	start, _ := a.Time("start")
	end, _ := a.Time("end")
	slot := Interval{start - start%clock.Time(time.Minute), end - end%clock.Time(time.Minute)}
	switch {
	case slot.To <= slot.From:
		return slot, sim.Reject("end must be after start")
	case slot.length() > lengthMost:
		return slot, sim.Reject("an event can last 31 days at most")
	case v.Now() >= v.Start() && slot.From < v.Now()-v.Now()%clock.Time(time.Minute):
		return slot, sim.Reject("start must not be in the past; it is %s", v.Now().Format(zone(v, by)))
	}
	return slot, nil
}

// oldNotes reads the notes of a meeting in the past: lines "who: text".
func oldNotes(v sim.View, a sim.Args, b Invited) ([]Note, error) {
	if !a.Has("notes") {
		return nil, nil
	}
	if b.Next == 0 {
		return nil, sim.Reject("notes are for an event with an occurrence in the past")
	}
	var out []Note
	for line := range strings.SplitSeq(a.String("notes"), "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		n := Note{b.Organizer, line}
		if who, said, ok := strings.Cut(line, ":"); ok {
			if _, known := v.Actor(sim.ActorID(who)); known {
				n = Note{sim.ActorID(who), strings.TrimSpace(said)}
			}
		}
		out = append(out, n)
	}
	return out, nil
}

// meant finds the slot that a change is about among those that have not begun.
func (m *meeting) meant(v sim.View, by sim.ActorID, a sim.Args) (Interval, error) {
	from := min(m.next, len(m.slots))
	if v.Now() < v.Start() {
		from = 0
	}
	coming := m.slots[from:]
	if m.cancelled || len(coming) == 0 {
		return Interval{}, sim.Reject("%s is %s: there is nothing left to change", m.id, m.state())
	}
	at, ok := a.Time("occurrence")
	if !ok {
		return coming[0], nil
	}
	for _, slot := range coming {
		if slot.From == at {
			return slot, nil
		}
	}
	return Interval{}, sim.Reject("%s has no occurrence to come at that moment; the next starts at %s", m.id, coming[0].From.Format(zone(v, by)))
}

func (p *Part) move(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m, err := p.organized(v, by, a.String("event"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	was, err := m.meant(v, by, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	now, err := slotOf(v, by, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	if slices.ContainsFunc(without(m.slots, was), now.overlaps) {
		return sim.Result{}, nil, sim.Reject("%s has another occurrence at that time; cancel that one first", m.id)
	}
	b := Moved{Event: m.id, Title: m.title, Organizer: m.organizer, Guests: m.guestIDs(), Was: was, Now: now,
		Next: m.next, Afresh: len(m.slots) == 1}
	slots := replaced(m.slots, was, now)
	if v.Now() < v.Start() {
		b.Next = pending(v, slots)
	}
	b.Due = due(v, slots, b.Next)
	b.When = was.From.Format(zone(v, m.organizer)) + " becomes " + now.text(zone(v, m.organizer))
	when := now.text(zone(v, by))
	res := sim.Result{Data: map[string]any{"event": m.id, "when": when}, Text: fmt.Sprintf("%s %q is now at %s", m.id, m.title, when)}
	return res, []sim.Fact{{Body: b, Audience: m.people()}}, nil
}

func (p *Part) cancel(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m, err := p.organized(v, by, a.String("event"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	slot, err := m.meant(v, by, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	b := Cancelled{Event: m.id, Title: m.title, Organizer: m.organizer, Guests: m.guestIDs(), Slot: slot,
		Whole: !a.Has("occurrence") || len(m.slots) == 1, Due: clock.Never}
	b.When = slot.text(zone(v, m.organizer))
	if b.Whole && m.rule != "" {
		b.When += " and all after it"
	}
	if !b.Whole {
		b.Due = due(v, without(m.slots, slot), m.next)
	}
	res := sim.Result{Data: map[string]any{"event": m.id, "cancelled": slot.text(zone(v, by)), "all": b.Whole},
		Text: fmt.Sprintf("%s %q is cancelled and its guests are told", m.id, m.title)}
	return res, []sim.Fact{{Body: b, Audience: m.people()}}, nil
}

func (p *Part) respond(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m, err := p.visible(v, by, a.String("event"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	if !slices.Contains(m.guestIDs(), by) {
		return sim.Result{}, nil, sim.Reject("only guests answer, and you are not a guest of %s", m.id)
	}
	if s := m.state(); s == "cancelled" || s == "over" && v.Now() >= v.Start() {
		return sim.Result{}, nil, sim.Reject("%s is %s", m.id, s)
	}
	b := Responded{Event: m.id, Title: m.title, From: by, Answer: answerOf(a.String("answer")), Comment: a.String("comment")}
	res := sim.Result{Data: map[string]any{"event": m.id, "answer": b.Answer}, Text: fmt.Sprintf("%s knows: %s", m.organizer, b.Answer)}
	return res, []sim.Fact{{Body: b, Audience: []sim.ActorID{m.organizer}}}, nil
}
