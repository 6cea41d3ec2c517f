package agents

import (
	"context"
	"testing"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// auditor reads every prompt that a scribe counts.
type auditor struct {
	t    *testing.T
	most int // tokens that a model holds
	*scribe
	briefs int
}

func (a *auditor) Complete(ctx context.Context, r engine.Request) (engine.Response, error) {
	p, err := prompt.Decode(r.PromptText)
	if err != nil {
		a.t.Fatal(err)
	}
	got, err := a.scribe.Complete(ctx, r)
	if got.In != p.Tokens() || got.In+r.Limit > a.most || got.Cached > got.In || got.Out > r.Limit {
		a.t.Errorf("question %d: %d tokens in, %d cached, %d out of %d were counted; its prompt has %d, and the model holds %d", r.ID, got.In, got.Cached, got.Out, r.Limit, p.Tokens(), a.most)
	}
	if len(got.Calls) == 0 {
		a.briefs++
	}
	return got, err
}

// A shadow counts the very prompts that a loop would send, changes nothing of what the agent does, and writes down what
// happened where a model holds little.
func TestAShadowCountsWhatALoopWouldSend(t *testing.T) {
	run := func(shadow bool, tools []string, tokens int) (*desk, int64, int) {
		t.Helper()
		d, a := seat(t, "desk", "steady"), &auditor{}
		var s *Shadow
		if shadow {
			var err error
			b := Briefing{Me: sim.Actor{Name: "Robin"}, Task: d.sc.Task(), Start: d.sc.Start, Horizon: d.sc.End(), Tools: d.world.Tools()}
			if s, err = NewShadow(d.agent, b, LoopConfig{Context: tokens, Answer: 200, Tools: tools}); err != nil {
				t.Fatal(err)
			}
			a = &auditor{t: t, most: tokens, scribe: s.scribe}
			s.loop.model, d.agent = a, s
		}
		d.play(1, 0)
		if s == nil {
			return d, 0, 0
		}
		return d, s.Takes().Calls, a.briefs
	}
	alone, _, _ := run(false, nil, 0)
	for _, x := range []struct {
		tools  []string
		tokens int
		briefs bool
	}{{nil, 64_000, false}, {nil, 21_000, true}, {[]string{"chat_*"}, 5000, true}} {
		d, calls, briefs := run(true, x.tools, x.tokens)
		if diff := d.log.Difference(alone.log); diff != "" {
			t.Errorf("%v with %d tokens: the agent does something else: %s", x.tools, x.tokens, diff)
		}
		if calls == 0 || (briefs > 0) != x.briefs {
			t.Errorf("%v with %d tokens: %d calls, %d times written down, want some: %v", x.tools, x.tokens, calls, briefs, x.briefs)
		}
	}
}
