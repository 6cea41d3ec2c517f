package agents

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// callsMost is how many calls of one answer are made. Every trace holds those still to make, so that they must be few.
const callsMost = 32

// bytesMost is how many bytes a token has at most, by our estimate: a run of spaces.
const bytesMost = 16

// saying is an answer as the conversation keeps it.
type saying struct {
	message prompt.Message
	calls   []prompt.Call    // to make
	refused []prompt.Message // the results of those that are not made
}

// said takes an answer in: the calls that the model may make, as far as they fit. The rest has its answer at once, for no
// call may be left without one. Whatever an endpoint sends, it costs no more than twice what was asked for: our estimate of
// an answer that keeps to its bound stays below that.
func (l *Loop) said(answer engine.Response, number uint64) saying {
	// Clipping what is much too long takes long; and what is no UTF-8 would come back from a trace as something else.
	text := valid(answer.Text[:min(len(answer.Text), bytesMost*l.config.Answer)])
	s := saying{message: prompt.Message{Role: prompt.Assistant, Content: prompt.Clip(text, l.config.Answer)}}
	room := 2*l.config.Answer - prompt.Tokens(s.message.Content)
	for i, c := range answer.Calls {
		// The ids of endpoints may come twice in a conversation; ours do not.
		c.ID, c.Args = fmt.Sprintf("c%d-%d", number, i+1), valid(c.Args)
		cost := prompt.Prompt{Messages: []prompt.Message{{Calls: []prompt.Call{c}}}}.Tokens()
		why := ""
		switch {
		case i == callsMost:
			why = fmt.Sprintf("Not made: %d calls are made of one answer, and this had %d.", callsMost, len(answer.Calls))
		case !l.offered(c.Tool):
			why = "Refused: there is no such tool here. Use those that you were given."
		case cost > room:
			why = "Not made: the answer was too long. Call fewer tools at once, with less in them."
		}
		if why != "" {
			c.Tool, c.Args = named(c.Tool), "{}"
			s.refused = append(s.refused, prompt.Message{Role: prompt.Result, Answers: c.ID, Content: why})
		} else {
			s.calls, room = append(s.calls, c), room-cost
		}
		s.message.Calls = append(s.message.Calls, c)
		if i == callsMost {
			break
		}
	}
	return s
}

// offered says whether the model was told of a tool. It may call no other, whatever the world would take.
func (l *Loop) offered(name string) bool {
	for _, t := range l.tools {
		if t.Name == name {
			return true
		}
	}
	return false
}

// notMade are the results of calls that are left when the loop hands in.
func notMade(calls []prompt.Call) []prompt.Message {
	var out []prompt.Message
	for _, c := range calls {
		if c.ID != "" {
			out = append(out, prompt.Message{Role: prompt.Result, Answers: c.ID, Content: "Not made: the work is handed in."})
		}
	}
	return out
}

const nameMost = 64 // bytes of a tool's name, as endpoints take it

// named is a tool's name as an endpoint takes it back.
func named(tool string) string {
	tool = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' {
			return r
		}
		return -1
	}, tool[:min(len(tool), nameMost)])
	if tool == "" {
		return "unknown"
	}
	return tool
}

const shortMost = 200 // bytes of what an endpoint says in a word

func short(s string) string { return valid(s[:min(len(s), shortMost)]) }

func valid(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// fit makes the step's action. A trace that no log would take is replaced by one that says so: the loop goes on from that.
// What the model wrote down stays: it is short, and all that is left of what was dropped.
func (l *Loop) fit(t *trace) engine.Action {
	if act := t.action(); len(act.Trace) <= sim.TraceMost {
		return act
	}
	t.Said = []prompt.Message{{Role: prompt.User, Content: "Your answer was too large to be kept, and nothing of it was done."}}
	t.Queue = []prompt.Call{l.own("wait_any", map[string]any{"span": "1h"})}
	return t.action()
}

// action is the call that the step makes.
func (t trace) action() engine.Action {
	raw, err := json.Marshal(t)
	if err != nil {
		panic(fmt.Sprintf("agents: a trace does not encode: %v", err)) // plain values
	}
	c := t.Queue[0]
	return engine.Action{Tool: c.Tool, Args: json.RawMessage(c.Args), Trace: raw}
}
