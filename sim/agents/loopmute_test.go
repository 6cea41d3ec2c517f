package agents

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// mute is a model that works on and writes nothing down when it is asked to; or, when it is told, only ever the same.
type mute struct {
	t         *testing.T
	n, sums   int
	inRow     int // questions for a summary, one after the other
	mostInRow int
	most      int
	works     bool
	words     string // what it writes down
}

func (m *mute) Complete(_ context.Context, r engine.Request) (engine.Response, error) {
	m.n++
	p, err := prompt.Decode(r.PromptText)
	if err != nil {
		m.t.Fatal(err)
	}
	m.most = max(m.most, p.Tokens())
	out := engine.Response{Model: "mute", In: p.Tokens(), Out: 5, Finish: "stop"}
	if len(p.Tools) == 0 {
		m.sums++
		m.inRow++
		m.mostInRow = max(m.mostInRow, m.inRow)
		out.Text = m.words
		return out, nil
	}
	m.inRow = 0
	out.Calls = []prompt.Call{{Tool: "directory_list", Args: `{}`}, {Tool: "chat_channels", Args: `{}`}}
	if m.works {
		out.Calls = append(out.Calls, prompt.Call{Tool: "notes_write", Args: fmt.Sprintf(`{"key":"k","text":"n %d"}`, r.ID)})
	}
	return out, nil
}

var muteTools = []string{"notes_*", "directory_list", "chat_channels"}

// A model that writes nothing down, or far too much, is offered its tools all the same.
func TestAModelThatWritesNothingDownWorksOn(t *testing.T) {
	t.Parallel()
	for name, words := range map[string]string{"nothing": "", "blanks": " \n", "much": strings.Repeat("remember this ", 20_000), "control": strings.Repeat("\x01", 1<<16)} {
		for _, context := range []int{5000, 7000} {
			m := &mute{t: t, works: true, words: words}
			d := loopSeat(t, LoopConfig{Model: m, Context: context, Answer: 400, Idle: 50, Tools: muteTools})
			d.play(1, 400)
			l := d.agent.(*Loop)
			if m.sums < 3 || m.mostInRow > 1 || m.most > context {
				t.Errorf("%s, %d: %d summaries, %d in a row, the longest prompt has %d tokens", name, context, m.sums, m.mostInRow, m.most)
			}
			if got := prompt.Tokens(l.running); got > l.room()/4 || words == "" && got > 0 {
				t.Errorf("%s, %d: what it wrote down has %d tokens in a room of %d: %.80q", name, context, got, l.room(), l.running)
			}
		}
	}
}

// What was written down once stays as it is when nothing follows.
func TestAnEmptySummaryKeepsTheLast(t *testing.T) {
	t.Parallel()
	m := &mute{t: t, works: true, words: "lena owes me a date"}
	conf := LoopConfig{Model: m, Context: 5000, Answer: 400, Idle: 50, Tools: muteTools}
	d := loopSeat(t, conf)
	d.play(1, 100)
	want, sums := d.agent.(*Loop).running, m.sums
	m.words = ""
	again := loopSeat(t, conf)
	again.log = d.log
	e, err := engine.Open(context.Background(), again.world, again.config(), again.seats())
	if err != nil {
		t.Fatal(err)
	}
	again.run(e, 100)
	if got := again.agent.(*Loop).running; got != want || want == "" || m.sums == sums {
		t.Errorf("got %q, want %q, after %d and %d summaries", got, want, sums, m.sums)
	}
	// And it is recalled as it was.
	third := loopSeat(t, conf)
	third.log = again.log
	if _, err := engine.Open(context.Background(), third.world, third.config(), third.seats()); err != nil {
		t.Fatal(err)
	}
	if got, want := third.agent.(*Loop), again.agent.(*Loop); got.running != want.running || got.idle != want.idle || fmt.Sprint(got.turns) != fmt.Sprint(want.turns) {
		t.Errorf("recalled: %q and %d idle, want %q and %d", got.running, got.idle, want.running, want.idle)
	}
}

// Whoever has no effect and writes nothing down hands in.
func TestAMuteModelWithoutEffectHandsIn(t *testing.T) {
	t.Parallel()
	m := &mute{t: t}
	d := loopSeat(t, LoopConfig{Model: m, Context: 5000, Answer: 400, Idle: 50, Tools: muteTools})
	if ended := d.play(1, 400); ended != engine.Finished {
		t.Errorf("got %s after %d questions, %d of them for summaries; want that it hands in", ended, m.n, m.sums)
	}
}

// Steps that only write down count: a conversation that never fits ends all the same.
func TestNothingButSummariesIsIdle(t *testing.T) {
	t.Parallel()
	d := loopSeat(t, LoopConfig{Model: &mute{t: t}, Context: 5000, Answer: 400, Idle: 5, Tools: muteTools})
	l := d.agent.(*Loop)
	l.fixed = l.config.Context - l.config.Answer*3/2 // no room at all
	if ended := d.play(1, 20); ended != engine.Finished {
		t.Errorf("got %s, want that it hands in", ended)
	}
}

// A trace that no log takes does not take away what was written down.
func TestATraceThatIsTooLargeKeepsWhatWasWrittenDown(t *testing.T) {
	l := &Loop{running: "before"}
	large := trace{Dropped: 1, Running: "lena owes me a date", Said: []prompt.Message{{Content: strings.Repeat("x", 5<<20)}}, Queue: []prompt.Call{{Tool: "notes_write", Args: "{}"}}}
	l.fit(&large)
	l.apply(large)
	if l.running != "lena owes me a date" || l.made.Tool != "wait_any" {
		t.Errorf("got %q and the call %s", l.running, l.made.Tool)
	}
}
