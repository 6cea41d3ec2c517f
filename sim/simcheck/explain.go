package simcheck

import (
	"errors"
	"fmt"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/transcript"
)

// Finding is what a leg showed that must not be.
type Finding struct {
	Event       uint64   `json:"event,omitempty"`        // the first that differs; 0: no event does
	Plain       string   `json:"plain,omitempty"`        // the event of the plain run, as a line; empty: it has ended
	Other       string   `json:"other,omitempty"`        // the event of the leg
	Causes      []string `json:"causes,omitempty"`       // what led to it, from the root on
	OtherCauses []string `json:"other_causes,omitempty"` // what led to the leg's event, when that is something else
	Why         string   `json:"why"`
}

// Lines tells the finding to people.
func (f Finding) Lines() []string {
	out := []string{f.Why}
	if f.Event != 0 {
		out = append(out, "plain: "+said(f.Plain), "other: "+said(f.Other))
	}
	out = append(out, listed("what led to it:", f.Causes)...)
	return append(out, listed("what led to the other:", f.OtherCauses)...)
}

func listed(title string, lines []string) []string {
	if len(lines) == 0 {
		return nil
	}
	out := []string{title}
	for _, l := range lines {
		out = append(out, "  "+l)
	}
	return out
}

func said(line string) string {
	if line == "" {
		return "nothing: the log has ended"
	}
	return line
}

// causesMost bounds how far back causes are told.
const causesMost = 40

// explain tells what an error of a leg means.
func (b *bench) explain(l Leg, err error) Finding {
	var d *Divergence
	if !errors.As(err, &d) {
		return Finding{Why: fmt.Sprintf("the leg %s ended early: %v", l, err)}
	}
	r := newReader(b)
	f := Finding{Event: d.Seq, Why: fmt.Sprintf("event %d of the leg %s is not that of the plain run", d.Seq, l)}
	var cause, other uint64
	if d.Want != nil {
		f.Plain, cause = r.line(d.Want)
	}
	if d.Got != nil {
		f.Other, other = r.line(d.Got)
	}
	if f.Plain == f.Other {
		f.Other += fmt.Sprintf("  (its bytes differ: %x and %x)", d.Want, d.Got)
	}
	f.Causes = r.causes(cause)
	if other != cause {
		f.OtherCauses = r.causes(other)
	}
	return f
}

// reader reads events of a tape as lines.
type reader struct {
	bench *bench
	codec *sim.Codec
}

func newReader(b *bench) *reader {
	r := &reader{bench: b, codec: sim.NewCodec(b.subject.Parts()...)}
	if b.tape.Len() > 0 {
		r.line(b.tape.events[0]) // it learns the cast
	}
	return r
}

// line is an event for people, and the event that led to it.
func (r *reader) line(raw []byte) (string, uint64) {
	e, err := r.codec.Decode(raw)
	if err != nil {
		return fmt.Sprintf("%v: %x", err, raw), 0
	}
	return transcript.Of(e, r.bench.subject.zone()).Line(), e.Cause
}

// causes are the events that led to one, from the root on.
func (r *reader) causes(seq uint64) []string {
	var out []string
	for n := 0; seq != 0 && seq <= r.bench.tape.Len() && n < causesMost; n++ {
		line, cause := r.line(r.bench.tape.events[seq-1])
		out = append([]string{line}, out...)
		if cause >= seq {
			break
		}
		seq = cause
	}
	return out
}

// forgotten tells of promises that nobody found out about.
func (b *bench) forgotten(all []Overlooked) Finding {
	f := Finding{Why: fmt.Sprintf("promises that were due and are neither kept nor counted as missed: %d", len(all))}
	r := newReader(b)
	for _, o := range all {
		c := o.Commitment
		f.Causes = append(f.Causes, fmt.Sprintf("%s of %s to %s (%s), due %s: %s", c.ID, c.By, c.To, c.What, c.Due.Format(b.subject.zone()), o.Why))
		f.Causes = append(f.Causes, r.causes(c.Event)...)
	}
	return f
}
