package sim

import (
	"fmt"
	"slices"
	"time"

	"github.com/tenure-sim/tenure/clock"
)

// Apply changes the world by one event of its log, and cannot fail. It panics when the event cannot be the next
// one: the log is corrupt.
func (w *World) Apply(e Event) {
	if e.Seq != w.seq+1 || e.At < w.now && w.seq > 0 {
		panic(fmt.Sprintf("sim: event %d at %s cannot follow event %d at %s", e.Seq, e.At, w.seq, w.now))
	}
	w.seq, w.now = e.Seq, e.At
	switch b := e.Body.(type) {
	case Founded:
		w.found(b)
	case Opened:
		w.opened = true
	case Fired:
		w.drop(timerKey{b.Owner, b.Key})
	case Ended:
		w.ended = &b
		for _, s := range w.seats {
			s.ready.Ended = b.How
		}
	case Asked:
		w.questions[questionKey{b.Owner, b.ID}] = Question{Asked: b, Seq: e.Seq}
	case Replied:
		delete(w.questions, questionKey{b.Owner, b.ID})
	case Began, Called, Waiting, Ready, Done:
		w.applySeat(e)
	case Reseeded:
		w.seed = b.Seed
	case Rejected:
	default:
		p, ok := w.owners[e.Body.Kind()]
		if !ok {
			panic(fmt.Sprintf("sim: event %d has the kind %s, which no part owns", e.Seq, e.Body.Kind()))
		}
		p.Apply(e)
	}
	w.timing(e)
	for _, o := range w.observers {
		o.Observe(w, e)
	}
	w.notice(e)
}

// timing sets the timers that an event carries. A seat's timer goes by who sits there, which its bodies do not say.
func (w *World) timing(e Event) {
	switch b := e.Body.(type) {
	case Timed:
		w.set(b.Timers(), e.Seq)
	case Began:
		if b.Until > e.At {
			w.set(seatTimer(e.Actor, b.Until), e.Seq)
		}
	case Called:
		if b.Until > e.At && w.seat(e.Actor).state == reading {
			w.set(seatTimer(e.Actor, b.Until), e.Seq)
		}
	case Waiting:
		w.set(seatTimer(e.Actor, b.Until), e.Seq)
	case Ready:
		w.set(seatTimer(e.Actor, clock.Never), e.Seq)
	}
}

func (w *World) set(ts []Timer, by uint64) {
	for _, t := range ts {
		k := timerKey{t.Owner, t.Key}
		w.drop(k)
		if t.Due == clock.Never || !w.opened && t.Due < w.Start() {
			continue
		}
		w.nextTimer++
		t.SetBy = by
		w.timers[k] = w.nextTimer
		w.queue.Push(clock.Item[Timer]{Due: t.Due, Rank: t.Rank, ID: w.nextTimer, What: t})
	}
}

func (w *World) drop(k timerKey) {
	if id, ok := w.timers[k]; ok {
		delete(w.timers, k)
		w.queue.Cancel(id)
	}
}

func (w *World) found(f Founded) {
	w.founding, w.seed = f, f.Seed
	if err := w.assemble(); err != nil {
		panic(fmt.Sprintf("sim: founding: %v", err))
	}
	for _, a := range w.cast {
		if a.Kind == Agent {
			w.seats = append(w.seats, &seat{actor: a.ID})
		}
	}
}

// assemble makes the cast of the founding.
func (w *World) assemble() error {
	w.actors = make(map[ActorID]*Actor, len(w.founding.Actors))
	w.cast = nil
	for i := range w.founding.Actors {
		a := &w.founding.Actors[i]
		if err := a.prepare(w.cast); err != nil {
			return err
		}
		if w.actors[a.ID] != nil {
			return fmt.Errorf("two actors are called %q", a.ID)
		}
		w.actors[a.ID] = a
		w.cast = append(w.cast, a)
	}
	return nil
}

// prepare makes the actor's calendar, or takes that of a colleague who works the same hours: calendars never change, and
// making one takes longer than everything else that loading a person does.
func (a *Actor) prepare(others []*Actor) error {
	for _, o := range others {
		if a.worksLike(o) {
			a.hours = o.hours
			return nil
		}
	}
	zone, err := clock.Zone(a.Zone)
	if err != nil {
		return fmt.Errorf("%s: %w", a.ID, err)
	}
	a.hours, err = clock.NewHours(zone, a.Week, a.Holidays)
	if err != nil {
		return fmt.Errorf("%s: %w", a.ID, err)
	}
	return nil
}

func (a *Actor) worksLike(o *Actor) bool {
	for day := range a.Week {
		if !slices.Equal(a.Week[day], o.Week[day]) {
			return false
		}
	}
	return a.Zone == o.Zone && slices.Equal(a.Holidays, o.Holidays)
}

// zone is the actor's time zone; UTC for the script and for nature, which have none.
func (a *Actor) zone() *time.Location {
	if a == nil {
		return time.UTC
	}
	return a.hours.Zone()
}
