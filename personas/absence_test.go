package personas

import (
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

func (s *stage) did(what string) bool {
	for _, e := range s.log {
		if b, ok := e.Body.(didBody); ok && strings.HasPrefix(b.What, what) {
			return true
		}
	}
	return false
}

// firstReply is when somebody first wrote to the agent.
func (s *stage) firstReply(from sim.ActorID) clock.Time {
	for _, e := range s.log {
		if b, ok := e.Body.(sentBody); ok && b.From == from && len(b.To) == 1 && b.To[0] == "robin" {
			return e.At
		}
	}
	return 0
}

func TestWhoIsIllAnswersAfterwards(t *testing.T) {
	s := raise(t, 1, nil)
	s.doAt(day(1, 9, 30), "lena", toolAbsent, sim.Args{"kind": Sick, "until": day(4, 8, 0)})
	s.robin(day(1, 10, 0), "chat", "lena", "How is the Search API going?")
	s.until(day(3, 17, 30))
	if got := s.players().State("lena"); got != Sick {
		t.Errorf("lena is %s, want %s", got, Sick)
	}
	s.until(day(8, 17, 0))
	if at := s.firstReply("lena"); at < day(4, 9, 0) {
		t.Errorf("lena answered at %s, before she was back", at)
	}
	if !s.did("mail_out_of_office lena") {
		t.Error("no automatic reply was set")
	}
	s.mustSay("lena>marta farewell")
	s.noRejections()
}

func TestALeaveIsHandedOver(t *testing.T) {
	s := raise(t, 1, func(c *Config) {
		from, _ := clock.ParseDay("2026-03-04")
		to, _ := clock.ParseDay("2026-03-13")
		c.Personas[1].Leave = []Leave{{From: from, To: to, Handover: "tomas"}}
	})
	s.until(day(4, 12, 0))
	if got := s.players().State("lena"); got != OnLeave {
		t.Errorf("lena is %s, want %s", got, OnLeave)
	}
	s.mustSay("lena>marta,robin,tomas farewell")
	s.mustSay("lena>marta,robin,tomas hand-over pkg:api who:tomas")
	if w, _ := s.work().Package("api"); w.Owner != "tomas" {
		t.Errorf("the package is %s's, want tomas's", w.Owner)
	}
	s.until(day(15, 12, 0))
	if got := s.players().State("lena"); got != Available {
		t.Errorf("lena is %s after her leave, want %s", got, Available)
	}
	s.noRejections()
}

func TestALeaverIsReplaced(t *testing.T) {
	s := raise(t, 1, func(c *Config) {
		c.Personas[2].Leaves, c.Personas[2].ReplacedBy, c.Personas[2].Zone = "2026-03-02T12:00", "lena", "Europe/Berlin"
	})
	s.robin(day(4, 10, 0), "mail", "marta", "Who approves the security sign-off?")
	s.robin(day(4, 10, 5), "chat", "lena", "Could you approve the security sign-off please?")
	s.until(day(14, 17, 0))
	if w, _ := s.work().Package("schema"); w.Owner != "lena" {
		t.Errorf("the package is %s's, want lena's", w.Owner)
	}
	if !s.did("directory_leave tomas") {
		t.Error("the directory was not told")
	}
	s.mustSay("tomas>marta,robin,lena farewell")
	s.mustSay("marta>robin refer approval:signoff who:lena")
	if s.players().State("tomas") != Gone {
		t.Error("tomas is still there")
	}
	s.noRejections()
}

func TestWhoJoinsLaterIsNotThereBefore(t *testing.T) {
	s := raise(t, 1, func(c *Config) { c.Personas[1].Joins = "2026-03-05T09:00" })
	s.until(day(3, 12, 0))
	if got := s.players().State("lena"); got != Gone {
		t.Errorf("lena is %s before she joins", got)
	}
	s.until(day(4, 12, 0))
	if got := s.players().State("lena"); got != Available {
		t.Errorf("lena is %s after she joined, want %s", got, Available)
	}
}
