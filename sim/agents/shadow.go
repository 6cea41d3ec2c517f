package agents

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// Shadow lets an agent work that asks no model, and counts what a Loop would have asked one for the same steps: with its
// context, its tools and what it writes down on the way. A step by a tool that the loop does not offer counts for nothing, and
// what it gave is not shown.
type Shadow struct {
	agent  engine.Agent
	loop   *Loop
	scribe *scribe
	held   *sim.Observation // what the loop sees next
}

// NewShadow makes one, or says why a Loop of this kind cannot do the work. The configuration needs no model.
func NewShadow(a engine.Agent, b Briefing, c LoopConfig) (*Shadow, error) {
	s := &scribe{}
	c.Model, c.Idle = s, math.MaxInt
	l, err := NewLoop(b, c)
	if err != nil {
		return nil, err
	}
	s.loop = l
	return &Shadow{agent: a, loop: l, scribe: s}, nil
}

// Takes is what the loop would have asked so far.
func (s *Shadow) Takes() models.Takes { return s.scribe.takes }

// Act implements engine.Agent.
func (s *Shadow) Act(ctx context.Context, o sim.Observation) (engine.Action, error) {
	act, err := s.agent.Act(ctx, o)
	if err != nil {
		return act, err
	}
	if s.held == nil {
		s.held = &o
	} else { // steps were left out: what came meanwhile is seen with what the last one shown gave
		s.held.Arrived, s.held.More, s.held.Local = append(s.held.Arrived[:len(s.held.Arrived):len(s.held.Arrived)], o.Arrived...), o.More, o.Local
	}
	if !s.loop.offered(act.Tool) {
		return act, nil
	}
	seen := *s.held
	s.held, s.scribe.next = nil, prompt.Call{Tool: act.Tool, Args: string(act.Args)}
	return act, s.follow(ctx, seen)
}

// follow has the loop take the same step, after it has written down what no longer fits.
func (s *Shadow) follow(ctx context.Context, o sim.Observation) error {
	written := sim.Observation{Local: o.Local, Tool: "notes_write", Text: "Written."}
	for s.scribe.took = false; !s.scribe.took; o = written {
		if _, err := s.loop.Act(ctx, o); err != nil {
			return fmt.Errorf("count what a model would be asked: %w", err)
		}
	}
	return nil
}

// aside is how many tokens of words a model is taken to say beside a call.
const aside = 60

// scribe is the model of a shadow's loop: it calls what the agent called.
type scribe struct {
	loop  *Loop
	next  prompt.Call
	took  bool
	takes models.Takes
	kept  int // tokens with which the next prompt begins as the last one did
}

// Complete implements engine.Model. An endpoint is taken to have kept all that the last prompt began with: the whole of it,
// until the loop writes down what happened and goes on from there.
func (s *scribe) Complete(_ context.Context, r engine.Request) (engine.Response, error) {
	out := engine.Response{Model: "scribe", Finish: "stop", Tries: 1}
	if s.loop.tokens() > s.loop.room() {
		p, err := prompt.Decode(r.PromptText)
		if err != nil {
			return out, err
		}
		out.Text, out.In = filler(r.Limit*2/3), p.Tokens()
		s.kept = min(s.kept, s.loop.fixed)
	} else {
		out.Text, out.In, out.Cached = filler(min(aside, s.loop.config.Answer/2)), s.loop.prompt(nil).Tokens(), s.kept
		if prompt.Tokens(s.next.Args) > s.loop.config.Answer { // more than the model may write at once
			out.Text, s.next.Args = filler(s.loop.config.Answer), "{}"
		}
		out.Calls, out.Finish, s.took = []prompt.Call{s.next}, "tool_calls", true
		s.kept = out.In
	}
	out.Out = min(prompt.Prompt{Messages: []prompt.Message{{Content: out.Text, Calls: out.Calls}}}.Tokens(), r.Limit)
	s.takes = models.Takes{Calls: s.takes.Calls + 1, In: s.takes.In + int64(out.In), Cached: s.takes.Cached + int64(out.Cached), Out: s.takes.Out + int64(out.Out)}
	return out, nil
}

// filler is a text of so many tokens.
func filler(tokens int) string { return strings.TrimSpace(strings.Repeat("word ", max(tokens, 1))) }
