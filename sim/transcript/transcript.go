package transcript

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Entry is an event as a reader sees it.
type Entry struct {
	Seq    uint64   `json:"seq"`
	Cause  uint64   `json:"cause,omitempty"`
	At     string   `json:"at"`   // UTC, RFC 3339
	When   string   `json:"when"` // local, as on a wall
	Actor  string   `json:"actor"`
	App    string   `json:"app"` // the kind before its dot
	Kind   string   `json:"kind"`
	Text   string   `json:"text"`
	Seen   []string `json:"seen,omitempty"`   // who perceived it
	Hidden bool     `json:"hidden,omitempty"` // perceived by nobody: the simulator's own
}

// Of makes the entry of an event, with times in the given zone.
func Of(e sim.Event, zone *time.Location) Entry {
	app, _, _ := strings.Cut(e.Body.Kind(), ".")
	n := Entry{
		Seq: e.Seq, Cause: e.Cause, At: e.At.String(), When: when(e.At, zone), Actor: string(e.Actor),
		App: app, Kind: e.Body.Kind(), Text: text(e.Body, zone), Hidden: len(e.Audience) == 0 && !ofAgent(e.Body),
	}
	for _, a := range e.Audience {
		n.Seen = append(n.Seen, string(a))
	}
	return n
}

// An agent's own steps reach nobody else, and are still what the reader wants to see.
func ofAgent(b sim.Body) bool { return strings.HasPrefix(b.Kind(), "agent.") }

// when is the local time; the founding comes before all time.
func when(t clock.Time, zone *time.Location) string {
	if t == 0 {
		return "before the start"
	}
	return t.Format(zone)
}

// zoned is a body that tells of moments and would tell them in local time.
type zoned interface {
	In(*time.Location) string
}

// text is what the body says of itself, or its fields when it says nothing.
func text(b sim.Body, zone *time.Location) string {
	switch b := b.(type) {
	case zoned:
		return b.In(zone)
	case fmt.Stringer:
		return b.String()
	}
	raw, err := json.Marshal(b)
	if err != nil {
		return b.Kind()
	}
	return string(raw)
}

// Line is the entry in one line: number, cause, time, actor, kind and text.
func (n Entry) Line() string {
	cause := ""
	if n.Cause != 0 {
		cause = fmt.Sprintf("<%d", n.Cause)
	}
	mark := " "
	if n.Hidden {
		mark = "."
	}
	return fmt.Sprintf("%6d %-7s %-22s %s%-9s %-22s %s", n.Seq, cause, n.When, mark, n.Actor, n.Kind, strings.Join(strings.Fields(n.Text), " "))
}

// Filter chooses events.
type Filter struct {
	Actor    sim.ActorID // who did it or perceived it
	App      string
	Kind     string // whole, or up to a dot
	From, To clock.Time
	Hidden   bool // also what nobody perceives
}

// Takes says whether the filter lets the event through.
func (f Filter) Takes(e sim.Event) bool {
	kind := e.Body.Kind()
	app, _, _ := strings.Cut(kind, ".")
	switch {
	case f.From != 0 && e.At < f.From, f.To != 0 && e.At > f.To:
		return false
	case f.App != "" && f.App != app:
		return false
	case f.Kind != "" && kind != f.Kind && !strings.HasPrefix(kind, f.Kind+"."):
		return false
	case f.Actor != "" && e.Actor != f.Actor && !slices.Contains(e.Audience, f.Actor):
		return false
	}
	_, told := e.Body.(fmt.Stringer)
	return f.Hidden || f.Kind != "" || f.App != "" || ofAgent(e.Body) || told && len(e.Audience) > 0
}
