package transcript_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/transcript"
)

type spoke struct{ Text string }

func (spoke) Kind() string     { return "chat.posted" }
func (s spoke) String() string { return "lena: " + s.Text }

type marked struct {
	Message int `json:"message"`
}

func (marked) Kind() string { return "chat.read" }

func event(seq uint64, by sim.ActorID, b sim.Body, seen ...sim.ActorID) sim.Event {
	return sim.Event{Seq: seq, Cause: seq - 1, At: clock.At(2026, 3, 2, 9, 0, time.UTC), Actor: by, Audience: seen, Body: b}
}

func TestALineHasNumberCauseLocalTimeActorKindAndText(t *testing.T) {
	berlin, err := clock.Zone("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	line := transcript.Of(event(7, "lena", spoke{"two\n lines"}, "robin"), berlin).Line()
	if got := strings.Join(strings.Fields(line), " "); got != "7 <6 Mon 2 Mar 2026 10:00 lena chat.posted lena: two lines" {
		t.Errorf("got %q", got)
	}
}

func TestWhatNobodyPerceivesIsMarked(t *testing.T) {
	if n := transcript.Of(event(7, "lena", spoke{"x"}), time.UTC); !n.Hidden || !strings.Contains(n.Line(), ".lena") {
		t.Errorf("got %+v", n)
	}
	if n := transcript.Of(event(7, "robin", sim.Began{Tool: "x"}), time.UTC); n.Hidden {
		t.Error("an agent's own step is marked as hidden")
	}
}

func TestABodyWithoutWordsTellsItsFields(t *testing.T) {
	if n := transcript.Of(event(7, "lena", marked{41}, "lena"), time.UTC); n.Text != `{"message":41}` {
		t.Errorf("got %q", n.Text)
	}
}

func TestTheFoundingComesBeforeAllTime(t *testing.T) {
	if n := transcript.Of(sim.Event{Seq: 1, Actor: sim.Nature, Body: sim.Founded{}}, time.UTC); n.When != "before the start" {
		t.Errorf("got %q", n.When)
	}
}

func TestFilters(t *testing.T) {
	said, quiet, hidden := event(7, "lena", spoke{"x"}, "robin"), event(8, "lena", marked{1}, "lena"), event(9, "lena", spoke{"y"})
	at := said.At
	for name, c := range map[string]struct {
		f    transcript.Filter
		e    sim.Event
		want bool
	}{
		"what is perceived":       {transcript.Filter{}, said, true},
		"what has no words":       {transcript.Filter{}, quiet, false},
		"what is hidden":          {transcript.Filter{}, hidden, false},
		"hidden, asked for":       {transcript.Filter{Hidden: true}, hidden, true},
		"who did it":              {transcript.Filter{Actor: "lena"}, said, true},
		"who perceived it":        {transcript.Filter{Actor: "robin"}, said, true},
		"who did not":             {transcript.Filter{Actor: "omar"}, said, false},
		"its app":                 {transcript.Filter{App: "chat"}, quiet, true},
		"another app":             {transcript.Filter{App: "mail"}, said, false},
		"its kind":                {transcript.Filter{Kind: "chat.read"}, quiet, true},
		"a kind up to the dot":    {transcript.Filter{Kind: "chat"}, said, true},
		"from its moment":         {transcript.Filter{From: at}, said, true},
		"from later":              {transcript.Filter{From: at + 1}, said, false},
		"up to its moment":        {transcript.Filter{To: at}, said, true},
		"up to an earlier moment": {transcript.Filter{To: at - 1}, said, false},
	} {
		if got := c.f.Takes(c.e); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
