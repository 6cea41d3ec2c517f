package scenarios

import (
	"errors"
	"strconv"
	"strings"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/predicate"
)

const beatKey = "beat/"

// timerKey of a beat; checkKey stands for all while predicates.
func timerKey(b *beat) string { return beatKey + b.id }

// arm notes moments; they travel as texts because arguments are flat.
func (s *Script) arm(_ sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	keys, due := a.Strings("keys"), a.Strings("due")
	if by != sim.Script || len(keys) != len(due) || len(keys) == 0 {
		return sim.Result{}, nil, sim.Reject("this is the script's, with a moment for each key")
	}
	b := Armed{Keys: keys, Due: make([]clock.Time, len(due))}
	for i, d := range due {
		n, err := strconv.ParseInt(d, 10, 64)
		if err != nil {
			return sim.Result{}, nil, sim.Reject("%q is no moment", d)
		}
		b.Due[i] = clock.Time(n)
	}
	return sim.Result{}, []sim.Fact{{Body: b}}, nil
}

// alarms collects moments for one call of armTool.
type alarms struct{ keys, due []string }

func (a *alarms) set(key string, due clock.Time) {
	a.keys, a.due = append(a.keys, key), append(a.due, strconv.FormatInt(int64(due), 10))
}

func (a *alarms) calls() []sim.Call {
	if len(a.keys) == 0 {
		return nil
	}
	return []sim.Call{{By: sim.Script, Tool: armTool, Args: sim.Args{"keys": a.keys, "due": a.due}}}
}

// React implements sim.Reactor.
func (s *Script) React(v sim.View, e sim.Event) []sim.Call {
	switch b := e.Body.(type) {
	case sim.Opened:
		return s.begin(v)
	case Fired:
		return s.play(s.byID[b.Beat], e)
	}
	calls := s.waiting(v, e)
	if !s.checking && s.matters(e.Body.Kind()) {
		var a alarms
		a.set(checkKey, v.Now().Add(checkEvery))
		calls = append(calls, a.calls()...)
	}
	return calls
}

// begin arms every beat that has its own moments, and a first look at the while predicates.
func (s *Script) begin(v sim.View) []sim.Call {
	var a alarms
	for _, b := range s.beats {
		if due, ok := s.next(v, b, v.Start()-1); ok {
			a.set(timerKey(b), due)
		}
	}
	if len(s.whiles) > 0 {
		a.set(checkKey, v.Start().Add(checkEvery))
	}
	return a.calls()
}

// next is the first moment after t at which a beat looks whether it fires.
func (s *Script) next(v sim.View, b *beat, t clock.Time) (clock.Time, bool) {
	switch {
	case b.at != 0:
		return b.at, b.at > t
	case b.schedule != nil:
		due, ok := b.schedule.Next(t)
		return due, ok && due <= v.Horizon()
	case b.perMille > 0:
		return s.nextChance(v, b, t)
	}
	return 0, false
}

// nextChance is a drawn moment of the working time of the next working day on which the beat may happen.
func (s *Script) nextChance(v sim.View, b *beat, t clock.Time) (clock.Time, bool) {
	from := b.from
	if t >= b.from {
		// The day of t is used up: go on with the day after.
		from = max(from, clock.DayOf(t, s.hours.Zone()).AddDays(1).At(0, s.hours.Zone()))
	}
	begin, ok := s.hours.Next(from)
	if !ok || begin > b.to {
		return 0, false
	}
	day := clock.DayOf(begin, s.hours.Zone())
	end := min(day.AddDays(1).At(0, s.hours.Zone()), b.to)
	span := s.hours.Between(begin, end)
	if span <= 0 {
		return 0, false
	}
	at := clock.Duration(v.Draw(sim.Script, "beat moment/"+b.id, uint64(day)) % uint64(span))
	due, ok := s.hours.Add(begin, at)
	return due, ok && due <= v.Horizon()
}

// Wake implements sim.Waker.
func (s *Script) Wake(v sim.View, t sim.Timer) []sim.Call {
	if t.Key == checkKey {
		return s.check(v)
	}
	if b, ok := s.byID[strings.TrimPrefix(t.Key, beatKey)]; ok {
		return s.come(v, b)
	}
	return nil
}

// come is a beat's own moment: it fires or not, and sets the moment after.
func (s *Script) come(v sim.View, b *beat) []sim.Call {
	var calls []sim.Call
	day := uint64(clock.DayOf(v.Now(), s.hours.Zone()))
	fires := b.perMille == 0 || sim.PerMille(v.Draw(sim.Script, "beat chance/"+b.id, day)) < b.perMille
	if fires {
		calls = s.fire(v, b, sim.Event{})
	}
	skipped := len(calls) > 0 && calls[0].Args.Has("skip")
	if b.once && fires && !skipped {
		return calls
	}
	if due, ok := s.next(v, b, v.Now()); ok {
		var a alarms
		a.set(timerKey(b), due)
		calls = append(calls, a.calls()...)
	}
	return calls
}

// fire is the call by which a beat begins or is passed over.
func (s *Script) fire(v sim.View, b *beat, e sim.Event) []sim.Call {
	args := sim.Args{"beat": b.id}
	if b.cond != nil {
		holds, err := b.cond.holds(v, e)
		if err != nil {
			args["skip"] = short(err.Error())
		} else if !holds {
			args["skip"] = "its condition does not hold"
		}
	}
	return []sim.Call{{By: sim.Script, Tool: fireTool, Args: args}}
}

// play is what a beat does.
func (s *Script) play(b *beat, e sim.Event) []sim.Call {
	calls := make([]sim.Call, len(b.do))
	for i, c := range b.do {
		c.Cause = e.Seq
		calls[i] = c
	}
	return calls
}

// over says whether a beat is done with for good.
func (s *Script) over(b *beat) bool { return b.once && s.fired[b.id] > 0 }

// waiting fires the beats that wait for such an event. The script's own doings and their refusals set nothing off.
func (s *Script) waiting(v sim.View, e sim.Event) []sim.Call {
	var calls []sim.Call
	for _, b := range s.byKind[e.Body.Kind()] {
		// Once for each moment, or a beat could set itself off for ever by what it makes people say.
		if s.over(b) || b.actor != "" && b.actor != e.Actor || s.last[b.id] == v.Now() {
			continue
		}
		if b.match != nil {
			holds, err := b.match.holds(v, e)
			if err != nil && !missing(err) {
				calls = append(calls, sim.Call{By: sim.Script, Tool: fireTool, Args: sim.Args{"beat": b.id, "skip": short(err.Error())}})
			}
			if err != nil || !holds {
				continue
			}
		}
		calls = append(calls, s.fire(v, b, e)...)
	}
	return calls
}

func missing(err error) bool {
	var m *predicate.Missing
	return errors.As(err, &m)
}

// matters says whether an event of a kind can make a while predicate true that waits to be.
func (s *Script) matters(kind string) bool {
	for _, b := range s.whiles {
		if !s.over(b) && b.while.watches(kind) {
			return true
		}
	}
	return false
}

// check looks at the while predicates that wait. One that is asked about what is not there does not hold yet.
func (s *Script) check(v sim.View) []sim.Call {
	var calls []sim.Call
	again := false
	for _, b := range s.whiles {
		if s.over(b) {
			continue
		}
		holds, err := b.while.holds(v, sim.Event{})
		if err == nil && holds && b.cond != nil {
			holds, err = b.cond.holds(v, sim.Event{})
		}
		if err == nil && holds {
			calls = append(calls, sim.Call{By: sim.Script, Tool: fireTool, Args: sim.Args{"beat": b.id}})
			continue
		}
		again = again || b.while.asksTime()
	}
	if again {
		var a alarms
		a.set(checkKey, v.Now().Add(timeEvery))
		calls = append(calls, a.calls()...)
	}
	return calls
}
