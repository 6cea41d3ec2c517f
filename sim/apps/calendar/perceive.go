package calendar

import (
	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// What the bodies mean for people and for the queue.

// Invitation implements sim.Inviter.
func (b Invited) Invitation() sim.Invitation {
	slot := b.Slots[min(b.Next, len(b.Slots)-1)]
	return sim.Invitation{ID: b.Event, Title: b.Title, Organizer: b.Organizer, Guests: b.Guests, From: slot.From, To: slot.To}
}

// Invitation implements sim.Inviter.
func (b Moved) Invitation() sim.Invitation {
	return sim.Invitation{ID: b.Event, Title: b.Title, Organizer: b.Organizer, Guests: b.Guests,
		From: b.Now.From, To: b.Now.To, Moved: true}
}

// Invitation implements sim.Inviter.
func (b Cancelled) Invitation() sim.Invitation {
	return sim.Invitation{ID: b.Event, Title: b.Title, Organizer: b.Organizer, Guests: b.Guests,
		From: b.Slot.From, To: b.Slot.To, Cancelled: true}
}

// Gathering implements sim.Gatherer.
func (b Began) Gathering() sim.Gathering {
	return sim.Gathering{ID: b.Event, Title: b.Title, Begins: true, End: b.Slot.To, Attendees: b.Guests}
}

// Gathering implements sim.Gatherer.
func (b Ended) Gathering() sim.Gathering {
	return sim.Gathering{ID: b.Event, Title: b.Title, End: b.Slot.To, Attendees: b.Present}
}

// Speech implements sim.Speaker. What is said to a single hearer is addressed to that one, and to several only
// to those whom it names.
func (b Said) Speech() sim.Speech {
	s := sim.Speech{App: appName, Thread: b.Event, Mentions: b.Mentions, Subject: b.Title, Text: b.Text}
	if len(b.Hearers) == 1 {
		s.To = b.Hearers
	} else {
		s.Cc = b.Hearers
	}
	return s
}

const (
	beginKey = "begin/"
	endKey   = "end/"
)

func beginTimer(event string, due clock.Time) []sim.Timer {
	return []sim.Timer{{Owner: appName, Key: beginKey + event, Due: due}}
}

// Timers implements sim.Timed.
func (b Invited) Timers() []sim.Timer { return beginTimer(b.Event, b.Due) }

// Timers implements sim.Timed.
func (b Moved) Timers() []sim.Timer { return beginTimer(b.Event, b.Due) }

// Timers implements sim.Timed.
func (b Cancelled) Timers() []sim.Timer { return beginTimer(b.Event, b.Due) }

// Timers implements sim.Timed: this slot's end and the next one's beginning. Ends come first, so that a meeting can
// begin at the moment at which another ends.
func (b Began) Timers() []sim.Timer {
	end := sim.Timer{Owner: appName, Key: endKey + b.Event, Due: b.Slot.To, Rank: -1}
	return append(beginTimer(b.Event, b.Due), end)
}
