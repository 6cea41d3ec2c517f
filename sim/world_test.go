package sim_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/sim"
)

func give(by, to sim.ActorID, coins int) sim.Call {
	return sim.Call{By: by, Tool: "toy_give", Args: sim.Args{"to": string(to), "coins": coins}}
}

func kinds(es []sim.Event) string {
	var out []string
	for _, e := range es {
		out = append(out, e.Body.Kind())
	}
	return strings.Join(out, " ")
}

func TestReactionsFollowAtOnceWithTheirCause(t *testing.T) {
	w, _ := open(founded())
	out := w.Do(give("amy", "ben", 5))
	if len(out.Events) != 2 || out.Events[1].Cause != out.Events[0].Seq || out.Events[1].Actor != "ben" {
		t.Fatalf("got %v, want a gift and ben's answer caused by it", out.Events)
	}
	if got := w.Part("toy").(*toy).coins; got["amy"] != -4 || got["ben"] != 4 {
		t.Errorf("coins %v, want amy -4 and ben 4", got)
	}
}

func TestRejectionIsAFactAndChangesNothing(t *testing.T) {
	w, _ := open(founded())
	out := w.Do(give("amy", "ben", 0))
	if out.Rejected == nil || kinds(out.Events) != "sim.rejected" {
		t.Fatalf("got %s, %v; want one rejection", kinds(out.Events), out.Rejected)
	}
	if len(w.Part("toy").(*toy).coins) != 0 {
		t.Error("a rejected call changed the part")
	}
}

func TestArgumentsAreCheckedStrictly(t *testing.T) {
	w, _ := open(founded())
	for _, c := range []struct{ args, want string }{
		{`{"to":"ben"}`, `needs the argument "coins"`},
		{`{"to":"ben","coins":1,"colour":"red"}`, `has no argument "colour": it takes to, coins`},
		{`{"to":"ben","coins":1.5}`, "whole number"},
		{`{"to":7,"coins":1}`, "must be text"},
		{`{"to":"ben","coins":1,"mood":"odd"}`, "one of glad, sad"},
		{`{"to":"ben","coins":1,"back":"soon"}`, "duration such as 90m"},
		{`{"to":"ben","coins":1,"at":"never"}`, "time such as"},
		{`{"to":{"a":1},"coins":1}`, "flat"},
		{`{"to":"ben","coins":1,"list":[1]}`, "list of texts"},
		{`{"to":"ben","coins":1,"loud":"yes"}`, "true or false"},
		{`[1]`, "one JSON object"},
		{`{} {}`, "more followed"},
	} {
		args, err := sim.ParseArgs(json.RawMessage(c.args))
		if err == nil {
			err = w.Do(sim.Call{By: "amy", Tool: "toy_give", Args: args}).Rejected
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q in it", c.args, err, c.want)
		}
	}
}

func TestTimersFireInOrderAndCarryTheirCause(t *testing.T) {
	w, _ := open(founded())
	first := w.Do(sim.Call{By: "amy", Tool: "toy_give", Args: sim.Args{"to": "ben", "coins": 1, "back": 2 * time.Hour}})
	w.Do(sim.Call{By: "ben", Tool: "toy_give", Args: sim.Args{"to": "amy", "coins": 1, "back": time.Hour}})
	out := w.Fire()
	if got := w.Now().Sub(w.Start()); got != time.Hour {
		t.Fatalf("fired after %s, want 1h", got)
	}
	out = w.Fire()
	if out.Events[0].Cause != first.Events[0].Seq || out.Events[1].Actor != "ben" {
		t.Errorf("got %v, want ben's timer caused by event %d", out.Events, first.Events[0].Seq)
	}
}

func TestSettingATimerAgainMovesIt(t *testing.T) {
	w, _ := open(founded())
	for _, d := range []time.Duration{time.Hour, 3 * time.Hour} {
		w.Do(sim.Call{By: "amy", Tool: "toy_give", Args: sim.Args{"to": "ben", "coins": 1, "back": d}})
	}
	if w.Fire(); w.Now().Sub(w.Start()) != 3*time.Hour {
		t.Errorf("fired after %s, want 3h", w.Now().Sub(w.Start()))
	}
}

func TestHistoryIsPerceivedByNobodyAsNewsAndSetsNoPastTimers(t *testing.T) {
	w := sim.NewWorld(newToy())
	f := founded()
	if _, err := w.Found(f); err != nil {
		t.Fatal(err)
	}
	out, err := w.Recall(f.Start.Add(-5*time.Hour), sim.Call{By: "rob", Tool: "toy_give", Args: sim.Args{"to": "ben", "coins": 5, "back": time.Hour}})
	if err != nil || kinds(out.Events) != "toy.gave" {
		t.Fatalf("got %s, %v; want one event without reactions", kinds(out.Events), err)
	}
	w.Open()
	if o, ok := w.Waits(); !ok || len(o.Arrived) != 0 {
		t.Errorf("the first observation tells of history: %v", o.Arrived)
	}
	if next, _ := w.Next(); next.Due != f.Horizon {
		t.Errorf("a timer from before the start is due at %s", next.Due)
	}
	if _, err := w.Recall(f.Start, give("amy", "ben", 1)); err == nil {
		t.Error("history was written after the start")
	}
}

func TestAgentPaysForReadingAndWriting(t *testing.T) {
	w, _ := open(founded())
	words := strings.Repeat("word ", 40) // a minute at 40 words a minute
	args, _ := json.Marshal(map[string]any{"to": "amy", "coins": 1, "text": words})
	w.Begin("rob", sim.Began{Tool: "toy_give", Args: string(args)})
	if _, ready := w.Waits(); ready {
		t.Fatal("the agent is ready before it has written")
	}
	w.Fire()
	if got := w.Now().Sub(w.Start()); got != time.Minute {
		t.Fatalf("the call happened after %s, want 1m of writing", got)
	}
	w.Fire()
	// 10 s base and 23 words at 230 a minute are 6 s more.
	if got := w.Now().Sub(w.Start()); got != 76*time.Second {
		t.Fatalf("ready after %s, want 1m16s", got)
	}
	o, ready := w.Waits()
	if !ready || o.Step != 1 || o.Text != "given" || string(o.Data) != `{"coins":1}` {
		t.Errorf("observation %+v", o)
	}
}

func TestWaitAnyEndsWithWhatIsAddressedToTheAgent(t *testing.T) {
	w, _ := open(founded())
	w.Do(sim.Call{By: "amy", Tool: "toy_give", Args: sim.Args{"to": "ben", "coins": 1, "back": time.Hour}})
	w.Begin("rob", sim.Began{Tool: "wait_any", Args: `{"span":"5h"}`})
	w.Fire() // ben to amy: not for rob
	if _, ready := w.Waits(); ready {
		t.Fatal("woken by what is none of its business")
	}
	w.Do(give("amy", "rob", 1))
	o, ready := w.Waits()
	if !ready || len(o.Arrived) != 1 || !strings.Contains(o.Arrived[0], "1 coins for rob") {
		t.Errorf("ready %v with %v, want the gift", ready, o.Arrived)
	}
}

func TestArrivalsAreTenLinesAndACount(t *testing.T) {
	w, _ := open(founded())
	w.Begin("rob", sim.Began{Tool: "wait_for", Args: `{"span":"1h"}`})
	for range 13 {
		w.Do(give("amy", "rob", 1))
	}
	w.Fire()
	if o, _ := w.Waits(); len(o.Arrived) != 10 || o.More != 3 {
		t.Errorf("%d lines and %d more, want 10 and 3", len(o.Arrived), o.More)
	}
}

func TestInternalToolsAreNotThereForAgents(t *testing.T) {
	w, _ := open(founded())
	w.Begin("rob", sim.Began{Tool: "toy_secret"})
	w.Fire()
	secret, _ := w.Waits()
	w.Begin("rob", sim.Began{Tool: "toy_nothing"})
	w.Fire()
	none, _ := w.Waits()
	if strings.ReplaceAll(secret.Rejected, "toy_secret", "x") != strings.ReplaceAll(none.Rejected, "toy_nothing", "x") {
		t.Errorf("an internal tool answers %q and a missing one %q", secret.Rejected, none.Rejected)
	}
	for _, tool := range w.Tools() {
		if tool.Internal {
			t.Errorf("%s is listed", tool.Name)
		}
	}
}

func TestFreeCallsCannotStopTheClock(t *testing.T) {
	w, _ := open(founded())
	w.Do(give("amy", "rob", 1))
	for range 300 {
		w.Begin("rob", sim.Began{Tool: "wait_for", Args: `{"span":"0s"}`}) // refused: costs 30 s
		w.Fire()
	}
	if w.Now() == w.Start() {
		t.Error("time did not move")
	}
}

func TestHorizonEndsTheEpisode(t *testing.T) {
	w, _ := open(founded())
	w.Begin("rob", sim.Began{Tool: "wait_for", Args: `{"span":"500h"}`})
	w.Fire()
	if w.Ended() == nil || w.Ended().How != sim.Reached || w.Now() != w.Horizon() {
		t.Fatalf("ended %v at %s", w.Ended(), w.Now())
	}
	if w.Last("rob").Ended != sim.Reached {
		t.Error("the agent is not told")
	}
}

func TestTwoAgentsHaveEachTheirOwnTime(t *testing.T) {
	f := founded()
	f.Actors = append(f.Actors, sim.Actor{ID: "sue", Kind: sim.Agent, Name: "Sue", Zone: "Asia/Kolkata", Week: f.Actors[0].Week})
	w, _ := open(f)
	w.Begin("rob", sim.Began{Tool: "wait_for", Args: `{"span":"2h"}`})
	o, ok := w.Waits()
	if !ok || o.Agent != "sue" {
		t.Fatalf("it is %s's turn, want sue's", o.Agent)
	}
	w.Begin("sue", sim.Began{Tool: "toy_give", Args: `{"to":"rob","coins":1}`})
	w.Fire()
	if o, ok = w.Waits(); !ok || o.Agent != "sue" || len(o.Arrived) != 0 {
		t.Fatalf("got %+v, want sue ready with no arrivals", o)
	}
	w.Begin("sue", sim.Began{Tool: "done", Args: `{"summary":"x"}`})
	for w.Ended() == nil {
		if o, ok = w.Waits(); ok {
			break
		}
		w.Fire()
	}
	if !ok || o.Agent != "rob" || len(o.Arrived) != 1 {
		t.Fatalf("got %+v, want rob ready with sue's gift", o)
	}
	w.Begin("rob", sim.Began{Tool: "done", Args: `{"summary":"y"}`})
	w.Fire()
	if w.Ended() == nil || w.Ended().How != sim.Finished {
		t.Errorf("ended %v, want finished when both are done", w.Ended())
	}
}

// play makes a busy little history by a fixed rule, with ties in time.
func play(w *sim.World, n int) []sim.Event {
	var out []sim.Event
	for i := range n {
		d := time.Duration(w.Draw("amy", "back", uint64(i))%4) * time.Hour
		c := sim.Call{By: "amy", Tool: "toy_give", Args: sim.Args{"to": "ben", "coins": i%3 + 1, "back": d}}
		out = append(out, w.Do(c).Events...)
		if i%5 == 4 {
			out = append(out, w.Fire().Events...)
		}
	}
	return out
}

func TestFoldOfTheLogIsTheWorld(t *testing.T) {
	w, events := open(founded())
	events = append(events, play(w, 60)...)
	enc, dec := sim.NewCodec(newToy()), sim.NewCodec(newToy())
	again := sim.NewWorld(newToy())
	for _, e := range events {
		got, err := dec.Decode(enc.Encode(e))
		if err != nil {
			t.Fatal(err)
		}
		if got.Seq > 1 && !reflect.DeepEqual(got, e) {
			t.Fatalf("event %d came back as %+v, want %+v", e.Seq, got, e)
		}
		again.Apply(got)
	}
	a, b := chainOf(play(w, 40)), chainOf(play(again, 40))
	if a != b {
		t.Error("the folded world goes on differently")
	}
}

func chainOf(es []sim.Event) sim.Chain {
	var c sim.Chain
	for _, e := range es {
		c = c.Next(fmt.Appendf(nil, "%d %d %s %d %v %+v", e.Seq, e.At, e.Actor, e.Cause, e.Audience, e.Body))
	}
	return c
}

func TestCloneGoesItsOwnWay(t *testing.T) {
	w, _ := open(founded())
	play(w, 20)
	twin, other := w.Clone(), w.Clone()
	play(other, 33)
	if a, b := chainOf(play(w, 40)), chainOf(play(twin, 40)); a != b {
		t.Error("a clone that was not touched differs from its origin")
	}
}

func TestCorruptLogPanicsWithTheValues(t *testing.T) {
	w, _ := open(founded())
	defer func() {
		if r := fmt.Sprint(recover()); !strings.Contains(r, "event 9 at") {
			t.Errorf("got %q, want the event's number in it", r)
		}
	}()
	w.Apply(sim.Event{Seq: 9, At: w.Now(), Body: gave{}})
}

func TestDrawsDependOnTheirNameAlone(t *testing.T) {
	w, _ := open(founded())
	a := w.Draw("amy", "x", 1)
	play(w, 10)
	if w.Draw("amy", "x", 1) != a {
		t.Error("a draw changed with what happened")
	}
	if w.Draw("am", "yx", 1) == a || w.Draw("amy", "x", 2) == a {
		t.Error("different names draw the same")
	}
}

func TestAnswersComeAtTheirMomentInAnyOrder(t *testing.T) {
	w, _ := open(founded())
	for id, due := range map[int]time.Duration{1: 3 * time.Hour} {
		w.Do(sim.Call{By: "ben", Tool: "toy_wonder", Args: sim.Args{"id": id, "due": due}})
	}
	w.Do(sim.Call{By: "ben", Tool: "toy_wonder", Args: sim.Args{"id": 2, "due": time.Hour}})
	if q, ok := w.Asking(); !ok || q.ID != 2 || len(w.Pending()) != 2 {
		t.Fatalf("asking %v of %v, want question 2 first", q, w.Pending())
	}
	w.Reply(sim.Replied{ID: 2, Owner: "toy", Text: "two"})
	if got := w.Now().Sub(w.Start()); got != time.Hour {
		t.Errorf("answered at %s, want the slot at 1h", got)
	}
	if got := w.Part("toy").(*toy).coins["amy"]; got != 4 {
		t.Errorf("amy has %d, want the 4 coins of the answer", got)
	}
	w.Reply(sim.Replied{ID: 1, Owner: "toy", Fault: "down"})
	if w.Wondering() {
		t.Error("a question is left")
	}
}

// A long episode asks thousands of questions. What was asked is kept in memory until it is answered, if it is stored
// elsewhere.
func TestAPromptIsHeldUntilItIsAnswered(t *testing.T) {
	for _, stored := range []bool{true, false} {
		w, _ := open(founded())
		brought := 0
		if stored {
			w.Provide(func(sim.Hash) ([]byte, error) { brought++; return []byte("what is 1?"), nil })
		}
		w.Do(sim.Call{By: "ben", Tool: "toy_wonder", Args: sim.Args{"id": 1, "due": time.Hour}})
		q, _ := w.Asking()
		w.Content(q.Prompt)
		if brought != 0 {
			t.Errorf("stored %t: the prompt of an open question was let go", stored)
		}
		w.Reply(sim.Replied{ID: 1, Owner: "toy"})
		if got := string(w.Content(q.Prompt)); got != "what is 1?" || (brought == 1) != stored {
			t.Errorf("stored %t: got %q, brought %d times", stored, got, brought)
		}
	}
}

func TestCallsOfStrangersAreOurMistake(t *testing.T) {
	w, _ := open(founded())
	defer func() {
		if recover() == nil {
			t.Error("no panic for an actor outside the cast")
		}
	}()
	w.Do(give("zed", "ben", 1))
}

func FuzzDecode(f *testing.F) {
	w, events := open(founded())
	events = append(events, play(w, 5)...)
	enc := sim.NewCodec(newToy())
	for _, e := range events {
		f.Add(enc.Encode(e))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		c := sim.NewCodec(newToy())
		c.Encode(events[0])
		if e, err := c.Decode(raw); err == nil {
			if _, err := c.Decode(c.Encode(e)); err != nil {
				t.Fatalf("what was decoded does not encode and decode again: %v", err)
			}
		}
	})
}

func FuzzParseArgs(f *testing.F) {
	f.Add([]byte(`{"to":"ben","coins":1,"back":"1h"}`))
	w, _ := open(founded())
	f.Fuzz(func(t *testing.T, raw []byte) {
		args, err := sim.ParseArgs(raw)
		if err != nil {
			return
		}
		w.Do(sim.Call{By: "amy", Tool: "toy_give", Args: args})
	})
}

func TestWordsAreCounted(t *testing.T) {
	if got := sim.Words(" a b\n c "); got != 3 {
		t.Errorf("got %d, want 3", got)
	}
}
