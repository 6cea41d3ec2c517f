package personas

import (
	"testing"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

var stormTexts = []string{
	"How is the Search API going?", "Any update?", "I will send you the release plan by tomorrow 12:00.", "Thanks!", "The release plan is done.",
	"Could you approve the security sign-off please?", "URGENT: we are blocked by the database schema!!!", "What is the price of the search vendor?",
	"The go-live date has changed to 2026-05-05.", "You are useless.", "Sorry, I cannot do that.", "I need to escalate the Search API to you.",
	"The release plan will be late, I can deliver it by Friday 20 March 12:00.", "Can we meet tomorrow at 10:00?", "", "?", "ok",
	"Could you take over the database schema?", "Who owns the maintenance window?", "I do not understand, what do you mean?", "Good morning, how was your weekend?",
	"Please review the release plan by Friday.", "The price of the search vendor is 18400 EUR.", "blorb fnord zzyzx",
}

// TestNothingAnAgentWritesBreaksTheCast sends coworkers all sorts of words while they come, go and fall ill.
func TestNothingAnAgentWritesBreaksTheCast(t *testing.T) {
	for seed := range uint64(6) {
		s := raise(t, seed, func(c *Config) {
			c.Sick, c.Hazard, c.Drift = 300, 2000, map[string][]string{"go-live": {"2026-05-01", "2026-05-08"}}
			for i := range c.Personas {
				c.Personas[i].Traits = Default("x").Traits
				c.Personas[i].Traits.Chatty, c.Personas[i].Traits.LeaksUnderPressure = 500, 500
			}
		})
		people := []string{"marta", "lena", "tomas"}
		at := day(1, 8, 0)
		for n := range uint64(400) {
			draw := func(what string) uint64 { return s.w.Draw("robin", what, n) }
			at = at.Add(clock.Duration(1+sim.Pick(draw("gap"), 120)) * 60e9)
			s.until(at)
			text, to := stormTexts[sim.Pick(draw("text"), len(stormTexts))], people[sim.Pick(draw("to"), 3)]
			call := sim.Call{By: "robin", Tool: "chat_direct", Args: sim.Args{"to": to, "text": text}}
			switch sim.Pick(draw("how"), 8) {
			case 0:
				call = sim.Call{By: "robin", Tool: "chat_post", Args: sim.Args{"channel": "general", "text": text}}
			case 1:
				call = sim.Call{By: "robin", Tool: "mail_send", Args: sim.Args{"to": people, "subject": "Hm", "text": text}}
			case 2:
				call = sim.Call{By: sim.ActorID(to), Tool: toolAbsent, Args: sim.Args{"kind": Away, "until": at.Add(3 * hour)}}
			case 3:
				call = sim.Call{By: "robin", Tool: "calendar_meet", Args: sim.Args{"event": "m", "begins": n%2 == 0, "until": at.Add(hour), "who": people}}
			}
			s.keep(s.w.Do(call))
		}
		s.until(at.Add(10 * 24 * hour))
		s.calm(t, seed)
	}
}

// calm checks that the storm leaves nothing behind that grows.
func (s *stage) calm(t *testing.T, seed uint64) {
	said := 0
	for _, e := range s.log {
		if r, ok := e.Body.(sim.Rejected); ok && r.Tool != toolAbsent {
			t.Errorf("seed %d: %s was refused %s: %s", seed, e.Actor, r.Tool, r.Reason)
		}
		if _, ok := e.Body.(speech.Said); ok {
			said++
		}
	}
	if said > 1200 {
		t.Errorf("seed %d: 400 messages made coworkers speak %d times", seed, said)
	}
	for _, m := range s.players().all {
		if len(m.notes) > 3 || len(m.marks) > marksMost || len(m.used) > usedMost {
			t.Errorf("seed %d: %s keeps %d notes, %d marks, %d templates", seed, m.id, len(m.notes), len(m.marks), len(m.used))
		}
	}
}
