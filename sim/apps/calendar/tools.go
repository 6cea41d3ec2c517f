package calendar

import (
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

const (
	titleMost  = 200
	agendaMost = 5_000
	sayMost    = 4_000
	guestsMost = 100
	notesMost  = 500 // things said in one session
)

func event(doc string) sim.Param { return sim.Param{Name: "event", Type: sim.String, Doc: doc} }

func text(name, doc string, optional bool) sim.Param {
	return sim.Param{Name: name, Type: sim.String, Doc: doc, Optional: optional, Writes: true}
}

func moment(name, doc string, optional bool) sim.Param {
	return sim.Param{Name: name, Type: sim.Moment, Doc: doc, Optional: optional}
}

func people(name, doc string, optional bool) sim.Param {
	return sim.Param{Name: name, Type: sim.Strings, Doc: doc, Optional: optional}
}

// Tools implements sim.Part.
func (p *Part) Tools() []sim.Tool {
	return append(append(p.lookTools(), p.planTools()...), p.meetTools()...)
}

func (p *Part) lookTools() []sim.Tool {
	from, to := moment("from", "start of the span; now when not given", true), moment("to", "end of the span; seven days later when not given", true)
	return []sim.Tool{
		{Name: "calendar_list", Doc: "List your events in a span of time, by start.", Base: 10 * time.Second,
			Params: append([]sim.Param{from, to}, sim.PageParams()...), Decide: p.list},
		{Name: "calendar_show", Doc: "Show one of your events: who is invited, what they answered, when it is next.",
			Base: 10 * time.Second, Params: []sim.Param{event("id of the event")}, Decide: p.show},
		{Name: "calendar_free_busy", Doc: "When people are busy and when they work, in your time zone. It tells no titles.", Base: 2 * time.Minute,
			Params: []sim.Param{people("who", "ids of people", false), moment("from", "start of the span", false), moment("to", "end of it, at most 31 days later", false)},
			Decide: p.freeBusy},
		{Name: "calendar_find_slot", Doc: "The first times at which you and all the people named are at work and free.", Base: 2 * time.Minute,
			Params: []sim.Param{people("who", "ids of people besides you", false), {Name: "length", Type: sim.Duration, Doc: "how long, 5m to 8h"},
				moment("from", "start of the span", false), moment("to", "end of it, at most 31 days later", false)},
			Decide: p.findSlot},
		{Name: "calendar_conflicts", Doc: "Events that overlap in someone's calendar.", Base: 2 * time.Minute,
			Params: []sim.Param{people("who", "ids of people; you when not given", true), moment("from", "start of the span", false), moment("to", "end of it, at most 31 days later", false)},
			Decide: p.conflicts},
	}
}

func (p *Part) planTools() []sim.Tool {
	occurrence := moment("occurrence", "start of the occurrence of a recurring event that is meant", true)
	return []sim.Tool{
		{Name: "calendar_create", Doc: "Make an event and invite people. You are its organizer and need not be named.", Base: time.Minute,
			Params: []sim.Param{text("title", "what it is", false), moment("start", "when it starts", false), moment("end", "when it ends", false),
				people("attendees", "ids of the people invited", true),
				{Name: "recurrence", Type: sim.String, Optional: true, Doc: "RRULE (RFC 5545) without DTSTART, such as FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20260331"},
				text("agenda", "what it is about", true), text("location", "where", true),
				{Name: "uid", Type: sim.String, Optional: true, Doc: "not for you: the scenario's own id"},
				{Name: "organizer", Type: sim.String, Optional: true, Doc: "not for you: whose event the scenario makes"},
				{Name: "notes", Type: sim.String, Optional: true, Doc: "not for you: notes of an event in the past"}},
			Decide: p.create},
		{Name: "calendar_move", Doc: "Move an event that you organize. Of a recurring event one occurrence moves, the next one unless you name another.", Base: 30 * time.Second,
			Params: []sim.Param{event("id of the event"), moment("start", "new start", false), moment("end", "new end", false), occurrence},
			Decide: p.move},
		{Name: "calendar_cancel", Doc: "Cancel an event that you organize, or one occurrence of it.", Base: 20 * time.Second,
			Params: []sim.Param{event("id of the event"), occurrence}, Decide: p.cancel},
		{Name: "calendar_respond", Doc: "Answer an invitation.", Base: 15 * time.Second,
			Params: []sim.Param{event("id of the event"),
				{Name: "answer", Type: sim.String, Enum: answerWords, Doc: "your answer"},
				text("comment", "a word to the organizer", true)},
			Decide: p.respond},
	}
}

func (p *Part) meetTools() []sim.Tool {
	return []sim.Tool{
		{Name: "calendar_attend", Doc: "Attend a meeting that runs or begins within half an hour. Time passes until it ends; what is said reaches you, and the notes are in calendar_notes.", Base: 10 * time.Second,
			Params: []sim.Param{event("id of the event"),
				{Name: "until_addressed", Type: sim.Bool, Optional: true, Doc: "go on already when someone addresses you, so that you can answer with calendar_say; attend again afterwards"}},
			Decide: p.attend},
		{Name: "calendar_say", Doc: "Say something in a meeting that runs. All who are present hear it and it is noted.", Base: 10 * time.Second,
			Params: []sim.Param{event("id of the event"), text("text", "what you say", false)}, Decide: p.say},
		{Name: "calendar_notes", Doc: "Read the notes of a meeting that you were present at.", Base: 20 * time.Second,
			Params: []sim.Param{event("id of the event"), moment("occurrence", "start of one meeting of a recurring event; the newest you were at when not given", true)},
			Decide: p.notes},
		{Name: "calendar_absent", Doc: "Not be at a meeting: the one that runs, else the next.", Internal: true,
			Params: []sim.Param{event("id of the event")}, Decide: p.absent},
		{Name: "calendar_begin", Doc: "A meeting begins.", Internal: true, Params: []sim.Param{event("id of the event")}, Decide: p.begin},
		{Name: "calendar_end", Doc: "A meeting ends.", Internal: true, Params: []sim.Param{event("id of the event")}, Decide: p.end},
	}
}

// visible finds an event for somebody who may know of it.
func (p *Part) visible(v sim.View, by sim.ActorID, id string) (*meeting, error) {
	id = strings.TrimSpace(id)
	if m, ok := p.meetings[id]; ok && (company.Above(by) || m.invited(by)) {
		return m, nil
	}
	near := p.soon(v, by)
	if len(near) == 0 {
		return nil, sim.Reject("you have no event %q, and none in the coming weeks", id)
	}
	return nil, sim.Reject("you have no event %q; your next ones are %s", id, strings.Join(near, ", "))
}

// soon is the ids of the next few events that somebody has.
func (p *Part) soon(v sim.View, by sim.ActorID) []string {
	var out []string
	seen := map[string]bool{}
	for _, b := range p.agenda.within(by, Interval{v.Now(), v.Now().Add(14 * 24 * time.Hour)}) {
		if !seen[b.event] && len(out) < 6 {
			seen[b.event] = true
			out = append(out, b.event)
		}
	}
	return out
}

// organized finds an event that the caller may change.
func (p *Part) organized(v sim.View, by sim.ActorID, id string) (*meeting, error) {
	m, err := p.visible(v, by, id)
	if err != nil {
		return nil, err
	}
	if by != m.organizer && !company.Above(by) {
		return nil, sim.Reject("%s is %s's event; only the organizer can change it, so ask there", m.id, m.organizer)
	}
	return m, nil
}

// zone is where an actor's times are local.
func zone(v sim.View, who sim.ActorID) *time.Location {
	if a, ok := v.Actor(who); ok {
		return a.Hours().Zone()
	}
	return time.UTC
}

// window reads the span a call is about.
func window(v sim.View, a sim.Args, most clock.Duration) (Interval, error) {
	from, ok := a.Time("from")
	if !ok {
		from = v.Now()
	}
	to, ok := a.Time("to")
	if !ok {
		to = from.Add(7 * 24 * time.Hour)
	}
	if to <= from {
		return Interval{}, sim.Reject("to must be after from")
	}
	if to.Sub(from) > most {
		return Interval{}, sim.Reject("the span can be %d days at most", most/(24*time.Hour))
	}
	return Interval{from, to}, nil
}
