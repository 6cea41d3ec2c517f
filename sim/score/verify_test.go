package score

import (
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

func TestADocumentStatesTheValuesInForce(t *testing.T) {
	o := newOffice(t)
	o.comesOut(Verify{Kind: "document_states", Ref: "docs/plan", Values: []string{"44"}}, Fail, 0)
	o.do("robin", "docs_create", sim.Args{"doc": "plan", "title": "Plan", "text": "Go-live on 27 March 2026 with 44 pilots."})
	reqs := []string{"go-live", "sla"}
	f := o.comesOut(Verify{Kind: "document_states", Ref: "docs/plan", Requirements: reqs, Values: []string{"44"}}, Partial, 66)
	if !strings.Contains(f.Why, "missing 99.5 %") || len(f.Evidence) != 3 || f.Blame != ByAgent {
		t.Errorf("got %+v", f)
	}
	o.comesOut(Verify{Kind: "document_states", Ref: "docs/plan", Requirements: reqs[:1]}, Pass, 100)
	o.change()
	o.comesOut(Verify{Kind: "document_states", Ref: "docs/plan", Requirements: reqs[:1]}, Fail, 0)
	o.comesOut(Verify{Kind: "document_states", Ref: "docs/plan"}, Pass, 100) // it exists
	o.comesOut(Verify{Kind: "document_states", Ref: "docs/plan", Values: []string{"44"}, Absent: []string{"2026-03-27"}}, Fail, 0)
	o.comesOut(Verify{Kind: "document_states", Ref: "docs/plan", Values: []string{"44"}, MaxWords: 8}, Pass, 100)
	o.comesOut(Verify{Kind: "document_states", Ref: "docs/plan", Values: []string{"44"}, MaxWords: 7}, Fail, 0)
	o.comesOut(Verify{Kind: "document_states", Ref: "docs/plan", Requirements: []string{"none"}}, Broken, 0)
	o.comesOut(Verify{Kind: "miracle", Ref: "docs/plan"}, Broken, 0)
}

func TestACellEqualsAValueOrARequirement(t *testing.T) {
	o := newOffice(t)
	o.do("robin", "sheets_create", sim.Args{"sheet": "budget", "tabs": "Summary"})
	o.do("robin", "sheets_set", sim.Args{"sheet": "budget", "cell": "Summary!B4", "value": "18,400.40"})
	o.do("robin", "sheets_set", sim.Args{"sheet": "budget", "cell": "Summary!B5", "value": "2026-03-27"})
	cell := func(cell, value, tolerance string) Verify {
		return Verify{Kind: "cell_equals", Ref: "sheets/budget", Cell: cell, Value: value, Tolerance: tolerance}
	}
	o.comesOut(cell("Summary!B4", "18400.4", ""), Pass, 100)
	o.comesOut(cell("Summary!B4", "18400", "0.5"), Pass, 100)
	o.comesOut(cell("Summary!B4", "18400", "0.3"), Fail, 0)
	o.comesOut(cell("Nowhere!B4", "18400", ""), Fail, 0)
	o.comesOut(Verify{Kind: "cell_equals", Ref: "sheets/budget", Cell: "Summary!B5", Requirement: "go-live"}, Pass, 100)
	o.comesOut(Verify{Kind: "cell_equals", Ref: "sheets/budget", Cell: "Summary!B5", Requirement: "none"}, Broken, 0)
}

func TestATicketIsWhereItShouldBe(t *testing.T) {
	o := newOffice(t)
	o.do("robin", "tickets_move", sim.Args{"ticket": "PORT-1", "to": "Doing"})
	o.do("robin", "tickets_assign", sim.Args{"ticket": "PORT-1", "to": "tomas"})
	o.comesOut(Verify{Kind: "ticket_state", Ticket: "PORT-1", State: []string{"Doing", "Done"}}, Pass, 100)
	o.comesOut(Verify{Kind: "ticket_state", Ticket: "PORT-1", State: []string{"Done"}}, Fail, 0)
	o.comesOut(Verify{Kind: "ticket_state", Ticket: "PORT-1", Assignee: "tomas"}, Pass, 100)
	o.comesOut(Verify{Kind: "ticket_state", Ticket: "PORT-1", State: []string{"Doing"}, Assignee: "lena"}, Fail, 0)
	o.comesOut(Verify{Kind: "ticket_state", Ticket: "PORT-9", State: []string{"Doing"}}, Fail, 0)
}

func TestAnApprovalMustStandWhenTheActionIsDone(t *testing.T) {
	v := Verify{Kind: "approved_before", Approval: "security", Action: "tickets/PORT-1:Done"}
	o := newOffice(t)
	o.comesOut(v, Fail, 0)
	grant := o.do("marta", "work_grant", sim.Args{"approval": "security"})
	done := o.do("robin", "tickets_move", sim.Args{"ticket": "PORT-1", "to": "Done"})
	if f := o.comesOut(v, Pass, 100); !sameNumbers(f.Evidence, []uint64{grant, done}) {
		t.Errorf("got %v, want %d and %d", f.Evidence, grant, done)
	}
	v.Action = "tickets/PORT-1:Open"
	o.comesOut(v, Broken, 0)

	o = newOffice(t)
	o.do("marta", "work_grant", sim.Args{"approval": "security"})
	o.do("marta", "work_withdraw", sim.Args{"approval": "security"})
	o.do("robin", "tickets_move", sim.Args{"ticket": "PORT-1", "to": "Done"})
	v.Action = "tickets/PORT-1:Done"
	o.comesOut(v, Fail, 0)
}

func TestAPackageIsDoneByItsMoment(t *testing.T) {
	o := newOffice(t)
	o.comesOut(Verify{Kind: "package_done", Package: "api"}, Fail, 0)
	o.comesOut(Verify{Kind: "package_done", Package: "none"}, Broken, 0)
	o.to(at(4, 12, 0))
	o.do("tomas", "work_finish", sim.Args{"package": "api"})
	o.comesOut(Verify{Kind: "package_done", Package: "api"}, Pass, 100) // at its very due moment
	o.comesOut(Verify{Kind: "package_done", Package: "api", By: "2026-03-04T11:59"}, Fail, 0)
	o.comesOut(Verify{Kind: "package_done", Package: "api", By: "soon"}, Broken, 0)
}

func TestAPredicateHolds(t *testing.T) {
	o := newOffice(t)
	o.comesOut(Verify{Kind: "predicate", Expr: `ticket("PORT-1").state == "Open"`}, Pass, 100)
	o.comesOut(Verify{Kind: "predicate", Expr: `ticket("PORT-1").state == "Done"`}, Fail, 0)
	o.comesOut(Verify{Kind: "predicate", Expr: `ticket("PORT-9").state == "Done"`}, Fail, 0) // the agent never made it
	o.comesOut(Verify{Kind: "predicate", Expr: `ticket("PORT-1").state ==`}, Broken, 0)
}

func TestPeopleAreToldInTime(t *testing.T) {
	v := Verify{Kind: "told", Requirement: "go-live", Who: []string{"lena", "tomas", "raj"}, Within: "8h"}
	o := newOffice(t)
	o.robin("chat_direct", direct("raj", "It is 2026-04-01, is it not?")) // before it was so
	o.to(at(2, 10, 0))
	o.change()
	o.to(at(2, 11, 0))
	lena := o.robin("chat_direct", direct("lena", "Go-live is on April 1."))
	tomas := o.robin("chat_direct", direct("tomas", "As discussed."), speech.Act{Verb: speech.Inform, Req: "go-live", Version: 2})
	f := o.comesOut(v, Partial, 66)
	if n := len(f.Evidence); n != 3 || f.Evidence[1] != lena || f.Evidence[2] != tomas {
		t.Errorf("got %v, want %d and %d", f.Evidence, lena, tomas)
	}
	o.to(at(6, 9, 0))
	o.robin("chat_direct", direct("raj", "Go-live is on April 1.")) // days late
	o.comesOut(v, Partial, 66)
	v.Within = ""
	o.comesOut(v, Pass, 100)
	v.Within = "soon"
	o.comesOut(v, Broken, 0)
}

func TestAFactIsToldFromWhenTheAgentKnewIt(t *testing.T) {
	v := Verify{Kind: "told", Fact: "price", Who: []string{"marta"}, Within: "2h"}
	o := newOffice(t)
	o.to(at(3, 10, 0))
	o.do("lena", "work_tell", sim.Args{"fact": "price", "to": "robin"})
	o.to(at(3, 12, 0))
	o.robin("chat_direct", direct("marta", "It costs 18,400 EUR."))
	o.comesOut(v, Pass, 100)
	v.Within = "1h"
	o.comesOut(v, Fail, 0)
}

func TestABlindCopyTellsAsWell(t *testing.T) {
	o := newOffice(t)
	o.robin("mail_send", sim.Args{"to": "lena", "bcc": "raj", "subject": "Date", "text": "27 March 2026"})
	o.comesOut(Verify{Kind: "told", Requirement: "go-live", Who: []string{"lena", "raj"}}, Pass, 100)
}

func TestHandingInIsSeen(t *testing.T) {
	o := newOffice(t)
	o.comesOut(Verify{Kind: "done"}, Fail, 0)
	o.act("done", `{"summary":"all there"}`)
	o.comesOut(Verify{Kind: "done"}, Pass, 100)
}
