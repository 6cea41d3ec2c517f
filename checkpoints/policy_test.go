package checkpoints_test

import (
	"errors"
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
	for _, bad := range []string{"", "every", "every=8", "every=1s", "steps=0", "steps=many", "keep=-1,steps=2", "milestones=3", "weekly", "keep=4", "every=8h,every=4h", "milestones, milestones"} {
		if _, err := checkpoints.ParsePolicy(bad); err == nil || !strings.Contains(err.Error(), "every=8h") {
			t.Errorf("%q: got %v, want a complaint that shows the form", bad, err)
		}
	}
}

func TestNoCheckpointMadeByHandIsCalledAsPoliciesCallTheirs(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	grow(t, s, "a", 3)
	for name, refused := range map[string]bool{"hour-8": true, "hour-8.5": true, "step-50": true, "milestone-12": true, "milestone-x": true,
		"hour-ten": false, "step": false, "steps-50": false, "my-hour-8": false} {
		err := s.Mark("a", checkpoints.Checkpoint{Name: name, Seq: 1, Why: checkpoints.ByHand})
		if errors.Is(err, checkpoints.ErrName) != refused || err != nil && !refused {
			t.Errorf("%s: got %v, want it refused: %v", name, err, refused)
		}
	}
	if err := s.Mark("a", checkpoints.Checkpoint{Name: "hour-8", Seq: 1, Why: "every"}); err != nil {
		t.Errorf("a policy's own: got %v", err)
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
