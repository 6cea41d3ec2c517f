package mail

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/sim"
)

func TestSendReachesItsRecipients(t *testing.T) {
	o := opened(t)
	o.do("lena", "mail_send", sim.Args{"to": []string{"Robin Adler <robin@n.example>", "robin"}, "cc": "marta, robin", "subject": "Plan",
		"text": "please read", "attachments": "files/plan.md"})
	e := o.Last("mail.sent")
	if want := []sim.ActorID{"lena", "marta", "robin"}; !slices.Equal(e.Audience, want) {
		t.Errorf("audience %v, want %v", e.Audience, want)
	}
	if got, want := fmt.Sprint(e.Body), `mail e1 lena to robin (cc marta) "Plan": please read [files/plan.md]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	sp := e.Body.(Sent).Speech()
	if !slices.Equal(sp.To, []sim.ActorID{"robin"}) || !slices.Equal(sp.Cc, []sim.ActorID{"marta"}) || sp.Thread != "e1" || sp.Subject != "Plan" {
		t.Errorf("speech %+v", sp)
	}
	if got := o.ids("robin", "inbox") + "," + o.ids("lena", "sent") + "," + o.ids("omar", "inbox"); got != "e1,e1," {
		t.Errorf("folders hold %s", got)
	}
}

func TestReplyAnswersInTheThread(t *testing.T) {
	o := opened(t)
	o.do("lena", "mail_send", sim.Args{"to": "robin, omar", "cc": "marta", "subject": "Plan", "text": "please read"})
	first := o.Last("mail.sent")
	sp := first.Body.(Sent).Speech()
	o.do("robin", "mail_reply", sim.Args{"id": sp.Thread, "text": "done"})
	b := o.Last("mail.sent").Body.(Sent)
	if b.ReplyTo != first.Seq || !slices.Equal(b.To, []sim.ActorID{"lena"}) || b.Subject != "Re: Plan" || b.Thread != 1 {
		t.Errorf("reply %+v", b)
	}
	o.do("omar", "mail_reply", sim.Args{"id": "e1", "text": "me too", "all": true})
	b = o.Last("mail.sent").Body.(Sent)
	if !slices.Equal(b.To, []sim.ActorID{"lena", "robin"}) || !slices.Equal(b.Cc, []sim.ActorID{"marta"}) {
		t.Errorf("reply to all goes to %v, cc %v", b.To, b.Cc)
	}
	o.do("lena", "mail_reply", sim.Args{"id": "t1", "text": "thanks"})
	b = o.Last("mail.sent").Body.(Sent)
	if b.Answers != 3 || b.Subject != "Re: Plan" || !slices.Equal(b.To, []sim.ActorID{"omar"}) {
		t.Errorf("a thread is answered at its newest mail: %+v", b)
	}
	o.do("lena", "mail_reply", sim.Args{"id": "e1", "text": "one more thing"})
	if b = o.Last("mail.sent").Body.(Sent); !slices.Equal(b.To, []sim.ActorID{"robin", "omar"}) {
		t.Errorf("answering one's own mail goes to %v, want its recipients", b.To)
	}
	var seen []string
	for _, m := range o.read("marta", "t1") {
		seen = append(seen, m.ID)
	}
	if want := []string{"e1", "e3"}; !slices.Equal(seen, want) {
		t.Errorf("marta's part of the thread is %v, want %v", seen, want)
	}
}

func TestForwardCarriesTextAndAttachments(t *testing.T) {
	o := opened(t)
	o.do("omar", "mail_send", sim.Args{"to": "robin", "subject": "Re: Fwd: Numbers", "text": "18,400", "attachments": "files/omar.txt"})
	o.do("robin", "mail_forward", sim.Args{"id": "e1", "to": "lena", "text": "see below"})
	b := o.Last("mail.sent").Body.(Sent)
	if b.Subject != "Fwd: Numbers" || !strings.HasPrefix(b.Text, "see below\n\nForwarded: mail from omar to robin") || !strings.HasSuffix(b.Text, "18,400") {
		t.Errorf("forwarded as %q: %q", b.Subject, b.Text)
	}
	if !slices.Equal(b.Attachments, []string{"files/omar.txt"}) || b.Thread != 2 {
		t.Errorf("attachments %v, thread %d", b.Attachments, b.Thread)
	}
}

func TestBlindCopiesStayBlind(t *testing.T) {
	o := opened(t)
	o.do("lena", "mail_send", sim.Args{"to": "robin", "bcc": "omar, blind@else.example", "subject": "Plan", "text": "please read"})
	for _, e := range o.Events {
		raw, _ := json.Marshal(e.Body)
		text := string(raw)
		if s, ok := e.Body.(fmt.Stringer); ok {
			text += s.String()
		}
		if e.Reaches("robin") && (strings.Contains(text, "omar") || strings.Contains(text, "blind")) && e.Body.Kind() != "sim.founded" {
			t.Errorf("robin perceives %s", text)
		}
	}
	calls := map[string]sim.Args{"mail_read": {"id": "e1"}, "mail_list": nil, "mail_search": {"query": "plan"}, "mail_unread": nil}
	for tool, args := range calls {
		raw, _ := json.Marshal(o.do("robin", tool, args))
		if strings.Contains(string(raw), "omar") || strings.Contains(string(raw), "blind") {
			t.Errorf("%s shows robin the blind copy: %s", tool, raw)
		}
	}
	copied := o.Last("mail.copied")
	if !slices.Equal(copied.Audience, []sim.ActorID{"omar"}) || !sim.Directed(o.Last("mail.sent").Body, "robin") || sim.Directed(copied.Body, "omar") {
		t.Errorf("copy reaches %v", copied.Audience)
	}
	if m := o.read("lena", "e1")[0]; !slices.Equal(m.Bcc, []string{"omar"}) {
		t.Errorf("the sender sees blind copies %v, want omar", m.Bcc)
	}
	if m := o.read("omar", "e1")[0]; len(m.Bcc) > 0 || m.Text != "please read" {
		t.Errorf("omar sees %+v", m)
	}
	o.do("robin", "mail_reply", sim.Args{"id": "e1", "text": "fine", "all": true})
	if o.Last("mail.sent").Reaches("omar") {
		t.Error("a reply to all reaches the blind copy")
	}
	o.do("lena", "mail_forward", sim.Args{"id": "e1", "to": "marta"})
	if strings.Contains(o.Last("mail.sent").Body.(Sent).Text, "omar") {
		t.Error("forwarding reveals the blind copy")
	}
}

func TestOthersMailDoesNotExist(t *testing.T) {
	o := opened(t)
	o.do("marta", "mail_send", sim.Args{"to": "omar", "subject": "canary-4711", "text": "canary-4711"})
	o.do("omar", "mail_reply", sim.Args{"id": "e1", "text": "canary-4711 too"})
	for _, id := range []string{"e1", "t1", "e2", "e99", "x"} {
		for tool, more := range map[string]sim.Args{
			"mail_read": {}, "mail_reply": {"text": "x"}, "mail_forward": {"to": "robin"},
			"mail_move": {"folder": "archive"}, "mail_mark": {"unread": true},
		} {
			more["id"] = id
			o.refused("robin", tool, more, fmt.Sprintf("you have no mail %q", id))
		}
	}
	for tool, args := range map[string]sim.Args{"mail_list": nil, "mail_search": {"query": "canary"}, "mail_unread": nil} {
		if got := idsOf(o.do("robin", tool, args)); got != "" {
			t.Errorf("%s shows %s", tool, got)
		}
	}
	for _, e := range o.Events {
		if s, ok := e.Body.(fmt.Stringer); ok && e.Reaches("robin") && strings.Contains(s.String(), "4711") {
			t.Errorf("robin perceives %v", s)
		}
	}
}

func TestUnknownAddressesBounce(t *testing.T) {
	o := opened(t)
	o.do("robin", "mail_send", sim.Args{"to": "lena, lnea@n.example", "bcc": "nora@n.example", "subject": "Hi", "text": "hello"})
	e := o.Last("mail.bounced")
	if e.Actor == "robin" || !slices.Equal(e.Audience, []sim.ActorID{"robin"}) {
		t.Errorf("bounce by %s reaches %v", e.Actor, e.Audience)
	}
	text := e.Body.(Bounced).Text
	if !strings.Contains(text, "lnea@n.example, nora@n.example") {
		t.Errorf("bounce says %q", text)
	}
	if got := o.ids("robin", "inbox"); got != "e2" {
		t.Errorf("inbox %q, want the notice e2", got)
	}
	o.refused("robin", "mail_reply", sim.Args{"id": "e2", "text": "x"}, "notice")
	o.do("robin", "mail_send", sim.Args{"to": "nobody@else.example", "subject": "Hi", "text": "hello"})
	if o.Count("mail.bounced") != 2 {
		t.Errorf("%d bounces, want 2", o.Count("mail.bounced"))
	}
	o.refused("robin", "mail_send", sim.Args{"to": "lnea", "subject": "Hi", "text": "hello"}, "did you mean lena?")
}

func TestOutOfOfficeAnswersOnceAndNeverInCircles(t *testing.T) {
	o := opened(t)
	o.do("lena", "mail_out_of_office", sim.Args{"until": "2026-03-04T09:00", "text": "away until Wednesday"})
	o.do("robin", "mail_out_of_office", sim.Args{"until": "2026-03-04T09:00", "text": "away as well"})
	o.send("robin", "lena", "one", "x")
	o.send("robin", "lena", "two", "x")
	o.send("omar", "lena", "three", "x")
	o.send("lena", "lena", "note to myself", "x")
	if n := o.Count("mail.autoreplied"); n != 2 {
		t.Errorf("%d automatic replies, want one to robin and one to omar", n)
	}
	e := o.Last("mail.autoreplied")
	if got, want := fmt.Sprint(e.Body), `mail e5 lena to omar "Automatic reply: three": away until Wednesday`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	o.do("lena", "mail_out_of_office", nil)
	o.send("marta", "lena", "four", "x")
	o.do("lena", "mail_out_of_office", sim.Args{"from": "2026-03-05T09:00", "until": "2026-03-06T09:00", "text": "again"})
	o.send("marta", "lena", "five", "x")
	if n := o.Count("mail.autoreplied"); n != 2 {
		t.Errorf("%d automatic replies, want none outside of absences", n)
	}
	o.do("lena", "mail_out_of_office", sim.Args{"until": "2026-03-06T09:00", "text": "now really"})
	o.send("omar", "lena", "six", "x")
	if n := o.Count("mail.autoreplied"); n != 3 {
		t.Errorf("%d automatic replies, want a new one in a new absence", n)
	}
	o.refused("omar", "mail_out_of_office", nil, "not out of office")
	o.refused("omar", "mail_out_of_office", sim.Args{"text": "x"}, "needs until")
	o.refused("omar", "mail_out_of_office", sim.Args{"until": "2026-03-02T08:00", "text": "x"}, "must be after")
	o.refused("omar", "mail_auto_reply", sim.Args{"id": "e1", "who": "lena"}, "only the mail system")
	o.refused("robin", "mail_bounce", sim.Args{"id": "e1", "addresses": "x"}, "no tool")
}

func TestUnreadFolders(t *testing.T) {
	o := newOffice(t)
	o.recall(start.Add(-time.Hour), "lena", "mail_send", sim.Args{"to": "robin", "subject": "old", "text": "x"})
	id := o.recall(start.Add(-time.Hour), "lena", "mail_send", sim.Args{"to": "robin", "subject": "older", "text": "x"}).Data.(Receipt).Mail
	o.recall(start.Add(-time.Minute), "robin", "mail_mark", sim.Args{"id": id, "unread": true})
	o.Open()
	if got := idsOf(o.do("robin", "mail_unread", nil)); got != "e2" {
		t.Errorf("unread at the start: %q, want e2", got)
	}
	o.send("lena", "robin", "new", "x")
	o.send("robin", "robin", "note to myself", "x")
	if got := idsOf(o.do("robin", "mail_list", sim.Args{"unread": true})); got != "e4 e3 e2" {
		t.Errorf("unread %q, want e4 e3 e2", got)
	}
	o.read("robin", "e3")
	before := len(o.Events)
	o.read("robin", "e3")
	if len(o.Events) != before {
		t.Error("reading again is logged")
	}
	o.do("robin", "mail_move", sim.Args{"id": "e3", "folder": "Vendor"})
	o.refused("robin", "mail_move", sim.Args{"id": "e3", "folder": "vendor"}, "already")
	if got := o.ids("robin", "vendor") + "," + o.ids("robin", "inbox") + "," + o.ids("lena", "sent"); got != "e3,e4 e2 e1,e3 e2 e1" {
		t.Errorf("folders hold %s", got)
	}
	o.refused("robin", "mail_list", sim.Args{"folder": "vender"}, "did you mean vendor?")
	o.refused("lena", "mail_list", sim.Args{"folder": "vendor"}, "no folder")
	if x, _ := o.World.Part("mail").(*Part).Exhibit(o.World, "robin"); x["unread"] != int64(2) {
		t.Errorf("exhibit %v, want 2 unread", x)
	}
}

func TestSearch(t *testing.T) {
	o := opened(t)
	o.send("lena", "robin", "Café budget", "see PORT-12")
	o.send("robin", "omar", "budget", "PORT-13")
	for query, want := range map[string]string{"budget": "e2 e1", "cafe": "e1", "port-13": "e2", "lena port": "e1", "nothing": "", "": ""} {
		if got := idsOf(o.do("robin", "mail_search", sim.Args{"query": query})); got != want {
			t.Errorf("search %q gives %q, want %q", query, got, want)
		}
	}
	if got := idsOf(o.do("robin", "mail_search", sim.Args{"query": "budget", "folder": "inbox"})); got != "e1" {
		t.Errorf("in the inbox: %q", got)
	}
	if got := idsOf(o.do("robin", "mail_search", sim.Args{"query": "budget", "from": "robin"})); got != "e2" {
		t.Errorf("from robin: %q", got)
	}
}

func TestBadArguments(t *testing.T) {
	o := opened(t)
	mail := func(more ...string) sim.Args {
		a := sim.Args{"to": "lena", "subject": "s", "text": "t"}
		for i := 0; i < len(more); i += 2 {
			a[more[i]] = more[i+1]
		}
		return a
	}
	o.refused("robin", "mail_send", sim.Args{"to": "lena"}, "needs the argument")
	o.refused("robin", "mail_send", mail("to", ""), "1 to 200 people")
	o.refused("robin", "mail_send", mail("text", " "), "empty")
	o.refused("robin", "mail_send", mail("text", strings.Repeat("x", textMost+1)), "at most")
	o.refused("robin", "mail_send", mail("subject", strings.Repeat("x", subjectMost+1)), "at most")
	o.refused("robin", "mail_send", mail("attachments", "files/omar.txt"), "there is no file")
	o.refused("robin", "mail_send", mail("attachments", "plan.md"), "there is no file")
	o.refused("robin", "mail_send", mail("colour", "red"), `no argument "colour"`)
	o.refused("script", "mail_list", nil, "no mailbox")
	o.do("robin", "mail_send", mail("subject", "Re: URGENT: now"))
	if !o.Last("mail.sent").Body.(Sent).Speech().Urgent {
		t.Error("not urgent")
	}
}

func TestTopicDropsWhatAnswersPutBefore(t *testing.T) {
	for in, want := range map[string]string{"Re: AW: fwd: Plan": "Plan", "Plan": "Plan", "re:": "", "Request: x": "Request: x"} {
		if got := topic(in); got != want {
			t.Errorf("topic(%q) = %q, want %q", in, got, want)
		}
	}
}
