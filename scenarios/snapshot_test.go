package scenarios_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/sim/simtest"
)

func TestASnapshotGoesOnAsTheWorldWouldHaveAtEveryEventOfDesk(t *testing.T) {
	sc := opened(t, "desk")
	p := play(sc, 3, "steady", 8*time.Hour)
	if p.err != nil {
		t.Fatal(p.err)
	}
	looked, err := simtest.Conform(sc.Parts, p.log, func(uint64) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	if looked < 100 {
		t.Errorf("looked at %d moments, want at least 100", looked)
	}
}

func TestASnapshotGoesOnAsTheWorldWouldHaveAtRandomEventsOfPortal(t *testing.T) {
	sc := opened(t, "portal")
	p := play(sc, 3, "steady", sc.Horizon)
	if p.err != nil {
		t.Fatal(p.err)
	}
	const seed = 11
	want := 1000
	if testing.Short() || raceEnabled {
		want = 100
	}
	chance := rand.New(rand.NewPCG(seed, 0))
	looked, err := simtest.Conform(sc.Parts, p.log, func(uint64) bool { return chance.IntN(3000) < want*6/5 })
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	if looked < want {
		t.Errorf("looked at %d moments, want at least %d", looked, want)
	}
}
