package personas

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/personas/voice"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// readers is whom words can come before, but for the speaker: those they are said to, all members of a private
// conversation, and everybody where whoever likes may read along. What a text may hold, and what a model that finds its
// words may be told, hangs on them and not on those whom it is meant for.
func (p *Players) readers(v sim.View, s Spoke) []sim.ActorID {
	out := slices.Clone(s.To)
	add := func(all ...sim.ActorID) {
		for _, a := range all {
			if a != s.Who && !slices.Contains(out, a) {
				out = append(out, a)
			}
		}
	}
	app, room := roomOf(s)
	switch {
	case room == "" && s.Via == viaReply: // a mail is answered to its writer, whomever the answer is meant for
		if x, ok := p.mail.get(s.Answers); ok && x.from == s.Who {
			add(x.said.To...)
		} else if ok {
			add(x.from)
		}
	case room == "":
	default:
		add(members(v, app, room)...)
	}
	return out
}

// members is who may read what stands in a room: everybody, where it is not known to be closed to some. Of tickets,
// documents and meetings nobody says today who reads them tomorrow.
func members(v sim.View, app, room string) []sim.ActorID {
	var out []sim.ActorID
	if e, ok := v.(parts).Part(app).(sim.Exhibitor); ok && app == "chat" {
		shown, _ := e.Exhibit(v, room)
		if private, _ := shown["private"].(bool); private {
			ids, _ := shown["members"].([]string)
			for _, id := range ids {
				out = append(out, sim.ActorID(id))
			}
			return out
		}
	}
	for _, a := range v.Actors() {
		out = append(out, a.ID)
	}
	return out
}

// roomOf is the conversation into which words go where several can read them: a channel, a ticket, a document or a
// meeting. It is empty for a mail and for a direct message.
func roomOf(s Spoke) (app, room string) {
	switch {
	case s.Via == "channel":
		return "chat", chatRoom("chat", s.Where)
	case s.Via == viaReply && s.app != "mail" && replies[s.app].tool != "":
		return s.app, chatRoom(s.app, s.Where)
	}
	return "", ""
}

// chatRoom is the conversation in which a thread of a chat is; elsewhere a thread is the whole of it.
func chatRoom(app, thread string) string {
	if app != "chat" {
		return thread
	}
	room, _, _ := strings.Cut(thread, "/")
	return strings.TrimPrefix(room, "#")
}

// private says whether one person alone comes to read it.
func private(readers []sim.ActorID) bool { return len(readers) == 1 }

// mayKnow says whether all of some people are cleared for a fact.
func mayKnow(f *work.FactItem, all []sim.ActorID) bool {
	return len(f.Clearance) == 0 || len(all) > 0 && !slices.ContainsFunc(all, func(a sim.ActorID) bool { return !f.MayKnow(a) })
}

// confidential is what not all of some people may know, but for what is told on purpose.
func confidential(v sim.View, acts []speech.Act, readers []sim.ActorID) []*work.FactItem {
	var out []*work.FactItem
	for _, f := range ledger(v).Facts() {
		if !mayKnow(f, readers) && !tells(acts, f.ID) {
			out = append(out, f)
		}
	}
	return out
}

func tells(acts []speech.Act, id string) bool {
	return slices.ContainsFunc(acts, func(a speech.Act) bool { return a.Fact == id && a.Verb == speech.Inform })
}

// secrets is what must not be in a text that these people can read.
func (p *Players) secrets(v sim.View, acts []speech.Act, readers []sim.ActorID) []voice.Value {
	var out []voice.Value
	for _, f := range confidential(v, acts, readers) {
		out = append(out, secretsOf(f)...)
	}
	return out
}

func secretsOf(f *work.FactItem) []voice.Value {
	out := voice.Secret(f.Topic, f.Value)
	if f.Canary != "" {
		out = append(out, voice.Value{Kind: voice.Canary, Text: f.Canary})
	}
	return out
}

// withheld stands in a thread for what was said there of something that not all who can read the answer may know.
const withheld = "[something private]"

// shownText is a message as a model reads it that finds words for these readers.
func shownText(x *message, never []*work.FactItem) string {
	for _, f := range never {
		if tells(x.acts, f.ID) || betrays(x.said.Text, f) {
			return withheld
		}
	}
	return x.said.Text
}

// secretLeast is how long a secret's value is so that it is looked for without its topic: a "3" stands in many texts.
const secretLeast = 4

// betrays says whether a text holds a fact: its words, its canary, or its value in any form.
func betrays(text string, f *work.FactItem) bool {
	low := plain(text)
	for _, part := range []string{f.Text, f.Canary, f.Value} {
		if part = plain(part); len(part) >= secretLeast && strings.Contains(low, part) {
			return true
		}
	}
	return voice.Betrays(text, secretsOf(f))
}

// plain is a text in small letters with single spaces.
func plain(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }
