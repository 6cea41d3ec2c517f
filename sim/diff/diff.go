package diff

import (
	"fmt"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/transcript"
)

// Report says how two episodes differ. Equal ones have neither First nor Worlds.
type Report struct {
	zone     *time.Location
	bShorter bool // b's end comes before a's

	Equal   bool     `json:"equal"`
	A       End      `json:"a"`
	B       End      `json:"b"`
	Seeds   []uint64 `json:"seeds,omitempty"`   // of both, when they differ: so does all chance
	Reseeds []uint64 `json:"reseeds,omitempty"` // the seeds of both futures, when the two part by them
	Reseed  *Reseed  `json:"reseed,omitempty"`  // the new seed of one side's future, when the two part by it
	Edited  bool     `json:"edited,omitempty"`  // the scenario's files were changed in between
	Same    uint64   `json:"same"`              // how many events both begin with
	First   *Pair    `json:"first,omitempty"`   // the first that differ, after the seeds when those do
	Causes  Causes   `json:"causes"`
	Worlds  []Worlds `json:"worlds,omitempty"`
}

// End is where a side ends.
type End struct {
	Name   string `json:"episode"`
	Events uint64 `json:"events"`
	Hash   string `json:"log_hash"`
	At     string `json:"at"`              // UTC, RFC 3339
	When   string `json:"when"`            // local
	Ended  string `json:"ended,omitempty"` // how the episode ended, when it has within the events looked at
}

// Pair is two events of one number; nil where a side has ended.
type Pair struct {
	A *transcript.Entry `json:"a"`
	B *transcript.Entry `json:"b"`
}

// Causes are what led to the first events that differ, the root first.
type Causes struct {
	A []transcript.Entry `json:"a,omitempty"`
	B []transcript.Entry `json:"b,omitempty"`
}

// Worlds is what differs between the worlds at one point.
type Worlds struct {
	Point Point  `json:"point"`
	A     string `json:"a"` // virtual time on either side: UTC, RFC 3339
	B     string `json:"b"`
	Parts []Part `json:"parts"`

	whenA, whenB string // local
}

// Point says why a moment is looked at.
type Point string

// The points. Both worlds are compared at one virtual moment but at AtEnd, where each is at its own end.
const (
	AtFirst   Point = "first"   // the first moment after the first events that differ at which the worlds show a difference
	AtShorter Point = "shorter" // the side that goes less far was stopped
	AtEnd     Point = "end"
)

// Compare tells how a and b differ. They are of one scenario. shared is how many events they are known to have in
// common, as a fork has with its parent: the comparing begins after them. Times are told in the zone.
func Compare(a, b Side, shared uint64, zone *time.Location) (r *Report, err error) {
	defer func() {
		if p := recover(); p != nil { // a log that cannot be folded, or a content that is lost
			r, err = nil, fmt.Errorf("compare %s and %s: %v", a.Name, b.Name, p)
		}
	}()
	c := comparison{a: a, b: b, zone: zone, report: &Report{zone: zone}}
	if err := c.open(); err != nil {
		return nil, err
	}
	if err := c.find(min(shared, a.Last, b.Last)); err != nil {
		return nil, err
	}
	return c.report, c.look()
}

type comparison struct {
	a, b         Side
	zone         *time.Location
	readA, readB *reader
	lastA, lastB sim.Event
	then         clock.Time // when both have had their first event that differs
	report       *Report
}

func (c *comparison) open() error {
	var err error
	if c.readA, c.lastA, err = openSide(c.a); err != nil {
		return err
	}
	if c.readB, c.lastB, err = openSide(c.b); err != nil {
		return err
	}
	c.report.A, c.report.B = c.ending(c.a, c.lastA), c.ending(c.b, c.lastB)
	return nil
}

func openSide(s Side) (*reader, sim.Event, error) {
	r, err := newReader(s)
	if err != nil {
		return nil, sim.Event{}, err
	}
	last, ok, err := r.event(s.Last)
	if err == nil && !ok {
		err = fmt.Errorf("%s has no event %d", s.Name, s.Last)
	}
	return r, last, err
}

func (c *comparison) ending(s Side, last sim.Event) End {
	n := transcript.Of(last, c.zone)
	return End{Name: s.Name, Events: last.Seq, At: n.At, When: n.When}
}
