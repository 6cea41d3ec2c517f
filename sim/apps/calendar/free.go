package calendar

import (
	"fmt"
	"slices"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

const (
	windowMost    = 31 * 24 * time.Hour
	whoMost       = 30
	slotsFound    = 5
	conflictsMost = 100
	grid          = clock.Time(15 * time.Minute) // slots are offered at quarters of an hour
)

// question is what free_busy, find_slot and conflicts ask: about whom, and when.
type question struct {
	who  []sim.ActorID
	span Interval
}

func ask(v sim.View, a sim.Args) (question, error) {
	who, err := persons(v, a.Strings("who"))
	if err != nil {
		return question{}, err
	}
	if len(who) > whoMost {
		return question{}, sim.Reject("ask about %d people at most, not %d", whoMost, len(who))
	}
	span, err := window(v, a, windowMost)
	return question{who, span}, err
}

// Person is when somebody is busy and at work.
type Person struct {
	Who     sim.ActorID `json:"who"`
	Zone    string      `json:"zone"`
	Busy    []string    `json:"busy"`
	Working []string    `json:"working"`
}

func (p *Part) freeBusy(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	q, err := ask(v, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	if len(q.who) == 0 {
		return sim.Result{}, nil, sim.Reject("name at least one person")
	}
	out := make([]Person, len(q.who))
	read := 0
	for i, who := range q.who {
		busy := p.Busy(who, q.span.From, q.span.To)
		hours := working(hoursOf(v, who), q.span)
		out[i] = Person{who, zone(v, who).String(), texts(busy, zone(v, by)), texts(hours, zone(v, by))}
		read += 4 * (len(busy) + len(hours))
	}
	return sim.Result{Data: map[string]any{"people": out}, Text: fmt.Sprintf("free and busy times of %s", names(q.who)), Read: read}, nil, nil
}

func hoursOf(v sim.View, who sim.ActorID) *clock.Hours {
	a, _ := v.Actor(who)
	return a.Hours()
}

func texts(list []Interval, zone *time.Location) []string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = x.text(zone)
	}
	return out
}

func (p *Part) findSlot(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	q, err := ask(v, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	length, _ := a.Duration("length")
	if length < 5*time.Minute || length > 8*time.Hour {
		return sim.Result{}, nil, sim.Reject("length must be between 5m and 8h")
	}
	if _, ok := v.Actor(by); ok && !slices.Contains(q.who, by) {
		q.who = append(q.who, by)
	}
	q.span.From = max(q.span.From, v.Now())
	slots := []string{}
	for _, slot := range offered(p.common(v, q), length) {
		slots = append(slots, slot.text(zone(v, by)))
	}
	said := fmt.Sprintf("%d times suit %s", len(slots), names(q.who))
	if len(slots) == 0 {
		said = "no time in the span suits " + names(q.who) + ": try a longer span, a shorter meeting or fewer people"
	}
	return sim.Result{Data: map[string]any{"slots": slots}, Text: said, Read: 6 * len(slots)}, nil, nil
}

// common is when all the people asked about are at work and free.
func (p *Part) common(v sim.View, q question) []Interval {
	if q.span.From >= q.span.To {
		return nil
	}
	all := []Interval{q.span}
	for _, who := range q.who {
		all = intersect(all, working(hoursOf(v, who), q.span))
		all = intersect(all, between(p.Busy(who, q.span.From, q.span.To), q.span))
	}
	return all
}

// offered is the first slots of a length that fit into free time, one after the other.
func offered(free []Interval, length clock.Duration) []Interval {
	var out []Interval
	for _, gap := range free {
		at := (gap.From + grid - 1) / grid * grid
		for len(out) < slotsFound && at.Add(length) <= gap.To {
			out = append(out, Interval{at, at.Add(length)})
			at = (at.Add(length) + grid - 1) / grid * grid
		}
	}
	return out
}

// Clash is two events of one person that overlap. Of an event that the caller may not know it says "busy" alone.
type Clash struct {
	Who    sim.ActorID `json:"who"`
	First  Side        `json:"first"`
	Second Side        `json:"second"`
}

// Side is one of the two.
type Side struct {
	Event string `json:"event,omitempty"`
	Title string `json:"title"`
	When  string `json:"when"`
}

func (p *Part) conflicts(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	q, err := ask(v, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	if _, ok := v.Actor(by); ok && len(q.who) == 0 {
		q.who = []sim.ActorID{by}
	}
	out := []Clash{}
	for _, who := range q.who {
		for _, pair := range p.clashes(who, q.span) {
			if len(out) < conflictsMost {
				out = append(out, Clash{who, p.side(v, by, pair[0]), p.side(v, by, pair[1])})
			}
		}
	}
	return sim.Result{Data: map[string]any{"conflicts": out}, Text: fmt.Sprintf("%d conflicts", len(out)), Read: 15 * len(out)}, nil, nil
}

// clashes is the pairs of somebody's bookings that overlap, by start.
func (p *Part) clashes(who sim.ActorID, span Interval) [][2]booking {
	var out [][2]booking
	mine := slices.DeleteFunc(p.agenda.within(who, span), func(b booking) bool { return !p.meetings[b.event].comes(who) })
	for i, first := range mine {
		for _, second := range mine[i+1:] {
			if second.From >= first.To {
				break
			}
			out = append(out, [2]booking{first, second})
		}
	}
	return out
}

func (p *Part) side(v sim.View, by sim.ActorID, b booking) Side {
	m := p.meetings[b.event]
	if !m.invited(by) && !company.Above(by) {
		return Side{Title: "busy", When: b.text(zone(v, by))}
	}
	return Side{Event: m.id, Title: m.title, When: b.text(zone(v, by))}
}
