package sim

import (
	"fmt"

	"github.com/tenure-sim/tenure/clock"
)

// Outline is what an encoded event tells without its body being read: enough to check a log's order and to cut it
// between steps, for those who keep logs and know no bodies.
type Outline struct {
	Seq   uint64
	At    clock.Time
	Cause uint64
	kind  []byte
}

// OutlineOf reads an event's outline. It points into the bytes read.
func OutlineOf(event []byte) (Outline, error) {
	f, err := readFrame(event)
	if err != nil {
		return Outline{}, fmt.Errorf("event: %w", err)
	}
	return Outline{Seq: f.seq, At: f.at, Cause: f.cause, kind: f.kind}, nil
}

// Kind is that of the event's body.
func (o Outline) Kind() string { return string(o.kind) }

// Begins says whether the event is the first of a step of the world: of what one input leads to at one moment. Between
// two steps, and nowhere else, a log can be cut and gone on with. History and opening are one stretch, because nobody
// can go on from inside of it.
func (o Outline) Begins() bool {
	switch string(o.kind) {
	case "sim.fired", "sim.replied", "sim.reseeded", "agent.began":
		return true
	case "sim.ended": // from outside, and not by the step that came to the horizon
		return o.Cause == 0
	}
	return false
}
