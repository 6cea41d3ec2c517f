package agents

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// The rhythm of the day.
const (
	checkEvery  = time.Hour        // how often it looks for messages when nothing calls
	checkApart  = 30 * time.Minute // how long it works in peace in between, whoever calls
	readingMost = 2 * time.Hour    // of the data room in a day
	closing     = 45 * time.Minute // of working time before the horizon: when it hands in
	meetingMost = 2 * time.Hour    // longer events are no meetings
	comingIn    = 3 * time.Minute  // how long before its beginning it goes to a meeting
)

// Steady is an honest coordinator that works by rules and knows nothing but what it reads: it takes down the task,
// reads the data room, answers what it knows, acknowledges changes and passes them on, asks for what is missing once,
// reminds after a day and goes to the manager after two, keeps its documents current and reports on Fridays. It does
// simple deliverables and misses hard ones.
type Steady struct {
	notebook
	me      sim.Actor
	hours   *clock.Hours
	task    string
	horizon clock.Time
	close   clock.Time // when it hands in

	last     pending   // the call whose result comes next
	queue    []pending // what is to be done at once
	outbox   []letter  // what is to be said when its receiver is at work
	said     []letter  // answers given in the last working day
	shelf    []pending // what is still to be read of the data room
	columns  []column  // the workflow, by board
	meetings []meeting // of today

	called    bool       // somebody has written since
	checked   clock.Time // when it last looked for messages
	today     clock.Day
	readToday clock.Duration
	begun     clock.Time // of the call in hand
	reported  clock.Day  // the day of the last weekly report
	wanted    bool       // somebody has asked for the report
	expected  bool       // the topics of the task have been taken down
	opened    bool       // the first look around has been planned
	settled   bool       // the first look around is over
}

// pending is a call with what it is about.
type pending struct {
	act   engine.Action
	about string
}

// letter is something to say to one person.
type letter struct {
	to, text string
	mail     string // the mail it answers; chat when empty
	at       clock.Time
}

// column is a state of a board's workflow and where it leads to.
type column struct {
	board, state string
	next         []string
}

type meeting struct {
	id       string
	from, to clock.Time
	been     bool
}

// newSteady makes the agent. Its calendar is the one of its own week.
func newSteady(b Briefing) *Steady {
	s := &Steady{me: b.Me, task: b.Task, horizon: b.Horizon, hours: hoursOf(b.Me)}
	s.readTask(b.Task, b.Start, b.Horizon, s.hours)
	s.close = b.Horizon
	if at, ok := s.hours.Before(b.Horizon, closing); ok {
		s.close = at
	}
	return s
}

// hoursOf is an actor's calendar. One that was not founded has none yet and gets it made here.
func hoursOf(a sim.Actor) *clock.Hours {
	if h := a.Hours(); h != nil {
		return h
	}
	zone, err := clock.Zone(a.Zone)
	if err != nil {
		zone = time.UTC
	}
	h, err := clock.NewHours(zone, a.Week, a.Holidays)
	if err != nil {
		h, _ = clock.NewHours(zone, clock.Office(9*60, 17*60, 12*60, 13*60), nil)
	}
	return h
}

// Act implements engine.Agent.
func (s *Steady) Act(_ context.Context, o sim.Observation) (engine.Action, error) {
	s.absorb(o)
	p := s.choose(o.Now)
	s.last, s.begun = p, o.Now
	return p.act, nil
}

// absorb takes the result of the last call.
func (s *Steady) absorb(o sim.Observation) {
	if len(o.Arrived) > 0 && strings.Contains(strings.Join(o.Arrived, "\n"), string(s.me.ID)) {
		s.called = true
	}
	if strings.HasPrefix(s.last.about, "read ") {
		s.readToday += o.Now.Sub(s.begun)
	}
	if o.Tool == "" {
		return
	}
	if o.Rejected != "" {
		s.failed(o)
		return
	}
	s.take(o)
}

// choose is the next call: what is at hand, then messages, meetings, duties, reading, and waiting when nothing is.
func (s *Steady) choose(now clock.Time) pending {
	switch {
	case !s.hours.Working(now):
		return s.rest(now)
	case now >= s.close:
		return s.handIn()
	}
	if len(s.queue) == 0 {
		s.routine(now)
	}
	if len(s.queue) > 0 {
		return s.pop()
	}
	for _, look := range []func(clock.Time) (pending, bool){s.attend, s.speak, s.work, s.speak, s.read} {
		if p, ok := look(now); ok {
			return p
		}
	}
	s.settled = true
	return s.wait(now)
}

// routine plans what the clock alone calls for: the first look around, the morning, the messages.
func (s *Steady) routine(now clock.Time) {
	day := clock.DayOf(now, s.hours.Zone())
	switch {
	case !s.opened:
		s.open()
	case day != s.today:
		s.morning(now, day)
	case s.checked == 0 || now.Sub(s.checked) >= s.pause():
		s.checked, s.called = now, false
		s.push("inbox", "chat_unread", map[string]any{"limit": 50})
		s.push("inbox", "mail_unread", map[string]any{"limit": 30})
	}
}

// pause is how long it stays away from its messages.
func (s *Steady) pause() clock.Duration {
	if s.called {
		return checkApart
	}
	return checkEvery
}

// work does what is due, once the first reading is over.
func (s *Steady) work(now clock.Time) (pending, bool) {
	if !s.settled && len(s.shelf) > 0 {
		return pending{}, false
	}
	s.settled = true
	s.duties(now)
	if len(s.queue) == 0 {
		return pending{}, false
	}
	return s.pop(), true
}

// read takes the next thing from the shelf, unless it has read enough for the day.
func (s *Steady) read(clock.Time) (pending, bool) {
	if len(s.shelf) == 0 || s.readToday >= readingMost {
		return pending{}, false
	}
	p := s.shelf[0]
	s.shelf = s.shelf[1:]
	return p, true
}

func (s *Steady) push(about, tool string, args map[string]any) {
	s.queue = append(s.queue, pending{call(tool, args), about})
}

func (s *Steady) pop() pending {
	p := s.queue[0]
	s.queue = s.queue[1:]
	return p
}

// rest waits for the next working hour.
func (s *Steady) rest(now clock.Time) pending {
	next, ok := s.hours.Next(now)
	if !ok || next <= now {
		next = s.horizon
	}
	return pending{act: call("wait_until", map[string]any{"time": max(next, now.Add(time.Minute)).String()})}
}

// wait lets time pass until somebody calls, at most until the next thing on its calendar.
func (s *Steady) wait(now clock.Time) pending {
	until := min(max(s.checked.Add(s.pause()), now.Add(time.Minute)), s.close)
	if end, ok := s.hours.End(now); ok {
		until = min(until, end)
	}
	for _, m := range s.meetings {
		if !m.been && m.from > now {
			until = min(until, max(m.from.Add(-comingIn), now.Add(time.Minute)))
		}
	}
	if s.called {
		return pending{act: call("wait_for", map[string]any{"span": max(until.Sub(now), time.Minute).String()})}
	}
	return pending{act: call("wait_any", map[string]any{"span": max(until.Sub(now), time.Minute).String(), "for": "directed"})}
}

// open plans the first look around.
func (s *Steady) open() {
	s.opened = true
	s.push("", "directory_list", map[string]any{"limit": 100})
	s.push("", "tickets_list", map[string]any{"limit": 100})
	s.push("", "docs_list", map[string]any{"limit": 100})
	s.push("", "sheets_list", map[string]any{"limit": 100})
}

// morning looks at the calendar of the day.
func (s *Steady) morning(now clock.Time, day clock.Day) {
	s.today, s.readToday, s.meetings = day, 0, nil
	if day.Weekday() == time.Monday {
		s.push("", "directory_list", map[string]any{"limit": 100}) // people come and go
	}
	s.push("", "calendar_list", map[string]any{"from": now.String(), "to": day.AddDays(1).At(0, s.hours.Zone()).String(), "limit": 50})
}

// attend goes to a meeting that runs or is about to begin.
func (s *Steady) attend(now clock.Time) (pending, bool) {
	for i := range s.meetings {
		m := &s.meetings[i]
		if m.been || m.to > s.close || now.Add(comingIn) < m.from || now.Add(comingIn) > m.to {
			continue
		}
		m.been = true
		return pending{act: call("calendar_attend", map[string]any{"event": m.id})}, true
	}
	return pending{}, false
}

// speak sends the first letter whose receiver is at work.
func (s *Steady) speak(now clock.Time) (pending, bool) {
	for i, l := range s.outbox {
		if p := s.person(l.to); p != nil && (p.gone || p.hours != nil && !p.hours.Working(now)) {
			continue
		}
		s.outbox = append(s.outbox[:i:i], s.outbox[i+1:]...)
		if l.mail != "" {
			return pending{act: call("mail_reply", map[string]any{"id": l.mail, "text": l.text})}, true
		}
		return pending{act: call("chat_direct", map[string]any{"to": []string{l.to}, "text": l.text})}, true
	}
	return pending{}, false
}

// say puts an answer into the outbox, unless the same was said to the same person within a working day: two who
// answer each other's answers never end.
func (s *Steady) say(now clock.Time, l letter) {
	for len(s.said) > 0 && s.passed(s.said[0].at, now) >= remindAfter {
		s.said = s.said[1:]
	}
	if slices.ContainsFunc(s.said, func(old letter) bool { return old.to == l.to && old.text == l.text }) {
		return
	}
	l.at = now
	s.said = append(s.said, l)
	s.outbox = append(s.outbox, l)
}

// tell puts a letter into the outbox.
func (s *Steady) tell(to, text string) {
	if to == "" || to == string(s.me.ID) {
		return
	}
	s.outbox = append(s.outbox, letter{to: to, text: text})
}

// handIn says what is done and what is not.
func (s *Steady) handIn() pending {
	var there, missing []string
	for _, it := range s.items {
		done := it.made
		if it.ticket != "" {
			done = it.moved
		}
		if done {
			there = append(there, it.name)
		} else {
			missing = append(missing, it.name)
		}
	}
	text := "Handed over: " + orNothing(there) + ". Not complete: " + orNothing(missing) + "."
	return pending{act: call("done", map[string]any{"summary": text})}
}

func orNothing(list []string) string {
	if len(list) == 0 {
		return "nothing"
	}
	return strings.Join(list, ", ")
}
