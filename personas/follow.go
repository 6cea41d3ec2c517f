package personas

import (
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// observeLedger keeps the names that the reader knows up to date.
func (p *Players) observeLedger(v sim.View, e sim.Event) {
	if p.lexicon == nil {
		return
	}
	switch b := e.Body.(type) {
	case work.RequirementChanged:
		p.lexicon.SetValue(b.ID, b.Value, b.Version)
	case work.CommitmentPromised:
		p.lexicon.AddCommitment(b.ID)
	}
}

// afterLedger is what coworkers do about changes of the project. It says whether the event was the ledger's.
func (p *Players) afterLedger(v sim.View, e sim.Event) ([]sim.Call, bool) {
	l := ledger(v)
	switch b := e.Body.(type) {
	case work.RequirementChanged:
		return p.changed(v, req(l, b.ID), e.Seq), true
	case work.CommitmentPromised:
		return p.planPromise(v, promise(l, b.ID)), true
	case work.CommitmentSettled:
		return p.settled(promise(l, b.ID), e.Seq), true
	case work.PackageFinished:
		return p.finished(v, pkg(l, b.ID)), true
	case work.FactTold:
		return p.leaked(v, b, e.Seq), true
	case work.PackageDropped:
		return p.goOn(v, l.Needing("package/"+b.ID), ""), true
	case work.ApprovalGranted:
		return p.goOn(v, l.Needing("approval/"+b.ID), ""), true
	case work.PackageReassigned:
		return p.handedOver(v, b), true
	case work.PackageReestimated:
		return p.resized(v, b.ID), true
	case work.PackageBlocked, work.PackageUnblocked, work.PackagePlanned:
		return p.reconsider(v, e), true
	}
	return nil, false
}

// finished lets the owner of a complete package say so, keep its promises about it and go on with the next.
func (p *Players) finished(v sim.View, w *work.Package) []sim.Call {
	m := p.all[w.Owner]
	if m == nil || m.state == Gone {
		return p.goOn(v, ledger(v).Needing("package/"+w.ID), "")
	}
	var calls []sim.Call
	to := dependants(ledger(v), w.ID)
	for _, c := range ledger(v).OpenCommitments(m.id, "") {
		if c.What == "package/"+w.ID {
			calls = append(calls, settle(m, c))
			to = appendNew(to, c.To)
		}
	}
	for _, a := range p.superiors(v, m) {
		to = appendNew(to, a)
	}
	to = p.without(to, m.id)
	if len(to) > 0 {
		calls = append(calls, sayTo(m, []speech.Act{{Verb: speech.Done, Package: w.ID}}, saying{to: to}))
	}
	calls = append(calls, p.next(v, m)...)
	return append(calls, p.goOn(v, ledger(v).Needing("package/"+w.ID), m.id)...)
}

// without is the people of a list who are in the company, less one.
func (p *Players) without(list []sim.ActorID, not sim.ActorID) []sim.ActorID {
	var out []sim.ActorID
	for _, a := range list {
		if a != not && p.reachable(a) {
			out = append(out, a)
		}
	}
	return out
}

// next lets a coworker at its desk take up other work; one who is not does so in the morning.
func (p *Players) next(v sim.View, m *player) []sim.Call {
	if !atWork(m.state) {
		return nil
	}
	return p.takeUp(v, m)
}

// goOn lets the owners of packages that waited begin, if they have nothing else to do. One of them has been asked.
func (p *Players) goOn(v sim.View, waiting []*work.Package, already sim.ActorID) []sim.Call {
	var calls []sim.Call
	asked := []sim.ActorID{already}
	for _, w := range waiting {
		m := p.all[w.Owner]
		if m == nil || m.working != "" || len(appendNew(asked, w.Owner)) == len(asked) {
			continue
		}
		asked = append(asked, w.Owner)
		calls = append(calls, p.next(v, m)...)
	}
	return calls
}

// handedOver lets the new owner of a package look at it, and the old one turn to other work.
func (p *Players) handedOver(v sim.View, b work.PackageReassigned) []sim.Call {
	var calls []sim.Call
	if m := p.all[b.From]; m != nil && m.working == b.ID && m.state != Gone {
		calls = append(calls, p.next(v, m)...)
	}
	if m := p.all[b.Owner]; m != nil && m.working == "" {
		calls = append(calls, p.next(v, m)...)
	}
	return calls
}

// resized plans the end of the package in hand anew when it has become bigger or smaller.
func (p *Players) resized(v sim.View, id string) []sim.Call {
	w := pkg(ledger(v), id)
	m := p.all[w.Owner]
	if m == nil || m.working != id || !atWork(m.state) {
		return nil
	}
	return []sim.Call{planCall(m, "work", max(v.Now()+1, m.endOf(w, v.Now())))}
}

// reconsider lets the owner of a package that was blocked, freed or planned think again about what to work on.
func (p *Players) reconsider(v sim.View, e sim.Event) []sim.Call {
	var id string
	switch b := e.Body.(type) {
	case work.PackageBlocked:
		id = b.ID
	case work.PackageUnblocked:
		id = b.ID
	case work.PackagePlanned:
		id = b.ID
	}
	w := pkg(ledger(v), id)
	m := p.all[w.Owner]
	if m == nil || m.state == Gone {
		return nil
	}
	var calls []sim.Call
	if m.working == "" || m.working == id {
		calls = append(p.writeDown(v, m), p.next(v, m)...)
	}
	if w.State == work.Blocked && atWork(m.state) && m.persona.Traits.Warns == "early" {
		calls = append(calls, p.complain(v, m)...)
	}
	return calls
}
