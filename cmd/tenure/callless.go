package main

import (
	"encoding/json"
	"fmt"
)

// calllessLeast are so many answers without a call that they are no slips any more.
const calllessLeast = 3

// called counts the answers of a step of the agent, and those of which no call could be made. A trace of which neither can be read
// counts for nothing: whoever reads what it cost says what is wrong with it. What a model was asked to write down anew holds no call.
func (v *voices) called(trace []byte, answers int) {
	var t struct {
		Idle    int    `json:"idle"`
		Running string `json:"running"`
	}
	if json.Unmarshal(trace, &t) != nil || t.Running != "" {
		return
	}
	v.Thought, v.Idle = v.Thought+answers, v.Idle+t.Idle
}

// callless says that a model which plays the agent mostly calls no tool; nothing when it does. Its score then tells of the
// endpoint and not of the model.
func (v *voices) callless() string {
	if v.Idle < calllessLeast || 2*v.Idle < v.Thought {
		return ""
	}
	what := fmt.Sprintf("%d of them hold no tool call that could be made", v.Idle)
	if v.Idle >= v.Thought {
		what = "none of them a tool call that could be made"
	}
	return fmt.Sprintf("%s of the agent, %s; its endpoint may not know tools: try tools: text in models.yaml, and 'tenure model check'", plural(v.Thought, "answer"), what)
}
