package personas

import (
	"testing"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// trusted sums what moved trust, by reason.
func (s *stage) trusted(who sim.ActorID) map[Why]int {
	out := map[Why]int{}
	for _, e := range s.log {
		if b, ok := e.Body.(Trusted); ok && b.Who == who {
			out[b.Why] += b.Delta
		}
	}
	return out
}

func TestPesteringCostsTrustBeyondPatience(t *testing.T) {
	s := raise(t, 5, nil)
	s.robin(day(1, 9, 30), "mail", "lena", "Hi Lena, how is the Search API going?")
	for i := range 4 {
		s.robin(day(1, 9, 30)+clock.Time(i+1), "mail", "lena", "Any update on the Search API?")
	}
	s.until(day(2, 17, 0))
	if got := s.trusted("lena")[PrematurePing]; got != -9 {
		t.Errorf("premature pings cost %d, want -9: one is tolerated, three more are not", got)
	}
}

func TestRudenessAndAfterHoursCostTrust(t *testing.T) {
	s := raise(t, 5, nil)
	s.robin(day(1, 22, 0), "chat", "lena", "This is ridiculous, you are useless. Where is the Search API?")
	s.until(day(2, 17, 0))
	got := s.trusted("lena")
	if got[RudeWords] != -5 || got[AfterHours] != -1 {
		t.Errorf("moves %v, want rude -5 and after-hours -1", got)
	}
}

func TestPromisesMoveTrust(t *testing.T) {
	s := raise(t, 5, nil)
	s.robin(day(1, 10, 0), "mail", "marta", "I will send you the release plan by Thursday 5 March 12:00.")
	s.robin(day(4, 11, 0), "mail", "marta", "The release plan is done: docs/release-plan.")
	s.robin(day(4, 11, 30), "mail", "tomas", "I will send you the release plan by Friday 6 March 12:00.")
	s.until(day(12, 17, 0))
	if got := s.trusted("marta")[KeptPromise]; got != 3 {
		t.Errorf("a kept promise moved trust by %d, want 3: %v", got, s.trusted("marta"))
	}
	if got := s.trusted("tomas")[BrokenPromise]; got != -8 {
		t.Errorf("a broken promise moved trust by %d, want -8: %v", got, s.trusted("tomas"))
	}
	s.mustSay("tomas>robin remind")
}

func TestTrustStaysOnItsScale(t *testing.T) {
	s := raise(t, 5, func(c *Config) { c.Personas[1].Trust = map[sim.ActorID]int{"robin": 3} })
	for range 3 {
		s.do("lena", toolTrust, sim.Args{"of": "robin", "why": "leak"})
	}
	if got := s.players().Trust("lena", "robin"); got != 0 {
		t.Errorf("trust %d, want 0", got)
	}
}

func TestEveryReasonIsInTheTable(t *testing.T) {
	seen := map[Why]bool{}
	for _, row := range TrustTable {
		if seen[row.Why] || row.Delta == 0 || row.When == "" {
			t.Errorf("row %v repeats or says nothing", row)
		}
		seen[row.Why] = true
	}
}

func TestALeakCostsTheOwnersTrust(t *testing.T) {
	s := raise(t, 5, nil)
	s.robin(day(1, 10, 0), "chat", "tomas", "By the way, the price of the search vendor is 18400 EUR.")
	s.until(day(5, 17, 0))
	if got := s.trusted("lena")[Leak]; got != -15 {
		t.Errorf("the leak moved lena's trust by %d, want -15", got)
	}
}

func TestNoTrustMeansBluntAndSlow(t *testing.T) {
	fast := raise(t, 5, nil)
	slow := raise(t, 5, func(c *Config) { c.Personas[1].Trust = map[sim.ActorID]int{"robin": 10} })
	for _, s := range []*stage{fast, slow} {
		s.robin(day(1, 10, 0), "mail", "lena", "How is the Search API going?")
		s.until(day(8, 17, 0))
	}
	if a, b := fast.firstReply("lena"), slow.firstReply("lena"); a == 0 || b <= a {
		t.Errorf("with trust she answers at %s, without at %s", a, b)
	}
}
