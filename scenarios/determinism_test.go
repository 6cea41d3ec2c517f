package scenarios_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/agents"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/simtest"
)

// played is a finished run and what identifies it.
type played struct {
	log   *simtest.MemLog
	chain sim.Chain
	err   error
}

// play runs a scenario with an agent that ships until so many working hours have passed; it fails no test, so that
// it may run in any goroutine.
func play(sc *scenarios.Scenario, seed uint64, agent string, until time.Duration) (p played) {
	w := sim.NewWorld(sc.Parts()...)
	p.log = &simtest.MemLog{}
	player, err := agents.New(agent, briefing(sc, w))
	if err != nil {
		return played{err: err}
	}
	ep, err := engine.Create(w, engine.Config{Log: p.log}, sc.Lay(seed))
	if err != nil {
		return played{err: err}
	}
	_, p.err = ep.Run(context.Background(), map[sim.ActorID]engine.Agent{sc.Agent.ID: player}, engine.Limits{Until: sc.At(until)})
	p.chain = ep.Chain()
	return p
}

func briefing(sc *scenarios.Scenario, w *sim.World) agents.Briefing {
	b := agents.Briefing{Task: sc.Task(), Start: sc.Start, Horizon: sc.End(), Tools: w.Tools()}
	for _, a := range sc.Founding(1).Actors {
		if a.ID == sc.Agent.ID {
			b.Me = a
		}
	}
	return b
}

func opened(t testing.TB, name string) *scenarios.Scenario {
	t.Helper()
	sc, err := scenarios.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

// runs is how often and how long each scenario is played. Desk is the crowded one: many things are due at one moment.
var runs = []struct {
	scenario string
	agent    string
	times    int
	until    time.Duration
}{{"desk", "steady", 20, 8 * time.Hour}, {"portal", "steady", 20, 45 * time.Minute}, {"desk", "spammer", 2, 2 * time.Hour}}

func TestTheSameSeedMakesTheSameLog(t *testing.T) {
	for _, x := range runs {
		sc := opened(t, x.scenario)
		want := play(sc, 7, x.agent, x.until)
		times := x.times
		if testing.Short() {
			times = 2
		}
		for i := range times {
			got := play(sc, 7, x.agent, x.until)
			if got.err != nil || want.err != nil {
				t.Fatal(got.err, want.err)
			}
			if got.chain != want.chain {
				t.Fatalf("%s, seed 7, run %d: %s", x.scenario, i, want.log.Difference(got.log))
			}
		}
		if other := play(sc, 8, x.agent, x.until); other.chain == want.chain {
			t.Errorf("%s: seeds 7 and 8 make the same log", x.scenario)
		}
	}
}

// TestRunsSideBySideAreTheRunsAlone also shares one scenario between goroutines.
func TestRunsSideBySideAreTheRunsAlone(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	desk, portal := opened(t, "desk"), opened(t, "portal")
	wantDesk, wantPortal := play(desk, 3, "steady", 8*time.Hour), play(portal, 3, "steady", 2*time.Hour)
	for _, procs := range []int{1, 2, 8} {
		runtime.GOMAXPROCS(procs)
		got := make([]played, 6)
		var all sync.WaitGroup
		for i := range got {
			all.Go(func() {
				if i%3 == 2 {
					got[i] = play(portal, 3, "steady", 2*time.Hour)
					return
				}
				got[i] = play(desk, 3, "steady", 8*time.Hour)
			})
		}
		all.Wait()
		for i, g := range got {
			want := wantDesk
			if i%3 == 2 {
				want = wantPortal
			}
			if g.err != nil || g.chain != want.chain {
				t.Errorf("%d processors, run %d: %v %s", procs, i, g.err, want.log.Difference(g.log))
			}
		}
	}
}

func TestReplayHasTheHashOfTheRun(t *testing.T) {
	for _, name := range []string{"desk", "portal"} {
		sc := opened(t, name)
		p := play(sc, 5, "steady", 8*time.Hour)
		chain, err := engine.Replay(sim.NewWorld(sc.Parts()...), p.log, engine.Visitor{})
		if err != nil || p.err != nil || chain != p.chain {
			t.Errorf("%s: replayed %s, run %s; %v %v", name, chain, p.chain, err, p.err)
		}
	}
}

// onward steps a world: the agents wait, with a message now and then, until so many events have happened. It returns
// them encoded.
func onward(w *sim.World, codec *sim.Codec, events int) (out [][]byte) {
	take := func(o sim.Outcome) {
		for _, e := range o.Events {
			out = append(out, codec.Encode(e))
		}
	}
	for w.Ended() == nil && len(out) < events {
		o, ready := w.Waits()
		switch {
		case !ready:
			take(w.Fire())
		case w.Seq()%3 == 0:
			take(w.Begin(o.Agent, sim.Began{Tool: "directory_list", Args: `{}`}))
		default:
			take(w.Begin(o.Agent, sim.Began{Tool: "wait_any", Args: `{"span":"20m","for":"anything"}`}))
		}
	}
	return out
}

func codecOf(sc *scenarios.Scenario, w *sim.World) *sim.Codec {
	c := sim.NewCodec(sc.Parts()...)
	c.Learn(w.Founding())
	return c
}

// TestACloneGoesOnAsItsOrigin takes clones at moments spread over a run, lets the origin go on first and the clones
// after it, which shows what they share by mistake.
func TestACloneGoesOnAsItsOrigin(t *testing.T) {
	for _, name := range []string{"desk", "portal"} {
		sc := opened(t, name)
		w := sim.NewWorld(sc.Parts()...)
		if err := sc.Lay(11)(w, func(sim.Outcome) error { return nil }); err != nil {
			t.Fatal(err)
		}
		codec := codecOf(sc, w)
		type fork struct {
			w  *sim.World
			at int
		}
		var log [][]byte
		var forks []fork
		for i := range uint64(12) {
			log = append(log, onward(w, codec, 1+int(w.Draw("test", "clone", i)%90))...)
			forks = append(forks, fork{w.Clone(), len(log)})
		}
		log = append(log, onward(w, codec, 300)...)
		for _, f := range forks {
			from := f.w.Seq()
			got := onward(f.w, codecOf(sc, f.w), len(log)-f.at)
			if !slices.EqualFunc(got, log[f.at:], slices.Equal) {
				t.Errorf("%s: the clone taken after event %d goes on differently", name, from)
			}
		}
	}
}

// two adds a second agent under test to the base of a scenario's episode.
func two(sc *scenarios.Scenario, second sim.Actor) engine.Lay {
	return func(w *sim.World, emit func(sim.Outcome) error) error {
		f := sc.Founding(2)
		f.Actors = append(slices.Clone(f.Actors), second)
		out, err := w.Found(f)
		if err != nil {
			return err
		}
		if err := emit(out); err != nil {
			return err
		}
		return emit(w.Open())
	}
}

// TestTwoAgentsHaveEachItsOwnViewAndClock seats a second agent in the scenario's world, in another time zone.
func TestTwoAgentsHaveEachItsOwnViewAndClock(t *testing.T) {
	sc := opened(t, "desk")
	me, _ := actorOf(sc, sc.Agent.ID)
	second := me
	second.ID, second.Name, second.Mail, second.Zone = "kim", "Kim Park", "kim.park@kestrel.example", "America/New_York"
	run := func() (sim.Chain, map[sim.ActorID][]sim.Observation) {
		log, seen := &simtest.MemLog{}, map[sim.ActorID][]sim.Observation{}
		ep, err := engine.Create(sim.NewWorld(sc.Parts()...), engine.Config{Log: log}, two(sc, second))
		if err != nil {
			t.Fatal(err)
		}
		wait := simtest.Call("wait_any", "span", "3h", "for", "anything")
		players := map[sim.ActorID]engine.Agent{
			"sam": &listener{seen: seen, Walker: simtest.Walker{Do: []engine.Action{simtest.Call("chat_direct", "to", []string{"olga"}, "text", "zqonlysam: good morning, a word between the two of us only."),
				wait, simtest.Call("chat_search", "query", "zqonlysam"), simtest.Call("chat_direct", "to", []string{"kim"}, "text", "Hello Kim.")}}},
			"kim": &listener{seen: seen, Walker: simtest.Walker{Do: []engine.Action{wait, simtest.Call("chat_search", "query", "zqonlysam"), wait,
				simtest.Call("chat_unread")}}},
		}
		if _, err := ep.Run(context.Background(), players, engine.Limits{}); err != nil {
			t.Fatal(err)
		}
		return ep.Chain(), seen
	}
	first, seen := run()
	if again, _ := run(); again != first {
		t.Error("the same two agents make another log")
	}
	checkTwo(t, seen)
}

func checkTwo(t *testing.T, seen map[sim.ActorID][]sim.Observation) {
	all := func(a sim.ActorID) string { return fmt.Sprintf("%+v", seen[a]) }
	if len(seen["sam"]) < 5 || len(seen["kim"]) < 5 {
		t.Fatalf("sam acted %d times, kim %d times", len(seen["sam"]), len(seen["kim"]))
	}
	for i, o := range seen["kim"] {
		if o.Agent != "kim" || o.Step != i || strings.Contains(fmt.Sprint(o.Arrived, string(o.Data)), "a word between") {
			t.Errorf("kim sees %+v at its step %d", o, i)
		}
	}
	if !strings.Contains(all("kim"), "Hello Kim.") || strings.Contains(fmt.Sprint(seen["sam"][1].Arrived), "Hello Kim.") {
		t.Error("the message between the two agents did not go its way")
	}
	// The second agent writes nothing at first, so it is ahead of the first on no clock but its own wall's.
	if a, b := seen["sam"][0], seen["kim"][0]; a.Now != b.Now || a.Local == b.Local {
		t.Errorf("at the start it is %s and %s, on the walls %s and %s", a.Now, b.Now, a.Local, b.Local)
	}
	if seen["sam"][1].Now == seen["kim"][1].Now {
		t.Error("the first actions of the two cost the same time, though only one wrote anything")
	}
}

// listener keeps what an agent observes.
type listener struct {
	simtest.Walker
	seen map[sim.ActorID][]sim.Observation
}

// Act implements engine.Agent.
func (l *listener) Act(ctx context.Context, o sim.Observation) (engine.Action, error) {
	l.seen[o.Agent] = append(l.seen[o.Agent], o)
	return l.Walker.Act(ctx, o)
}

func actorOf(sc *scenarios.Scenario, id sim.ActorID) (sim.Actor, bool) {
	for _, a := range sc.Founding(1).Actors {
		if a.ID == id {
			return a, true
		}
	}
	return sim.Actor{}, false
}

// crowded is the desk with a data room of so many items more.
func crowded(t testing.TB, items int) *scenarios.Scenario {
	files := folder(t, "desk")
	var chat, tickets strings.Builder
	rows := csv.NewWriter(&chat)
	start := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	for i := range items / 2 {
		moment := start.Add(time.Duration(i) * 20 * time.Minute).Format("2006-01-02T15:04")
		who := []string{"olga", "felix", "priya", "sam"}[i%4]
		rows.Write([]string{moment, who, "", fmt.Sprintf("Note %d of the stand: the crate is at %d.", i, i*7%100)})
		fmt.Fprintf(&tickets, "DESK-%d,%s,%s,Crate %d,Open,normal,%s,,crate,,Crate number %d.\n", 100+i, moment, who, i, who, i*3)
	}
	rows.Flush()
	add := func(name, before string) {
		f, ok := files["desk/world/"+name]
		if !ok {
			t.Fatalf("there is no %s", name)
		}
		head, rest, _ := strings.Cut(string(f.Data), "\n")
		files["desk/world/"+name] = &fstest.MapFile{Data: []byte(head + "\n" + before + rest)}
	}
	add("tickets/DESK.csv", tickets.String())
	// Threads are named by the number of a row, so the old rows stay first; the loader sorts by time.
	old := files["desk/world/chat/stand.csv"]
	files["desk/world/chat/stand.csv"] = &fstest.MapFile{Data: append(slices.Clip(old.Data), chat.String()...)}
	return loaded(t, files, "desk")
}

func TestADataRoomOfTenThousandItemsIsLaid(t *testing.T) {
	items := 2_000
	if !testing.Short() {
		items = 10_000
	}
	sc := crowded(t, items)
	lay := func() (*simtest.MemLog, *engine.Episode) {
		log := &simtest.MemLog{}
		ep, err := engine.Create(sim.NewWorld(sc.Parts()...), engine.Config{Log: log}, sc.Lay(1))
		if err != nil {
			t.Fatal(err)
		}
		return log, ep
	}
	began := time.Now()
	first, ep := lay()
	took := time.Since(began)
	second, _ := lay()
	if d := first.Difference(second); d != "" {
		t.Errorf("laid twice: %s", d)
	}
	if len(first.Events) < items {
		t.Errorf("%d events for %d items", len(first.Events), items)
	}
	o, err := ep.Step(context.Background(), simtest.Call("tickets_list", "text", "crate 4321", "limit", 5))
	if err != nil || o.Rejected != "" {
		t.Errorf("%v %s", err, o.Rejected)
	}
	if took > 10*time.Second { // it is a fraction of a second; a square of the size would be minutes
		t.Errorf("laying %d items took %s", items, took)
	}
	t.Logf("%d items in %s", items, took)
}
