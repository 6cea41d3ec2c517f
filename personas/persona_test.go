package personas

import (
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/sim"
)

func TestTheDefaultPersonaIsValid(t *testing.T) {
	p := Default("lena")
	if err := p.Validate(); err != nil {
		t.Error(err)
	}
}

func TestValidateSaysEverythingThatIsWrong(t *testing.T) {
	p := Default("lena")
	p.Prefers, p.Reply, p.Style, p.Zone = "pigeon", "instant", "rude", "Mars/Olympus"
	p.Traits.Forgets, p.Trust = 2000, map[sim.ActorID]int{"robin": 101}
	p.Meetings = 50 * time.Hour
	p.Leave = []Leave{{From: 10, To: 9}}
	err := p.Validate()
	if err == nil {
		t.Fatal("nothing is wrong")
	}
	for _, want := range []string{"prefers", "reply", "style", "Mars/Olympus", "traits.forgets", "trust.robin", "meetings", "leave"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not mentioned in:\n%v", want, err)
		}
	}
}

func TestTwoPersonasOfOneNameAreRefused(t *testing.T) {
	if _, err := New(Config{Personas: []Persona{Default("lena"), Default("lena")}}); err == nil {
		t.Error("two personas are called lena")
	}
}

func TestMovesFollowTheTable(t *testing.T) {
	table := compileMoves()
	for _, c := range []struct {
		from, move string
		want       State
	}{{Offline, arrive, Available}, {Available, concentrate, Focused}, {Focused, meet, Meeting}, {Meeting, adjourn, Available},
		{Available, fallIll, Sick}, {Sick, recovery, Offline}, {OnLeave, fallIll, Sick}, {Sick, depart, Gone}, {Gone, join, Offline}} {
		if got := table[[2]string{c.from, c.move}]; got != c.want {
			t.Errorf("%s, %s: got %q, want %q", c.from, c.move, got, c.want)
		}
	}
	for _, c := range [][2]string{{Sick, meet}, {Gone, arrive}, {Offline, concentrate}, {Available, arrive}} {
		if got, ok := table[c]; ok {
			t.Errorf("%s cannot %s, got %q", c[0], c[1], got)
		}
	}
}

func TestAWindowForgetsTheOldest(t *testing.T) {
	w := newWindow[int](2)
	for n := range 4 {
		w.put(uint64(n+1), n)
	}
	w.put(4, 9)
	if _, ok := w.get(2); ok || len(w.held) != 2 {
		t.Errorf("held %v", w.held)
	}
	if x, _ := w.get(4); x != 9 {
		t.Errorf("got %d, want 9", x)
	}
}
