package work

import (
	"slices"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Exhibit implements sim.Exhibitor: the record that a reference such as "package/api" names. Moments are RFC 3339
// texts in UTC, "" when there is none; efforts are whole minutes.
func (l *Ledger) Exhibit(v sim.View, name string) (map[string]any, bool) {
	if !l.Has(name) {
		return nil, false
	}
	switch kind, id := Split(name); kind {
	case "requirement":
		return exhibitRequirement(l.requirements.must(id)), true
	case "package":
		return l.exhibitPackage(v, l.packages.must(id)), true
	case "deliverable":
		return l.exhibitDeliverable(l.deliverables.must(id)), true
	case "commitment":
		return exhibitCommitment(v, l.commitments.must(id)), true
	case "approval":
		return exhibitApproval(l.approvals.must(id)), true
	case "fact":
		return exhibitFact(l.facts.must(id)), true
	case "risk":
		r := l.risks.must(id)
		return map[string]any{"id": r.ID, "title": r.Title, "owner": string(r.Owner), "severity": int64(r.Severity), "state": r.State}, true
	}
	return nil, false
}

func exhibitRequirement(r *Requirement) map[string]any {
	c := r.Current()
	return map[string]any{
		"id": r.ID, "title": r.Title, "owner": string(r.Owner), "value": c.Value, "text": c.Text, "version": int64(c.Number),
		"at": moment(c.At), "by": string(c.By), "informed": plain(r.Informed), "dependents": list(r.Dependents),
		"values": values(r.Versions),
	}
}

func values(vs []Version) []string {
	out := make([]string, len(vs))
	for i, v := range vs {
		out[i] = v.Value
	}
	return out
}

func (l *Ledger) exhibitPackage(v sim.View, p *Package) map[string]any {
	return map[string]any{
		"id": p.ID, "title": p.Title, "owner": string(p.Owner), "skill": p.Skill, "state": string(p.State), "blocker": p.Blocker,
		"estimate": minutes(p.Estimate), "effort": minutes(p.True), "spent": minutes(p.Spent), "left": minutes(p.Left()),
		"percent": int64(p.Percent()), "needs": list(p.Needs), "missing": list(l.Missing(p.ID)), "ready": l.Ready(p.ID),
		"due": moment(p.Due), "started": moment(p.Started), "finished": moment(p.Finished), "done": p.State == Complete,
		"late": p.late(v.Now()), "stale": list(l.Stale("package/" + p.ID)),
	}
}

// late says whether a package was finished past its due moment, or is unfinished past it.
func (p *Package) late(now clock.Time) bool {
	switch p.State {
	case Dropped:
		return false
	case Complete:
		now = p.Finished
	}
	return p.Due != 0 && now > p.Due
}

func (l *Ledger) exhibitDeliverable(d *Deliverable) map[string]any {
	return map[string]any{
		"id": d.ID, "title": d.Title, "owner": string(d.Owner), "ref": d.Ref, "requirements": list(d.Reqs), "due": moment(d.Due),
		"stale": list(l.Stale("deliverable/" + d.ID)),
	}
}

func exhibitCommitment(v sim.View, c *Commitment) map[string]any {
	return map[string]any{
		"id": c.ID, "by": string(c.By), "to": string(c.To), "what": c.What, "due": moment(c.Due), "state": string(c.State),
		"outcome": string(c.Outcome()), "made": moment(c.Made), "moved": int64(len(c.Moved)), "overdue": c.Overdue(v.Now()),
		"lapsed": c.Lapsed != 0,
	}
}

func exhibitApproval(a *Approval) map[string]any {
	return map[string]any{
		"id": a.ID, "title": a.Title, "approver": string(a.Approver), "gates": list(a.Gates), "needs": list(a.Needs),
		"state": string(a.State), "granted": a.State == Granted, "asker": string(a.Asker), "note": a.Note, "at": moment(a.At),
	}
}

func exhibitFact(f *FactItem) map[string]any {
	knows := make([]sim.ActorID, 0, len(f.Knows))
	for id := range f.Knows {
		knows = append(knows, id)
	}
	slices.Sort(knows)
	return map[string]any{
		"id": f.ID, "topic": f.Topic, "text": f.Text, "value": f.Value, "owners": plain(f.Owners), "clearance": plain(f.Clearance),
		"severity": int64(f.Severity), "public": list(f.Public), "knows": plain(knows), "keywords": list(f.Keywords),
	}
}

func plain(ids []sim.ActorID) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = string(id)
	}
	return out
}

// list is never nil: predicates ask for its size.
func list(ss []string) []string { return append([]string{}, ss...) }

func minutes(d clock.Duration) int64 { return int64(d / time.Minute) }

func moment(t clock.Time) string {
	if t == 0 {
		return ""
	}
	return t.String()
}
