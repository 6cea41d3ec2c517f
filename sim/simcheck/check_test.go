package simcheck

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestAPondWithoutFlawsIsTheSameOnEveryWay(t *testing.T) {
	for seed := range uint64(6) {
		r := checked(t, ofPond(""), seed, Config{Storm: true})
		if !r.OK {
			t.Errorf("seed %d: %s differ: %+v", seed, wrong(r), r.Legs)
		}
		if len(r.Legs) != len(Legs())+2 || r.Events < 100 {
			t.Errorf("seed %d: %d legs of %d events", seed, len(r.Legs), r.Events)
		}
	}
}

// Each flaw shows on the legs that can show it and on no other.
func TestEveryLegFindsWhatItIsThereFor(t *testing.T) {
	for _, x := range []struct{ flaw, want string }{
		{"processors", "again"},
		{"behind", "stop snapshot export fork faults"},
		{"missed", "snapshot"},
		{"shared", "clone"},
	} {
		c := Config{Storm: true, Faults: []Fault{Kill}, At: 120}
		if x.flaw == "shared" {
			c.Storm, c.Legs = false, []Leg{Again, Clone} // reopened, its counter is gone as well
		}
		if got := wrong(checked(t, ofPond(x.flaw), 3, c)); got != x.want {
			t.Errorf("flaw %s, seed 3: legs %q differ, want %q", x.flaw, got, x.want)
		}
	}
	if got := wrong(checked(t, ofPond("order"), 3, Config{Legs: []Leg{Again}})); got != "again" {
		t.Errorf("flaw order, seed 3: legs %q differ, want again", got)
	}
}

func TestADifferenceIsToldWithBothEventsCausesAndACommand(t *testing.T) {
	r := checked(t, ofPond("missed"), 3, Config{Legs: []Leg{Snapshot}, At: 120})
	f := r.Legs[1].Finding
	if f == nil || f.Event <= 120 || f.Event > 140 {
		t.Fatalf("got %+v, want a difference soon after event 120", f)
	}
	for name, line := range map[string]string{"plain": f.Plain, "other": f.Other} {
		if !strings.Contains(line, "pond.croaked") {
			t.Errorf("%s: %q, want a croak", name, line)
		}
	}
	if f.Plain == f.Other {
		t.Errorf("both are told as %q", f.Plain)
	}
	if n := len(f.Causes); n < 3 || !strings.Contains(f.Causes[n-1], "sim.replied") || strings.Contains(f.Causes[0], "<") {
		t.Errorf("causes %q, want from a root to the model's reply", f.Causes)
	}
	if want := "tenure simcheck pond --seed 3 --leg snapshot --at 120"; r.Legs[1].Repeat != want {
		t.Errorf("got %q, want %q", r.Legs[1].Repeat, want)
	}
}

// What the shrinker finds must be smaller, and differ when it is gone again by the words of its command.
func TestAShrunkCaseDiffersAgain(t *testing.T) {
	for _, x := range []struct {
		flaw string
		leg  Leg
	}{{"missed", Snapshot}, {"shared", Clone}, {"behind", Fork}, {"behind", Stop}, {"processors", Again}} {
		r := checked(t, ofPond(x.flaw), 5, Config{Legs: []Leg{x.leg}, At: 180, Shrink: 16})
		l := r.Legs[1]
		if l.Shrunk == nil || l.Shrunk.Differs == 0 || l.Shrunk.Flaky || l.Shrunk.Runs > 16 {
			t.Errorf("%s on %s: shrunk %+v", x.flaw, x.leg, l.Shrunk)
			continue
		}
		c := l.Shrunk.Case
		if c.Upto == 0 || c.Upto > l.Finding.Event || x.leg.branches() && c.At > 100 {
			t.Errorf("%s on %s: at %d, %d events; want fewer than 180 and %d", x.flaw, x.leg, c.At, c.Upto, l.Finding.Event)
		}
		again := checked(t, ofPond(x.flaw), c.Seed, Config{Legs: []Leg{c.Leg}, At: c.At, Upto: c.Upto})
		if again.OK || again.Legs[1].Finding.Event != l.Shrunk.Event {
			t.Errorf("%s: gone again, it shows %+v; want event %d", c.Command(), again.Legs[1].Finding, l.Shrunk.Event)
		}
	}
}

func TestFaultsThatAreNotNeededAreLeftOut(t *testing.T) {
	c := Config{Legs: []Leg{}, Storm: true, Faults: []Fault{Tools, Late, Slow, Kill}, Shrink: 12}
	l := checked(t, ofPond("behind"), 3, c).Legs[1]
	if l.Shrunk == nil || !slices.Equal(l.Shrunk.Case.Faults, []Fault{Kill}) {
		t.Errorf("shrunk to %+v, want the kill alone", l.Shrunk)
	}
}

func TestAPlainRunThatFailsIsAFinding(t *testing.T) {
	s := ofPond("")
	s.Model = nil
	r := checked(t, s, 1, Config{})
	if r.OK || len(r.Legs) != 1 || !strings.Contains(r.Legs[0].Finding.Why, "asks a model") {
		t.Errorf("got %+v, want the plain run at fault", r)
	}
}

func TestACheckThatIsInterruptedSaysSo(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	c := Config{Dir: t.TempDir(), Progress: func(_ uint64, l Leg) {
		if l == Fork {
			stop()
		}
	}}
	if _, err := Check(ctx, ofPond(""), 1, c); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that the context is done", err)
	}
}

func TestNoRoomForAStoreIsNoFinding(t *testing.T) {
	if _, err := Check(context.Background(), ofPond(""), 1, Config{Dir: "/nonexistent/folder"}); err == nil {
		t.Error("a check without a folder went well")
	}
}
