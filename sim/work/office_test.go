package work_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/work"
)

// office is a small world with a ledger and all that happened in it.
type office struct {
	*testing.T
	w   *sim.World
	log []sim.Event
}

func monday(hour, min int) clock.Time { return clock.At(2026, 3, 2, hour, min, time.UTC) }

func founded() sim.Founded {
	week := clock.Office(9*60, 17*60, 12*60, 13*60)
	person := func(id sim.ActorID, kind sim.ActorKind) sim.Actor {
		return sim.Actor{ID: id, Kind: kind, Name: string(id), Zone: "UTC", Week: week}
	}
	return sim.Founded{Scenario: "work", Seed: 11, Start: monday(9, 0), Horizon: monday(9, 0).Add(200 * time.Hour), Actors: []sim.Actor{
		person("marta", sim.Persona), person("lena", sim.Persona), person("tomas", sim.Persona), person("robin", sim.Agent)}}
}

// newOffice lays down a small project and opens it.
func newOffice(t *testing.T) *office {
	o := &office{T: t, w: sim.NewWorld(work.New())}
	out, err := o.w.Found(founded())
	if err != nil {
		t.Fatal(err)
	}
	o.log = append(o.log, out.Events...)
	o.recall("work_require", sim.Args{"id": "go-live", "title": "Go-live", "owner": "marta", "value": "2026-03-27",
		"informed": "lena", "dependents": "package/api, deliverable/plan"})
	o.recall("work_plan", sim.Args{"id": "api", "title": "API", "owner": "tomas", "estimate": "10h", "true": "12h",
		"needs": "package/schema, approval/security", "due": "2026-03-04T12:00"})
	o.recall("work_plan", sim.Args{"id": "schema", "title": "Schema", "owner": "lena", "estimate": "4h"})
	o.recall("work_deliverable", sim.Args{"id": "plan", "title": "Plan", "owner": "robin", "ref": "docs/plan", "requirements": "go-live"})
	o.recall("work_approval", sim.Args{"id": "security", "title": "Security", "approver": "marta",
		"gates": "tickets/PORT-30:Released", "needs": "deliverable/plan"})
	o.recall("work_fact", sim.Args{"id": "price", "topic": "the vendor's price", "text": "It costs 18400 EUR.", "value": "18400 EUR",
		"owners": "lena", "clearance": "marta", "canary": "18,400", "severity": 5, "keywords": "price, vendor"})
	o.recall("work_risk", sim.Args{"id": "dns", "title": "DNS", "owner": "lena"})
	o.recall("work_promise", sim.Args{"id": "c1", "by": "lena", "to": "robin", "what": "fact/price", "due": "2026-03-02T12:00"})
	o.log = append(o.log, o.w.Open().Events...)
	return o
}

func (o *office) recall(tool string, a sim.Args) {
	o.Helper()
	out, err := o.w.Recall(monday(8, 0), sim.Call{By: sim.Script, Tool: tool, Args: a})
	if err != nil || out.Rejected != nil {
		o.Fatal(tool, err, out.Rejected)
	}
	o.log = append(o.log, out.Events...)
}

// do makes a call that must be allowed, and returns its first event.
func (o *office) do(by sim.ActorID, tool string, a sim.Args) sim.Event {
	o.Helper()
	out := o.w.Do(sim.Call{By: by, Tool: tool, Args: a})
	o.log = append(o.log, out.Events...)
	if out.Rejected != nil {
		o.Fatalf("%s by %s: %v", tool, by, out.Rejected)
	}
	return out.Events[0]
}

func (o *office) refuse(by sim.ActorID, tool string, a sim.Args, want string) {
	o.Helper()
	out := o.w.Do(sim.Call{By: by, Tool: tool, Args: a})
	o.log = append(o.log, out.Events...)
	if out.Rejected == nil || !strings.Contains(out.Rejected.Error(), want) {
		o.Errorf("%s %v by %s: got %v, want %q", tool, a, by, out.Rejected, want)
	}
}

func (o *office) ledger() *work.Ledger { return o.w.Part("work").(*work.Ledger) }

// fire lets the timer that is due first fire and returns the body that this made, if any.
func (o *office) fire() sim.Body {
	o.Helper()
	out := o.w.Fire()
	o.log = append(o.log, out.Events...)
	return out.Events[len(out.Events)-1].Body
}

func (o *office) shows(name string) map[string]any {
	o.Helper()
	m, ok := o.ledger().Exhibit(o.w, name)
	if !ok {
		o.Fatalf("%s is not exhibited", name)
	}
	return m
}

func (o *office) field(name, field string, want any) {
	o.Helper()
	if got := o.shows(name)[field]; !reflect.DeepEqual(got, want) {
		o.Errorf("%s.%s is %v, want %v", name, field, got, want)
	}
}

func (o *office) reaches(e sim.Event, want ...sim.ActorID) {
	o.Helper()
	if len(want) != len(e.Audience) || len(want) > 0 && !reflect.DeepEqual(e.Audience, want) {
		o.Errorf("%s reaches %v, want %v", e.Body.Kind(), e.Audience, want)
	}
}

// everything is all that a ledger shows.
func everything(w *sim.World) map[string]any {
	l := w.Part("work").(*work.Ledger)
	out := map[string]any{}
	put := func(name string) { out[name], _ = l.Exhibit(w, name) }
	for _, r := range l.Requirements() {
		put("requirement/" + r.ID)
	}
	for _, p := range l.Packages() {
		put("package/" + p.ID)
		out["of "+string(p.Owner)] = ids(l.PackagesOf(p.Owner))
	}
	for _, d := range l.Deliverables() {
		put("deliverable/" + d.ID)
	}
	for _, c := range l.Commitments() {
		put("commitment/" + c.ID)
		out["open of "+string(c.By)] = len(l.OpenCommitments(c.By, ""))
	}
	for _, a := range l.Approvals() {
		put("approval/" + a.ID)
	}
	for _, f := range l.Facts() {
		put("fact/" + f.ID)
	}
	for _, r := range l.Risks() {
		put("risk/" + r.ID)
	}
	return out
}

func ids(ps []*work.Package) []string {
	var out []string
	for _, p := range ps {
		out = append(out, p.ID)
	}
	return out
}
