package calendar

import (
	"slices"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Answer is what a guest said to an invitation.
type Answer string

// The answers, by the words of RFC 5545.
const (
	NeedsAction Answer = "needs action"
	Accepted    Answer = "accepted"
	Declined    Answer = "declined"
	Tentative   Answer = "tentative"
)

// answerWords is what calendar_respond takes: people say "accept" as often as "accepted".
var answerWords = []string{string(Accepted), string(Declined), string(Tentative), "accept", "decline"}

func answerOf(word string) Answer {
	switch word {
	case "accept":
		return Accepted
	case "decline":
		return Declined
	}
	return Answer(word)
}

// meeting is one event of the calendar with all its slots. A meeting never changes; it is replaced.
type meeting struct {
	id, title        string
	agenda, location string
	rule             string
	organizer        sim.ActorID
	guests           []guest // without the organizer, in the order invited
	slots            []Interval
	next             int // index of the slot that begins next; len(slots) when none will
	cancelled        bool
	running          *session
	last             *session      // the newest session that is over
	early            []sim.ActorID // agents that wait for the next slot to begin
	away             []sim.ActorID // who will not be at the next slot
}

type guest struct {
	id     sim.ActorID
	answer Answer
}

// session is one slot that took place, or does.
type session struct {
	slot    Interval
	present []sim.ActorID
	notes   []Note
	prev    *session
}

// Note is one thing said in a meeting.
type Note struct {
	Who  sim.ActorID `cbor:"1,keyasint"`
	Text string      `cbor:"2,keyasint"`
}

func (n Note) line() string { return string(n.Who) + ": " + n.Text }

// people is the organizer and all guests.
func (m *meeting) people() []sim.ActorID {
	out := []sim.ActorID{m.organizer}
	for _, g := range m.guests {
		out = append(out, g.id)
	}
	return out
}

// guestIDs is all guests.
func (m *meeting) guestIDs() []sim.ActorID { return m.people()[1:] }

// invited says whether somebody is the organizer or a guest.
func (m *meeting) invited(who sim.ActorID) bool { return slices.Contains(m.people(), who) }

// comes says whether somebody is invited and has not declined.
func (m *meeting) comes(who sim.ActorID) bool {
	return m.invited(who) && m.answer(who) != Declined
}

// answer is what somebody said; organizers come to their own meetings.
func (m *meeting) answer(who sim.ActorID) Answer {
	for _, g := range m.guests {
		if g.id == who {
			return g.answer
		}
	}
	return Accepted
}

// coming is everybody expected at the next slot.
func (m *meeting) coming() []sim.ActorID {
	return slices.DeleteFunc(m.people(), func(who sim.ActorID) bool {
		return m.answer(who) == Declined || slices.Contains(m.away, who)
	})
}

func (m *meeting) answered(a Answer) []string {
	out := []string{}
	for _, g := range m.guests {
		if g.answer == a {
			out = append(out, string(g.id))
		}
	}
	return out
}

func (m *meeting) state() string {
	switch {
	case m.running != nil:
		return "running"
	case m.cancelled:
		return "cancelled"
	case m.next == len(m.slots):
		return "over"
	}
	return "planned"
}

// shown is the slot that people mean when they name the event: the one running, the next, or the last.
func (m *meeting) shown() Interval {
	switch {
	case m.running != nil:
		return m.running.slot
	case m.next < len(m.slots):
		return m.slots[m.next]
	}
	return m.slots[len(m.slots)-1]
}

// sessions is all that took place or does, newest first.
func (m *meeting) sessions() []*session {
	var out []*session
	if m.running != nil {
		out = append(out, m.running)
	}
	for s := m.last; s != nil; s = s.prev {
		out = append(out, s)
	}
	return out
}

// due is when the timer of the next slot fires. A slot that has begun when the episode opens begins then.
func due(v sim.View, slots []Interval, next int) clock.Time {
	if next >= len(slots) {
		return clock.Never
	}
	return max(slots[next].From, v.Start())
}

// pending is the index of the first slot that will begin: those over before the start never do.
func pending(v sim.View, slots []Interval) int {
	i := 0
	for i < len(slots) && slots[i].To <= v.Start() {
		i++
	}
	return i
}
