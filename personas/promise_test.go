package personas

import (
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/work"
)

func promiseOfOld(args sim.Args) sim.Call {
	return sim.Call{By: sim.Script, Tool: "work_promise", Args: args}
}

func TestACoworkerKeepsItsPromises(t *testing.T) {
	s := raise(t, 1, func(c *Config) { c.Personas[2].Traits.Reliability = 1000 },
		promiseOfOld(sim.Args{"id": "c1", "by": "tomas", "to": "robin", "what": "fact/window", "due": day(3, 12, 0)}),
		promiseOfOld(sim.Args{"id": "c2", "by": "tomas", "to": "robin", "what": "package/schema", "due": day(3, 12, 0)}))
	s.until(day(5, 17, 0))
	for _, id := range []string{"c1", "c2"} {
		if c, _ := s.work().Commitment(id); c.State != work.Kept && c.State != work.Late {
			t.Errorf("%s is %s", id, c.State)
		}
	}
	s.mustSay("tomas>robin inform fact:window")
	s.noRejections()
}

func TestALatePackageIsRenegotiated(t *testing.T) {
	s := raise(t, 1, nil,
		promiseOfOld(sim.Args{"id": "c1", "by": "tomas", "to": "robin", "what": "package/schema", "due": day(2, 12, 0)}),
		sim.Call{By: sim.Script, Tool: "work_reestimate", Args: sim.Args{"package": "schema", "true": "60h"}})
	s.until(day(4, 17, 0))
	s.mustSay("tomas>robin delay pkg:schema commitment:c1")
	if c, _ := s.work().Commitment("c1"); len(c.Moved) == 0 {
		t.Error("the promise was not moved")
	}
}

func TestAnApprovalNeedsWhatItNeeds(t *testing.T) {
	s := raise(t, 1, nil)
	s.robin(day(1, 9, 30), "chat", "tomas", "Could you approve the security sign-off please?")
	s.until(day(2, 10, 0))
	s.mustSay("tomas>robin reject approval:signoff note:I have not got the database schema")
	s.robin(day(3, 9, 30), "chat", "tomas", "Could you approve the security sign-off please?")
	s.until(day(5, 17, 0))
	s.mustSay("tomas>robin approve approval:signoff")
	if g, _ := s.work().Approval("signoff"); g.State != work.Granted || g.Asker != "robin" {
		t.Errorf("the approval is %s, asked by %s", g.State, g.Asker)
	}
	s.noRejections()
}

func TestGuestsAnswerInvitations(t *testing.T) {
	s := raise(t, 1, func(c *Config) { c.Personas[1].Traits.Declines = 1000 })
	s.doAt(day(1, 10, 0), "robin", "calendar_create", sim.Args{"title": "Weekly", "start": day(3, 10, 0), "end": day(3, 10, 30), "attendees": []string{"lena", "tomas"}})
	s.doAt(day(1, 10, 1), "robin", "calendar_create", sim.Args{"title": "Other", "start": day(3, 22, 0), "end": day(3, 22, 30), "attendees": []string{"marta"}})
	s.until(day(3, 9, 0))
	for _, want := range []string{"calendar_respond lena decline", "calendar_respond tomas accept", "calendar_respond marta decline"} {
		if !s.did(want) {
			t.Errorf("%s did not happen", want)
		}
	}
}

func TestAnOrganizerMovesItsMeeting(t *testing.T) {
	s := raise(t, 1, func(c *Config) { c.Personas[1].Traits.Moves = 1000 })
	s.doAt(day(1, 10, 0), "lena", "calendar_create", sim.Args{"title": "Weekly", "start": day(3, 10, 0), "end": day(3, 10, 30), "attendees": []string{"tomas"}})
	s.until(day(2, 17, 0))
	if !s.did("calendar_move lena") {
		t.Error("the meeting stayed where it was")
	}
	s.noRejections()
}

func TestAnUnansweredQuestionIsAskedAgainOnce(t *testing.T) {
	s := raise(t, 1, nil)
	s.do("lena", toolSay, sim.Args{"act": "ask", "requirement": "go-live", "to": "robin"})
	s.until(day(12, 17, 0))
	if n := strings.Count(strings.Join(s.said(), "\n"), "lena>robin remind req:go-live"); n != 1 {
		t.Errorf("lena reminded %d times, want once", n)
	}
}

// TestAWeekReadsLikeOne is the story of a week as people meant it. It changes when policies do.
func TestAWeekReadsLikeOne(t *testing.T) {
	s := raise(t, 1, nil)
	s.robin(day(1, 10, 0), "chat", "lena", "Hi Lena, how is the Search API going?")
	s.robin(day(1, 14, 0), "mail", "marta", "I will send you the release plan by Thursday 12 March 12:00.")
	s.doAt(day(2, 10, 0), "marta", "work_change_requirement", sim.Args{"id": "go-live", "value": "2026-04-15"})
	s.robin(day(3, 9, 30), "chat", "tomas", "Could you approve the security sign-off please?")
	s.robin(day(4, 9, 30), "chat", "lena", "What does the search vendor charge?")
	s.until(day(5, 17, 30))
	want := strings.TrimSpace(week1)
	if got := strings.Join(s.said(), "\n"); got != want {
		t.Errorf("got:\n%s\n\nwant:\n%s", got, want)
	}
}

const week1 = `
lena>robin block pkg:api who:tomas note:Database schema
marta>robin acknowledge deliverable:plan
lena>tomas ask pkg:schema
tomas>lena progress pkg:schema 90%
marta>robin change req:go-live@2 value:2026-04-15
tomas>lena,marta,robin done pkg:schema
marta>lena,tomas change req:go-live@2 value:2026-04-15
tomas>robin approve approval:signoff
lena>robin refuse fact:price note:not cleared for you
lena>marta,robin done pkg:api
`
