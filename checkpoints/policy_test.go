package checkpoints_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/checkpoints"
)

func TestAPolicyIsRead(t *testing.T) {
	got, err := checkpoints.ParsePolicy("every=8h, steps=50,milestones,keep=20")
	if want := (checkpoints.Policy{Every: 8 * time.Hour, Steps: 50, Milestones: true, Keep: 20}); err != nil || got != want {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
	for _, bad := range []string{"", "every", "every=8", "every=1s", "steps=0", "steps=many", "keep=-1,steps=2", "milestones=3", "weekly", "keep=4"} {
		if _, err := checkpoints.ParsePolicy(bad); err == nil || !strings.Contains(err.Error(), "every=8h") {
			t.Errorf("%q: got %v, want a complaint that shows the form", bad, err)
		}
	}
}

func TestAMarkerMarksWhatFallsDueInItsRun(t *testing.T) {
	m := checkpoints.NewMarker(checkpoints.Policy{Every: 8 * time.Hour, Steps: 10, Milestones: true})
	var got []string
	turn := func(hours float64, step int, event uint64) {
		if c, ok := m.Turn(time.Duration(hours*float64(time.Hour)), step, event); ok {
			got = append(got, c.Name)
		}
	}
	turn(17, 23, 100) // the run begins here: nothing is made up for
	turn(20, 24, 120)
	turn(24, 25, 140)
	turn(24.5, 30, 150)
	m.Passed("budget approved")
	m.Passed("and another")
	turn(25, 31, 160)
	turn(25.1, 32, 161)
	turn(50, 33, 170)
	if want := "hour-24 step-30 milestone-160 hour-48"; strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, " "), want)
	}
}
