package personas

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// The tools of players. They are internal: coworkers and the script use them, agents never see them.
const (
	toolSay  = "players_say"
	toolNote = "players_note"
)

// viaReply answers a message where it came from; every other way that is not chat or mail is a channel.
const viaReply = "reply"

// viaEvent, with a meeting's id after it, speaks in a meeting.
const viaEvent = "event:"

// saying is where and to whom something is said.
type saying struct {
	to      []sim.ActorID
	via     string // chat | mail | reply | a channel; "" is what the speaker prefers
	answers uint64
	retry   bool
	text    string // the exact words, when they are found already
}

// sayTo is the call by which a coworker says something.
func sayTo(m *player, acts []speech.Act, s saying) sim.Call {
	to := make([]string, len(s.to))
	for i, a := range s.to {
		to[i] = string(a)
	}
	args := sim.Args{"acts": packActs(acts), "to": to}
	if s.via != "" {
		args["via"] = s.via
	}
	if s.answers != 0 {
		args["answers"] = int64(s.answers)
	}
	if s.retry {
		args["retry"] = true
	}
	if s.text != "" {
		args["text"] = s.text
	}
	return sim.Call{By: m.id, Tool: toolSay, Args: args}
}

func (p *Players) sayTool() sim.Tool {
	opt := func(name string, t sim.Type, doc string) sim.Param {
		return sim.Param{Name: name, Type: t, Optional: true, Doc: doc}
	}
	verbs := make([]string, len(speech.Verbs))
	for i, v := range speech.Verbs {
		verbs[i] = string(v)
	}
	act := opt("act", sim.String, "what is meant")
	act.Enum = verbs
	return sim.Tool{Name: toolSay, Internal: true, Doc: "A coworker says something; it finds the words itself.",
		Params: []sim.Param{act, opt("acts", sim.Strings, "several acts, packed; instead of act"), opt("to", sim.Strings, "ids of people"),
			opt("via", sim.String, "chat, mail, reply or a channel"), opt("answers", sim.Int, "number of the message answered"),
			opt("text", sim.String, "the exact words"), opt("subject", sim.String, "of a mail"), opt("retry", sim.Bool, "said again another way"),
			opt("requirement", sim.String, "id"), opt("version", sim.Int, "of the requirement"), opt("package", sim.String, "id"),
			opt("deliverable", sim.String, "id"), opt("commitment", sim.String, "id"), opt("approval", sim.String, "id"),
			opt("fact", sim.String, "id"), opt("risk", sim.String, "id"), opt("who", sim.String, "the person it is about"),
			opt("due", sim.Moment, "by when"), opt("percent", sim.Int, "done"), opt("value", sim.String, "as written"),
			opt("note", sim.String, "reason or topic")},
		Decide: p.decideSay}
}

func (p *Players) decideSay(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m := p.all[by]
	if m == nil {
		return sim.Result{}, nil, sim.Reject("only coworkers speak by players_say, and %s is none", by)
	}
	if m.state == Gone {
		return sim.Result{}, nil, sim.Reject("%s is not in the company", by)
	}
	acts, err := p.actsOf(v, m, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	s := Spoke{Who: by, Via: a.String("via"), To: a.Actors("to"), Answers: uint64(a.Int("answers", 0)), Retry: a.Bool("retry")}
	if err := p.route(v, m, &s); err != nil {
		return sim.Result{}, nil, err
	}
	text, template := a.String("text"), ""
	if text == "" {
		text, template = p.word(v, m, acts, s)
	}
	if s.subject = a.String("subject"); s.subject == "" {
		s.subject = subject(ledger(v), acts)
	}
	s.words = text
	said := speech.Said{Acts: acts, To: s.To, Answers: s.Answers, Template: template}
	if role := p.tier(m, acts, s); role != "" && template != "" {
		return sim.Result{Text: text}, p.compose(v, m, said, s, role), nil
	}
	return sim.Result{Text: text}, []sim.Fact{{Body: said}, {Body: s}}, nil
}

// actsOf reads the acts of a call and completes them from the ledger.
func (p *Players) actsOf(v sim.View, m *player, a sim.Args) ([]speech.Act, error) {
	acts, err := unpackActs(a.Strings("acts"))
	if err != nil {
		return nil, sim.Reject("%s", err)
	}
	if verb := a.String("act"); verb != "" {
		due, _ := a.Time("due")
		acts = append(acts, speech.Act{Verb: speech.Verb(verb), Req: a.String("requirement"), Version: a.Int("version", 0),
			Package: a.String("package"), Deliverable: a.String("deliverable"), Commitment: a.String("commitment"),
			Approval: a.String("approval"), Fact: a.String("fact"), Risk: a.String("risk"), Who: sim.ActorID(a.String("who")),
			Due: due, Percent: a.Int("percent", 0), Value: a.String("value"), Note: a.String("note")})
	}
	if len(acts) == 0 {
		return nil, sim.Reject("players_say needs an act or acts")
	}
	for i := range acts {
		if err := p.complete(v, m, &acts[i]); err != nil {
			return nil, err
		}
	}
	return acts, nil
}

// complete fills in what the ledger knows and the speaker need not spell out, and refuses ids that name nothing.
func (p *Players) complete(v sim.View, m *player, a *speech.Act) error {
	l := ledger(v)
	if a.Req != "" {
		r := req(l, a.Req)
		if r == nil {
			return sim.Reject("there is no requirement %q", a.Req)
		}
		if a.Version > len(r.Versions) {
			return sim.Reject("requirement %q has no version %d yet", a.Req, a.Version)
		}
		if states := a.Verb == speech.Inform || a.Verb == speech.Change; states && a.Version == 0 && a.Value == "" {
			now := p.stated(r, m.id)
			a.Version, a.Value = now.Version, now.Value
		}
	}
	if a.Fact != "" {
		f := fact(l, a.Fact)
		if f == nil {
			return sim.Reject("there is no fact %q", a.Fact)
		}
		if a.Verb == speech.Inform && a.Value == "" {
			a.Value = f.Value
		}
	}
	return exists(l, a)
}

// route decides how words reach their hearers.
func (p *Players) route(v sim.View, m *player, s *Spoke) error {
	for _, to := range s.To {
		if _, ok := v.Actor(to); !ok {
			return sim.Reject("there is nobody called %q", to)
		}
	}
	s.To = slices.DeleteFunc(s.To, func(a sim.ActorID) bool { return a == m.id })
	switch s.Via {
	case viaReply:
		p.routeReply(m, s)
	case "":
		s.Via = m.persona.Prefers
		if len(s.To) > 1 {
			s.Via = viaMail
		}
	}
	if event, ok := strings.CutPrefix(s.Via, viaEvent); ok {
		s.Via, s.app, s.Where = viaReply, "calendar", event
		return nil
	}
	if s.Via != viaChat && s.Via != viaMail && s.Via != viaReply {
		s.Via, s.Where = "channel", s.Via
		return nil
	}
	if len(s.To) == 0 {
		return sim.Reject("players_say needs somebody to say it to")
	}
	return nil
}

// routeReply answers where the message came from, or by the speaker's usual way when that is forgotten.
func (p *Players) routeReply(m *player, s *Spoke) {
	x, ok := p.mail.get(s.Answers)
	if !ok {
		s.Via, s.Answers = m.persona.Prefers, 0
		return
	}
	s.app, s.Where = x.said.App, x.said.Thread
	if x.said.App == "chat" && x.direct {
		s.Via, s.To = viaChat, []sim.ActorID{x.from}
	}
}

// deliver hands the words to the app. The message's event has what was Said, the event before, as its cause.
func (p *Players) deliver(e sim.Event, s Spoke) []sim.Call {
	cause := s.meant(e)
	call := func(tool string, args sim.Args) sim.Call {
		return sim.Call{By: s.Who, Tool: tool, Args: args, Cause: cause}
	}
	switch s.Via {
	case viaChat:
		calls := make([]sim.Call, 0, len(s.To))
		for _, to := range s.To {
			calls = append(calls, call("chat_direct", sim.Args{"to": string(to), "text": s.words}))
		}
		return calls
	case viaMail:
		to := make([]string, len(s.To))
		for i, a := range s.To {
			to[i] = string(a)
		}
		return []sim.Call{call("mail_send", sim.Args{"to": to, "subject": s.subject, "text": s.words})}
	case "channel":
		return []sim.Call{call("chat_post", sim.Args{"channel": s.Where, "text": s.words})}
	}
	if r, ok := replies[s.app]; ok {
		return []sim.Call{call(r.tool, sim.Args{r.where: s.Where, "text": s.words})}
	}
	return []sim.Call{call("chat_direct", sim.Args{"to": string(s.To[0]), "text": s.words})}
}

// replies is how one answers in each app: the tool and the argument that takes the thread.
var replies = map[string]struct{ tool, where string }{
	"chat": {"chat_post", "channel"}, "mail": {"mail_reply", "id"}, "tickets": {"tickets_comment", "ticket"},
	"docs": {"docs_comment", "doc"}, "calendar": {"calendar_say", "event"},
}

// undelivered says something another way when an app refused it: a coworker does not fall silent because a channel
// is gone. It tries once.
func (p *Players) undelivered(e sim.Event, r sim.Rejected) []sim.Call {
	m := p.all[e.Actor]
	if m == nil || !delivers[r.Tool] || m.state == Gone {
		return nil
	}
	meant, ok := p.said.get(e.Cause)
	if !ok || meant.retry || len(meant.To) == 0 {
		return nil
	}
	via := viaMail
	if r.Tool == "mail_send" || r.Tool == "mail_reply" {
		via = viaChat
	}
	return []sim.Call{sayTo(m, meant.Acts, saying{to: meant.To, via: via, answers: meant.Answers, retry: true})}
}

var delivers = map[string]bool{"chat_post": true, "chat_direct": true, "mail_send": true, "mail_reply": true,
	"tickets_comment": true, "docs_comment": true, "calendar_say": true}

// noteTool puts a message off or brings it nearer.
func (p *Players) noteTool() sim.Tool {
	return sim.Tool{Name: toolNote, Internal: true, Doc: "A coworker turns to a message at another moment.",
		Params: []sim.Param{{Name: "message", Type: sim.Int}, {Name: "due", Type: sim.Moment}},
		Decide: func(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
			m, seq := p.all[by], uint64(a.Int("message", 0))
			due, _ := a.Time("due")
			if m == nil || due <= v.Now() {
				return sim.Result{}, nil, sim.Reject("players_note needs a coworker and a moment to come, got %s", clock.Time(due))
			}
			n := m.notes[seq]
			return sim.Result{}, []sim.Fact{{Body: Noticed{Who: by, Message: seq, Due: due, Silent: n.silent, Ping: n.ping, Again: true, Urgent: n.urgent}}}, nil
		}}
}
