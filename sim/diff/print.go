package diff

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/tenure-sim/tenure/sim/many"
	"github.com/tenure-sim/tenure/sim/transcript"
)

// Print writes the report for people. Of each list it shows at most so many lines, all when most is 0.
func (r *Report) Print(out io.Writer, most int) error {
	p := &page{out: out, most: most, zone: r.zone, told: map[string][]Change{}}
	if r.Equal {
		p.line("no difference: both have %s and the hash %s", many.Of(r.A.Events, "event"), r.A.Hash)
		return p.err
	}
	p.heads(r)
	p.first(r)
	for _, w := range r.Worlds {
		p.world(r, w)
	}
	return p.err
}

// page keeps the first error of writing, so that every line need not ask.
type page struct {
	out  io.Writer
	most int
	zone *time.Location
	told map[string][]Change // what was last shown of each part
	err  error
}

func (p *page) line(format string, args ...any) {
	_, err := fmt.Fprintf(p.out, format+"\n", args...)
	p.err = errors.Join(p.err, err)
}

func (p *page) heads(r *Report) {
	w := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	for i, e := range []End{r.A, r.B} {
		how := e.Ended
		if how == "" {
			how = "not over"
		}
		fmt.Fprintf(w, "%c  %s\t%s\tup to %s\t%s\t%s\n", 'A'+i, e.Name, many.Of(e.Events, "event"), e.When, how, e.Hash[:min(12, len(e.Hash))])
	}
	p.err = errors.Join(p.err, w.Flush())
	p.line("Times are those of %s.", p.zone)
}

func (p *page) first(r *Report) {
	p.line("")
	switch {
	case r.Seeds != nil:
		p.line("The seeds differ, %d and %d, and all chance with them.", r.Seeds[0], r.Seeds[1])
	case r.Reseeds != nil:
		p.line("%s Then chance goes on with the seeds %d and %d.", r.same(), r.Reseeds[0], r.Reseeds[1])
	case r.Reseed != nil:
		p.line("%s At event %d %s is reseeded: its chance goes on with the seed %d.",
			r.same(), r.Reseed.Event, strings.ToUpper(r.Reseed.Side), r.Reseed.Seed)
	case r.Edited:
		p.line("The scenario's files were changed between the two.")
	default:
		p.line("%s", r.same())
	}
	if r.Edited && r.Seeds != nil {
		p.line("So were the scenario's files.")
	}
	if r.First == nil {
		return
	}
	switch {
	case r.Same == 0:
		p.line("The first events after the founding that differ:")
	case r.Reseeds != nil, r.Reseed != nil:
		p.line("The first events after that which differ:")
	default:
		p.line("The first that differ:")
	}
	p.entry("A", r.First.A)
	p.entry("B", r.First.B)
	p.causes(r)
}

// same says how many events both sides begin with.
func (r *Report) same() string {
	if r.Same == 1 {
		return "The first event is the same."
	}
	return fmt.Sprintf("The first %s are the same.", many.Of(r.Same, "event"))
}

func (p *page) entry(side string, n *transcript.Entry) {
	if n == nil {
		p.line("%s  (ends before it)", side)
		return
	}
	p.line("%s  %s", side, n.Line())
}

func (p *page) causes(r *Report) {
	a, b := r.Causes.A, r.Causes.B
	switch {
	case len(a)+len(b) == 0:
	case sameEntries(a, b), r.First.B == nil:
		p.chain("What led to it:", a)
	case r.First.A == nil:
		p.chain("What led to it:", b)
	default:
		p.chain("What led to A's:", a)
		p.chain("What led to B's:", b)
	}
}

func sameEntries(a, b []transcript.Entry) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Seq != b[i].Seq || a[i].Text != b[i].Text {
			return false
		}
	}
	return true
}

// chain tells of causes, the root first. Of a long one the newest are worth more.
func (p *page) chain(title string, es []transcript.Entry) {
	p.line("")
	if len(es) == 0 {
		p.line("%s nothing in the log; it is a root", title)
		return
	}
	p.line("%s", title)
	if p.most > 0 && len(es) > p.most {
		p.line("   (%d before these)", len(es)-p.most)
		es = es[len(es)-p.most:]
	}
	for _, e := range es {
		p.line("   %s", e.Line())
	}
}

func (p *page) world(r *Report, w Worlds) {
	p.line("")
	switch w.Point {
	case AtFirst:
		p.line("== The worlds at %s, when they first show a difference", w.whenA)
	case AtShorter:
		p.line("== The worlds at %s, where %s stops", w.whenA, r.shorter())
	default:
		p.line("== The worlds at the end")
		if w.whenA != w.whenB {
			p.line("A is at %s, B at %s.", w.whenA, w.whenB)
		} else {
			p.line("Both are at %s.", w.whenA)
		}
	}
	if len(w.Parts) == 0 {
		p.line("No part of the worlds shows a difference.")
		return
	}
	for _, part := range w.Parts {
		p.part(part)
	}
}

// shorter is the side that goes less far.
func (r *Report) shorter() string {
	if r.bShorter {
		return r.B.Name
	}
	return r.A.Name
}

func (p *page) part(part Part) {
	if reflect.DeepEqual(p.told[part.Title], part.Changes) {
		p.line("\n%s: as above", part.Title)
		return
	}
	p.told[part.Title] = part.Changes
	p.line("\n%s", part.Title)
	shown := part.Changes
	if p.most > 0 && len(shown) > p.most+1 { // one line more is no longer than saying so
		shown = shown[:p.most]
	}
	w := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	name := ""
	for _, c := range shown {
		label := cut(c.Name, nameMost)
		if c.Name == name {
			label = ""
		}
		name = c.Name
		a, b := both(c, p.zone)
		fmt.Fprintf(w, "  %s\t%s\t%s\t| %s\n", label, c.Field, a, b)
	}
	p.err = errors.Join(p.err, w.Flush())
	if more := len(part.Changes) - len(shown); more > 0 {
		p.line("  and %d more", more)
	}
}
