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
	for name, refused := range map[string]bool{"hour-8": true, "hour-8.5": true, "step-50": true, "milestone-12": true, "milestone-x": true, "hour-8-policy": true,
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

// A store of before may have a checkpoint made by hand that is called as policies call theirs. Import brings it in as it was.
func TestAPolicyMarksBesideACheckpointMadeByHandOfItsName(t *testing.T) {
	s := fresh(t)
	b, err := s.Stage(checkpoints.Branch{Name: "old", Scenario: "desk"}, []byte("bundle"))
	if err != nil {
		t.Fatal(err)
	}
	grow(t, s, b.Name, 9)
	err = s.Mark(b.Name, checkpoints.Checkpoint{Name: "hour-8", Seq: 2, Why: checkpoints.ByHand}, checkpoints.Checkpoint{Name: "hour-16", Seq: 4, Why: "every"})
	if err := errors.Join(err, s.Rename(b.Name, "old")); err != nil {
		t.Fatal(err)
	}
	fork(t, s, "old", 6, "b")
	for _, branch := range []string{"old", "b"} {
		for _, c := range []struct {
			name  string
			seq   uint64
			fresh bool
		}{{"hour-8", 3, branch == "old"}, {"hour-8", 3, false}, {"hour-16", 5, false}, {"hour-24", 6, branch == "old"}} {
			if branch == "b" {
				c.seq = 6
			}
			fresh, err := s.MarkDue(branch, checkpoints.Checkpoint{Name: c.name, Seq: c.seq, Why: "every"})
			if err != nil || fresh != c.fresh {
				t.Errorf("%s of %s: got new %v, %v; want %v", c.name, branch, fresh, err, c.fresh)
			}
		}
	}
	if err := s.Prune("old", checkpoints.Policy{Keep: 1}); err != nil {
		t.Fatal(err)
	}
	var got []string
	all, err := s.Checkpoints("old")
	for _, c := range all {
		got = append(got, c.Name)
	}
	if want := "hour-8 hour-24"; err != nil || strings.Join(got, " ") != want {
		t.Errorf("got %v, %v; want %s: what was made by hand stays", got, err, want)
	}
	if _, err := s.MarkDue("old", checkpoints.Checkpoint{Name: "hour-32", Seq: 99, Why: "every"}); !errors.Is(err, checkpoints.ErrPoint) {
		t.Errorf("beyond the end: got %v", err)
	}
}

// How a run is set up is kept for the next, and forks have it too.
func TestHowAnEpisodeIsRunIsKept(t *testing.T) {
	s, err := checkpoints.Open(t.TempDir()+"/s.db", checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Create(checkpoints.Branch{Name: "a"}, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.KeepRun("a", `{"tools":["chat_*"]}`); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{strings.Repeat("x", checkpoints.RanMost+1), "\xff"} {
		if err := s.KeepRun("a", bad); err == nil {
			t.Errorf("%.5q is kept", bad)
		}
	}
	if err := s.KeepRun("b", "x"); !errors.Is(err, checkpoints.ErrMissing) {
		t.Errorf("of no episode: got %v", err)
	}
	if b, err := s.Branch("a"); err != nil || b.Ran != `{"tools":["chat_*"]}` {
		t.Errorf("got %q, %v", b.Ran, err)
	}
}
