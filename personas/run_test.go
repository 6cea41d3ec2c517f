package personas

import (
	"reflect"
	"testing"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// busy is a fortnight in which much happens.
func busy(t *testing.T, seed uint64) *stage {
	s := raise(t, seed, func(c *Config) {
		c.Sick, c.Hazard = 200, 500
		c.Drift = map[string][]string{"go-live": {"2026-05-01"}}
		for i := range c.Personas {
			p := &c.Personas[i]
			d := Default(p.ID)
			p.Traits, p.Meetings = d.Traits, d.Meetings
			p.Traits.Chatty = 400
		}
	})
	s.robin(day(1, 10, 0), "chat", "lena", "Hi Lena, how is the Search API going?")
	s.robin(day(1, 11, 0), "mail", "tomas", "Could you approve the security sign-off please?")
	s.robin(day(2, 10, 0), "mail", "marta", "I will send you the release plan by Thursday 5 March 12:00.")
	s.robin(day(3, 10, 0), "chat", "lena", "What is the price of the search vendor?")
	s.doAt(day(4, 10, 0), "marta", "work_change_requirement", sim.Args{"id": "go-live", "value": "2026-04-15"})
	s.doAt(day(4, 14, 0), "robin", "calendar_create", sim.Args{"title": "Weekly", "start": day(5, 10, 0), "end": day(5, 10, 30),
		"attendees": []string{"lena", "tomas"}})
	s.until(day(15, 17, 0))
	return s
}

func TestTheSameSeedMakesTheSameRun(t *testing.T) {
	a, b, c := busy(t, 1), busy(t, 1), busy(t, 2)
	if a.chain() != b.chain() {
		t.Error("two runs of one seed differ")
	}
	if a.chain() == c.chain() {
		t.Error("two seeds make the same run")
	}
}

func TestAReplayFoldsToTheSameState(t *testing.T) {
	s := busy(t, 1)
	players, err := New(s.players().config)
	if err != nil {
		t.Fatal(err)
	}
	fresh := sim.NewWorld(work.New(), players, &apps{})
	write, read := sim.NewCodec(s.w.Parts()...), sim.NewCodec(s.w.Parts()...)
	for _, e := range s.log {
		back, err := read.Decode(write.Encode(e))
		if err != nil {
			t.Fatal(err)
		}
		fresh.Apply(back)
	}
	for _, id := range players.Cast() {
		want, _ := s.players().Exhibit(s.w, string(id))
		got, _ := players.Exhibit(fresh, string(id))
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, want %v", id, got, want)
		}
		if !reflect.DeepEqual(players.Remembers(id), s.players().Remembers(id)) {
			t.Errorf("%s remembers other things", id)
		}
	}
	// What follows is the same too: the state that Exhibit does not show is there.
	again := &stage{t: t, w: fresh}
	s.log = nil
	s.until(day(25, 17, 0))
	again.until(day(25, 17, 0))
	if !reflect.DeepEqual(s.said(), again.said()) || len(s.log) != len(again.log) {
		t.Errorf("after the replay %d events follow, want %d", len(again.log), len(s.log))
	}
}

func TestAForkGoesItsOwnWay(t *testing.T) {
	s := busy(t, 1)
	before, _ := s.players().Exhibit(s.w, "lena")
	fork := &stage{t: t, w: s.w.Clone()}
	for d := 16; d < 20; d++ {
		fork.robin(day(d, 10, 0), "chat", "lena", "This is ridiculous, you are useless. Where is the Search API?")
	}
	fork.until(day(25, 17, 0))
	after, _ := s.players().Exhibit(s.w, "lena")
	if !reflect.DeepEqual(before, after) {
		t.Errorf("the fork changed its origin: %v became %v", before, after)
	}
	twin := busy(t, 1)
	s.log, twin.log = nil, nil
	s.until(day(25, 17, 0))
	twin.until(day(25, 17, 0))
	if !reflect.DeepEqual(s.said(), twin.said()) {
		t.Error("the origin goes on otherwise than a run that was never forked")
	}
}

func TestCoworkersDoNotTalkForEver(t *testing.T) {
	s := raise(t, 1, func(c *Config) {
		for i := range c.Personas {
			c.Personas[i].Traits.Chatty, c.Personas[i].Traits.Helpful = 1000, 1000
		}
	})
	s.do("lena", toolSay, sim.Args{"act": "ask", "package": "schema", "to": "tomas"})
	s.do("tomas", toolSay, sim.Args{"act": "clarify", "note": "what", "to": "lena"})
	s.until(day(12, 17, 0))
	perDay := map[string]int{}
	for _, e := range s.log {
		if _, ok := e.Body.(speech.Said); ok {
			perDay[e.At.Format(s.players().all["lena"].hours.Zone())[:15]+string(e.Actor)]++
		}
	}
	for k, n := range perDay {
		if n > 12 {
			t.Errorf("%s said %d things in a day", k, n)
		}
	}
}
