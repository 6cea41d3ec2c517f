package personas

import (
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/sim"
)

func TestAChangeReachesTheAgentSoonAndColleaguesLate(t *testing.T) {
	s := raise(t, 1, nil)
	s.doAt(day(2, 10, 0), "marta", "work_change_requirement", sim.Args{"id": "go-live", "value": "2026-04-15"})
	s.until(day(10, 17, 0))
	s.mustSay("marta>robin change req:go-live@2 value:2026-04-15")
	s.mustSay("marta>lena,tomas change req:go-live@2")
	if n := s.players().Knows("lena", "go-live"); n != 2 {
		t.Errorf("lena knows version %d, want 2", n)
	}
	if got := s.work().PackagesOf("lena")[0].BasedOn["go-live"]; got != 2 {
		t.Errorf("lena's package is based on version %d, want 2", got)
	}
	s.noRejections()
}

func TestWhoHasNotHeardAnswersWithTheOldVersion(t *testing.T) {
	s := raise(t, 1, nil)
	s.doAt(day(2, 10, 0), "marta", "work_change_requirement", sim.Args{"id": "go-live", "value": "2026-04-15"})
	s.do("robin", "chat_direct", sim.Args{"to": "lena", "text": "Lena, what is the go-live date?"})
	s.until(day(2, 14, 0))
	s.mustSay("lena>robin inform req:go-live@1 value:2026-04-01")
}

func TestAnAgentThatSpreadsTheChangeIsThankedByTrust(t *testing.T) {
	s := raise(t, 1, nil)
	s.doAt(day(2, 10, 0), "marta", "work_change_requirement", sim.Args{"id": "go-live", "value": "2026-04-15"})
	s.do("robin", "chat_direct", sim.Args{"to": "lena", "text": "Lena, the go-live date has changed to 2026-04-15."})
	s.until(day(3, 17, 0))
	if got := s.players().Trust("lena", "robin"); got != TrustStart+2 {
		t.Errorf("trust %d, want %d", got, TrustStart+2)
	}
	s.mustSay("lena>robin acknowledge req:go-live")
	for _, line := range s.said() {
		if strings.HasPrefix(line, "marta>") && strings.Contains(line, "lena") {
			t.Errorf("marta told lena what she knew: %s", line)
		}
	}
}

func TestAChangeToldByTheScriptIsNotAnnouncedTwice(t *testing.T) {
	s := raise(t, 1, nil)
	s.doAt(day(2, 10, 0), "marta", "work_change_requirement", sim.Args{"id": "go-live", "value": "2026-04-15"})
	s.do("marta", toolSay, sim.Args{"to": "robin", "act": "change", "requirement": "go-live", "via": "mail"})
	s.until(day(6, 17, 0))
	n := 0
	for _, line := range s.said() {
		if strings.HasPrefix(line, "marta>robin change") {
			n++
		}
	}
	if n != 1 {
		t.Errorf("robin was told %d times:\n%s", n, strings.Join(s.said(), "\n"))
	}
}

func TestRequirementsDriftOnlyToListedValues(t *testing.T) {
	s := raise(t, 3, func(c *Config) {
		c.Hazard, c.Drift = 4000, map[string][]string{"go-live": {"2026-05-01", "2026-05-08"}}
	})
	s.until(day(50, 17, 0))
	r, _ := s.work().Requirement("go-live")
	if len(r.Versions) < 3 {
		t.Fatalf("a requirement that changes every week or so has %d versions after seven weeks", len(r.Versions))
	}
	s.noRejections()
	for _, v := range r.Versions[1:] {
		if v.Value != "2026-05-01" && v.Value != "2026-05-08" {
			t.Errorf("drifted to %q", v.Value)
		}
	}
}
