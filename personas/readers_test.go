package personas

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/personas/voice"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// parted is the view of a stage, with one part in the place of the chat.
type parted struct {
	sim.View
	chat sim.Part
}

func (v parted) Part(name string) sim.Part {
	if name == "chat" {
		return v.chat
	}
	return v.View.(parts).Part(name)
}

// rooms is a chat that has one private channel, of lena and robin.
type rooms struct{ *apps }

func (rooms) Exhibit(_ sim.View, name string) (map[string]any, bool) {
	closed := name == "closed"
	return map[string]any{"private": closed, "members": []string{"lena", "robin"}}, closed || name == "open"
}

// Lena answers robin, in every place where there are answers.
func TestWhomAnAnswerReaches(t *testing.T) {
	s := raise(t, 1, nil)
	p, v := s.w.Part(owner).(*Players), parted{s.w, rooms{&apps{}}}
	p.mail.put(7, &message{seq: 7, from: "robin", said: sim.Speech{App: "mail", To: []sim.ActorID{"lena"}, Cc: []sim.ActorID{"tomas"}}})
	p.mail.put(8, &message{seq: 8, from: "lena", said: sim.Speech{App: "mail", To: []sim.ActorID{"robin", "tomas"}}})
	all := []sim.ActorID{"marta", "robin", "tomas"}
	for name, c := range map[string]struct {
		s    Spoke
		want []sim.ActorID
	}{
		"a direct message":            {Spoke{Via: viaChat}, []sim.ActorID{"robin"}},
		"a mail":                      {Spoke{Via: viaMail}, []sim.ActorID{"robin"}},
		"an answer to a mail":         {Spoke{Via: viaReply, app: "mail", Answers: 7}, []sim.ActorID{"robin"}}, // copies get none
		"an answer to one's own mail": {Spoke{Via: viaReply, app: "mail", Answers: 8}, []sim.ActorID{"robin", "tomas"}},
		"a channel":                   {Spoke{Via: "channel", Where: "open"}, all},
		"an answer in a channel":      {Spoke{Via: viaReply, app: "chat", Where: "open/41"}, all},
		"an answer in a closed one":   {Spoke{Via: viaReply, app: "chat", Where: "closed/41"}, []sim.ActorID{"robin"}},
		"a channel nobody knows":      {Spoke{Via: viaReply, app: "chat", Where: "gone"}, all},
		"a ticket":                    {Spoke{Via: viaReply, app: "tickets", Where: "T-1"}, all},
		"a document":                  {Spoke{Via: viaReply, app: "docs", Where: "plan"}, all},
		"a meeting":                   {Spoke{Via: viaReply, app: "calendar", Where: "m1"}, all},
	} {
		c.s.Who, c.s.To = "lena", []sim.ActorID{"robin"}
		got := p.readers(v, c.s)
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s is read by %v, want %v", name, got, c.want)
		}
	}
}

// Robin may know a price and was told it. In a mail to robin lena's prompt has it; nowhere else where others read along.
func TestAThreadHasWhatAllReadersMayKnow(t *testing.T) {
	secret := work.FactItem{ID: "rebate", Topic: "the rebate", Text: "Halden gets CANARY off.", Value: "11 percent", Clearance: []sim.ActorID{"robin"}, Owners: []sim.ActorID{"lena"}, Canary: "CANARY"}
	s := raise(t, 1, nil, sim.Call{By: sim.Script, Tool: "work_fact", Args: sim.Args{"id": secret.ID, "topic": secret.Topic, "text": secret.Text, "value": secret.Value,
		"owners": []string{"lena"}, "clearance": []string{"robin"}, "canary": secret.Canary}})
	s.until(day(2, 10, 0))
	p, v := s.w.Part(owner).(*Players), parted{s.w, rooms{&apps{}}}
	put := func(seq uint64, from sim.ActorID, said sim.Speech) {
		p.mail.put(seq, &message{seq: seq, at: s.w.Now(), from: from, said: said})
	}
	for i, text := range []string{"Halden gets CANARY off.", "They get 11 percent, the rebate that is.", "Lunch was good."} {
		n := uint64(900_000 + 10*i)
		put(n, "lena", sim.Speech{App: "mail", To: []sim.ActorID{"robin"}, Text: text})
		for k, at := range []sim.Speech{{App: "chat", Thread: "open"}, {App: "tickets", Thread: "T-1"}, {App: "docs", Thread: "plan"}, {App: "calendar", Thread: "m1"}} {
			at.Cc, at.Text = []sim.ActorID{"lena", "robin", "tomas"}, fmt.Sprintf("%s %s", text, at.App)
			put(n+uint64(k)+1, "robin", at)
		}
	}
	for name, c := range map[string]struct {
		s    Spoke
		open bool
	}{"mail": {Spoke{Via: viaMail}, true}, "chat": {Spoke{Via: viaReply, app: "chat", Where: "open"}, false}, "channel": {Spoke{Via: "channel", Where: "open"}, false},
		"tickets": {Spoke{Via: viaReply, app: "tickets", Where: "T-1"}, false}, "docs": {Spoke{Via: viaReply, app: "docs", Where: "plan"}, false},
		"calendar": {Spoke{Via: viaReply, app: "calendar", Where: "m1"}, false}} {
		c.s.Who, c.s.To = "lena", []sim.ActorID{"robin"}
		var text strings.Builder
		for _, l := range p.brief(v, p.all["lena"], speech.Said{To: c.s.To}, c.s).Thread {
			text.WriteString(l.Text + "\n")
		}
		got := text.String()
		if has := strings.Contains(got, "CANARY") || strings.Contains(got, "11 percent"); has != c.open || !strings.Contains(got, "Lunch") {
			t.Errorf("%s: the secret stands in the thread: %t, want %t:\n%s", name, has, c.open, got)
		}
		checked := slices.ContainsFunc(p.secrets(v, nil, p.readers(v, c.s)), func(x voice.Value) bool { return x.Text == secret.Canary })
		if checked == c.open {
			t.Errorf("%s: the canary is checked for: %t, want %t", name, checked, !c.open)
		}
	}
}
