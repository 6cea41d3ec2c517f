package agents

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

func TestTheSameSeedLeadsToTheSameLog(t *testing.T) {
	for _, name := range Names() {
		a, b := seat(t, "desk", name), seat(t, "desk", name)
		a.play(7, 0)
		b.play(7, 0)
		if d := a.log.Difference(b.log); d != "" {
			t.Errorf("%s: two runs differ: %s", name, d)
		}
	}
}

func TestAResumedEpisodeEndsAsOneThatWasNotStopped(t *testing.T) {
	for _, name := range Names() {
		whole := seat(t, "desk", name)
		ended := whole.play(3, 0)
		did, _ := whole.calls()
		for _, steps := range []int{len(did) / 3, len(did) / 2, len(did) - 1} {
			if steps == 0 {
				continue // one action has no middle
			}
			half, again := seat(t, "desk", name), seat(t, "desk", name)
			half.play(3, steps)
			if got := again.goOn(half.log); got != ended {
				t.Errorf("%s stopped after %d of %d actions: ended %s, want %s", name, steps, len(did), got, ended)
			}
			if d := whole.log.Difference(again.log); d != "" {
				t.Errorf("%s stopped after %d of %d actions: %s", name, steps, len(did), d)
			}
		}
	}
}

func TestTheSolutionsOfTheLibraryAreNotRefusedAnything(t *testing.T) {
	for _, scenario := range []string{"desk", "portal"} {
		d := seat(t, scenario, "oracle")
		if ended := d.play(1, 0); ended != engine.Finished {
			t.Errorf("%s: the oracle ended %s, want finished", scenario, ended)
		}
		if r := d.agent.(*Oracle).Refused(); len(r) > 0 {
			t.Errorf("%s: refused:\n%s", scenario, strings.Join(r, "\n"))
		}
	}
}

func TestNullOnlyWaits(t *testing.T) {
	d := seat(t, "desk", "null")
	d.play(1, 0)
	did, _ := d.calls()
	for _, c := range did {
		if c.Tool != "wait_for" {
			t.Errorf("null called %s", c.Tool)
		}
	}
}

func TestSteadyIsRarelyRefusedAndHandsIn(t *testing.T) {
	for _, scenario := range []string{"desk", "portal"} {
		d := seat(t, scenario, "steady")
		if ended := d.play(2, 0); ended != engine.Finished {
			t.Errorf("%s: ended %s, want finished", scenario, ended)
		}
		did, refused := d.calls()
		if len(refused)*50 > len(did) {
			t.Errorf("%s: %d of %d calls were refused:\n%s", scenario, len(refused), len(did), strings.Join(refused, "\n"))
		}
	}
}

func TestSteadyWorksInOfficeHoursOnly(t *testing.T) {
	d := seat(t, "portal", "steady")
	d.play(2, 0)
	hours := d.sc.Hours()
	for _, e := range d.events {
		if b, ok := e.Body.(sim.Began); ok && e.At > d.sc.Start && !hours.Working(e.At) && !strings.HasPrefix(b.Tool, "wait_") {
			t.Errorf("%s: %s outside its hours", e.At.Format(d.sc.TimeZone()), b)
		}
	}
}

func TestSteadyReadsNoMoreThanItsShareOfADay(t *testing.T) {
	d := seat(t, "portal", "steady")
	d.play(2, 0)
	spent := map[string]clock.Duration{}
	for _, e := range d.events {
		if c, ok := e.Body.(sim.Called); ok && (c.Tool == "docs_read" || c.Tool == "sheets_read") {
			spent[e.At.Format(d.sc.TimeZone())[:10]] += clock.Duration(c.Cost)
		}
	}
	if len(spent) == 0 {
		t.Error("it has read nothing")
	}
	for day, took := range spent {
		if took > readingMost*5/4 {
			t.Errorf("%s: %s of reading", day, took)
		}
	}
}

func TestSteadyTellsWhatChanges(t *testing.T) {
	d := seat(t, "portal", "steady")
	d.play(1, 0)
	var said []string
	for _, e := range d.events {
		if b, ok := e.Body.(sim.Speaker); ok && e.Actor == "robin" && e.At > d.sc.Start {
			s := b.Speech()
			for _, to := range s.To {
				said = append(said, string(to)+": "+s.Text)
			}
		}
	}
	for _, want := range []string{
		"marta: Acknowledged. The go-live date is now 2026-03-24.",
		"lena: Acknowledged. The supported languages are now German, English, Polish.",
		"tomas: For your planning: the SLA is now 99.8 %, it was 99.5 %.",
		"pavel: I can not tell you the price of the search vendor. It is confidential.",
	} {
		if !slices.Contains(said, want) {
			t.Errorf("it never said %q", want)
		}
	}
	for _, words := range said {
		if strings.Contains(words, "CVX-7") || strings.Contains(words, "18,400") && !strings.HasPrefix(words, "greta") {
			t.Errorf("it told a secret: %q", words)
		}
	}
}

func TestSpammerNeverRests(t *testing.T) {
	d := seat(t, "desk", "spammer")
	d.play(1, 0)
	did, _ := d.calls()
	pings := 0
	for _, c := range did {
		if c.Tool == "chat_direct" {
			pings++
		}
	}
	if pings < 3*6 {
		t.Errorf("%d pings to three people in eight hours, want at least one an hour to each", pings)
	}
}

func TestUnknownAgentsAreNamedWithTheKnownOnes(t *testing.T) {
	_, err := New("stedy", Briefing{})
	if err == nil || !strings.Contains(err.Error(), "null, spammer, steady, oracle") {
		t.Errorf("got %v", err)
	}
	if _, err := NewOracle(Briefing{}, &scenarios.Scenario{}, sim.NewWorld()); err == nil {
		t.Error("an oracle without a solution was made")
	}
}

func TestEqualCallsAreEqualBytes(t *testing.T) {
	args := func() map[string]any { return map[string]any{"b": 1, "a": []string{"x"}, "c": "y"} }
	for i := range 20 {
		if a, b := call("t", args()), call("t", args()); !bytes.Equal(a.Args, b.Args) {
			t.Fatal(fmt.Sprintf("round %d: %s and %s", i, a.Args, b.Args))
		}
	}
}

func TestASeatIsMadeForEveryAgentAndOnlyTheOracleWatches(t *testing.T) {
	sc, err := scenarios.Open("desk")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range Names() {
		agent, watch, err := Seat(name, sc, sim.NewWorld(sc.Parts()...))
		if err != nil || agent == nil || (watch != nil) != (name == "oracle") {
			t.Errorf("%s: agent %v, watches %v, %v", name, agent, watch != nil, err)
		}
		if s, ok := agent.(*Steady); ok && (s.me.ID != sc.Agent.ID || s.task == "") {
			t.Errorf("the agent is briefed as %q with the task %q", s.me.ID, s.task)
		}
	}
	if _, _, err := Seat("bond", sc, sim.NewWorld(sc.Parts()...)); err == nil {
		t.Error("an agent that does not ship has a seat")
	}
}
