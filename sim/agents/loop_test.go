package agents

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/prompt"
	"github.com/tenure-sim/tenure/sim/simtest"
)

// whim is a model that calls tools by the hash of what it is shown: often several at once, sometimes none, sometimes
// nonsense. Most is the largest prompt it was shown.
type whim struct {
	t     testing.TB
	calls int
	most  int
	sums  int // questions for a summary
	fail  func(n int) error
}

func (m *whim) Complete(_ context.Context, r engine.Request) (engine.Response, error) {
	m.calls++
	if m.fail != nil {
		if err := m.fail(m.calls); err != nil {
			return engine.Response{}, err
		}
	}
	p, err := prompt.Decode(r.PromptText)
	if err != nil {
		m.t.Fatal(err)
	}
	m.most = max(m.most, p.Tokens())
	m.coherent(p)
	out := engine.Response{Model: "whim", In: p.Tokens(), Out: 20, Finish: "stop"}
	if len(p.Tools) == 0 {
		m.sums++
		out.Text = fmt.Sprintf("Summary %d: lena owes me a date.", r.ID)
		return out, nil
	}
	sum := sha256.Sum256(r.PromptText)
	n := binary.BigEndian.Uint64(sum[:])
	if n%7 == 0 {
		out.Text = "Let me think about that."
		return out, nil
	}
	all := []prompt.Call{{Tool: "chat_channels", Args: `{}`}, {Tool: "directory_list", Args: `{}`}, {Tool: "wait_any", Args: `{"span":"3h"}`},
		{Tool: "nonsense", Args: `{"a":1}`}, {Tool: "docs_list", Args: `{broken`}, {Tool: "notes_list", Args: `{}`}, {Tool: "mail_list", Args: `{"limit":5}`}}
	for i := range 1 + n>>8%3 {
		out.Calls = append(out.Calls, all[(n>>16+i*5)%uint64(len(all))])
	}
	return out, nil
}

// coherent says whether every result has its call before it, and every call its result: endpoints refuse anything else.
func (m *whim) coherent(p prompt.Prompt) {
	m.t.Helper()
	open := map[string]bool{}
	for i, x := range p.Messages {
		for _, c := range x.Calls {
			open[c.ID] = true
		}
		if x.Role == prompt.Result {
			if !open[x.Answers] {
				m.t.Errorf("message %d answers the call %q, which nobody made", i, x.Answers)
			}
			delete(open, x.Answers)
		}
	}
	if len(open) > 0 {
		m.t.Errorf("calls without a result: %v", open)
	}
}

var few = []string{"chat_channels", "directory_list", "docs_list", "notes_*", "mail_list"}

func loopSeat(t testing.TB, c LoopConfig) *desk {
	t.Helper()
	sc, err := scenarios.Open("desk")
	if err != nil {
		t.Fatal(err)
	}
	d := seatIn(t, sc, "null")
	b := Briefing{Task: sc.Task(), Start: sc.Start, Horizon: sc.End(), Tools: d.world.Tools()}
	for _, a := range sc.Founding(1).Actors {
		if a.ID == sc.Agent.ID {
			b.Me = a
		}
	}
	l, err := NewLoop(b, c)
	if err != nil {
		t.Fatal(err)
	}
	d.agent = l
	return d
}

func TestALoopKeepsWithinItsContextAndWritesDownWhatItDrops(t *testing.T) {
	m := &whim{t: t}
	d := loopSeat(t, LoopConfig{Model: m, Context: 7000, Answer: 800, Idle: 1000, Tools: few})
	ended := d.play(1, 400)
	if m.sums < 2 {
		t.Errorf("%d summaries in 400 steps (%s)", m.sums, ended)
	}
	if m.most > 7000 {
		t.Errorf("a prompt of %d tokens was sent to a model that holds 7000", m.most)
	}
	if notes, ok := d.world.Part("notes").(sim.Exhibitor); ok {
		if shown, _ := notes.Exhibit(d.world, "running-brief"); len(shown) > 0 && !strings.Contains(fmt.Sprint(shown), "Summary") {
			t.Errorf("the notes hold %v", shown)
		}
	}
}

// A run that is stopped anywhere, also between two calls of one answer, goes on with the same conversation.
func TestALoopGoesOnWhereItWas(t *testing.T) {
	conf := func(m *whim) LoopConfig {
		return LoopConfig{Model: m, Context: 7000, Answer: 800, Idle: 1000, Tools: few}
	}
	want := loopSeat(t, conf(&whim{t: t}))
	want.play(1, 120)
	for _, stops := range [][]int{{1}, {2, 1, 1, 1, 1, 1}, {7, 30, 11}, {60}} {
		got := loopSeat(t, conf(&whim{t: t}))
		got.play(1, stops[0])
		done := stops[0]
		for i := 1; i <= len(stops); i++ {
			more := 120 - done
			if i < len(stops) {
				more = stops[i]
			}
			again := loopSeat(t, conf(&whim{t: t}))
			again.log = got.log
			e, err := engine.Open(context.Background(), again.world, again.config(), again.seats())
			if err != nil {
				t.Fatal(err)
			}
			again.run(e, more)
			done += more
			got = again
		}
		if d := want.log.Difference(got.log); d != "" {
			t.Errorf("stopped after %v: %s", stops, d)
		}
	}
}

func TestTracesHoldTheConversation(t *testing.T) {
	d := loopSeat(t, LoopConfig{Model: &whim{t: t}, Idle: 1000})
	d.play(1, 30)
	asked, used := 0, 0
	for _, e := range d.events {
		b, ok := e.Body.(sim.Began)
		if !ok {
			continue
		}
		raw, err := d.log.Content(b.Trace)
		if err != nil {
			t.Fatalf("step at event %d: %v", e.Seq, err)
		}
		var tr trace
		if err := json.Unmarshal(raw, &tr); err != nil {
			t.Fatal(err)
		}
		asked += len(tr.Usage)
		for _, u := range tr.Usage {
			used += u.In + u.Out
		}
	}
	if asked < 10 || used == 0 {
		t.Errorf("the traces tell of %d questions and %d tokens", asked, used)
	}
}

func TestALoopThatGetsNowhereHandsIn(t *testing.T) {
	idle := &simtest.Model{Answer: func(string) (string, error) { return "Hm.", nil }}
	d := loopSeat(t, LoopConfig{Model: idle, Idle: 2})
	if ended := d.play(1, 500); ended != engine.Finished {
		t.Errorf("got %s, want finished", ended)
	}
}

func TestAModelThatCannotHoldTheTaskIsRefused(t *testing.T) {
	sc, err := scenarios.Open("desk")
	if err != nil {
		t.Fatal(err)
	}
	b := Briefing{Task: sc.Task(), Tools: sim.NewWorld(sc.Parts()...).Tools()}
	if _, err := NewLoop(b, LoopConfig{Context: 1500}); err == nil || !strings.Contains(err.Error(), "fewer tools") {
		t.Errorf("got %v", err)
	}
	if _, err := NewLoop(b, LoopConfig{Tools: []string{"chatt_*"}}); err == nil || !strings.Contains(err.Error(), "chatt_*") {
		t.Errorf("got %v", err)
	}
	l, err := NewLoop(b, LoopConfig{Tools: []string{"chat_*", "docs_read"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range l.tools {
		if !strings.HasPrefix(tool.Name, "chat_") && !strings.HasPrefix(tool.Name, "wait_") && tool.Name != "docs_read" && tool.Name != "done" {
			t.Errorf("the model is told of %s", tool.Name)
		}
	}
}

func TestABudgetStopsALoopAndAFaultCrashesIt(t *testing.T) {
	for _, c := range []struct {
		err  error
		want engine.Ended
	}{{engine.ErrBudget, engine.Stopped}, {errors.New("server: 500"), engine.Crashed}} {
		m := &whim{t: t, fail: func(n int) error {
			if n > 6 {
				return c.err
			}
			return nil
		}}
		d := loopSeat(t, LoopConfig{Model: m})
		e, err := engine.Create(d.world, d.config(), d.sc.Lay(1))
		if err != nil {
			t.Fatal(err)
		}
		ended, err := e.Run(context.Background(), d.seats(), engine.Limits{})
		if ended != c.want || !errors.Is(err, c.err) {
			t.Errorf("%v: got %s, %v, want %s", c.err, ended, err, c.want)
		}
	}
}
