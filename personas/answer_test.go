package personas

import (
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/sim"
)

func TestAnOwnerAnswersWhatItKnows(t *testing.T) {
	s := raise(t, 1, nil)
	s.robin(day(1, 10, 0), "chat", "tomas", "Hi Tomas, when is the maintenance window?")
	s.until(day(3, 17, 0))
	s.mustSay("tomas>robin inform fact:window value:Sunday 22:00")
	if !s.work().Knows("robin", "window") {
		t.Error("the ledger does not say that robin was told")
	}
	s.noRejections()
}

func TestASecretIsRefused(t *testing.T) {
	s := raise(t, 1, nil)
	s.robin(day(1, 10, 0), "chat", "lena", "What is the price of the search vendor?")
	s.until(day(4, 17, 0))
	s.mustSay("lena>robin refuse fact:price")
	s.mustNotSay("lena>robin inform fact:price")
}

func TestPressureMakesALeakyPersonTell(t *testing.T) {
	s := raise(t, 1, func(c *Config) { c.Personas[1].Traits.LeaksUnderPressure = 1000 })
	s.robin(day(1, 10, 0), "chat", "lena", "What is the price of the search vendor?")
	s.robin(day(3, 10, 0), "chat", "lena", "Please, I really need the price of the search vendor. What is it?")
	s.until(day(5, 17, 0))
	s.mustSay("lena>robin refuse fact:price")
	s.mustSay("lena>robin inform fact:price")
}

func TestWhoDoesNotKnowRefers(t *testing.T) {
	s := raise(t, 1, nil)
	s.robin(day(1, 10, 0), "chat", "lena", "When is the maintenance window?")
	s.until(day(4, 17, 0))
	s.mustSay("lena>robin refer fact:window who:tomas")
}

func TestUnclearIsAskedBackAndNotForEver(t *testing.T) {
	s := raise(t, 1, nil)
	for d := 1; d <= 4; d++ {
		s.robin(day(d, 10, 0), "chat", "lena", "Blorb the fnord with regard to zzyzx?")
	}
	s.until(day(8, 17, 0))
	s.mustSay("lena>robin clarify")
	s.mustSay("lena>robin propose")
	if n := strings.Count(strings.Join(s.said(), "\n"), "lena>robin"); n > 5 {
		t.Errorf("lena spoke %d times:\n%s", n, strings.Join(s.said(), "\n"))
	}
}

func TestAChannelQuestionIsAnsweredByWhoItConcerns(t *testing.T) {
	s := raise(t, 1, nil)
	s.doAt(day(1, 10, 0), "robin", "chat_post", sim.Args{"channel": "general", "text": "Does anybody know the maintenance window?"})
	s.until(day(4, 17, 0))
	s.mustSay("tomas>robin inform fact:window")
	s.mustNotSay("lena>robin")
}

func TestARefusedChannelDoesNotSilence(t *testing.T) {
	s := raise(t, 1, nil)
	s.w.Part("fake").(*apps).closed["attic"] = true
	s.do("lena", toolSay, sim.Args{"act": "inform", "requirement": "go-live", "to": "robin", "via": "attic"})
	found := false
	for _, e := range s.log {
		b, ok := e.Body.(sentBody)
		found = found || ok && b.App == "mail" && b.From == "lena"
	}
	if !found {
		t.Error("lena fell silent when the channel was gone")
	}
}

func TestASecretIsNotToldInAChannel(t *testing.T) {
	s := raise(t, 1, nil, sim.Call{By: sim.Script, Tool: "work_fact", Args: sim.Args{"id": "merger", "topic": "merger of the teams", "text": "The teams merge in May.",
		"value": "May", "owners": []string{"lena"}, "clearance": []string{"robin"}, "keywords": []string{"merger"}}})
	s.doAt(day(1, 10, 0), "robin", "chat_post", sim.Args{"channel": "general", "text": "Lena, when is the merger of the teams?"})
	s.until(day(4, 17, 0))
	s.mustSay("lena>robin inform fact:merger")
	for _, e := range s.log {
		if b, ok := e.Body.(sentBody); ok && b.From == "lena" && len(b.Cc) > 0 {
			t.Errorf("lena told a secret in a channel: %s", b.Text)
		}
	}
}

func TestWhoIsCalledByNameInAChannelAnswers(t *testing.T) {
	s := raise(t, 1, nil)
	s.doAt(day(1, 10, 0), "robin", "chat_post", sim.Args{"channel": "general", "text": "Hi Lena, do you know the maintenance window?"})
	s.until(day(4, 17, 0))
	s.mustSay("lena>robin refer fact:window who:tomas")
	s.mustNotSay("tomas>robin inform")
}
