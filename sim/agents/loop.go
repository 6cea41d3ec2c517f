package agents

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// RoleAgent is the role of the model that an agent asks.
const RoleAgent = models.Agent

// LoopConfig is what a Loop needs besides its briefing.
type LoopConfig struct {
	Model engine.Model
	// Context is how many tokens the model can hold, its answer among them; ContextUsual when 0.
	Context int
	Answer  int      // most tokens of an answer; AnswerUsual when 0
	Tools   []string // names, or beginnings of names such as "chat_*"; all when empty. Those to wait and hand in are always there
	Idle    int      // steps without effect after which it hands in; IdleUsual when 0
}

// Usual bounds of a Loop.
const (
	ContextUsual = 64_000
	AnswerUsual  = 1_200
	IdleUsual    = 40
)

// Loop is a language model at work: it is shown the task, the tools and what each of its calls gave, and calls tools until
// it hands in. Its conversation is kept in the traces of its steps, so that it goes on in the middle of one.
type Loop struct {
	brief   Briefing
	model   engine.Model
	config  LoopConfig
	system  string
	tools   []prompt.Tool
	fixed   int    // tokens of those two
	running string // what it wrote down of the turns that are no longer shown
	turns   []prompt.Message
	queue   []prompt.Call // of the last answer, not yet made
	made    prompt.Call   // the call that the next observation answers; no tool for none
	asked   uint64        // questions to the model so far
	idle    int           // steps without effect in a row
	last    []string      // what the last calls gave, to see when they go round in circles
}

// NewLoop makes one, or says why a model of this size cannot do the work.
func NewLoop(b Briefing, c LoopConfig) (*Loop, error) {
	c.Context, c.Answer, c.Idle = or(c.Context, ContextUsual), or(c.Answer, AnswerUsual), or(c.Idle, IdleUsual)
	l := &Loop{brief: b, model: c.Model, config: c}
	for _, t := range b.Tools {
		if !t.Internal && l.offers(t.Name) {
			l.tools = append(l.tools, prompt.Tool{Name: t.Name, Doc: t.Doc, Schema: t.Schema()})
		}
	}
	for _, want := range c.Tools {
		if !slices.ContainsFunc(b.Tools, func(t *sim.Tool) bool { return !t.Internal && fits(want, t.Name) }) {
			return nil, &NoToolError{want}
		}
	}
	l.system = l.rules()
	l.fixed = prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Content: l.system}}, Tools: l.tools}.Tokens()
	if l.room() < roomLeast {
		return nil, fmt.Errorf("the task and %d tools take about %d tokens and the model holds %d: choose fewer tools, or a model with a larger context",
			len(l.tools), l.fixed, c.Context)
	}
	return l, nil
}

// NoToolError is about a name in LoopConfig.Tools that no tool has and none begins with.
type NoToolError struct{ Tool string }

func (e *NoToolError) Error() string { return fmt.Sprintf("there is no tool %q", e.Tool) }

// roomLeast is the least that must be left for the conversation, in tokens.
const roomLeast = 600

func or(n, usual int) int {
	if n > 0 {
		return n
	}
	return usual
}

// offers says whether the model is told of a tool.
func (l *Loop) offers(name string) bool {
	if len(l.config.Tools) == 0 || strings.HasPrefix(name, "wait_") || name == "done" {
		return true
	}
	return slices.ContainsFunc(l.config.Tools, func(want string) bool { return fits(want, name) })
}

func fits(want, name string) bool {
	if head, ok := strings.CutSuffix(want, "*"); ok {
		return strings.HasPrefix(name, head)
	}
	return want == name
}

func (l *Loop) rules() string {
	var b strings.Builder
	fmt.Fprintf(&b, "You are %s", l.brief.Me.Name)
	if l.brief.Me.Role != "" {
		fmt.Fprintf(&b, ", %s", l.brief.Me.Role)
	}
	zone := zoneOf(l.brief.Me)
	fmt.Fprintf(&b, `, and work on a project with colleagues. You act by calling tools; each call takes working time, and time also passes
when you wait. Colleagues answer when they find the time: write to them, then wait with wait_any or do something else. The project begins on
%s and ends on %s. Call done when the work is complete; nothing can be changed afterwards.

Your task:

%s`, l.brief.Start.Format(zone), l.brief.Horizon.Format(zone), l.brief.Task)
	return b.String()
}

// Act implements engine.Agent.
func (l *Loop) Act(ctx context.Context, o sim.Observation) (engine.Action, error) {
	l.see(o)
	t := trace{Number: l.asked}
	var err error
	switch {
	case l.idle >= l.config.Idle: // before the queue goes on, which may be long
		t.Said = notMade(l.queue)
		t.Queue = []prompt.Call{l.own("done", map[string]any{"summary": fmt.Sprintf("No step of the last %d had any effect.", l.idle)})}
	case len(l.queue) > 0:
		t.Queue = slices.Clone(l.queue)
	case l.tokens() > l.room():
		err = l.summarise(ctx, o, &t)
	default:
		err = l.think(ctx, &t)
	}
	if err != nil {
		return engine.Action{}, err
	}
	act := l.fit(&t)
	l.apply(t)
	return act, nil
}

// Recall implements engine.Recaller.
func (l *Loop) Recall(s engine.Step) error {
	l.see(s.Seen)
	var t trace
	if err := json.Unmarshal(s.Did.Trace, &t); err != nil {
		return fmt.Errorf("the trace of step %d: %w", s.Seen.Step, err)
	}
	l.apply(t)
	return nil
}

// trace is what one step did to the conversation: enough to go on with it, and for people to read.
type trace struct {
	Number  uint64           `json:"asked"`             // questions before this step
	Said    []prompt.Message `json:"said,omitempty"`    // added to the turns
	Running string           `json:"running,omitempty"` // written down anew
	Dropped int              `json:"dropped,omitempty"` // of the turns, from the first
	Queue   []prompt.Call    `json:"queue"`             // the call made, then those still to make
	Idle    int              `json:"idle,omitempty"`    // answers of which no call could be made
	Usage   []usage          `json:"usage,omitempty"`   // of each question
}

type usage struct {
	Model  string `json:"model,omitempty"`
	In     int    `json:"in"`
	Cached int    `json:"cached,omitempty"`
	Out    int    `json:"out"`
	Tries  int    `json:"tries,omitempty"`
	Finish string `json:"finish,omitempty"`
}

// apply brings the conversation to where it is after the step.
func (l *Loop) apply(t trace) {
	l.turns = append(l.turns, t.Said...)
	if t.Dropped > 0 {
		l.turns, l.running = slices.Clone(l.turns[t.Dropped:]), t.Running
	}
	l.asked = t.Number + uint64(len(t.Usage))
	l.made, l.queue, l.idle = t.Queue[0], t.Queue[1:], l.idle+t.Idle
}

// own is a call that the loop makes by itself; no answer of a model asked for it.
func (l *Loop) own(tool string, args map[string]any) prompt.Call {
	return prompt.Call{Tool: tool, Args: string(call(tool, args).Args)}
}

// asksMost is how often the model is asked again in one step when it calls no tool.
const asksMost = 3

const nudge = "That called no tool. Call one: to let time pass wait_any, to end the work done."

// think asks the model what to do next. It asks no more than fits.
func (l *Loop) think(ctx context.Context, t *trace) error {
	for i := 0; i < asksMost && (i == 0 || l.tokens()+prompt.Prompt{Messages: t.Said}.Tokens() <= l.room()); i++ {
		answer, err := l.ask(ctx, l.prompt(t.Said), l.config.Answer, t)
		if err != nil {
			return err
		}
		said := l.said(answer, l.asked+uint64(len(t.Usage)))
		t.Said = append(t.Said, said.message)
		t.Said = append(t.Said, said.refused...)
		if len(said.calls) > 0 {
			t.Queue = said.calls
			return nil
		}
		if len(said.refused) > 0 {
			t.Idle++
			continue // the model has been told why
		}
		t.Said = append(t.Said, prompt.Message{Role: prompt.User, Content: nudge})
	}
	t.Queue = []prompt.Call{l.own("wait_any", map[string]any{"span": "1h"})}
	return nil
}

// ask puts one question and writes down what it cost.
func (l *Loop) ask(ctx context.Context, p prompt.Prompt, most int, t *trace) (engine.Response, error) {
	r := engine.Request{PromptText: p.Encode()}
	r.ID, r.Owner, r.For, r.Tier, r.Limit = l.asked+uint64(len(t.Usage))+1, "agent", l.brief.Me.ID, RoleAgent, most
	r.Prompt = sim.HashOf(r.PromptText)
	answer, err := l.model.Complete(ctx, r)
	if errors.Is(err, engine.ErrBudget) || ctx.Err() != nil {
		return answer, err
	}
	if err != nil {
		return answer, fmt.Errorf("ask the model: %w", err)
	}
	t.Usage = append(t.Usage, usage{short(answer.Model), answer.In, answer.Cached, answer.Out, answer.Tries, short(answer.Finish)})
	return answer, nil
}

// prompt is what the model is shown: the task and the tools, then what it wrote down, then the turns.
func (l *Loop) prompt(more []prompt.Message) prompt.Prompt {
	p := prompt.Prompt{Stable: 1, Tools: l.tools, Messages: []prompt.Message{{Role: prompt.System, Content: l.system}}}
	if l.running != "" {
		p.Messages = append(p.Messages, prompt.Message{Role: prompt.User, Content: "Your notes on what has happened so far:\n" + l.running})
	}
	p.Messages = append(append(p.Messages, l.turns...), more...)
	return p
}
