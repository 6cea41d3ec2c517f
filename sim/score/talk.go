package score

import (
	"slices"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// talk joins what is said with what is meant: coworkers mean what they decided to say, the agent means what was
// understood. It keeps the agent's messages for good and everybody else's for the moment in which they are said.
type talk struct {
	agent sim.ActorID
	now   clock.Time
	said  map[uint64]speech.Said // of this moment, by its own number
	other map[uint64]*message    // of this moment, by agents other than this one
	own   map[uint64]*message    // the agent's
	list  []*message             // the same, in order

	spoken *message // the message that the event in hand is, nil when it is none
	meant  *message // the message whose meaning the event in hand tells; acts are those told by this event
	reader sim.ActorID
}

// message is an utterance as metrics see it.
type message struct {
	seq     uint64
	at      clock.Time
	from    sim.ActorID
	speech  sim.Speech
	seen    []sim.ActorID
	acts    []speech.Act
	answers uint64        // the message that it answers, when it says so
	copied  bool          // the same once more for another person: a blind copy
	away    []sim.ActorID // of those whom the agent names, who was out when it was sent
	words   *prose        // subject and text, once somebody has searched them
}

func newTalk(agent sim.ActorID) *talk {
	return &talk{agent: agent, said: map[uint64]speech.Said{}, other: map[uint64]*message{}, own: map[uint64]*message{}}
}

func (k *talk) watch(w *sim.World, e sim.Event) {
	k.spoken, k.meant = nil, nil
	if e.At != k.now {
		k.now = e.At
		clear(k.said)
		clear(k.other)
	}
	switch b := e.Body.(type) {
	case speech.Said:
		k.said[e.Seq] = b
	case speech.Understood:
		k.understand(e, b)
	case sim.Speaker:
		k.utter(w, e, b.Speech())
	}
}

func (k *talk) utter(w *sim.World, e sim.Event, s sim.Speech) {
	m := &message{seq: e.Seq, at: e.At, from: e.Actor, speech: s, seen: e.Audience, answers: s.ReplyTo}
	k.spoken = m
	if e.Actor == k.agent {
		k.keep(m)
		return
	}
	if a, ok := w.Actor(e.Actor); ok && a.Kind == sim.Agent {
		k.other[e.Seq] = m
		return
	}
	if said, ok := k.said[e.Cause]; ok {
		m.acts = said.Acts
		if m.answers == 0 {
			m.answers = said.Answers
		}
	}
	k.meant = m
}

// keep remembers a message of the agent. A copy of the last one only adds to who has seen it.
func (k *talk) keep(m *message) {
	if n := len(k.list); n > 0 && k.list[n-1].same(m) {
		last := k.list[n-1]
		last.seen = append(slices.Clip(last.seen), m.seen...)
		m.copied, k.own[m.seq] = true, last // who reads the copy understands the mail
		return
	}
	k.own[m.seq] = m
	k.list = append(k.list, m)
}

// same says whether o is the same mail as m, to somebody who gets a blind copy.
func (m *message) same(o *message) bool {
	return m.at == o.at && m.speech.App == "mail" && o.speech.App == "mail" && m.speech.Thread == o.speech.Thread && m.speech.Text == o.speech.Text
}

// understand adds what a hearer took a message to mean. Several may take it to mean the same, which counts once.
func (k *talk) understand(e sim.Event, u speech.Understood) {
	m := k.own[u.Message]
	if m == nil {
		m = k.other[u.Message]
	}
	if m == nil {
		return
	}
	told := *m
	told.acts = nil
	for _, a := range u.Acts {
		if !slices.Contains(m.acts, a) {
			m.acts = append(m.acts, a)
			told.acts = append(told.acts, a)
		}
	}
	k.meant, k.reader = &told, e.Actor
}

// mine returns the agent's message that the event is, nil when it is none.
func (k *talk) mine() *message {
	if k.spoken != nil && k.spoken.from == k.agent {
		return k.spoken
	}
	return nil
}

// understood returns the agent's message of which the event tells the meaning, nil when it is none.
func (k *talk) understood() *message {
	if k.meant != nil && k.meant.from == k.agent {
		return k.meant
	}
	return nil
}

// heard returns the message of somebody else that reaches the agent and whose meaning the event tells.
func (k *talk) heard() *message {
	if k.meant != nil && k.meant.from != k.agent && slices.Contains(k.meant.seen, k.agent) {
		return k.meant
	}
	return nil
}

// prose is the message's subject and text, folded once.
func (m *message) prose() prose {
	if m.words == nil {
		p := newProse(m.speech.Subject + "\n" + m.speech.Text)
		m.words = &p
	}
	return *m.words
}

// directed says whether the message asks for this actor's attention by name.
func (m *message) directed(a sim.ActorID) bool {
	return slices.Contains(m.speech.To, a) || slices.Contains(m.speech.Mentions, a)
}

// named are those whose attention the message asks for, each once.
func (m *message) named() []sim.ActorID {
	var out []sim.ActorID
	for _, a := range slices.Concat(m.speech.To, m.speech.Mentions) {
		if a != m.from && !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	return out
}

// answersTo says whether m answers o: by reply, or in the same thread to its sender. In a thread that names nobody
// whoever reads it is spoken to.
func (m *message) answersTo(o *message) bool {
	if m.answers == o.seq {
		return true
	}
	same := m.speech.App == o.speech.App && m.speech.Thread != "" && m.speech.Thread == o.speech.Thread
	return same && (m.directed(o.from) || len(m.named()) == 0 && slices.Contains(m.seen, o.from))
}

// needsReply are the acts that wait for an answer.
var needsReply = []speech.Verb{speech.Ask, speech.Request, speech.Remind, speech.Change, speech.Block, speech.Escalate,
	speech.Propose, speech.Clarify}

func wantsReply(acts []speech.Act) bool { return has(acts, needsReply...) }

// has says whether one of the acts is of one of the verbs.
func has(acts []speech.Act, verbs ...speech.Verb) bool {
	return slices.ContainsFunc(acts, func(a speech.Act) bool { return slices.Contains(verbs, a.Verb) })
}

// topicOf is what an act is about, as a reference to the ledger; "" when it names nothing.
func topicOf(a speech.Act) string {
	switch {
	case a.Fact != "":
		return "fact/" + a.Fact
	case a.Req != "":
		return "requirement/" + a.Req
	case a.Package != "":
		return "package/" + a.Package
	case a.Deliverable != "":
		return "deliverable/" + a.Deliverable
	case a.Approval != "":
		return "approval/" + a.Approval
	case a.Commitment != "":
		return "commitment/" + a.Commitment
	}
	return ""
}
