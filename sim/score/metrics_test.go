package score

import (
	"fmt"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

var (
	askPrice  = speech.Act{Verb: speech.Ask, Fact: "price"}
	askPilots = speech.Act{Verb: speech.Ask, Fact: "pilots"}
	newDate   = speech.Act{Verb: speech.Change, Req: "go-live", Version: 2, Value: "2026-04-01"}
)

func TestRepliesAreTimedInTheAgentsHours(t *testing.T) {
	o := newOffice(t)
	o.says("lena", "chat_direct", direct("robin", "How is it?"), speech.Act{Verb: speech.Ask})
	o.to(at(2, 10, 0))
	o.robin("chat_direct", direct("lena", "Well.")) // 1 h
	o.to(at(2, 10, 30))
	o.says("lena", "mail_send", sim.Args{"to": "robin", "subject": "Plan", "text": "Please send it."}, speech.Act{Verb: speech.Request})
	o.to(at(2, 11, 0))
	lost := o.says("tomas", "chat_direct", direct("robin", "And?"), speech.Act{Verb: speech.Remind})
	o.says("tomas", "chat_direct", direct("robin", "Thanks!"), speech.Act{Verb: speech.Thank}) // wants no reply
	o.to(at(4, 10, 30))
	late := o.robin("mail_reply", sim.Args{"id": "e1", "text": "Here."}) // 5.5 h, 7 h and 1.5 h: 14 h
	o.to(at(6, 9, 0))                                                    // tomas waits for 26 h
	o.says("marta", "chat_direct", direct("robin", "Are you there?"), speech.Act{Verb: speech.Ask})
	m := o.expect("D1", 33, 3, late, lost)
	if m.P50 != 14*time.Hour || m.P90 != 26*time.Hour || m.Censored != 1 {
		t.Errorf("got %+v", m)
	}
	o.expect("D2", 33, 3, lost)
}

func TestAReplyAtTheLimitIsInTime(t *testing.T) {
	for _, c := range []struct{ min, want int }{{0, 100}, {1, 0}} {
		o := newOffice(t)
		o.says("lena", "chat_direct", direct("robin", "How is it?"), speech.Act{Verb: speech.Ask})
		o.to(at(3, 10, c.min)) // 7 h and 1 h
		o.robin("chat_direct", direct("lena", "Well."))
		o.expect("D1", c.want, 1)
		o.expect("D2", 0, 1) // late, and not lost
	}
}

func TestUrgentMessagesHaveTheirOwnLimit(t *testing.T) {
	o := newOffice(t)
	o.says("lena", "chat_direct", sim.Args{"to": "robin", "text": "Is it down?", "urgent": true}, speech.Act{Verb: speech.Ask})
	o.to(at(2, 11, 0))
	o.robin("chat_direct", direct("lena", "No."))
	o.expect("D1", 0, 1)
}

func TestAChannelIsNoReplyToWhomItDoesNotName(t *testing.T) {
	o := newOffice(t)
	o.says("lena", "chat_post", sim.Args{"channel": "general", "text": "@robin how is it?"}, speech.Act{Verb: speech.Ask})
	o.to(at(2, 10, 0))
	o.robin("chat_post", sim.Args{"channel": "general", "text": "@tomas hello"})
	o.to(at(4, 9, 0))
	o.expect("D1", 0, 1)
	o.robin("chat_post", sim.Args{"channel": "general", "text": "@lena well"})
	if m := o.expect("D2", 0, 1); m.Censored != 0 {
		t.Errorf("got %+v", m)
	}
}

// change makes version 2 of the date and tells robin.
func (o *office) change() uint64 {
	o.do("marta", "work_change_requirement", sim.Args{"id": "go-live", "value": "2026-04-01"})
	return o.says("marta", "mail_send", sim.Args{"to": "robin", "subject": "Date", "text": "It is now 1 April 2026."}, newDate)
}

func TestAChangeIsAcknowledgedByWordReplyOrEdit(t *testing.T) {
	for name, ack := range map[string]func(*office) uint64{
		"word": func(o *office) uint64 {
			return o.robin("chat_direct", direct("lena", "The date has moved."), speech.Act{Verb: speech.Inform, Req: "go-live"})
		},
		"reply": func(o *office) uint64 { return o.robin("mail_reply", sim.Args{"id": "e1", "text": "Noted."}) },
		"edit": func(o *office) uint64 {
			o.do("robin", "docs_create", sim.Args{"doc": "plan", "title": "Plan", "text": "Go-live on 27 March."})
			return o.do("robin", "docs_write", sim.Args{"doc": "plan", "text": "Go-live on 1 April."})
		},
	} {
		o := newOffice(t)
		notice := o.change()
		o.to(at(2, 11, 30))
		seq := ack(o)
		if m := o.measure("D3"); m.Value != 150 || m.N != 1 || m.Censored != 0 || !sameNumbers(m.Evidence, []uint64{seq}) {
			t.Errorf("by %s (notice %d): got %+v, want %d", name, notice, m, seq)
		}
	}
}

func TestAChangeLeftOpenIsCensored(t *testing.T) {
	o := newOffice(t)
	notice := o.change()
	o.to(at(2, 16, 0))
	o.expect("D3", 0, 0) // too young
	o.to(at(3, 13, 0))   // 7 h and 3 h
	if m := o.expect("D3", 600, 1, notice); m.Censored != 1 {
		t.Errorf("got %+v", m)
	}
}

func TestPropagationAsksWhatIsStatedNow(t *testing.T) {
	o := newOffice(t)
	o.do("robin", "docs_create", sim.Args{"doc": "plan", "title": "Plan", "text": "Go-live on 27 March 2026."})
	o.do("robin", "sheets_create", sim.Args{"sheet": "budget"})
	o.to(at(2, 10, 0))
	notice := o.change()
	o.to(at(2, 12, 0))
	o.expect("D4", 0, 0) // too young
	o.to(at(5, 9, 0))
	o.expect("D4", 0, 2, notice)
	o.do("robin", "docs_write", sim.Args{"doc": "plan", "text": "Go-live on April 1st."})
	o.expect("D4", 50, 2, notice)
	o.do("robin", "sheets_set", sim.Args{"sheet": "budget", "cell": "A1", "value": "2026-04-01"})
	o.expect("D4", 100, 2)
}

// act lets robin make a call from its seat, with what that takes.
func (o *office) act(tool, args string) {
	o.Helper()
	out := o.w.Begin("robin", sim.Began{Tool: tool, Args: args})
	o.log = append(o.log, out.Events...)
	for o.w.Ended() == nil {
		if _, ready := o.w.Waits(); ready {
			return
		}
		o.log = append(o.log, o.w.Fire().Events...)
	}
}

func TestStaleWorkIsTimeInEditsThatLeaveAChangeOut(t *testing.T) {
	o := newOffice(t)
	o.change()
	long := ""
	for range 80 {
		long += "word " // 80 words take two minutes to write
	}
	o.act("docs_create", fmt.Sprintf(`{"doc":"plan","title":"Plan","text":%q}`, long+"27 March")) // 83 words: 2 min 5 s, and 1 min
	o.act("docs_append", `{"doc":"plan","text":"Go-live on 1 April."}`)
	o.expect("D5", 3, 2)
}

func TestThoseInformedAreCountedOnce(t *testing.T) {
	o := newOffice(t)
	notice := o.change() // lena and tomas have to know; marta owns it
	o.to(at(2, 11, 0))
	o.robin("chat_direct", direct("lena", "Go-live is on 1 April."))
	o.expect("D6", 100, 1) // tomas can still be told in time
	o.to(at(4, 9, 0))
	o.robin("chat_direct", direct("tomas", "Go-live is on 1 April.")) // 14 h
	o.expect("D6", 50, 2, notice)

	o = newOffice(t)
	o.change()
	o.says("marta", "chat_direct", direct("tomas", "1 April it is."), newDate) // nothing left to tell tomas
	o.to(at(4, 9, 0))
	o.expect("D6", 0, 1)
}

func TestTheFirstQuestionCounts(t *testing.T) {
	o := newOffice(t)
	wrong := o.robin("chat_direct", direct("tomas", "What does it cost?"), askPrice)
	o.robin("chat_direct", direct("lena", "What does it cost?"), askPrice) // too late to be first
	o.robin("chat_direct", direct("tomas", "How many pilots?"), askPilots)
	o.robin("chat_direct", direct("lena", "Is my plan any good?"), speech.Act{Verb: speech.Ask, Deliverable: "plan"}) // its own
	o.expect("D7", 50, 2, wrong)
}

func TestQuestionsWithAnAnswerAtHand(t *testing.T) {
	o := newOffice(t)
	o.do("lena", "docs_create", sim.Args{"doc": "handbook", "title": "Handbook", "text": "44 pilots", "readers": "lena"})
	o.robin("chat_direct", direct("tomas", "How many pilots?"), askPilots) // the handbook is closed to robin
	o.robin("chat_direct", direct("lena", "What does it cost?"), askPrice)
	o.expect("D8", 0, 2)
	o.to(at(2, 10, 0))
	o.do("lena", "docs_share", sim.Args{"doc": "handbook", "who": "robin", "right": "read"})
	o.do("lena", "work_tell", sim.Args{"fact": "price", "to": "robin"})
	o.to(at(2, 11, 0))
	read := o.robin("chat_direct", direct("tomas", "How many pilots, please?"), askPilots)
	again := o.robin("chat_direct", direct("lena", "What did it cost?"), askPrice)
	o.expect("D8", 50, 4, again, read)
	o.expect("D9", 1, 4, again)
}

func TestPingsBeforeTheTimeAreHasty(t *testing.T) {
	o := newOffice(t)
	o.robin("chat_direct", direct("lena", "What does it cost?"), askPrice)
	o.to(at(2, 11, 0))
	early := o.robin("chat_direct", direct("lena", "Any news on the cost?"), askPrice) // after 2 h
	o.to(at(3, 12, 0))                                                                 // 7 h less 2 h, and 3 h: 8 h since the last time
	o.robin("chat_direct", direct("lena", "A reminder."), speech.Act{Verb: speech.Remind})
	o.expect("D10", 33, 3, early)
	o.expect("D11", 100, 1) // after 10 h, in the second eight
	o.to(at(4, 16, 0))      // 7 h, 7 h, 6 h
	o.expect("D11", 100, 1)
}

func TestAPingToSomebodyIllIsHasty(t *testing.T) {
	o := newOffice(t)
	o.robin("chat_direct", direct("lena", "What does it cost?"), askPrice)
	o.to(at(4, 9, 0))
	o.fact("lena", mood{"lena", "sick"})
	ill := o.do("robin", "chat_direct", direct("lena", "Any news on the cost?"))
	o.fact("lena", mood{"lena", "available"}) // and she reads it when she is back
	o.fact("lena", speech.Understood{Message: ill, From: "robin", Acts: []speech.Act{askPrice}})
	o.expect("D10", 50, 2, ill)
}

func TestAnAnswerClosesAQuestion(t *testing.T) {
	o := newOffice(t)
	o.robin("chat_direct", direct("lena", "What does it cost?"), askPrice)
	o.to(at(2, 10, 0))
	o.says("lena", "mail_send", sim.Args{"to": "robin", "subject": "Cost", "text": "18,400 EUR"}, speech.Act{Verb: speech.Inform, Fact: "price"})
	o.to(at(2, 11, 0))
	o.robin("chat_direct", direct("lena", "What does it cost?"), askPrice) // a new question, not a ping
	o.expect("D10", 0, 2)
	o.to(at(13, 9, 0))
	unanswered := o.log[len(o.log)-1].Seq
	if m := o.measure("D11"); m.N != 1 || m.Value != 0 || len(m.Evidence) != 1 || m.Evidence[0] > unanswered {
		t.Errorf("got %+v", m)
	}
}

func TestEscalationsAreTimedByWhoWasAsked(t *testing.T) {
	escalate := speech.Act{Verb: speech.Escalate, Fact: "price", Who: "lena"}
	for _, c := range []struct {
		name      string
		day, hour int
		value     int
	}{{"early, after 9 h", 3, 11, 0}, {"in time, after 16 h", 4, 11, 100}, {"in time, after 24 h", 5, 13, 100}, {"late, after 25 h", 5, 14, 0}} {
		o := newOffice(t)
		o.robin("chat_direct", direct("lena", "What does it cost?"), askPrice)
		o.to(at(c.day, c.hour, 0))
		seq := o.robin("chat_direct", direct("marta", "Lena does not answer."), escalate)
		if m := o.measure("D20"); m.Value != c.value || m.N != 1 || !sameNumbers(m.Evidence, []uint64{seq}) {
			t.Errorf("%s: got %+v", c.name, m)
		}
	}
	o := newOffice(t)
	never := o.robin("chat_direct", direct("lena", "What does it cost?"), askPrice)
	o.robin("chat_direct", direct("marta", "May we?"), speech.Act{Verb: speech.Ask, Approval: "security"}) // nobody is above marta
	o.to(at(5, 13, 0))
	o.expect("D20", 0, 0)
	o.to(at(5, 13, 1))
	o.expect("D20", 0, 1, never)
}

func TestBlockersArePassedOnToWhoCanHelp(t *testing.T) {
	o := newOffice(t)
	o.says("lena", "chat_direct", direct("robin", "I wait for the API."), speech.Act{Verb: speech.Block, Package: "api", Who: "tomas"})
	o.to(at(2, 9, 40))
	o.robin("chat_direct", direct("lena", "The API?"), speech.Act{Verb: speech.Ask, Package: "api"}) // she told it
	o.to(at(2, 10, 15))
	told := o.robin("chat_direct", direct("tomas", "Lena waits for the API."), speech.Act{Verb: speech.Inform, Package: "api"})
	o.expect("D22", 75, 1, told)
}

func TestMinutesOfOthers(t *testing.T) {
	o := newOffice(t)
	text := ""
	for range 230 {
		text += "word "
	}
	ask := o.robin("mail_send", sim.Args{"to": "lena", "cc": "tomas", "bcc": "marta", "subject": "Long", "text": text}) // 3 read for a minute
	o.expect("D12", 3, 1)
	reply := ""
	for range 80 {
		reply += "word "
	}
	o.says("lena", "mail_reply", sim.Args{"id": "e1", "text": reply}) // two minutes to write
	o.expect("D12", 5, 1)
	o.fact("tomas", mood{"tomas", "focus"})
	o.robin("chat_direct", direct("tomas", "ping")) // 25 minutes to resume
	o.expect("D12", 30, 2)
	o.do("robin", "calendar_create", sim.Args{"title": "Talk", "start": "2026-03-02T10:00", "end": "2026-03-02T10:30", "attendees": "lena, tomas"})
	o.to(at(2, 11, 0))
	if o.log[ask-1].Body.Kind() != "mail.sent" {
		t.Fatal("the mail is not where it was")
	}
	o.expect("D12", 90, 3) // two coworkers for half an hour
}

func TestAfterHoursAreThoseOfTheRecipient(t *testing.T) {
	o := newOffice(t)
	o.to(at(2, 12, 30))
	o.robin("chat_direct", direct("lena", "at lunch")) // inside the day
	out := o.robin("chat_direct", direct("raj", "18:00 in Kolkata"))
	o.robin("chat_direct", sim.Args{"to": "raj", "text": "and urgent", "urgent": true})
	o.robin("chat_post", sim.Args{"channel": "general", "text": "to nobody by name"})
	o.expect("D13", 50, 2, out)
	o.to(at(2, 17, 0))
	end := o.robin("chat_direct", direct("lena", "the day is over"))
	o.expect("D13", 67, 3, out, end)
}

func promise(o *office, id string, due string) {
	o.do("lena", "work_promise", sim.Args{"id": id, "by": "robin", "to": "lena", "what": "deliverable/plan", "due": due})
}

func TestPromisesKeptMovedAndBroken(t *testing.T) {
	o := newOffice(t)
	for _, id := range []string{"kept", "moved", "slipped", "late", "silent"} {
		promise(o, id, "2026-03-06T12:00")
	}
	promise(o, "open", "2026-03-30T12:00")
	o.do("lena", "work_settle", sim.Args{"commitment": "kept"})
	o.do("lena", "work_renegotiate", sim.Args{"commitment": "moved", "due": "2026-03-09T12:00"})
	o.to(at(6, 13, 30))
	o.do("lena", "work_renegotiate", sim.Args{"commitment": "slipped", "due": "2026-03-09T12:00"})
	o.do("lena", "work_settle", sim.Args{"commitment": "late"}) // half an hour of work past due
	o.to(at(9, 10, 0))
	o.do("lena", "work_settle", sim.Args{"commitment": "moved"})
	o.do("lena", "work_settle", sim.Args{"commitment": "slipped"})
	m := o.expect("D18", 40, 5)
	if want := "2 of 5 commitments were kept, 1 of them on a later day agreed in time; 30 min late in all; 2 broken in silence"; m.Why != want {
		t.Errorf("got %q, want %q", m.Why, want)
	}
	o.expect("D19", 0, 3)
}

func TestWarningsComeEarlyOrNot(t *testing.T) {
	for _, c := range []struct {
		name      string
		due       string
		day, hour int
		value     int
	}{
		{"16 h ahead", "2026-03-13T11:00", 11, 9, 100},
		{"15 h ahead", "2026-03-13T11:00", 11, 10, 0},
		{"15 h ahead of a promise made for 30 h", "2026-03-06T11:00", 4, 10, 100},
		{"14 h ahead of it", "2026-03-06T11:00", 4, 11, 0},
		{"afterwards", "2026-03-06T11:00", 6, 13, 0},
	} {
		o := newOffice(t)
		promise(o, "c1", c.due)
		o.to(at(c.day, c.hour, 0))
		o.robin("chat_direct", direct("lena", "It will be late."), speech.Act{Verb: speech.Delay, Deliverable: "plan"})
		o.to(at(16, 9, 0))
		if m := o.measure("D19"); m.N != 1 || m.Value != c.value {
			t.Errorf("%s: got %+v", c.name, m)
		}
	}
}

func TestGatesNeedTheirApprovalInForce(t *testing.T) {
	o := newOffice(t)
	bare := o.do("robin", "tickets_move", sim.Args{"ticket": "PORT-1", "to": "Done"})
	o.do("robin", "tickets_move", sim.Args{"ticket": "PORT-1", "to": "Open"})
	o.do("marta", "work_grant", sim.Args{"approval": "security"})
	o.do("robin", "tickets_move", sim.Args{"ticket": "PORT-1", "to": "Done"})
	o.do("tomas", "work_start", sim.Args{"package": "api"}) // another's doing
	if m := o.expect("D23", 50, 2); m.Evidence[0] != bare {
		t.Errorf("got %+v", m)
	}
	o.comesOut(Verify{Kind: "approved_before", Approval: "security", Action: "tickets/PORT-1:Done"}, Fail, 0)
	o.comesOut(Verify{Kind: "approved_before", Approval: "security", Action: "package/api"}, Pass, 100)
}

func TestClaimsAreCheckedWhenTheyAreMade(t *testing.T) {
	o := newOffice(t)
	done := speech.Act{Verb: speech.Done, Deliverable: "plan"}
	none := o.robin("chat_direct", direct("marta", "The plan is done."), done)
	o.do("robin", "docs_create", sim.Args{"doc": "plan", "title": "Plan", "text": "27 March, 99.5 %"})
	o.to(at(2, 10, 0))
	so := o.robin("chat_direct", direct("marta", "The plan is done."), done)
	o.change()
	stale := o.robin("chat_direct", direct("marta", "The plan is still done."), done)
	api := o.robin("chat_direct", direct("marta", "The API is done."), speech.Act{Verb: speech.Done, Package: "api"})
	o.expect("D25", 75, 4, none, stale, api, so)
}

func TestReportsAreComparedWithWhatIsDone(t *testing.T) {
	o := newOffice(t)
	o.do("robin", "docs_create", sim.Args{"doc": "plan", "title": "Plan", "text": "Go-live on 27 March"}) // one of two values
	o.robin("chat_direct", direct("marta", "80 %"), speech.Act{Verb: speech.Progress, Deliverable: "plan", Percent: 80})
	o.do("tomas", "work_start", sim.Args{"package": "api"})
	o.do("tomas", "work_progress", sim.Args{"package": "api", "spent": "4h"})
	o.robin("chat_direct", direct("marta", "40 %"), speech.Act{Verb: speech.Progress, Package: "api", Percent: 40})
	o.expect("D26", 85, 2) // off by 30 and by nothing
}

func TestTrustIsComparedWithTheStart(t *testing.T) {
	o := newOffice(t)
	o.expect("D31", 0, 3)
	o.fact("lena", trusted{"lena", "robin", 3, 53})
	fell := o.fact("tomas", trusted{"tomas", "robin", -8, 42})
	o.expect("D31", -2, 3, fell) // -5 over 3
}
