package reader

import (
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim/speech"
)

// A model's act counts as far as the text bears it out. Now is Monday, 2 March 2026, 9:00 in Berlin.
func TestAModelIsHeldToTheText(t *testing.T) {
	zone := context(t, "").Zone
	now := clock.At(2026, 3, 2, 9, 0, zone)
	at := func(d, h, m int) clock.Time { return clock.At(2026, 3, d, h, m, zone) }
	const text = "Hi Omar,\n\nI will review the API by Friday 14:00, and the schema by Tuesday. The order API is 40 % done – I do not approve the budget.\n" +
		"Is the schema approved? If the test passes, I approve it. Noted, go-live is 15 April.\n> I approve the budget\n\nBest regards\nRobin, who has approved it all"
	for name, c := range map[string]struct {
		act   speech.Act
		quote string
		want  speech.Act // nothing: it is dropped
		why   string
	}{
		"as it stands":         {speech.Act{Verb: speech.Commit, Package: "api", Due: at(6, 14, 0)}, "I will review the API by Friday 14:00", speech.Act{Verb: speech.Commit, Package: "api", Due: at(6, 14, 0)}, ""},
		"another date":         {speech.Act{Verb: speech.Commit, Package: "api", Due: at(4, 9, 0)}, "I will review the API by Friday 14:00", speech.Act{Verb: speech.Commit, Package: "api", Due: at(6, 14, 0)}, ""},
		"no date":              {speech.Act{Verb: speech.Commit, Package: "api"}, "I will review the API by Friday 14:00", speech.Act{Verb: speech.Commit, Package: "api", Due: at(6, 14, 0)}, ""},
		"the date beside":      {speech.Act{Verb: speech.Commit, Package: "api", Due: at(5, 17, 0)}, "i will REVIEW  the api", speech.Act{Verb: speech.Commit, Package: "api", Due: at(6, 14, 0)}, ""},
		"one of two dates":     {speech.Act{Verb: speech.Commit, Package: "schema", Due: at(3, 17, 0)}, "I will review the API by Friday 14:00, and the schema by Tuesday", speech.Act{Verb: speech.Commit, Package: "schema", Due: at(3, 17, 0)}, ""},
		"a date of nothing":    {speech.Act{Verb: speech.Inform, Package: "api", Due: at(6, 14, 0)}, "The order API is 40 % done", speech.Act{Verb: speech.Inform, Package: "api"}, ""},
		"the text's figure":    {speech.Act{Verb: speech.Progress, Package: "api", Percent: 95}, "The order API is 40 % done", speech.Act{Verb: speech.Progress, Package: "api", Percent: 40}, ""},
		"the text's value":     {speech.Act{Verb: speech.Change, Req: "go-live", Value: "16 May"}, "go-live is 15 April", speech.Act{Verb: speech.Change, Req: "go-live", Value: "2026-04-15"}, ""},
		"about nothing":        {speech.Act{Verb: speech.Commit}, "I will review the API by Friday 14:00", speech.Act{Verb: speech.Commit, Due: at(6, 14, 0), Note: "i will review the api by friday 14:00"}, ""},
		"a wish needs none":    {speech.Act{Verb: speech.Ask, Package: "schema", Due: at(6, 14, 0), Value: "7 EUR"}, "", speech.Act{Verb: speech.Ask, Package: "schema"}, ""},
		"no quote":             {speech.Act{Verb: speech.Approve, Approval: "budget"}, "", speech.Act{}, "no words"},
		"invented words":       {speech.Act{Verb: speech.Approve, Approval: "budget"}, "I approve the schema", speech.Act{}, "does not stand"},
		"half of a word":       {speech.Act{Verb: speech.Approve, Approval: "budget"}, "rove the budget", speech.Act{}, "does not stand"},
		"others' words":        {speech.Act{Verb: speech.Approve, Approval: "budget"}, "> I approve the budget", speech.Act{}, "does not stand"},
		"below the signature":  {speech.Act{Verb: speech.Approve, Approval: "budget"}, "has approved it all", speech.Act{}, "does not stand"},
		"words that say none":  {speech.Act{Verb: speech.Approve, Approval: "budget"}, "the", speech.Act{}, "says nothing"},
		"denied":               {speech.Act{Verb: speech.Approve, Approval: "budget"}, "I do not approve the budget", speech.Act{}, "denied"},
		"denied outside of it": {speech.Act{Verb: speech.Approve, Approval: "budget"}, "approve the budget", speech.Act{}, "denied"},
		"asked":                {speech.Act{Verb: speech.Approve, Package: "schema"}, "the schema approved", speech.Act{}, "asked"},
		"under a condition":    {speech.Act{Verb: speech.Approve, Package: "schema"}, "I approve it", speech.Act{}, "condition"},
	} {
		got, dropped := portal().Hold(Claims{Acts: []Claim{{c.act, c.quote}}, asked: Context{Now: now, Zone: zone}}, text)
		switch {
		case c.why == "" && (len(got.Acts) != 1 || got.Acts[0] != c.want || len(dropped) > 0):
			t.Errorf("%s: got %v, dropped %v\nwant %v", name, got.Acts, dropped, c.want)
		case c.why != "" && (len(got.Acts) > 0 || len(dropped) != 1 || !strings.Contains(dropped[0], c.why) || !strings.HasPrefix(dropped[0], c.act.String())):
			t.Errorf("%s: got %v, dropped %v, want it dropped for %q", name, got.Acts, dropped, c.why)
		}
	}
}

func TestWhatAModelCouldNotReadIsInTheText(t *testing.T) {
	for said, want := range map[string]string{"the yellow one": "the yellow one", "He is rude!": "please send the yellow one", "": ""} {
		got, _ := portal().Hold(Claims{Unclear: said, asked: context(t, "")}, "Please send the yellow one.")
		if got.Unclear != want {
			t.Errorf("%q: got %q, want %q", said, got.Unclear, want)
		}
	}
}

// A wrong reading is asked for once more as a reading, not as a message, and at bounded length.
func TestAReadingIsMendedAsAReading(t *testing.T) {
	p, _, ids := portal().Question("The order API is done, Omar.", context(t, ""))
	for _, raw := range []string{"", "an ask", strings.Repeat("word ", 4000)} {
		_, err := ParseClaims(raw, ids)
		if err == nil {
			t.Fatalf("%.20q is no reading", raw)
		}
		q := Mend(p, raw, err)
		if n := len(q.Messages); n != len(p.Messages)+2 || !strings.Contains(q.Messages[n-1].Content, "JSON object") || len(p.Messages) != 2 {
			t.Errorf("%.20q: got %v", raw, q.Messages[len(p.Messages):])
		}
		if more := q.Tokens() - p.Tokens(); more > answerTokens+200 {
			t.Errorf("%.20q: mending costs %d tokens more", raw, more)
		}
	}
}
