package personas

import (
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/sim"
)

// What somebody thinks of a person, and what the two had to do with each other, is no matter for others.
func TestACardIsReadOnlyForAMessageToThatPersonAlone(t *testing.T) {
	const mark = "Robin kindly asked about our window for maintenance."
	var prompts []string
	s := backed(t, small, func(q sim.Question, p string) sim.Replied {
		if strings.Contains(p, "card below anew") {
			return sim.Replied{Text: mark, Finish: "stop"}
		}
		prompts = append(prompts, p)
		return sim.Replied{Text: draft(p)}
	}, nil)
	s.robin(day(2, 10, 0), "chat", "tomas", "Hi Tomas, when is the maintenance window?")
	s.until(day(3, 9, 30))
	say := func(via string, to ...string) string {
		n := len(prompts)
		s.do("tomas", toolSay, sim.Args{"act": "ask", "package": "schema", "to": to, "via": via})
		s.until(s.w.Now().Add(30 * time.Minute))
		if len(prompts) == n {
			t.Fatalf("no model was asked for a message by %s to %v", via, to)
		}
		return prompts[n]
	}
	for name, c := range map[string]struct {
		prompt string
		want   bool
	}{
		"to robin alone":      {say("chat", "robin"), true},
		"a mail to robin":     {say("mail", "robin"), true},
		"to robin and others": {say("mail", "robin", "lena"), false},
		"in a channel":        {say("project", "robin"), false},
	} {
		if got := strings.Contains(c.prompt, mark); got != c.want {
			t.Errorf("%s: the card is in the prompt: %t, want %t\n%s", name, got, c.want, c.prompt)
		}
	}
}
