package personas

import (
	"encoding/json"
	"fmt"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// actsMost is how many things one message means at most.
const actsMost = 6

func has(acts []speech.Act, v speech.Verb) bool {
	for i := range acts {
		if acts[i].Verb == v {
			return true
		}
	}
	return false
}

// demanding verbs want an answer.
var demanding = map[speech.Verb]bool{speech.Ask: true, speech.Request: true, speech.Remind: true, speech.Clarify: true,
	speech.Propose: true, speech.Escalate: true, speech.Block: true}

// wantsReply says whether somebody waits for an answer to the acts.
func wantsReply(acts []speech.Act) bool {
	for i := range acts {
		if demanding[acts[i].Verb] {
			return true
		}
	}
	return false
}

// asks says whether the speaker expects an answer and minds how long it takes. A blocker or a proposal may be left at
// that.
func asks(acts []speech.Act) bool {
	return has(acts, speech.Ask) || has(acts, speech.Request) || has(acts, speech.Clarify) || has(acts, speech.Remind)
}

// closing verbs end an exchange: a coworker never answers a message of nothing else, or two of them would thank each
// other for ever.
var closing = map[speech.Verb]bool{speech.Acknowledge: true, speech.Thank: true, speech.Apologise: true, speech.SmallTalk: true,
	speech.Farewell: true, speech.Refuse: true, speech.Decline: true}

func closes(acts []speech.Act) bool {
	for i := range acts {
		if !closing[acts[i].Verb] {
			return false
		}
	}
	return len(acts) > 0
}

// packed is an act with short names for its fields.
type packed struct {
	Verb        speech.Verb `json:"v"`
	Req         string      `json:"q,omitempty"`
	Version     int         `json:"n,omitempty"`
	Package     string      `json:"p,omitempty"`
	Deliverable string      `json:"d,omitempty"`
	Commitment  string      `json:"c,omitempty"`
	Approval    string      `json:"a,omitempty"`
	Fact        string      `json:"f,omitempty"`
	Risk        string      `json:"r,omitempty"`
	Who         sim.ActorID `json:"w,omitempty"`
	Due         clock.Time  `json:"t,omitempty"`
	Percent     int         `json:"pc,omitempty"`
	Value       string      `json:"val,omitempty"`
	Note        string      `json:"note,omitempty"`
}

// packActs writes acts as arguments of players_say, which are flat.
func packActs(acts []speech.Act) []string {
	out := make([]string, 0, min(len(acts), actsMost))
	for _, a := range acts {
		if len(out) == actsMost {
			break
		}
		raw, err := json.Marshal(packed(a))
		if err != nil {
			panic(fmt.Sprintf("personas: act %v: %v", a, err))
		}
		out = append(out, string(raw))
	}
	return out
}

func unpackActs(list []string) ([]speech.Act, error) {
	out := make([]speech.Act, 0, len(list))
	for _, s := range list {
		var a packed
		if err := json.Unmarshal([]byte(s), &a); err != nil {
			return nil, fmt.Errorf("act %q: %w", s, err)
		}
		out = append(out, speech.Act(a))
	}
	return out, nil
}
