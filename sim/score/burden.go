package score

import (
	"fmt"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// What a message costs those it reaches, from persona-parameters: an adult reads about 230 words a minute and writes
// about 40; whoever is interrupted in focus needs about 25 minutes to resume (Gonzalez and Mark 2004).
const (
	readAMinute  = 230
	writeAMinute = 40
	resumeCost   = 25 * time.Minute
)

// burden is D12, coworker minutes: reading what the agent writes, writing the answers to it, resuming when its chat
// broke into focus, and the meetings it called, for each coworker who attended. Value: minutes in all. N counts the
// agent's messages and meetings.
type burden struct {
	spent    clock.Duration
	messages int
	meetings int
	called   map[string]bool       // meetings of the agent
	began    map[string]clock.Time // those of them that are on
	cited    []uint64              // what broke into focus, and meetings
}

func newBurden() *burden {
	return &burden{called: map[string]bool{}, began: map[string]clock.Time{}}
}

func (*burden) id() string { return "D12" }

func (b *burden) watch(t *Trajectory, e sim.Event) {
	if x, ok := e.Body.(sim.Inviter); ok {
		if i := x.Invitation(); i.Organizer == t.setup.Agent {
			b.called[i.ID] = true
		}
	}
	if x, ok := e.Body.(sim.Gatherer); ok {
		b.gather(t, x.Gathering(), e)
	}
	switch m := t.talk.spoken; {
	case m == nil:
	case m.from == t.setup.Agent:
		b.read(t, m)
	case t.talk.own[m.answers] != nil:
		b.spent += wordsAt(writeAMinute, m)
	}
}

func (b *burden) gather(t *Trajectory, g sim.Gathering, e sim.Event) {
	if !b.called[g.ID] {
		return
	}
	began, on := b.began[g.ID]
	switch {
	case g.Begins:
		b.began[g.ID] = e.At
	case on:
		delete(b.began, g.ID)
		b.meetings++
		b.cited = cite(b.cited, e.Seq)
		for _, a := range g.Attendees {
			if t.isPersona(a) {
				b.spent += e.At.Sub(began)
			}
		}
	}
}

func (b *burden) read(t *Trajectory, m *message) {
	if !m.copied {
		b.messages++
	}
	for _, a := range m.seen {
		if !t.isPersona(a) {
			continue
		}
		b.spent += wordsAt(readAMinute, m)
		if m.speech.App == "chat" && m.directed(a) && t.stateOf(a) == "focus" {
			b.spent += resumeCost
			b.cited = cite(b.cited, m.seq)
		}
	}
}

// wordsAt is how long a message takes at so many words a minute.
func wordsAt(speed clock.Duration, m *message) clock.Duration {
	return clock.Duration(sim.Words(m.speech.Text)) * time.Minute / speed
}

func (b *burden) measure(*Trajectory) Measure {
	spent := int(b.spent / time.Minute)
	return Measure{ID: "D12", Name: "coworker minutes", Unit: "min", Value: spent, N: b.messages + b.meetings, Evidence: b.cited,
		Why: fmt.Sprintf("%d messages and %d meetings took %d minutes of others", b.messages, b.meetings, spent)}
}
