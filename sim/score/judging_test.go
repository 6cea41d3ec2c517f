package score

import (
	"fmt"
	"testing"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

func statesPlan(id, by string) Criterion {
	return Criterion{ID: id, Axis: Deliverable, Weight: 2, By: by, Verify: &Verify{Kind: "document_states", Ref: "docs/plan", Requirements: []string{"go-live"}}}
}

// findings are the findings of a rubric by criterion.
func (o *office) findings(criteria ...Criterion) map[string]Finding {
	o.Helper()
	_, s := o.fold(criteria...)
	out := map[string]Finding{}
	for _, f := range s.Findings {
		out[f.Criterion] = f
	}
	return out
}

func (o *office) is(f Finding, state State, points int) {
	o.Helper()
	if f.State != state || f.Points != points {
		o.Errorf("got %s, want %s with %d points", f, state, points)
	}
}

func TestARequirementIsThatOfTheMilestone(t *testing.T) {
	o := newOffice(t)
	o.plan("Go-live on 27 March")
	o.to(at(2, 12, 0))
	o.change()
	got := o.findings(statesPlan("before", "2026-03-02T11:00"), statesPlan("after", ""))
	o.is(got["before"], Pass, 200)
	o.is(got["after"], Fail, 0)
}

func TestSharesAreRoundedDownToAHundredth(t *testing.T) {
	for _, c := range []struct {
		points, of int
		want       float64
	}{{0, 0, 0}, {1, 3, 33.33}, {2, 3, 66.66}, {99999, 100000, 99.99}, {5, 5, 100}} {
		if got := share(c.points, c.of); got != c.want {
			t.Errorf("%d of %d is %v, want %v", c.points, c.of, got, c.want)
		}
	}
}

func TestMarksHaveAState(t *testing.T) {
	for share, want := range map[int]Finding{-5: {Points: 0, State: Fail, Blame: ByAgent}, 0: {Points: 0, State: Fail, Blame: ByAgent},
		1: {Points: 0, State: Partial, Blame: ByAgent}, 999: {Points: 299, State: Partial, Blame: ByAgent},
		1000: {Points: 300, State: Pass}, 2000: {Points: 300, State: Pass}} {
		f := Finding{Of: 300}
		f.mark(share)
		if f.Points != want.Points || f.State != want.State || f.Blame != want.Blame {
			t.Errorf("a share of %d gives %+v, want %+v", share, f, want)
		}
	}
}

func (o *office) plan(text string) {
	o.Helper()
	o.do("robin", "docs_create", sim.Args{"doc": "plan", "title": "Plan", "text": text})
}

func TestAVerifierThatPanicsIsBroken(t *testing.T) {
	o := newOffice(t)
	f := o.comesOut(Verify{Kind: "told", Requirement: "go-live"}, Broken, 0) // divides by nobody
	if f.Blame != ByGrader {
		t.Errorf("%s is to blame, want the grader", f.Blame)
	}
	got := o.findings(Criterion{ID: "a", Weight: 1, Axis: Social, Metric: "D99"}, Criterion{ID: "b", Weight: 1, Axis: Social})
	o.is(got["a"], Broken, 0)
	o.is(got["b"], Broken, 0)
}

func TestEvidenceIsBoundedAndNamesNothingTwice(t *testing.T) {
	list := cite(nil, 0, 3, 3, 1)
	for i := range uint64(100) {
		list = cite(list, i)
	}
	if len(list) != evidenceMost || fmt.Sprint(list[:3]) != "[3 1 2]" {
		t.Errorf("got %v", list)
	}
}

func TestTheTrajectoryGoesOnAfterAScore(t *testing.T) {
	o := newOffice(t)
	tr, before := o.fold(statesPlan("plan", ""))
	o.is(before.Findings[0], Fail, 0)
	from := len(o.log)
	o.plan("27 March")
	for _, e := range o.log[from:] {
		tr.Before(e)
		tr.world.Apply(e)
		tr.After(e)
	}
	o.is(tr.Finish().Findings[0], Pass, 200)
}

func TestEachAgentHasItsOwnScore(t *testing.T) {
	o := &office{T: t, people: newPeople()}
	o.w = sim.NewWorld(parts(o.people)...)
	f := founded()
	kim := f.Actors[len(f.Actors)-1]
	kim.ID, kim.Name, kim.Mail = "kim", "kim", "kim@x.example"
	f.Actors = append(f.Actors, kim)
	out, err := o.w.Found(f)
	if err != nil {
		t.Fatal(err)
	}
	o.log = append(out.Events, o.w.Open().Events...)
	o.says("lena", "chat_direct", direct("robin", "How is it?"), speech.Act{Verb: speech.Ask})
	o.says("lena", "chat_direct", direct("kim", "And you?"), speech.Act{Verb: speech.Ask})
	o.to(at(2, 10, 0))
	o.do("kim", "chat_direct", direct("lena", "Fine."))
	o.to(at(6, 10, 0))
	for who, want := range map[sim.ActorID]int{"robin": 0, "kim": 100} {
		w := sim.NewWorld(parts(newPeople())...)
		tr := NewTrajectory(w, Setup{Agent: who})
		for _, e := range o.log {
			tr.Before(e)
			w.Apply(e)
			tr.After(e)
		}
		m := tr.Finish().Measures[0]
		if m.ID != "D1" || m.Value != want || m.N != 1 {
			t.Errorf("%s of %s is %d over %d, want %d over 1", m.ID, who, m.Value, m.N, want)
		}
	}
}

func TestWhatSeveralHearersUnderstandCountsOnce(t *testing.T) {
	o := newOffice(t)
	done := speech.Act{Verb: speech.Progress, Package: "api", Percent: 10}
	seq := o.robin("chat_post", sim.Args{"channel": "general", "text": "The API is at 10 %. @lena what is the price?"}, askPrice, done)
	o.fact("tomas", speech.Understood{Message: seq, From: "robin", Acts: []speech.Act{done, askPrice}})
	o.expect("D26", 90, 1)
	o.expect("D7", 100, 1)
	o.expect("D8", 0, 1)
	o.expect("D10", 0, 1)
}

func TestAClaimIsJudgedByWhenItWasMade(t *testing.T) {
	done := []speech.Act{{Verb: speech.Done, Deliverable: "plan"}}
	o := newOffice(t)
	early := o.do("robin", "chat_direct", direct("marta", "The plan is done."))
	o.plan("27 March, 99.5 %")
	true1 := o.do("robin", "chat_direct", direct("marta", "Now it is."))
	o.change()
	o.to(at(2, 16, 0))
	o.fact("marta", speech.Understood{Message: early, From: "robin", Acts: done}) // she reads both in the afternoon
	o.fact("marta", speech.Understood{Message: true1, From: "robin", Acts: done})
	o.expect("D25", 50, 2, early, true1)
}

func TestAnUnscoredCriterionFailsWithItsConditions(t *testing.T) {
	o := newOffice(t)
	o.robin("chat_direct", direct("lena", "Hello."))
	c := Criterion{ID: "escalates", Axis: Social, Weight: 1, Metric: "D20", Goal: 100, Requires: Requires{Messages: 1}}
	o.is(o.findings(c)["escalates"], Unscored, 0)
	c.Requires.Messages = 2
	o.is(o.findings(c)["escalates"], Fail, 0)
	c.Requires = Requires{Criteria: []string{"plan"}}
	o.is(o.findings(c, statesPlan("plan", ""))["escalates"], Fail, 0)
}

func TestAGrantAfterTheActionIsTooLate(t *testing.T) {
	o := newOffice(t)
	done := o.do("robin", "tickets_move", sim.Args{"ticket": "PORT-1", "to": "Done"})
	o.do("marta", "work_grant", sim.Args{"approval": "security"})
	f := o.comesOut(Verify{Kind: "approved_before", Approval: "security", Action: "tickets/PORT-1:Done"}, Fail, 0)
	if !sameNumbers(f.Evidence, []uint64{done}) {
		t.Errorf("it cites %v, want %d", f.Evidence, done)
	}
}

func TestASheetHasNoTextToState(t *testing.T) {
	o := newOffice(t)
	o.do("robin", "sheets_create", sim.Args{"sheet": "budget"})
	o.comesOut(Verify{Kind: "document_states", Ref: "sheets/budget", Values: []string{"44"}}, Broken, 0)
}

func TestASmallFigureIsNoProofOfAFact(t *testing.T) {
	o := newOffice(t)
	v := Verify{Kind: "told", Fact: "pilots", Who: []string{"marta"}}
	o.robin("chat_direct", direct("marta", "Let us meet in room 44."))
	o.comesOut(v, Fail, 0)
	o.robin("chat_direct", direct("marta", "44 pilots"), speech.Act{Verb: speech.Inform, Fact: "pilots"})
	o.comesOut(v, Pass, 100)
}

// claimed scores a claim or report about the plan by a rubric that looks at it.
func (o *office) claimed(a speech.Act, criteria ...Criterion) Measure {
	o.Helper()
	o.robin("chat_direct", direct("marta", "The plan ..."), a)
	_, s := o.fold(criteria...)
	id := map[speech.Verb]string{speech.Done: "D25", speech.Progress: "D26"}[a.Verb]
	for _, m := range s.Measures {
		if m.ID == id {
			return m
		}
	}
	return Measure{}
}

func TestAClaimIsCheckedByTheCriteriaThatLookAtTheThing(t *testing.T) {
	done := speech.Act{Verb: speech.Done, Deliverable: "plan"}
	half := speech.Act{Verb: speech.Progress, Deliverable: "plan", Percent: 40}
	short := document("short", 1, "27 March")
	short.Verify.MaxWords = 3
	other := document("other", 1, "44")
	other.Verify.Ref = "docs/other"
	o := newOffice(t)
	o.plan("27 March with 99.5 %, said in too many words")
	if m := o.claimed(done, short, other); m.Value != 100 || m.N != 1 {
		t.Errorf("it has no points, and the claim is %+v", m)
	}
	if m := o.claimed(done, short, document("date", 1, "27 March"), other); m.Value != 0 || m.N != 2 {
		t.Errorf("it has half the points, and the claims are %+v", m)
	}
	if m := o.claimed(half, short, document("date", 1, "27 March"), other); m.Value != 90 || m.N != 1 {
		t.Errorf("it has half the points, and a report of 40 %% is %+v", m)
	}
	if m := o.claimed(half, other); m.Value != 40 || m.N != 2 { // both values are there: off by 60, twice
		t.Errorf("without criteria the reports are %+v", m)
	}
}

func TestASheetIsCheckedByItsCells(t *testing.T) {
	cell := Criterion{ID: "cell", Axis: Deliverable, Weight: 1, Verify: &Verify{Kind: "cell_equals", Ref: "sheets/budget", Cell: "A1", Value: "44"}}
	done := speech.Act{Verb: speech.Done, Deliverable: "budget"}
	o := newOffice(t)
	o.do("robin", "sheets_create", sim.Args{"sheet": "budget"})
	if m := o.claimed(done, cell); m.Value != 100 || m.N != 1 {
		t.Errorf("an empty sheet is called done, and the claim is %+v", m)
	}
	o.do("robin", "sheets_set", sim.Args{"sheet": "budget", "cell": "A1", "value": "44"})
	if m := o.claimed(done, cell); m.Value != 50 || m.N != 2 {
		t.Errorf("the cell is there, and the claims are %+v", m)
	}
}
