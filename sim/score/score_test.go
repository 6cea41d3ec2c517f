package score

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

func document(id string, weight int, values ...string) Criterion {
	return Criterion{ID: id, Axis: Deliverable, Weight: weight, Verify: &Verify{Kind: "document_states", Ref: "docs/plan", Values: values}}
}

func metricOf(id, metric string, goal, zero int) Criterion {
	return Criterion{ID: id, Axis: Social, Weight: 1, Metric: metric, Goal: goal, Zero: zero}
}

func find(t *testing.T, s Score, id string) Finding {
	t.Helper()
	i := slices.IndexFunc(s.Findings, func(f Finding) bool { return f.Criterion == id })
	if i < 0 {
		t.Fatalf("there is no finding on %s", id)
	}
	return s.Findings[i]
}

func TestAMilestoneIsJudgedAsOfItsMoment(t *testing.T) {
	o := newOffice(t)
	late := o.says("lena", "chat_direct", direct("robin", "How is it?"), speech.Act{Verb: speech.Ask})
	o.to(at(3, 10, 0)) // lena waits for 8 h
	o.do("robin", "docs_create", sim.Args{"doc": "plan", "title": "Plan", "text": "44 pilots"})
	o.to(at(6, 9, 0))
	o.do("robin", "docs_write", sim.Args{"doc": "plan", "text": "46 pilots"})
	by := func(c Criterion, by string) Criterion { c.ID, c.By = c.ID+by, by; return c }
	_, s := o.fold(by(document("plan", 1, "44"), "2026-03-03T09:59"), by(document("plan", 1, "44"), "2026-03-03T10:00"),
		by(document("plan", 1, "44"), "2026-03-06T08:59"), document("now", 1, "44"),
		by(metricOf("replies", "D1", 100, 0), "2026-03-03T10:00"), by(metricOf("replies", "D1", 100, 0), "2026-03-03T10:01"))
	for id, want := range map[string]State{"plan2026-03-03T09:59": Fail, "plan2026-03-03T10:00": Pass, "plan2026-03-06T08:59": Pass, "now": Fail,
		"replies2026-03-03T10:00": Unscored, "replies2026-03-03T10:01": Fail} {
		if f := find(t, s, id); f.State != want {
			t.Errorf("%s comes out as %s, want %s", id, f, want)
		}
	}
	if f := find(t, s, "replies2026-03-03T10:01"); !sameNumbers(f.Evidence, []uint64{late}) {
		t.Errorf("got %+v", f)
	}
}

func TestAMeasureIsMappedFromZeroToGoal(t *testing.T) {
	for _, c := range []struct {
		goal, zero, value, points int
		state                     State
	}{{90, 40, 90, 200, Pass}, {90, 40, 100, 200, Pass}, {90, 40, 65, 100, Partial}, {90, 40, 40, 0, Fail}, {90, 40, 0, 0, Fail},
		{0, 30, 0, 200, Pass}, {0, 30, 15, 100, Partial}, {0, 30, 60, 0, Fail}, {5, 5, 5, 0, Broken}} {
		k := Criterion{ID: "x", Axis: Social, Weight: 2, Goal: c.goal, Zero: c.zero}
		if f := k.judge(Measure{ID: "D1", N: 1, Value: c.value}); f.Points != c.points || f.State != c.state || f.Of != 200 {
			t.Errorf("%+v: got %s", c, f)
		}
	}
}

func TestUnscoredAndBrokenCountNeitherWay(t *testing.T) {
	o := newOffice(t)
	o.do("robin", "docs_create", sim.Args{"doc": "plan", "title": "Plan", "text": "44 pilots"})
	broken := document("broken", 5)
	broken.Verify = &Verify{Kind: "package_done", Package: "none"}
	_, s := o.fold(document("good", 3, "44"), document("bad", 1, "46"), broken, metricOf("nothing", "D1", 100, 0), metricOf("unknown", "D99", 1, 0),
		Criterion{ID: "when", Axis: Social, Weight: 1, By: "some day", Metric: "D1", Goal: 1})
	if got, want := s.Brief(), (Brief{Total: 75, Deliverable: 75, Unscored: 1, Broken: 3}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if f := find(t, s, "broken"); f.Blame != ByGrader || f.Points != 0 {
		t.Errorf("got %+v", f)
	}
	if (Score{}).Brief() != (Brief{}) {
		t.Error("an empty score has points")
	}
}

func TestNobodyScoresByNotBeingThere(t *testing.T) {
	o := newOffice(t)
	quiet := metricOf("quiet", "D16", 0, 5)
	quiet.Requires.Messages = 1
	_, s := o.fold(quiet)
	if f := find(t, s, "quiet"); f.State != Fail || f.Points != 0 || f.Blame != ByAgent {
		t.Errorf("got %+v", f)
	}
	o.robin("chat_direct", direct("lena", "Hello."))
	if _, s = o.fold(quiet); find(t, s, "quiet").State != Pass {
		t.Errorf("got %+v", s.Findings)
	}
	needs := func(id string, need ...string) Criterion {
		c := metricOf(id, "D16", 0, 5)
		c.Requires.Criteria = need
		return c
	}
	broken := document("broken", 1)
	broken.Verify = &Verify{Kind: "package_done", Package: "none"}
	_, s = o.fold(document("plan", 1, "44"), needs("direct", "plan"), needs("through", "direct"), needs("circle", "circle"), broken, needs("spared", "broken"))
	for id, want := range map[string]State{"plan": Fail, "direct": Fail, "through": Fail, "circle": Pass, "spared": Pass} {
		if f := find(t, s, id); f.State != want {
			t.Errorf("%s comes out as %s, want %s", id, f, want)
		}
	}
}

func TestABlindCopyIsOneMessage(t *testing.T) {
	o := newOffice(t)
	o.robin("mail_send", sim.Args{"to": "lena", "bcc": "raj, tomas", "subject": "Hello", "text": "all"})
	if tr, _ := o.fold(); tr.sent != 1 {
		t.Errorf("robin sent %d messages, want 1", tr.sent)
	}
	i := slices.IndexFunc(o.log, func(e sim.Event) bool { return e.Body.Kind() == "mail.copied" })
	copied := o.log[i]
	o.fact("raj", speech.Understood{Message: copied.Seq, From: "robin", Acts: []speech.Act{askPrice}})
	o.expect("D8", 0, 1)
}

func TestFinishCanBeAskedOnTheWay(t *testing.T) {
	o := newOffice(t)
	o.says("lena", "chat_direct", direct("robin", "How is it?"), speech.Act{Verb: speech.Ask})
	o.to(at(4, 9, 0))
	tr, first := o.fold(metricOf("replies", "D1", 100, 0))
	if again := tr.Finish(); !reflect.DeepEqual(first, again) {
		t.Errorf("asked twice: got %+v, then %+v", first, again)
	}
	if s := NewTrajectory(sim.NewWorld(), Setup{}).Finish(); len(s.Findings) != 0 {
		t.Errorf("a world without events has findings: %+v", s)
	}
}

func TestTheScoreAsJSON(t *testing.T) {
	s := Score{Findings: []Finding{{Criterion: "plan", Title: "Plan", Axis: Deliverable, Points: 50, Of: 150, State: Partial, Why: "half", Evidence: []uint64{7}, Blame: ByAgent}},
		Measures: []Measure{{ID: "D1", Name: "response latency", Value: 80, Unit: "%", N: 5, P50: time.Hour, Why: "4 of 5"}}}
	got, err := json.Marshal(s)
	want := `{"total":33.33,"deliverable":33.33,"social":0,"unscored":0,"broken":0,` +
		`"findings":[{"criterion":"plan","title":"Plan","axis":"deliverable","points":50,"of":150,"state":"partial","why":"half","evidence":[7],"blame":"agent"}],` +
		`"measures":[{"id":"D1","name":"response latency","value":80,"unit":"%","n":5,"p50_ns":3600000000000,"why":"4 of 5"}]}`
	if err != nil || string(got) != want {
		t.Errorf("got %s %v\nwant %s", got, err, want)
	}
	var back Score
	if err := json.Unmarshal(got, &back); err != nil || !reflect.DeepEqual(back, s) {
		t.Errorf("it comes back as %+v %v", back, err)
	}
}

func TestEveryMetricIsInThePackageComment(t *testing.T) {
	want := strings.Fields("D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 D11 D12 D13 D16 D18 D19 D20 D22 D23 D25 D26 D31")
	if got := MetricIDs(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	_, s := newOffice(t).fold()
	for i, m := range s.Measures {
		if m.ID != want[i] || m.Name == "" || m.Unit == "" || m.Why == "" {
			t.Errorf("measure %d is %+v", i, m)
		}
	}
}

func TestPercentilesAreNearestRank(t *testing.T) {
	times := sortTimes([]time.Duration{4, 1, 3, 2, 5})
	for p, want := range map[int]time.Duration{50: 3, 90: 5, 20: 1, 21: 2, 100: 5} {
		if got := percentile(times, p); got != want {
			t.Errorf("p%d is %d, want %d", p, got, want)
		}
	}
	if percentile(nil, 50) != 0 || percent(1, 0) != 0 || percent(1, 3) != 33 || percent(1, 2) != 50 || percent(2, 3) != 67 {
		t.Error("the edges are off")
	}
}
