package diff_test

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/agents"
	"github.com/tenure-sim/tenure/sim/diff"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/simtest"
)

func desk(t *testing.T) *scenarios.Scenario {
	t.Helper()
	sc, err := scenarios.Open("desk")
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

// played is the log of an episode played to its end.
func played(t *testing.T, sc *scenarios.Scenario, agent string, seed uint64) *simtest.MemLog {
	t.Helper()
	w, log := sim.NewWorld(sc.Parts()...), &simtest.MemLog{}
	e, err := engine.Create(w, engine.Config{Log: log}, sc.Lay(seed))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	a, _, err := agents.Seat(agent, sc, w)
	if err != nil {
		t.Fatal(err)
	}
	if how, err := e.Run(context.Background(), map[sim.ActorID]engine.Agent{sc.Agent.ID: a}, engine.Limits{}); err != nil {
		t.Fatalf("%s, seed %d: %s: %v", agent, seed, how, err)
	}
	return log
}

func side(sc *scenarios.Scenario, name string, log *simtest.MemLog) diff.Side {
	return diff.Side{Name: name, Log: log, Last: uint64(len(log.Events)), World: sim.NewWorld(sc.Parts()...)}
}

func compare(t *testing.T, sc *scenarios.Scenario, a, b *simtest.MemLog, shared uint64) *diff.Report {
	t.Helper()
	r, err := diff.Compare(side(sc, "one", a), side(sc, "two", b), shared, sc.TimeZone())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestEqualLogsHaveNoDifference(t *testing.T) {
	sc := desk(t)
	r := compare(t, sc, played(t, sc, "steady", 3), played(t, sc, "steady", 3), 0)
	if !r.Equal || r.First != nil || len(r.Worlds) > 0 || r.A.Hash != r.B.Hash || len(r.A.Hash) != 64 {
		t.Errorf("got %+v", r)
	}
}

func TestTwoAgentsPartAtTheirFirstActionAndTheCausesAreAChain(t *testing.T) {
	sc := desk(t)
	a, b := played(t, sc, "steady", 3), played(t, sc, "spammer", 3)
	r := compare(t, sc, a, b, 0)
	if r.Equal || r.First == nil || r.First.A.Kind != "agent.began" || r.First.A.Seq != r.Same+1 {
		t.Fatalf("first %+v after %d the same", r.First, r.Same)
	}
	for i := range int(r.Same) {
		if !bytes.Equal(a.Events[i], b.Events[i]) {
			t.Fatalf("event %d is not the same", i+1)
		}
	}
	if last := r.Worlds[len(r.Worlds)-1]; last.Point != diff.AtEnd || len(last.Parts) < 3 {
		t.Errorf("at the end %s: %d parts differ", last.Point, len(last.Parts))
	}
	if r.A.Ended != string(engine.Finished) || r.B.Ended == "" {
		t.Errorf("ended %q and %q", r.A.Ended, r.B.Ended)
	}
}

// A difference deep in a chain of causes: one byte of a message is another.
func TestCausesLeadFromARootToTheEvent(t *testing.T) {
	sc := desk(t)
	a := played(t, sc, "steady", 3)
	b, at := altered(t, sc, a)
	r := compare(t, sc, a, b, 0)
	if r.First == nil || r.First.A.Seq != at || r.First.A.Text == r.First.B.Text {
		t.Fatalf("first %+v, want event %d", r.First, at)
	}
	chain := append(r.Causes.A, *r.First.A)
	if len(chain) < 2 || chain[0].Cause != 0 {
		t.Fatalf("the chain %+v has no root", chain)
	}
	for i := 1; i < len(chain); i++ {
		if chain[i].Cause != chain[i-1].Seq {
			t.Errorf("event %d follows %d and names %d as its cause", chain[i].Seq, chain[i-1].Seq, chain[i].Cause)
		}
	}
	part := r.Worlds[0].Parts
	if len(part) != 1 || part[0].Title != "messages" || r.Worlds[0].Point != diff.AtFirst {
		t.Fatalf("got %+v", r.Worlds[0])
	}
	if end := r.Worlds[len(r.Worlds)-1]; len(end.Parts) != 1 || end.Parts[0].Changes[0].Field != "only here" {
		t.Errorf("a message that is not the last of its channel is lost at the end: %+v", end)
	}
}

// Speech acts are told by what they mean; two that differ in another field must not read the same.
func TestEventsThatReadTheSameAreSpelledOut(t *testing.T) {
	sc := desk(t)
	a := played(t, sc, "steady", 3)
	b := a.Upto(len(a.Events))
	codec := sim.NewCodec(sc.Parts()...)
	for i, raw := range a.Events {
		e, err := codec.Decode(raw)
		if err != nil {
			t.Fatal(err)
		}
		if e.Body.Kind() != "speech.said" {
			continue
		}
		e.At++ // a nanosecond, which no line shows
		b.Events[i] = codec.Encode(e)
		break
	}
	r := compare(t, sc, a, b.Upto(int(compareFirst(a, b))), 0)
	if r.First == nil || r.First.A.Kind != "speech.said" || r.First.A.Line() == r.First.B.Line() {
		t.Errorf("got %+v and %+v", r.First.A, r.First.B)
	}
}

// compareFirst is the number of the first event in which two logs of one length differ.
func compareFirst(a, b *simtest.MemLog) uint64 {
	for i := range a.Events {
		if !bytes.Equal(a.Events[i], b.Events[i]) {
			return uint64(i + 1)
		}
	}
	return 0
}

// altered is the log with one letter of a chat message changed; the message has a cause and others come after it.
func altered(t *testing.T, sc *scenarios.Scenario, log *simtest.MemLog) (*simtest.MemLog, uint64) {
	t.Helper()
	codec := sim.NewCodec(sc.Parts()...)
	for i, raw := range log.Events {
		e, err := codec.Decode(raw)
		if err != nil {
			t.Fatal(err)
		}
		s, ok := e.Body.(sim.Speaker)
		if !ok || e.Cause == 0 || s.Speech().App != "chat" || !followed(t, sc, log, i, s.Speech().Thread) {
			continue
		}
		out := log.Upto(len(log.Events))
		text := []byte(s.Speech().Text)
		changed := bytes.Clone(text)
		changed[0] ^= 0x20 // the other case of a letter
		out.Events[i] = bytes.Replace(bytes.Clone(raw), text, changed, 1)
		return out, uint64(i + 1)
	}
	t.Fatal("no message has a cause")
	return nil, 0
}

func followed(t *testing.T, sc *scenarios.Scenario, log *simtest.MemLog, i int, thread string) bool {
	t.Helper()
	codec := sim.NewCodec(sc.Parts()...)
	codec.Learn(sc.Founding(3))
	for _, raw := range log.Events[i+1:] {
		e, err := codec.Decode(raw)
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := e.Body.(sim.Speaker); ok && s.Speech().App == "chat" && s.Speech().Thread == thread {
			return true
		}
	}
	return false
}

func TestAStoppedEpisodeIsComparedWhereItStopped(t *testing.T) {
	sc := desk(t)
	a, whole := played(t, sc, "steady", 3), played(t, sc, "spammer", 3)
	b := whole.Upto(len(whole.Events) * 2 / 3)
	r := compare(t, sc, a, b, 0)
	var points []diff.Point
	for _, w := range r.Worlds {
		points = append(points, w.Point)
	}
	if want := []diff.Point{diff.AtFirst, diff.AtShorter, diff.AtEnd}; !reflect.DeepEqual(points, want) {
		t.Fatalf("looked at %v, want %v", points, want)
	}
	if at := r.Worlds[1]; at.A != at.B || at.A != r.B.At {
		t.Errorf("looked at %s and %s, where the shorter one ends at %s", at.A, at.B, r.B.At)
	}
	if r.B.Ended != "" || r.A.Ended == "" {
		t.Errorf("ended %q and %q", r.A.Ended, r.B.Ended)
	}
}

func TestThePastOfAnEpisodeIsAPrefixOfIt(t *testing.T) {
	sc := desk(t)
	a := played(t, sc, "steady", 3)
	n := len(a.Events) / 2
	r := compare(t, sc, a, a.Upto(n), 0)
	if r.Same != uint64(n) || r.First.A == nil || r.First.B != nil || r.First.A.Seq != uint64(n+1) {
		t.Errorf("same %d, first %+v; want %d and none of two's", r.Same, r.First, n)
	}
}

func TestSeedsAreNamedAndWhatComesAfterTheFoundingIsCompared(t *testing.T) {
	sc := desk(t)
	r := compare(t, sc, played(t, sc, "steady", 3), played(t, sc, "steady", 4), 0)
	if !reflect.DeepEqual(r.Seeds, []uint64{3, 4}) || r.Same != 0 || r.First == nil || r.First.A.Seq < 2 || len(r.Worlds) == 0 {
		t.Errorf("seeds %v, same %d, first %+v, %d worlds", r.Seeds, r.Same, r.First, len(r.Worlds))
	}
}

func TestWhatIsKnownToBeSharedChangesNothing(t *testing.T) {
	sc := desk(t)
	a, b := played(t, sc, "steady", 3), played(t, sc, "spammer", 3)
	plain := compare(t, sc, a, b, 0)
	for _, shared := range []uint64{1, plain.Same / 2, plain.Same} {
		if got, want := asJSON(t, compare(t, sc, a, b, shared)), asJSON(t, plain); got != want {
			t.Errorf("with %d shared: %s\nwant %s", shared, got, want)
		}
	}
}

func TestTheOtherWayRoundIsTheSame(t *testing.T) {
	sc := desk(t)
	a, b := played(t, sc, "steady", 3), played(t, sc, "spammer", 3)
	there, back := compare(t, sc, a, b, 0), compare(t, sc, b, a, 0)
	if there.Same != back.Same || !reflect.DeepEqual(there.First.A, back.First.B) || len(there.Worlds) != len(back.Worlds) {
		t.Fatalf("%+v and %+v", there, back)
	}
	for i, w := range there.Worlds {
		for j, p := range w.Parts {
			other := back.Worlds[i].Parts[j]
			for k, c := range p.Changes {
				if o := other.Changes[k]; !reflect.DeepEqual([]any{c.Name, c.Field, c.A, c.B}, []any{o.Name, o.Field, o.B, o.A}) {
					t.Errorf("%s: %+v one way, %+v the other", p.Title, c, o)
				}
			}
		}
	}
}

func TestALogThatCannotBeFoldedIsAnError(t *testing.T) {
	sc := desk(t)
	whole := played(t, sc, "steady", 3)
	gap := whole.Upto(len(whole.Events))
	gap.Events = append(gap.Events[:400:400], gap.Events[401:]...)
	garbage := whole.Upto(len(whole.Events))
	garbage.Events[500] = []byte("no event")
	lost := whole.Upto(len(whole.Events) - 10)
	lost.Contents = nil
	for name, log := range map[string]*simtest.MemLog{"a gap": gap, "garbage": garbage, "lost contents": lost, "no events": {}} {
		r, err := diff.Compare(side(sc, "one", whole), side(sc, "two", log), 0, sc.TimeZone())
		if err == nil || !strings.Contains(err.Error(), "two") {
			t.Errorf("%s: report %v, error %v; want one that names the episode", name, r != nil, err)
		}
	}
}

func TestALongReportIsCutAndAFullOneIsNot(t *testing.T) {
	sc := desk(t)
	r := compare(t, sc, played(t, sc, "steady", 3), played(t, sc, "spammer", 3), 0)
	var short, full bytes.Buffer
	if err := r.Print(&short, 2); err != nil {
		t.Fatal(err)
	}
	if err := r.Print(&full, 0); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(short.String(), " more\n") || strings.Contains(full.String(), " more\n") {
		t.Errorf("short:\n%s\nfull:\n%s", short.String(), full.String())
	}
	if short.Len() >= full.Len() {
		t.Errorf("short is %d bytes, full %d", short.Len(), full.Len())
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
