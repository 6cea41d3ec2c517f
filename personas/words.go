package personas

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/personas/words"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// word finds the words for acts, in the speaker's voice. Which words were used lately comes from the facts, so that
// nobody repeats itself too soon.
func (p *Players) word(v sim.View, m *player, acts []speech.Act, s Spoke) (text, template string) {
	listener, zone := "", m.hours.Zone()
	if len(s.To) == 1 && s.Via != "channel" {
		if a, ok := v.Actor(s.To[0]); ok {
			listener, zone = firstName(a), a.Hours().Zone()
		}
	}
	scene := words.Scene{Listener: listener, App: place(s), Now: v.Now()}
	for i := range acts {
		scene.Acts = append(scene.Acts, details(v, zone, &acts[i]))
	}
	draw := func(what string, n uint64) uint64 { return v.Draw(m.id, what, m.spoken<<8|n) }
	used := func(name string) bool { return slices.Contains(m.used, name) }
	return words.Render(p.voice(v, m, s), scene, draw, used)
}

// voice is how the speaker writes: bluntly to somebody it does not trust.
func (p *Players) voice(v sim.View, m *player, s Spoke) words.Voice {
	voice := words.Voice{Style: m.persona.Style, Emoji: m.persona.Traits.Chatty >= 30, Zone: m.hours.Zone()}
	if a, ok := v.Actor(m.id); ok {
		voice.Name = firstName(a)
	}
	if len(s.To) == 1 && m.curt(s.To[0]) && p.all[s.To[0]] == nil {
		voice.Style, voice.Emoji = "blunt", false
	}
	return voice
}

func firstName(a *sim.Actor) string {
	first, _, _ := strings.Cut(a.Name, " ")
	return first
}

func place(s Spoke) words.App {
	switch {
	case s.Via == viaMail || s.Via == viaReply && s.app == "mail":
		return words.Mail
	case s.Via == viaReply && s.app == "calendar":
		return words.Meeting
	case s.Via == viaReply && (s.app == "tickets" || s.app == "docs"):
		return words.Ticket
	}
	return words.Chat
}

// details looks up the words for what an act names.
func details(v sim.View, zone *time.Location, a *speech.Act) words.Details {
	l := ledger(v)
	d := words.Details{Act: *a, Title: title(l, a), Value: inSpeech(v.Now(), a.Value), Reason: a.Note}
	if d.Title == "" && nameless[a.Verb] {
		d.Title, d.Reason = a.Note, ""
	}
	if r, ok := reasons[a.Note]; ok && a.Verb == speech.Farewell {
		d.Reason = r
	}
	if who, ok := v.Actor(a.Who); ok {
		d.Who = who.Name
	}
	if a.Due != 0 && a.Due != clock.Never {
		d.Due = a.Due.In(zone).Format("Mon 2 Jan, 15:04")
	}
	switch f, r := fact(l, a.Fact), req(l, a.Req); {
	case f != nil && a.Verb == speech.Inform:
		d.Text = f.Text
	case r != nil && (a.Verb == speech.Inform || a.Verb == speech.Change) && a.Version > 0:
		d.Text = r.Versions[a.Version-1].Text
	}
	return d
}

// inSpeech is a value as people write it to each other: a date by its day and month.
func inSpeech(now clock.Time, value string) string {
	d, err := clock.ParseDay(value)
	if err != nil {
		return value
	}
	year, month, day := d.Date()
	if this := now.In(time.UTC).Year(); year != this {
		return fmt.Sprintf("%d %s %d", day, month, year)
	}
	return fmt.Sprintf("%d %s", day, month)
}

// reasons are the kinds of absence in a coworker's own words.
var reasons = map[string]string{string(Sick): "I'm ill", string(OnLeave): "I'm on leave", string(Away): "I'm out of the house",
	"leaving the company": "I'm leaving the company"}

// nameless verbs take the note of an act without an object for its object: "the weekly report".
var nameless = map[speech.Verb]bool{speech.Ask: true, speech.Request: true, speech.Commit: true, speech.Remind: true, speech.Done: true,
	speech.Acknowledge: true}

// title is what people call the thing that an act is about.
func title(l *work.Ledger, a *speech.Act) string {
	if f := fact(l, a.Fact); f != nil {
		return f.Topic
	}
	if r := req(l, a.Req); r != nil {
		return r.Title
	}
	if w := pkg(l, a.Package); w != nil {
		return w.Title
	}
	if g := approval(l, a.Approval); g != nil {
		return g.Title
	}
	if d := deliverable(l, a.Deliverable); d != nil {
		return d.Title
	}
	if r := risk(l, a.Risk); r != nil {
		return r.Title
	}
	if c := promise(l, a.Commitment); c != nil {
		if kind, id := work.Split(c.What); kind != "" && kind != "commitment" {
			return title(l, refAct(kind, id))
		}
		return c.What
	}
	return ""
}

// subject is what a mail about the acts is called.
func subject(l *work.Ledger, acts []speech.Act) string {
	a := &acts[0]
	name := title(l, a)
	switch {
	case a.Verb == speech.Farewell && a.Due == 0:
		return "My last day"
	case a.Verb == speech.Farewell:
		return "Out of office"
	case name == "" && wantsReply(acts):
		return "A question"
	case name == "":
		return "A short note"
	case name != "" && subjects[a.Verb] == "":
		return strings.ToUpper(name[:1]) + name[1:]
	case subjects[a.Verb] != "":
		return subjects[a.Verb] + ": " + name
	}
	return name
}

var subjects = map[speech.Verb]string{speech.Change: "Change", speech.Delay: "Delay", speech.Progress: "Status", speech.Done: "Done",
	speech.Block: "Blocked", speech.Escalate: "Escalation", speech.Remind: "Reminder", speech.HandOver: "Handover", speech.Withdraw: "Withdrawn"}
