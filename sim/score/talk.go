package score

import (
	"slices"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// talk remembers who said what to whom and what was meant: coworkers by what they decided to say, the agent by
// how it was understood.
type talk struct {
	said    map[uint64]speech.Said  // by the event's own number
	meant   map[uint64][]speech.Act // by the number of the message
	message map[uint64]message
	byAgent []uint64 // the agent's messages, in order
}

// message is an utterance as metrics see it.
type message struct {
	seq    uint64
	at     clock.Time
	from   sim.ActorID
	speech sim.Speech
	seen   []sim.ActorID
}

func newTalk() *talk {
	return &talk{said: map[uint64]speech.Said{}, meant: map[uint64][]speech.Act{}, message: map[uint64]message{}}
}

func (k *talk) watch(t *Trajectory, e sim.Event) {
	switch b := e.Body.(type) {
	case speech.Said:
		k.said[e.Seq] = b
	case speech.Understood:
		k.meant[b.Message] = merge(k.meant[b.Message], b.Acts)
	case sim.Speaker:
		k.message[e.Seq] = message{seq: e.Seq, at: e.At, from: e.Actor, speech: b.Speech(), seen: e.Audience}
		if e.Actor == t.setup.Agent {
			k.byAgent = append(k.byAgent, e.Seq)
		}
		if s, ok := k.said[e.Cause]; ok {
			k.meant[e.Seq] = s.Acts
		}
	}
}

// merge adds the acts that are not there yet: several hearers of one message may understand the same.
func merge(have, more []speech.Act) []speech.Act {
	for _, a := range more {
		if !slices.Contains(have, a) {
			have = append(have, a)
		}
	}
	return have
}

// directed says whether the message asks for this actor's attention by name.
func (m message) directed(a sim.ActorID) bool {
	return slices.Contains(m.speech.To, a) || slices.Contains(m.speech.Mentions, a)
}

// needsReply are the acts that wait for an answer.
var needsReply = []speech.Verb{speech.Ask, speech.Request, speech.Remind, speech.Change, speech.Block, speech.Escalate,
	speech.Propose, speech.Clarify}

func wantsReply(acts []speech.Act) bool {
	return slices.ContainsFunc(acts, func(a speech.Act) bool { return slices.Contains(needsReply, a.Verb) })
}

// has says whether one of the acts is of one of the verbs.
func has(acts []speech.Act, verbs ...speech.Verb) bool {
	return slices.ContainsFunc(acts, func(a speech.Act) bool { return slices.Contains(verbs, a.Verb) })
}
