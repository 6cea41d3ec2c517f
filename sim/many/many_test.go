package many_test

import (
	"testing"

	"github.com/tenure-sim/tenure/sim/many"
)

func TestOneIsNotMany(t *testing.T) {
	for n, want := range map[uint64]string{0: "0 events are", 1: "1 event is", 2: "2 events are"} {
		if got := many.Of(n, "event") + " " + many.Verb(n, "is", "are"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
