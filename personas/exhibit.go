package personas

import "github.com/tenure-sim/tenure/sim"

// Exhibit implements sim.Exhibitor: a coworker by its id, with its state, how many messages wait for it, its trust in
// each agent under test and the version it knows of each requirement.
func (p *Players) Exhibit(v sim.View, name string) (map[string]any, bool) {
	m := p.all[sim.ActorID(name)]
	if m == nil {
		return nil, false
	}
	out := map[string]any{"state": m.state, "load": int64(m.load()), "working": m.working, "said": int64(m.spoken)}
	for _, a := range p.agents {
		out["trust_"+string(a)] = int64(m.trustIn(a))
	}
	for _, r := range ledger(v).Requirements() {
		known := p.Knows(m.id, r.ID)
		if r.Owner == m.id {
			known = r.Current().Number
		}
		out["knows_"+r.ID] = int64(known)
	}
	return out, true
}
