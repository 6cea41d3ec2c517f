package personas

import (
	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/work"
)

// What coworkers do to the ledger, as calls of its tools.

func deed(m *player, tool string, args sim.Args) sim.Call {
	return sim.Call{By: m.id, Tool: tool, Args: args}
}

// tell notes that the coworker tells somebody a fact.
func tell(m *player, fact string, to sim.ActorID) sim.Call {
	return deed(m, "work_tell", sim.Args{"fact": fact, "to": []string{string(to)}})
}

// heardFact notes that the coworker was told a fact by somebody else.
func heardFact(m *player, fact string, from sim.ActorID, message uint64) sim.Call {
	return deed(m, "work_tell", sim.Args{"fact": fact, "to": []string{string(m.id)}, "from": string(from), "message": int64(message)})
}

func makePromise(m *player, by, to sim.ActorID, what string, due clock.Time) sim.Call {
	return deed(m, "work_promise", sim.Args{"by": string(by), "to": string(to), "what": what, "due": due})
}

func renegotiate(m *player, id string, due clock.Time) sim.Call {
	return deed(m, "work_renegotiate", sim.Args{"commitment": id, "due": due})
}

// settle closes a promise as kept, or as late when it is past due.
func settle(m *player, c *work.Commitment) sim.Call {
	return deed(m, "work_settle", sim.Args{"commitment": c.ID})
}

func breakOff(m *player, id string) sim.Call {
	return deed(m, "work_settle", sim.Args{"commitment": id, "state": string(work.BrokenOff)})
}

func startWork(m *player, id string) sim.Call { return deed(m, "work_start", sim.Args{"package": id}) }

func progress(m *player, w *work.Package, spent clock.Duration) sim.Call {
	return deed(m, "work_progress", sim.Args{"package": w.ID, "spent": spent})
}

func finishWork(m *player, w *work.Package, spent clock.Duration) sim.Call {
	return deed(m, "work_finish", sim.Args{"package": w.ID, "spent": spent})
}

// rebase brings a package up to a version of a requirement, which may make it bigger than it was.
func rebase(m *player, w *work.Package, req string, version int, extra clock.Duration) []sim.Call {
	calls := []sim.Call{deed(m, "work_rebase", sim.Args{"what": "package/" + w.ID, "req": req, "version": version})}
	if extra > 0 {
		calls = append(calls, deed(m, "work_reestimate", sim.Args{"package": w.ID, "true": w.True + extra}))
	}
	return calls
}

func reassign(m *player, id string, to sim.ActorID) sim.Call {
	return deed(m, "work_reassign", sim.Args{"package": id, "owner": string(to)})
}

func changeReq(m *player, id, value string) sim.Call {
	return deed(m, "work_change_requirement", sim.Args{"id": id, "value": value})
}

// replace gives a leaver's packages and promises to somebody else. Approvals need no call: whoever replaces the
// approver has its say.
func replace(v sim.View, m *player, next sim.ActorID) []sim.Call {
	l := ledger(v)
	var calls []sim.Call
	for _, w := range l.OpenPackagesOf(m.id) {
		calls = append(calls, reassign(m, w.ID, next))
	}
	for _, c := range l.OpenCommitments(m.id, "") {
		calls = append(calls, breakOff(m, c.ID))
		if c.To != next && c.Due > v.Now() {
			calls = append(calls, makePromise(m, next, c.To, c.What, c.Due))
		}
	}
	return calls
}
