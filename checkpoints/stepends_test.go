package checkpoints_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// steps appends real events, a chunk for each word: f founds, h is of the history, o opens, b begins a step, c goes on.
func steps(t *testing.T, s *checkpoints.Store, branch string, after uint64, words ...string) {
	t.Helper()
	bodies := map[rune]sim.Body{'f': sim.Founded{Scenario: "x"}, 'h': sim.Asked{Owner: "o"}, 'o': sim.Opened{}, 'b': sim.Fired{}, 'c': sim.Asked{Owner: "p"}}
	codec := sim.NewCodec()
	for _, word := range words {
		b := sim.Batch{After: after}
		for _, r := range word {
			after++
			b.At = clock.Time(after)
			b.Events = append(b.Events, codec.Encode(sim.Event{Seq: after, At: b.At, Actor: sim.Nature, Body: bodies[r]}))
		}
		h, err := s.Head(branch)
		if err != nil {
			t.Fatal(err)
		}
		b.Chain = h.Chain
		for _, e := range b.Events {
			b.Chain = b.Chain.Next(e)
		}
		if err := s.Append(branch, b); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCheckpointsAndForksStandWhereAStepEnds(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	steps(t, s, "a", 0, "fhh", "hoc", "bccbc", "b", "bcc") // steps end at 6, 9, 11, 12 and 15
	ends := map[uint64]bool{6: true, 9: true, 11: true, 12: true, 15: true}
	fork(t, s, "a", 11, "b")
	steps(t, s, "b", 11, "bc") // and in the fork at 13
	for branch, c := range map[string]struct {
		last uint64
		ends map[uint64]bool
	}{"a": {15, ends}, "b": {13, map[uint64]bool{6: true, 9: true, 11: true, 13: true}}} {
		for seq := uint64(1); seq <= c.last; seq++ {
			name := branch + "-" + strings.Repeat("x", int(seq))
			for what, err := range map[string]error{
				"mark":   s.Mark(branch, checkpoints.Checkpoint{Name: name, Seq: seq}),
				"fork":   second(s.Fork(checkpoints.Fork{Parent: branch, At: seq, Names: []string{name}})),
				"create": second(s.Create(checkpoints.Branch{Name: name + "y", Parent: branch, At: seq}, nil)),
			} {
				if c.ends[seq] && err != nil || !c.ends[seq] && !errors.Is(err, checkpoints.ErrPoint) {
					t.Errorf("%s %s at %d: got %v", what, branch, seq, err)
				}
			}
		}
	}
	for seq, want := range map[uint64]string{
		2: "the first event to stand on is 6", 5: "the first event to stand on is 6", 7: "ends are 6 and 9", 10: "ends are 9 and 11", 14: "ends are 12 and 15",
	} {
		if err := s.Mark("a", checkpoints.Checkpoint{Name: "z", Seq: seq}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("at %d: got %v, want %q", seq, err, want)
		}
	}
	if err := s.Mark("a", checkpoints.Checkpoint{Name: "z", Seq: 12}, checkpoints.Checkpoint{Name: "y", Seq: 10}); !errors.Is(err, checkpoints.ErrPoint) {
		t.Errorf("one of two: got %v, want it refused", err)
	}
	first := sim.Batch{After: 12, Events: [][]byte{sim.NewCodec().Encode(sim.Event{Seq: 13, Actor: sim.Nature, Body: sim.Asked{Owner: "p"}})}}
	if _, err := s.Fork(checkpoints.Fork{Parent: "a", At: 12, Names: []string{"q"}, First: []sim.Batch{first}}); !errors.Is(err, checkpoints.ErrPoint) {
		t.Errorf("a fork that goes on in the middle: got %v", err)
	}
}

func TestNobodyGoesOnFromAHistoryThatIsNotWhole(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	steps(t, s, "a", 0, "fhh", "hh")
	if _, err := s.Fork(checkpoints.Fork{Parent: "a", At: 5, Names: []string{"b"}}); !errors.Is(err, checkpoints.ErrPoint) || !strings.Contains(err.Error(), "has not begun") {
		t.Errorf("got %v, want that the episode has not begun", err)
	}
}

func TestTheSharedPastOfTwoBranches(t *testing.T) {
	s := fresh(t)
	for _, name := range []string{"a", "z"} {
		create(t, s, checkpoints.Branch{Name: name})
		grow(t, s, name, 9)
	}
	fork(t, s, "a", 7, "b")
	grow(t, s, "b", 5)
	fork(t, s, "a", 4, "c")
	fork(t, s, "b", 6, "d")
	fork(t, s, "b", 10, "e")
	for _, c := range []struct {
		a, b string
		want uint64
	}{{"a", "a", 9}, {"a", "b", 7}, {"b", "c", 4}, {"d", "e", 6}, {"a", "e", 7}, {"b", "e", 10}, {"d", "a", 6}, {"a", "z", 0}} {
		for _, names := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
			if got, err := s.SharedPast(names[0], names[1]); got != c.want || err != nil {
				t.Errorf("%v: got %d, %v; want %d", names, got, err, c.want)
			}
		}
	}
	if _, err := s.SharedPast("a", "nobody"); !errors.Is(err, checkpoints.ErrMissing) {
		t.Errorf("got %v, want no such episode", err)
	}
}
