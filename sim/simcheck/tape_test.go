package simcheck

import (
	"errors"
	"fmt"
	"testing"

	"github.com/tenure-sim/tenure/sim"
)

func rawEvents(n int, seed byte) [][]byte {
	codec := sim.NewCodec(&pond{})
	out := make([][]byte, n)
	for i := range out {
		out[i] = codec.Encode(sim.Event{Seq: uint64(i + 1), At: pondStart, Actor: sim.Nature, Body: croaked{Words: fmt.Sprint(seed, i)}})
	}
	return out
}

func taped(t *testing.T, events [][]byte) *Tape {
	t.Helper()
	tape := newTape()
	for _, e := range events {
		if err := tape.add(e); err != nil {
			t.Fatal(err)
		}
	}
	tape.ended = true
	return tape
}

func TestTheFirstDifferenceIsFound(t *testing.T) {
	events := rawEvents(9, 0)
	for name, x := range map[string]struct {
		log  [][]byte
		want uint64 // the event that differs; 0: none
	}{
		"equal":            {events, 0},
		"first differs":    {append([][]byte{rawEvents(1, 7)[0]}, events[1:]...), 1},
		"one in it":        {append(append(append([][]byte{}, events[:4]...), rawEvents(5, 7)[4]), events[5:]...), 5},
		"too short":        {events[:6], 7},
		"too long":         {append(append([][]byte{}, events...), rawEvents(10, 0)[9]), 10},
		"nothing":          {nil, 1},
		"two are swapped":  {append([][]byte{events[1], events[0]}, events[2:]...), 1},
		"the last differs": {append(append([][]byte{}, events[:8]...), rawEvents(9, 7)[8]), 9},
	} {
		c := &comparer{tape: taped(t, events)}
		var err error
		for i, e := range x.log {
			if err = c.hear(uint64(i+1), e); err != nil {
				break
			}
		}
		if err == nil {
			err = c.end()
		}
		var d *Divergence
		if errors.As(err, &d); x.want == 0 && err != nil || x.want != 0 && (d == nil || d.Seq != x.want) {
			t.Errorf("%s: got %v, want event %d", name, d, x.want)
		}
	}
}

func TestALogThatIsReadAgainOrFromLaterOnIsComparedToo(t *testing.T) {
	events, other := rawEvents(9, 0), rawEvents(9, 7)
	c := &comparer{tape: taped(t, events)}
	for _, from := range []uint64{1, 1, 5} {
		for seq := from; seq <= 9; seq++ {
			if err := c.hear(seq, events[seq-1]); err != nil {
				t.Fatalf("from %d: event %d: %v", from, seq, err)
			}
		}
	}
	if err := c.hear(4, other[3]); err == nil {
		t.Error("a log read from event 4 on was not compared")
	}
}

func TestComparingEndsWhereItWasToldTo(t *testing.T) {
	events := rawEvents(9, 0)
	c := &comparer{tape: taped(t, events), upto: 3}
	for seq := uint64(1); seq < 3; seq++ {
		if err := c.hear(seq, events[seq-1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.hear(3, events[2]); !errors.Is(err, errEnough) {
		t.Errorf("got %v, want enough", err)
	}
}

func TestATapeIsCutBetweenStepsOnly(t *testing.T) {
	tape := &Tape{cuts: []cut{{4, 10}, {7, 20}, {9, 30}}}
	for at, want := range map[uint64]uint64{1: 4, 4: 4, 5: 7, 9: 9, 100: 9} {
		if got := tape.cutAt(at).seq; got != want {
			t.Errorf("at %d: cut after event %d, want %d", at, got, want)
		}
	}
}
