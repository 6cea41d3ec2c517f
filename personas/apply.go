package personas

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/personas/words"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// Apply implements sim.Part.
func (p *Players) Apply(e sim.Event) {
	switch b := e.Body.(type) {
	case Moved:
		p.must(b.Who).move(b, e.At)
	case Noticed:
		p.must(b.Who).note(b)
	case Handled:
		p.must(b.Who).handled(b)
	case Learned:
		p.learn(b.Who, b.Req, b.Version)
	case Marked:
		p.mark(b)
	case Accounted:
		m := p.must(b.Who)
		m.working, m.since, m.lost = b.Package, e.At, 0
	case Absent:
		m := p.must(b.Who)
		m.hours, m.back = m.hours.WithOff(e.At, b.Until), b.Until
		m.absent = append(m.absent, absence{e.At, b.Until})
	case Departed:
		p.must(b.Who).leaveForGood(b.ReplacedBy)
	case Trusted:
		p.must(b.Who).moveTrust(b)
	case speech.Said:
		p.applySaid(e, b)
	case speech.Understood:
		p.applyUnderstood(b)
		delete(p.asked, b.Asked)
	case Spoke:
		if old, ok := p.said.get(b.meant(e)); ok && b.Retry {
			old.retry = true
			p.said.put(b.meant(e), old)
		}
		delete(p.asked, b.Asked)
	case Backed:
		p.backing = b.Backing
	case Asking:
		p.applyAsking(e, b)
	case Degraded:
		delete(p.asked, b.Asked)
	case Chosen:
		delete(p.asked, b.Asked)
	case Carded:
		p.must(b.Who).cards[b.About] = b.Text
		delete(p.asked, b.Asked)
	case Planned:
	default:
		panic(fmt.Sprintf("personas: event %d: %T is not the players'", e.Seq, b))
	}
}

func (p *Players) must(who sim.ActorID) *player {
	m := p.all[who]
	if m == nil {
		panic(fmt.Sprintf("personas: %q is no coworker", who))
	}
	return m
}

func (m *player) move(b Moved, at clock.Time) {
	if b.Move == arrive {
		m.since, m.lost = at, 0
		m.newDay(clock.DayOf(at, m.hours.Zone()))
	}
	if b.Move == meet {
		m.met = at
	}
	if b.Move == adjourn {
		m.lost += m.hours.Between(max(m.met, m.since), at)
	}
	m.state, m.until = b.State, b.Until
}

// newDay forgets what is counted by day, and exchanges that nobody waits in any more.
func (m *player) newDay(d clock.Day) {
	if d == m.today {
		return
	}
	m.today = d
	clear(m.counts)
}

func (m *player) note(b Noticed) {
	n, ok := m.notes[b.Message]
	if !ok {
		m.noted++
		n.n = m.noted
	}
	if b.Ping && !b.Again {
		m.counts[countPing]++
	}
	n.due, n.silent, n.ping, n.urgent = b.Due, b.Silent, b.Ping, b.Urgent
	m.notes[b.Message] = n
}

func (m *player) handled(b Handled) {
	delete(m.notes, b.Message)
	m.lost += b.Cost
}

func (m *player) moveTrust(b Trusted) {
	m.trust[b.Of] = b.Now
	m.counts["trust/"+string(b.Why)+"/"+string(b.Of)]++
}

func (m *player) leaveForGood(next sim.ActorID) {
	m.replacedBy = next
	clear(m.notes)
	m.working = ""
}

func (p *Players) learn(who sim.ActorID, req string, version int) {
	known := p.knows[who]
	if known == nil {
		known = map[string]int{}
		p.knows[who] = known
	}
	known[req] = max(known[req], version)
}

func (p *Players) mark(b Marked) {
	m := p.all[b.Who]
	if m == nil {
		p.weeks++
		return
	}
	m.setMark(b.What, b.N)
}

func (m *player) setMark(what string, n int64) {
	if _, ok := m.marks[what]; !ok && len(m.marks) >= marksMost {
		m.forgetMark()
	}
	m.marks[what] = n
}

// countPing counts, by day, how often somebody asked again.
const countPing = "ping"

// told is the mark of having told somebody something in its present version.
func told(to sim.ActorID, a *speech.Act) string {
	return "told/" + string(to) + "/" + topic(a) + "@" + strconv.Itoa(a.Version)
}

// wants is the mark of having asked somebody for a deliverable.
func wants(of sim.ActorID, deliverable string) string {
	return "wants/" + string(of) + "/" + deliverable
}

// forgetMark drops the first mark by name: which one hardly matters, that it is the same in every run does.
func (m *player) forgetMark() {
	first := ""
	for k := range m.marks {
		if first == "" || k < first {
			first = k
		}
	}
	delete(m.marks, first)
}

func (p *Players) applySaid(e sim.Event, b speech.Said) {
	p.said.put(e.Seq, said{Said: b})
	m := p.all[e.Actor]
	if m == nil {
		return
	}
	m.spoken++
	m.used = append(m.used, words.Parts(b.Template)...)
	if n := len(m.used) - usedMost; n > 0 {
		m.used = slices.Clone(m.used[n:])
	}
	for _, to := range b.To {
		m.spokeTo(to, b, e.At)
		for i := range b.Acts {
			switch a := &b.Acts[i]; {
			case a.Verb == speech.Inform || a.Verb == speech.Change:
				m.setMark(told(to, a), int64(e.At))
			case a.Deliverable != "" && demanding[a.Verb]:
				m.setMark(wants(to, a.Deliverable), int64(e.At))
			}
		}
	}
}

// spokeTo updates the talk with one hearer.
func (m *player) spokeTo(to sim.ActorID, b speech.Said, at clock.Time) {
	t := m.talks[to]
	if at.Sub(t.last) > exchange {
		t.turns = 0
	}
	if at.Sub(t.last) > forgiven {
		t.clarify = 0
	}
	t.last, t.acts = at, b.Acts
	t.turns++
	t.clarify = nextCount(t.clarify, has(b.Acts, speech.Clarify) || t.clarify >= clarifying && has(b.Acts, speech.Propose))
	if has(b.Acts, speech.Refuse) {
		t.refusals++
	}
	if b.Answers == t.open || b.Answers != 0 && b.Answers > t.open {
		t.open, t.openAt = 0, 0
	}
	if t.asked == 0 && asks(b.Acts) {
		t.asked = at
	}
	m.talks[to] = t
}

func nextCount(n int, again bool) int {
	if again {
		return n + 1
	}
	return 0
}

func (p *Players) applyUnderstood(b speech.Understood) {
	old, ok := p.mail.get(b.Message)
	if !ok {
		return
	}
	m := *old // records are shared by clones: replace, never change
	m.acts, m.unclear, m.read = b.Acts, b.Unclear, true
	p.mail.put(b.Message, &m)
}
