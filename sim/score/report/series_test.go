package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

func asTable(f figure) []string {
	var out []string
	for _, r := range f.Rows {
		var words []string
		for _, c := range r {
			words = append(words, c.Text)
		}
		out = append(out, strings.Join(words, " | "))
	}
	return out
}

func same(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

func TestTrafficCountsFromTheStart(t *testing.T) {
	same(t, asTable(newStory(sample()).traffic()), []string{"Lena Vogt | 1 | 1 | 0", "Tomas Keller | 1 | 0 | 0", "Robin Adler | 1 | 2 | 0"})
}

func TestTrafficTellsAddressedFromCopied(t *testing.T) {
	d := found()
	d.add("lena", 0, note{sim.Speech{App: "chat", Thread: "general", Mentions: []sim.ActorID{"robin"}, Cc: []sim.ActorID{"tomas"}, Text: "hi"}}, "lena", "robin", "tomas")
	same(t, asTable(newStory(Data{Log: d.log}).traffic()), []string{"Lena Vogt | 1 | 0 | 0", "Tomas Keller | 0 | 0 | 1", "Robin Adler | 0 | 1 | 0"})
}

// Asked on Monday at 16:00 and answered on Tuesday at 10:00 is two hours of a day from 9 to 17.
func TestReplyTimesAreWorkingTime(t *testing.T) {
	same(t, asTable(newStory(sample()).replies()), []string{"Robin Adler | 1 | 2 h | 2 h | 1"})
}

func TestRepliesAreFoundByThreadAndByWhatWasMeant(t *testing.T) {
	d := found()
	d.at(3, 9, 0)
	q1 := d.say("lena", "tomas", "a", 0, "Do you know?", speech.Ask)
	d.say("lena", "robin", "b", 0, "And you?", speech.Ask)
	d.at(3, 9, 30).add("robin", 0, note{sim.Speech{App: "chat", Thread: "b", To: []sim.ActorID{"lena"}, Text: "no"}}, "lena", "robin")
	d.at(3, 10, 0).say("tomas", "lena", "elsewhere", q1, "Yes.", speech.Inform)
	d.at(3, 11, 0).say("tomas", "lena", "elsewhere", q1, "Yes again.", speech.Inform)
	same(t, asTable(newStory(Data{Log: d.log}).replies()), []string{"Tomas Keller | 1 | 1 h | 1 h | 0", "Robin Adler | 1 | 30 min | 30 min | 0"})
}

func TestWhatAnAgentAskedCountsAsItWasUnderstood(t *testing.T) {
	d := found()
	q := d.at(3, 9, 0).add("robin", 0, note{sim.Speech{App: "chat", Thread: "a", To: []sim.ActorID{"lena"}, Text: "when?"}}, "lena", "robin")
	d.add("lena", q, speech.Understood{Message: q, From: "robin", Acts: []speech.Act{{Verb: speech.Ask}}})
	d.at(3, 9, 45).say("lena", "robin", "a", q, "Friday", speech.Inform)
	same(t, asTable(newStory(Data{Log: d.log}).replies()), []string{"Lena Vogt | 1 | 45 min | 45 min | 0"})
}

func TestTrustOverTime(t *testing.T) {
	f := newStory(sample()).trust()
	same(t, asTable(f), []string{"Lena Vogt | 50 | 43 | 51 | 43 | 2"})
	line := f.Shapes[slices.IndexFunc(f.Shapes, func(s shape) bool { return s.Class == "step s0" })]
	if n := strings.Count(line.D, "V"); n != 2 {
		t.Errorf("the line %q has %d steps, want 2", line.D, n)
	}
}

func TestAbsencesLastToTheNextMove(t *testing.T) {
	d := found()
	d.at(3, 8, 0).add("lena", 0, personas.Moved{Who: "lena", State: personas.OnLeave})
	d.at(4, 8, 0).add("lena", 0, personas.Moved{Who: "lena", State: personas.Sick})
	d.at(5, 8, 0).add("lena", 0, personas.Moved{Who: "lena", State: personas.Offline})
	d.at(5, 9, 0).add("lena", 0, personas.Moved{Who: "lena", State: personas.Available})
	d.at(6, 8, 0).add("tomas", 0, personas.Moved{Who: "tomas", State: personas.Gone, Until: clock.Never})
	var got []string
	for _, m := range newStory(Data{Log: d.log}).absences() {
		got = append(got, fmt.Sprintf("%s %s-%s", m.words, m.at.In(time.UTC).Format("2.1."), m.until.In(time.UTC).Format("2.1.")))
	}
	same(t, got, []string{"Lena Vogt, on leave 3.3.-4.3.", "Lena Vogt, ill 4.3.-5.3.", "Tomas Keller, not in the company 6.3.-20.3."})
}

func TestTimelineShowsWhatWasDueJudgedChangedAndApproved(t *testing.T) {
	all := strings.Join(asTable(newStory(sample()).timeline()), "\n")
	for _, want := range []string{"Fri 6 Mar 2026 15:30 | Judged | plan, partial", "Fri 6 Mar 2026 15:00 | Due | deliverable plan", "Wed 4 Mar 2026 11:00 | Requirements | go-live is now version 2",
		"Approvals | budget asked by Robin Adler", "Approvals | budget granted by Tomas Keller", "Absences | Tomas Keller, ill"} {
		if !strings.Contains(all, want) {
			t.Errorf("the timeline lacks %q:\n%s", want, all)
		}
	}
}

func TestADueMomentThatMovedIsShownWhereItIs(t *testing.T) {
	d := found()
	d.add("lena", 0, work.PackagePlanned{ID: "api", Owner: "lena", Due: clock.At(2026, time.March, 5, 9, 0, time.UTC)})
	d.add("lena", 0, work.PackageDueMoved{ID: "api", Due: clock.At(2026, time.March, 10, 9, 0, time.UTC)})
	all := strings.Join(asTable(newStory(Data{Log: d.log}).timeline()), "\n")
	if !strings.Contains(all, "Tue 10 Mar 2026 09:00 | Due | package api") || strings.Contains(all, "Thu 5 Mar") {
		t.Errorf("got\n%s", all)
	}
}

// Thirty moments in one hour: words must not run into each other, nor out of the picture.
func TestWordsOfATimelineDoNotOverlap(t *testing.T) {
	d := found()
	for i := range 30 {
		d.at(19, 9+i%3, i).add("lena", 0, work.RequirementChanged{ID: fmt.Sprintf("requirement-%d", i), Version: 2, Value: "a value of some length"})
	}
	f := newStory(Data{Log: d.log}).timeline()
	type box struct{ from, to, y int }
	var boxes []box
	for _, s := range f.Shapes {
		if s.Kind != "text" || s.Class != "label" {
			continue
		}
		b := box{s.X, s.X + width(s.Text), s.Y}
		if s.Anchor == "end" {
			b.from, b.to = s.X-width(s.Text), s.X
		}
		if b.from < 0 || b.to > f.W || b.y > f.H {
			t.Errorf("%q lies outside: %+v of %d x %d", s.Text, b, f.W, f.H)
		}
		for _, o := range boxes {
			if o.y == b.y && o.from < b.to && b.from < o.to {
				t.Errorf("%q overlaps: %+v, %+v", s.Text, b, o)
			}
		}
		boxes = append(boxes, b)
	}
	if len(boxes) != 31 { // and the plan that is due
		t.Errorf("%d words, want 31", len(boxes))
	}
}

func TestLabelsArePushedApart(t *testing.T) {
	for _, c := range []struct{ want, at []int }{
		{[]int{100, 200}, []int{100, 200}},
		{[]int{100, 100, 100}, []int{84, 100, 116}},
		{[]int{100, 104, 300}, []int{94, 110, 300}},
		{[]int{10, 10}, []int{30, 46}},
		{[]int{100, 101, 102, 118}, []int{81, 97, 113, 129}},
	} {
		if got := spread(len(c.want), func(i int) int { return c.want[i] }, 16, 30); !slices.Equal(got, c.at) {
			t.Errorf("spread %v: got %v, want %v", c.want, got, c.at)
		}
	}
}

func TestNumbersInWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{spell(25 * time.Minute), "25 min"}, {spell(3 * time.Hour), "3 h"}, {spell(200 * time.Minute), "3 h 20 min"}, {spell(25*time.Hour + 40*time.Minute), "26 h"},
		{hundredths(342), "3.42"}, {hundredths(350), "3.5"}, {hundredths(400), "4"}, {grouped(1234567), "1\u202f234\u202f567"}, {grouped(999), "999"},
		{clip("a  long\nname", 6), "a lon…"}, {fmt.Sprint(nice(74, 6)), "20"}, {fmt.Sprint(nice(1, 6)), "1"}, {fmt.Sprint(nice(0, 6)), "1"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestHoursOfTheScenarioStandInWhereTheLogTellsNone(t *testing.T) {
	h, err := clock.NewHours(time.UTC, clock.Office(9*60, 17*60, 0, 0), nil)
	if err != nil {
		t.Fatal(err)
	}
	from, to := clock.At(2026, time.March, 2, 16, 0, time.UTC), clock.At(2026, time.March, 3, 10, 0, time.UTC)
	if got := newStory(Data{Calendar: h}).worked("nobody", from, to); got != 2*time.Hour {
		t.Errorf("got %s, want 2h", got)
	}
	if got := newStory(Data{}).worked("nobody", from, to); got != 18*time.Hour {
		t.Errorf("got %s, want 18h", got)
	}
}

func TestReplyAxisGoesEvenlyFromTickToTick(t *testing.T) {
	a := newReplyAxis(3*time.Hour, 100, 400) // 0, 5 min, 15 min, 1 h, 4 h: 100 px each
	for _, c := range []struct {
		d  time.Duration
		at int
	}{{0, 100}, {5 * time.Minute, 200}, {10 * time.Minute, 250}, {15 * time.Minute, 300}, {time.Hour, 400}, {150 * time.Minute, 450}, {4 * time.Hour, 500}, {9 * time.Hour, 500}} {
		if got := a.at(c.d); got != c.at {
			t.Errorf("%s is at %d, want %d", c.d, got, c.at)
		}
	}
	if n := len(newReplyAxis(0, 0, 100).ticks); n != 2 {
		t.Errorf("an axis of nothing has %d ticks, want 2", n)
	}
	if got := newReplyAxis(9999*time.Hour, 0, 100).at(9999 * time.Hour); got != 100 {
		t.Errorf("what lies beyond the last tick is at %d, want the end", got)
	}
}
