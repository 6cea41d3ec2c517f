package personas

import (
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// Wake implements sim.Waker: a coworker's own timer.
func (p *Players) Wake(v sim.View, t sim.Timer) []sim.Call {
	who, what, _ := strings.Cut(t.Key, "/")
	m := p.all[sim.ActorID(who)]
	if m == nil {
		return p.drifting(v)
	}
	kind, ref, _ := strings.Cut(what, "/")
	switch kind {
	case "state":
		return p.nextMove(v, m)
	case "note":
		return p.turnTo(v, m, ref)
	case "join":
		return []sim.Call{moveCall(m, join)}
	case "quit":
		return p.quit(v, m)
	}
	if m.state == Gone {
		return nil
	}
	switch kind {
	case "work":
		return p.finish(v, m)
	case "report":
		return p.report(v, m)
	case "announce":
		return p.announce(v, m, ref)
	case "promise":
		return p.keep(v, m, ref)
	case "chase":
		return p.chase(v, m, ref)
	case "answer":
		return p.respond(v, m, ref)
	}
	panic("personas: a timer called " + t.Key + " means nothing")
}

// React implements sim.Reactor. What concerns no coworker returns at once.
func (p *Players) React(v sim.View, e sim.Event) []sim.Call {
	switch b := e.Body.(type) {
	case Spoke:
		calls := p.deliver(e, b)
		if meant, ok := p.said.get(b.meant(e)); ok {
			calls = append(append(calls, p.awaits(v, meant.Said, b)...), p.own(v, meant.Said, b)...)
		}
		return calls
	case Moved:
		return p.afterMove(v, b)
	case Learned:
		return p.afterLearning(v, b)
	case speech.Understood:
		return p.bind(v, b)
	case Chosen:
		return p.act(v, b)
	case sim.Rejected:
		return p.undelivered(e, b)
	case sim.Opened:
		return append([]sim.Call{{By: sim.Nature, Tool: toolOpen}}, p.owed(v)...)
	case Absent:
		return p.reportIll(v, b)
	case Departed:
		return p.afterDeparture(v, b)
	case Noticed, Handled, Planned, Marked, Accounted, Trusted, Backed, Asking, Degraded, Carded, sim.Asked, sim.Replied, sim.Fired, sim.Began, sim.Called, sim.Ready, sim.Waiting:
		return nil
	}
	if calls, ok := p.afterLedger(v, e); ok {
		return calls
	}
	if len(e.Audience) == 0 {
		return nil
	}
	switch b := e.Body.(type) {
	case sim.Speaker:
		return p.hear(v, e)
	case sim.Gatherer:
		return p.gather(v, e, b.Gathering())
	case sim.Inviter:
		return p.invited(v, e, b.Invitation())
	case sim.Assigner:
		return p.assigned(v, e, b.Assignment())
	}
	return nil
}
