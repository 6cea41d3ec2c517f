package voice

import (
	"strings"

	"github.com/tenure-sim/tenure/personas/words"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// Brief is all that a model is told so as to find the words of one message. It holds no fact that the listeners may not
// know: the caller sees to it.
type Brief struct {
	World    string // company, project, dates: slow
	Speaker  Speaker
	Work     []string // what the speaker works on, as people call it: slow; five at most
	Project  string   // what ProjectCard writes: slow
	Peers    []Peer   // at most three are told of
	Thread   []Line   // the last twelve are told, clipped
	Facts    []string
	Clock    string // "Tuesday 3 March 2026, 10:20"
	Event    string // why the speaker writes now
	App      words.App
	Listener string // empty for several people
	Acts     []words.Details
	Draft    string // the template's text: the meaning in plain words
}

// Speaker is who writes.
type Speaker struct {
	Name, Role, Team string
	Style            string // one of words.Styles
	Habits           string // how the speaker writes and deals with people, in plain words
}

// Peer is somebody the speaker has to do with.
type Peer struct {
	Name string
	Card string // what PeerCard writes
}

// What the parts of a prompt may cost, in tokens, and how many there may be.
const (
	nameMost    = 16
	worldMost   = 600 // a line each for thirty people
	habitsMost  = 120
	workMost    = 5
	titleMost   = 16
	projectMost = 400
	peerMost    = 120
	PeersMost   = 3
	FactsMost   = 6
	factMost    = 60
	eventMost   = 80
	actsMost    = 12
	actMost     = 100
	draftMost   = 400
)

// Most is the most tokens that a Brief's prompt costs. TestAPromptIsBounded holds it.
const Most = 5600

// Prompt is the question. Its first message is the same for every message of the speaker as long as the cards are.
func (b Brief) Prompt() prompt.Prompt {
	return prompt.Prompt{Stable: 1, Messages: []prompt.Message{
		{Role: prompt.System, Content: b.stable(rules + legend)},
		{Role: prompt.User, Content: b.moment() + "\n\n" + b.orders()},
	}}
}

// stable is what changes slowly, the slowest first, so that an endpoint keeps as much of it as it can: rules, world and
// project are the same for all speakers, and a prompt begins with them.
func (b Brief) stable(rules string) string {
	var s sections
	s.text.WriteString(rules)
	s.put(titleWorld, b.World, worldMost)
	s.put(titleProject, b.Project, projectMost)
	s.put(titleSpeaker, b.Speaker.text(), habitsMost+5*nameMost+40)
	s.put(titleSamples, samples[b.Speaker.Style], samplesMost)
	s.put(titleWork, b.work(), workMost*(titleMost+2))
	var peers []string
	for _, p := range b.Peers[:min(len(b.Peers), PeersMost)] {
		if p.Card != "" {
			peers = append(peers, clip(p.Name, nameMost)+": "+clip(p.Card, peerMost))
		}
	}
	s.put(titlePeers, strings.Join(peers, "\n"), PeersMost*(nameMost+peerMost+3))
	return s.text.String()
}

func (s Speaker) text() string {
	out := "You are " + clip(s.Name, nameMost)
	if s.Role != "" {
		out += ", " + clip(s.Role, nameMost)
	}
	if s.Team != "" {
		out += ", team " + clip(s.Team, nameMost)
	}
	out += "."
	if s.Style != "" {
		out += " Your way of writing is " + clip(s.Style, nameMost) + "."
	}
	return out + " " + clip(s.Habits, habitsMost)
}

func (b Brief) work() string {
	var out []string
	for _, w := range b.Work[:min(len(b.Work), workMost)] {
		out = append(out, clip(w, titleMost))
	}
	return strings.Join(out, "; ")
}

// moment is what is so just now.
func (b Brief) moment() string {
	var s sections
	s.put(titleThread, b.conversation(), conversationMost)
	var facts []string
	for _, f := range b.Facts[:min(len(b.Facts), FactsMost)] {
		facts = append(facts, "- "+clip(f, factMost))
	}
	s.put(titleFacts, strings.Join(facts, "\n"), FactsMost*(factMost+3))
	s.put(titleNow, clip(b.Clock, 2*nameMost)+"\n"+clip(b.Event, eventMost), 2*nameMost+eventMost+2)
	return s.text.String()
}

// orders is what to say, and to whom.
func (b Brief) orders() string {
	var s sections
	var acts []string
	for _, d := range b.Acts[:min(len(b.Acts), actsMost)] {
		acts = append(acts, "- "+clip(meaning(d), actMost))
	}
	s.put(titleActs, strings.Join(acts, "\n"), actsMost*(actMost+3))
	s.put(titleDraft, clip(b.Draft, draftMost), draftMost)
	s.put(titleForm, b.form(), 3*nameMost+40)
	return s.text.String()
}

// form is where the message goes. What each place asks for stands in the rules.
func (b Brief) form() string {
	to := "several colleagues"
	if b.Listener != "" {
		to = clip(b.Listener, nameMost)
	}
	switch b.App {
	case words.Mail:
		return "A mail to " + to + "."
	case words.Meeting:
		return "What you say aloud in a meeting, to " + to + "."
	case words.Ticket:
		return "A comment on a ticket, for " + to + "."
	}
	return "A chat message to " + to + "."
}

// meaning is an act as a line that a model can follow.
func meaning(d words.Details) string {
	var b strings.Builder
	b.WriteString(string(d.Act.Verb))
	put := func(name, v string) {
		if v != "" {
			b.WriteString("; " + name + " " + oneLine(v))
		}
	}
	put("about", d.Title)
	put("value", d.Value)
	put("percent", percent(d))
	put("date", d.Due)
	put("person", d.Who)
	put("fact:", d.Text)
	put("reason:", d.Reason)
	return b.String()
}

// sections are titled parts of a message.
type sections struct{ text strings.Builder }

// put adds a part. Its lines are clipped one by one before; most bounds the whole once more.
func (s *sections) put(title, text string, most int) {
	text = strings.TrimSpace(text)
	if text == "" {
		return
	}
	if s.text.Len() > 0 {
		s.text.WriteString("\n\n")
	}
	s.text.WriteString(title + ":\n" + clipLines(text, most))
}

// clip makes one line of a text, so that nobody's words can look like a part of the question, and bounds it.
func clip(text string, most int) string { return clipLines(oneLine(text), most) }

// clipLines bounds a text. A token has far fewer than 64 bytes: what lies behind need not be counted.
func clipLines(text string, most int) string {
	if len(text) > 64*most {
		text = strings.ToValidUTF8(text[:64*most], "")
	}
	return prompt.Clip(text, most)
}

func oneLine(s string) string {
	if !strings.ContainsAny(s, "\n\r\t\v\f\u0085\u2028\u2029") && !strings.Contains(s, "  ") {
		return strings.TrimSpace(s)
	}
	if len(s) > 1<<16 {
		s = s[:1<<16]
	}
	return strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " ")
}
