package work_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/work"
)

func TestARequirementChangesForItsOwnerAlone(t *testing.T) {
	o := newOffice(t)
	e := o.do("marta", "work_change_requirement", sim.Args{"id": "go-live", "value": "2026-04-01", "text": "1 April"})
	o.reaches(e, "marta")
	r, _ := o.ledger().Requirement("go-live")
	want := work.Version{Number: 2, Value: "2026-04-01", Text: "1 April", Event: e.Seq, At: e.At, By: "marta"}
	if r.Current() != want || r.Versions[0].Value != "2026-03-27" {
		t.Errorf("versions %+v", r.Versions)
	}
	o.field("package/api", "stale", []string{"go-live"})
	o.field("deliverable/plan", "stale", []string{"go-live"})
	o.do("tomas", "work_rebase", sim.Args{"what": "package/api", "req": "go-live"})
	o.do("marta", "work_rebase", sim.Args{"what": "deliverable/plan", "req": "go-live", "version": 2})
	o.field("package/api", "stale", []string{})
	o.field("deliverable/plan", "stale", []string{})
	if n := o.ledger().BasedOn("deliverable/plan", "go-live"); n != 2 {
		t.Errorf("the plan is based on version %d", n)
	}
	o.do(sim.Script, "work_change_requirement", sim.Args{"id": "requirement/go-live", "value": "2026-04-02"})
	o.field("requirement/go-live", "values", []string{"2026-03-27", "2026-04-01", "2026-04-02"})
}

func TestWorkIsDoneAndOthersCanStart(t *testing.T) {
	o := newOffice(t)
	l := o.ledger()
	if !l.Ready("schema") || l.Ready("api") || !reflect.DeepEqual(l.Missing("api"), []string{"package/schema", "approval/security"}) {
		t.Fatalf("ready: schema %v, api %v, missing %v", l.Ready("schema"), l.Ready("api"), l.Missing("api"))
	}
	o.reaches(o.do("lena", "work_start", sim.Args{"package": "schema"}), "lena")
	o.reaches(o.do("lena", "work_progress", sim.Args{"package": "package/schema", "spent": "90m"}))
	o.field("package/schema", "percent", int64(37))
	o.reaches(o.do("lena", "work_block", sim.Args{"package": "schema", "reason": "no access"}), "lena", "tomas")
	o.field("package/schema", "blocker", "no access")
	o.do("lena", "work_unblock", sim.Args{"package": "schema"})
	o.field("package/schema", "state", "active")
	o.reaches(o.do("lena", "work_finish", sim.Args{"package": "schema", "spent": "30m"}), "lena", "tomas")
	o.field("package/schema", "spent", int64(120))
	o.field("package/schema", "percent", int64(100))
	o.field("package/api", "missing", []string{"approval/security"})
	o.refuse("tomas", "work_finish", sim.Args{"package": "api"}, "it needs approval/security")
	o.reaches(o.do("marta", "work_grant", sim.Args{"approval": "security"}), "marta", "tomas")
	if !l.Ready("api") || len(l.Needing("package/schema")) != 1 {
		t.Error("api cannot start")
	}
}

func TestThePlanChanges(t *testing.T) {
	o := newOffice(t)
	o.reaches(o.do("marta", "work_reassign", sim.Args{"package": "api", "owner": "lena"}), "lena", "tomas")
	if l := o.ledger(); len(l.PackagesOf("tomas")) != 0 || len(l.PackagesOf("lena")) != 2 {
		t.Error("the index of owners is wrong")
	}
	o.refuse("tomas", "work_start", sim.Args{"package": "api"}, "only lena starts package api")
	o.do("lena", "work_reestimate", sim.Args{"package": "api", "true": "20h"})
	o.field("package/api", "estimate", int64(600))
	o.field("package/api", "effort", int64(1200))
	o.do("marta", "work_move_due", sim.Args{"package": "api", "due": "2026-03-06T12:00"})
	o.field("package/api", "due", "2026-03-06T12:00:00Z")
	o.do(sim.Script, "work_finish", sim.Args{"package": "api"}) // the script need not wait
	o.do("lena", "work_drop", sim.Args{"package": "schema", "reason": "not needed"})
	if !o.ledger().Met("package/schema") {
		t.Error("what was dropped holds others up")
	}
	o.refuse("marta", "work_move_due", sim.Args{"package": "schema", "due": "2026-03-06T12:00"}, "package schema is dropped")
}

func TestTrueEffortIsDrawnByName(t *testing.T) {
	a, b := newOffice(t), newOffice(t)
	b.do("marta", "work_risk_state", sim.Args{"risk": "dns", "state": "raised"})
	for _, o := range []*office{a, b} {
		o.do("lena", "work_plan", sim.Args{"id": "docs", "title": "Docs", "owner": "lena", "estimate": "8h"})
	}
	x, _ := a.ledger().Package("docs")
	y, _ := b.ledger().Package("docs")
	if x.True != y.True || x.True < time.Hour || x.True%time.Minute != 0 || x.True == x.Estimate {
		t.Errorf("drawn %s and %s", x.True, y.True)
	}
}

func TestPromisesAreKeptLateBrokenAndMoved(t *testing.T) {
	o := newOffice(t)
	o.reaches(o.do("marta", "work_promise", sim.Args{"by": "robin", "to": "marta", "what": "deliverable/plan", "due": "2026-03-02T17:00"}), "marta")
	o.do("tomas", "work_promise", sim.Args{"to": "robin", "what": "a look at the logs", "due": "2026-03-02T11:00"})
	if open := o.ledger().OpenCommitments("", "robin"); len(open) != 2 || open[0].ID != "c3" || open[1].ID != "c1" {
		t.Fatalf("open: %v", open)
	}
	o.do("tomas", "work_renegotiate", sim.Args{"commitment": "c3", "due": "2026-03-02T15:00"})
	if b, ok := o.fire().(work.CommitmentLapsed); !ok || b.ID != "c1" || o.w.Now() != monday(12, 0).Add(time.Second) {
		t.Fatalf("got %v at %s, want c1 to lapse", b, o.w.Now())
	}
	o.field("commitment/c1", "lapsed", true)
	o.field("commitment/c1", "state", "open")
	o.field("commitment/c1", "overdue", true)
	o.do("lena", "work_settle", sim.Args{"commitment": "c1"})
	o.field("commitment/c1", "state", "late")
	o.do("marta", "work_settle", sim.Args{"commitment": "c2", "state": "broken"})
	o.do("tomas", "work_settle", sim.Args{"commitment": "c3"})
	o.field("commitment/c3", "state", "kept")
	o.field("commitment/c3", "outcome", "renegotiated")
	if n := len(o.ledger().OpenCommitments("", "")); n != 0 {
		t.Errorf("%d are open", n)
	}
	if next, _ := o.w.Next(); next.Owner == "work" {
		t.Errorf("the timer %v is left", next)
	}
}

func TestWhatHappensAtTheDueMomentIsInTime(t *testing.T) {
	o := newOffice(t)
	o.do("marta", "work_promise", sim.Args{"id": "first", "to": "lena", "what": "word", "due": "2026-03-02T10:00"})
	o.do("marta", "work_promise", sim.Args{"id": "second", "to": "lena", "what": "word", "due": "2026-03-02T09:59:59"})
	o.fire() // second lapses at 10:00:00
	o.do("marta", "work_settle", sim.Args{"commitment": "first"})
	o.field("commitment/first", "state", "kept")
}

func TestAnApprovalIsTheApproversWord(t *testing.T) {
	o := newOffice(t)
	l := o.ledger()
	o.reaches(o.do("lena", "work_request", sim.Args{"approval": "security", "by": "robin"}), "marta")
	o.refuse("lena", "work_request", sim.Args{"approval": "security"}, "requested already")
	o.refuse("lena", "work_grant", sim.Args{"approval": "security"}, "only marta grants approval security, not lena")
	o.refuse("marta", "work_withdraw", sim.Args{"approval": "security"}, "approval security is requested")
	o.do("marta", "work_refuse", sim.Args{"approval": "security", "note": "no plan yet"})
	o.field("approval/security", "note", "no plan yet")
	o.do("marta", "work_request", sim.Args{"approval": "security"})
	o.do(sim.Script, "work_grant", sim.Args{"approval": "security"})
	o.refuse("marta", "work_grant", sim.Args{"approval": "security"}, "approval security is granted")
	o.field("approval/security", "granted", true)
	o.do("marta", "work_withdraw", sim.Args{"approval": "security", "note": "a finding"})
	if l.Met("approval/security") {
		t.Error("a withdrawn approval is met")
	}
	gating := l.Gating("tickets/PORT-30:Released")
	if len(gating) != 1 || len(gating[0].History) != 5 || gating[0].Asker != "marta" {
		t.Errorf("gating: %+v", gating)
	}
}

func TestWhoKnowsWhat(t *testing.T) {
	o := newOffice(t)
	l := o.ledger()
	if !l.Knows("lena", "price") || l.Knows("robin", "price") || l.Knows("lena", "colour") {
		t.Error("the owner alone knows")
	}
	o.reaches(o.do("lena", "work_tell", sim.Args{"fact": "price", "to": []string{"robin", "lena"}, "message": 77}))
	o.reaches(o.do("tomas", "work_tell", sim.Args{"fact": "price", "to": "tomas", "from": "robin"}), "tomas")
	o.refuse("tomas", "work_tell", sim.Args{"fact": "price", "to": "tomas"}, "knows fact price already")
	f, _ := l.Fact("price")
	if f.Knows["robin"] != 77 || f.MayKnow("robin") || !f.MayKnow("marta") || !f.MayKnow("lena") {
		t.Errorf("fact %+v", f)
	}
	o.do("lena", "work_fact", sim.Args{"id": "vendor", "text": "It is Findra.", "keywords": "Vendor"})
	if got := l.FactsAbout("What is the vendor's PRICE?"); !reflect.DeepEqual(got, []string{"price", "vendor"}) {
		t.Errorf("facts about it: %v", got)
	}
	if got := l.FactsByKeyword("VENDOR"); !reflect.DeepEqual(got, []string{"price", "vendor"}) {
		t.Errorf("facts by keyword: %v", got)
	}
	o.do("lena", "work_risk_state", sim.Args{"risk": "dns", "state": "occurred", "severity": 5})
	o.field("risk/dns", "state", "occurred")
}

func TestRefusals(t *testing.T) {
	o := newOffice(t)
	for _, c := range []struct {
		by   sim.ActorID
		tool string
		args sim.Args
		want string
	}{
		{"marta", "work_change_requirement", sim.Args{"id": "go-life", "value": "x"}, "there is go-live"},
		{"marta", "work_change_requirement", sim.Args{"id": "go-live", "value": "2026-03-27"}, "already"},
		{"marta", "work_change_requirement", sim.Args{"id": "go-live", "value": " "}, "must not be empty"},
		{"lena", "work_change_requirement", sim.Args{"id": "go-live", "value": "x"}, "only marta changes"},
		{"marta", "work_change_requirement", sim.Args{"id": "go-live"}, `needs the argument "value"`},
		{"marta", "work_change_requirement", sim.Args{"id": "go-live", "value": "x", "why": "y"}, `no argument "why"`},
		{"marta", "work_require", sim.Args{"id": "go-live", "title": "x", "owner": "marta", "value": "x"}, "already"},
		{"marta", "work_require", sim.Args{"id": "a b", "title": "x", "owner": "marta", "value": "x"}, "no id"},
		{"marta", "work_require", sim.Args{"id": "x", "title": "x", "owner": "martha", "value": "x"}, "there is marta"},
		{"marta", "work_require", sim.Args{"id": "x", "title": "x", "owner": "marta", "value": "x", "dependents": "plan"}, "deliverable/<id> or package/<id>"},
		{"marta", "work_rebase", sim.Args{"what": "package/api", "req": "go-live", "version": 3}, "versions 1 to 1"},
		{"marta", "work_rebase", sim.Args{"what": "fact/price", "req": "go-live"}, "must be written like"},
		{"marta", "work_plan", sim.Args{"id": "x", "title": "x", "owner": "lena", "estimate": "0s"}, "some time"},
		{"marta", "work_plan", sim.Args{"id": "x", "title": "x", "owner": "lena", "estimate": "1h", "needs": "package/shema"}, "there is schema"},
		{sim.Script, "work_plan", sim.Args{"id": "x", "title": "x", "owner": "lena", "estimate": "1h", "needs": "package/zzzzzzzz"}, `there is no package "zzzzzzzz"`},
		{"lena", "work_progress", sim.Args{"package": "schema", "spent": "1h"}, "schema is planned"},
		{"lena", "work_unblock", sim.Args{"package": "schema"}, "schema is planned"},
		{"tomas", "work_block", sim.Args{"package": "schema"}, "only lena blocks"},
		{"lena", "work_reassign", sim.Args{"package": "schema", "owner": "lena"}, "lena's already"},
		{"lena", "work_reestimate", sim.Args{"package": "schema"}, "estimated so already"},
		{"lena", "work_promise", sim.Args{"to": "lena", "what": "x", "due": "2026-03-03"}, "themselves"},
		{"lena", "work_promise", sim.Args{"to": "marta", "what": "fact/prize", "due": "2026-03-03"}, "there is price"},
		{"lena", "work_promise", sim.Args{"to": "marta", "what": "x", "due": "2026-03-01"}, "later than now"},
		{"tomas", "work_settle", sim.Args{"commitment": "c1"}, "between lena and robin"},
		{"lena", "work_settle", sim.Args{"commitment": "c1", "state": "lost"}, "one of kept, late, broken"},
		{"lena", "work_renegotiate", sim.Args{"commitment": "c1", "due": "2026-03-02T12:00"}, "already"},
		{"lena", "work_lapse", sim.Args{"commitment": "c1"}, "not newly past due"},
		{"lena", "work_fact", sim.Args{"id": "x", "text": "x", "severity": 11}, "0 to 10"},
		{"lena", "work_risk", sim.Args{"id": "x", "title": "x", "owner": "lena", "severity": 0}, "1 to 5"},
		{"lena", "work_risk_state", sim.Args{"risk": "dns", "state": "open"}, "open already"},
		{"robin", "work_grant", sim.Args{"approval": "security"}, `there is no tool "work_grant"`},
	} {
		o.refuse(c.by, c.tool, c.args, c.want)
	}
}

// What the ledger holds is hidden from an agent under test: no tool is there for it, and no event reaches it.
func TestAgentsSeeNothingOfTheLedger(t *testing.T) {
	o := story(t)
	for _, tool := range o.w.Tools() {
		if strings.HasPrefix(tool.Name, "work_") {
			t.Errorf("%s is listed", tool.Name)
		}
	}
	for _, e := range o.log {
		if strings.HasPrefix(e.Body.Kind(), "work.") && e.Reaches("robin") {
			t.Errorf("event %d, %s, reaches the agent", e.Seq, e.Body.Kind())
		}
		if _, ok := e.Body.(fmt.Stringer); !ok && strings.HasPrefix(e.Body.Kind(), "work.") {
			t.Errorf("%s has no line", e.Body.Kind())
		}
	}
}

// story lets a fact of every kind happen.
func story(t *testing.T) *office {
	o := newOffice(t)
	o.do("marta", "work_change_requirement", sim.Args{"id": "go-live", "value": "2026-04-01"})
	o.do("tomas", "work_rebase", sim.Args{"what": "package/api", "req": "go-live"})
	o.do(sim.Script, "work_check", sim.Args{"deliverable": "plan", "expr": `known("docs/plan")`, "says": "there is none"})
	o.do("lena", "work_start", sim.Args{"package": "schema"})
	o.do("lena", "work_progress", sim.Args{"package": "schema", "spent": "1h"})
	o.do("lena", "work_block", sim.Args{"package": "schema"})
	o.do("lena", "work_unblock", sim.Args{"package": "schema"})
	o.do("lena", "work_finish", sim.Args{"package": "schema"})
	o.do("tomas", "work_reestimate", sim.Args{"package": "api", "estimate": "11h"})
	o.do("tomas", "work_move_due", sim.Args{"package": "api", "due": "2026-03-06"})
	o.do("tomas", "work_reassign", sim.Args{"package": "api", "owner": "lena"})
	o.do("lena", "work_drop", sim.Args{"package": "api"})
	o.do("tomas", "work_promise", sim.Args{"to": "robin", "what": "package/api", "due": "2026-03-02T15:00"})
	o.do("tomas", "work_renegotiate", sim.Args{"commitment": "c2", "due": "2026-03-02T16:00"})
	o.do("tomas", "work_settle", sim.Args{"commitment": "c2"})
	o.fire() // c1 lapses
	for _, tool := range []string{"work_request", "work_refuse", "work_request", "work_grant", "work_withdraw"} {
		o.do("marta", tool, sim.Args{"approval": "security"})
	}
	o.do("lena", "work_tell", sim.Args{"fact": "price", "to": "robin"})
	o.do("lena", "work_risk_state", sim.Args{"risk": "dns", "state": "raised"})
	return o
}

func TestTheStoryKnowsEveryKind(t *testing.T) {
	o := story(t)
	seen := map[string]bool{}
	for _, e := range o.log {
		seen[e.Body.Kind()] = true
	}
	for _, b := range work.New().Kinds() {
		if !seen[b.Kind()] {
			t.Errorf("%s does not happen", b.Kind())
		}
	}
}

func TestReplayMakesTheSameLedger(t *testing.T) {
	o := story(t)
	enc, dec := sim.NewCodec(work.New()), sim.NewCodec(work.New())
	again := sim.NewWorld(work.New())
	for _, e := range o.log {
		back, err := dec.Decode(enc.Encode(e))
		if err != nil {
			t.Fatal(err)
		}
		again.Apply(back)
	}
	if a, b := everything(o.w), everything(again); !reflect.DeepEqual(a, b) {
		t.Errorf("got %v, want %v", b, a)
	}
}

func TestClonesGoTheirOwnWay(t *testing.T) {
	o := story(t)
	before := everything(o.w)
	fork := &office{T: t, w: o.w.Clone()}
	if !reflect.DeepEqual(before, everything(fork.w)) {
		t.Fatal("a clone shows something else")
	}
	change := func(o *office, value string) {
		o.do("marta", "work_change_requirement", sim.Args{"id": "go-live", "value": value})
		o.do("marta", "work_plan", sim.Args{"id": value, "title": "x", "owner": "lena", "estimate": "1h", "needs": "package/schema"})
		o.do("lena", "work_promise", sim.Args{"to": "marta", "what": "package/" + value, "due": "2026-03-05"})
		o.do("lena", "work_tell", sim.Args{"fact": "price", "to": "tomas"})
		o.do("lena", "work_rebase", sim.Args{"what": "deliverable/plan", "req": "go-live"})
		o.do("marta", "work_grant", sim.Args{"approval": "security"})
	}
	change(fork, "fork")
	if !reflect.DeepEqual(before, everything(o.w)) {
		t.Error("a clone changed its origin")
	}
	after := everything(fork.w)
	change(o, "main")
	if !reflect.DeepEqual(after, everything(fork.w)) {
		t.Error("the origin changed its clone")
	}
	if got := ids(o.ledger().Needing("package/schema")); !reflect.DeepEqual(got, []string{"api", "main"}) {
		t.Errorf("needing schema: %v", got)
	}
}

func BenchmarkPlan(b *testing.B) {
	l := work.New()
	for i := range b.N {
		l.Apply(sim.Event{Seq: uint64(i + 1), Body: work.PackagePlanned{ID: fmt.Sprintf("p%07d", i), Owner: "lena",
			Estimate: clock.Duration(time.Hour), True: time.Hour, Needs: []string{"approval/x"}}})
	}
}

func TestBodiesSayWhatHappened(t *testing.T) {
	o := story(t)
	var lines []string
	for _, e := range o.log {
		if s, ok := e.Body.(fmt.Stringer); ok && strings.HasPrefix(e.Body.Kind(), "work.") {
			lines = append(lines, s.String())
		}
	}
	all := strings.Join(lines, "\n")
	for _, want := range []string{
		"requirement go-live of marta: 2026-03-27", "requirement go-live is now version 2: 2026-04-01",
		"package/api is brought up to requirement go-live version 2", "package schema: 1h0m0s more", "package schema is blocked",
		"package api goes from tomas to lena", "package api is now estimated at 11h0m0s", "deliverable plan of robin is planned: Plan, docs/plan",
		"tomas promises robin package/api by 2026-03-02T15:00:00Z (c2)", "commitment c2 is kept", "commitment c1 of lena to robin is past due",
		"marta asks for approval security", "approval security is withdrawn", "fact price is told to robin by lena", "risk dns is raised, severity 3",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("nothing says %q", want)
		}
	}
}

func TestAnApproversChecks(t *testing.T) {
	o := newOffice(t)
	o.do(sim.Script, "work_deliverable", sim.Args{"id": "budget", "title": "Budget", "owner": "robin", "ref": "sheets/budget"})
	for _, c := range []struct {
		args sim.Args
		want string
	}{
		{sim.Args{"deliverable": "none", "expr": "true", "says": "no"}, `there is no deliverable "none"`},
		{sim.Args{"deliverable": "budget"}, "either cell and requirement, or expr and says"},
		{sim.Args{"deliverable": "budget", "cell": "B5"}, "either cell and requirement, or expr and says"},
		{sim.Args{"deliverable": "budget", "requirement": "go-live"}, "either cell and requirement, or expr and says"},
		{sim.Args{"deliverable": "budget", "expr": "true"}, "either cell and requirement, or expr and says"},
		{sim.Args{"deliverable": "budget", "cell": "B5", "requirement": "go-live", "expr": "true", "says": "no"}, "either cell and requirement, or expr and says"},
		{sim.Args{"deliverable": "budget", "cell": "B5", "requirement": "go-dead"}, `there is no requirement "go-dead"`},
		{sim.Args{"deliverable": "plan", "cell": "B5", "requirement": "go-live"}, "has no cells"},
	} {
		o.refuse(sim.Script, "work_check", c.args, c.want)
	}
	before, _ := o.ledger().Deliverable("budget")
	e := o.do(sim.Script, "work_check", sim.Args{"deliverable": "budget", "cell": "B5", "requirement": "go-live"})
	o.do(sim.Script, "work_check", sim.Args{"deliverable": "budget", "expr": "true", "says": "it is not so"})
	o.reaches(e)
	d, _ := o.ledger().Deliverable("budget")
	want := []work.Check{{Cell: "B5", Req: "go-live"}, {Expr: "true", Says: "it is not so"}}
	if !reflect.DeepEqual(d.Checks, want) || len(before.Checks) != 0 {
		t.Errorf("got %v, want %v; before %v", d.Checks, want, before.Checks)
	}
}
