package main

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
)

func TestAttemptsAreThoseOfARollout(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	for _, command := range [][]string{{"run", "desk"}, {"resume", "desk-steady-1"}, {"checkpoint", "create", "desk-steady-1", "x"}, {"checkpoint", "rm", "desk-steady-1", "x"}} {
		for _, x := range []struct {
			flags []string
			want  string
		}{
			{[]string{"--attempt", "2"}, "name it with --rollout"},
			{[]string{"--rollout", "r7", "--attempt", "0"}, "counts from 1"},
			{[]string{"--rollout", ""}, "needs a name"},
		} {
			if _, errs, code := c.run(append(command, x.flags...)...); code != exitUsage || !strings.Contains(errs, x.want) {
				t.Errorf("%v %v: exit %d, %q; want %d and %q", command, x.flags, code, errs, exitUsage, x.want)
			}
		}
	}
}

func TestAHeldEpisodeIsRefusedBeforeAnythingHappens(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "2h", "--rollout", "r 7", "--store", "my.db")
	before := c.ok("episodes", "--store", "my.db", "--json")
	for _, command := range [][]string{{"run", "desk"}, {"resume", "desk-steady-1"}, {"resume", "desk-steady-1", "--rollout", "r8", "--attempt", "9"},
		{"checkpoint", "create", "desk-steady-1", "x"}, {"checkpoint", "rm", "desk-steady-1", "x"}} {
		out, errs, code := c.run(append(command, "--store", "my.db")...)
		if code != exitFailed || out != "" {
			t.Errorf("%v: exit %d, %q; want it refused", command, code, out)
		}
		for _, want := range []string{"attempt 1 of rollout r 7", "tenure fork desk-steady-1 --store my.db", "tenure resume desk-steady-1 --rollout 'r 7' --attempt 2 --store my.db"} {
			if !strings.Contains(errs, want) || strings.Contains(errs, "nobody has") || strings.Contains(errs, "this is nobody") {
				t.Errorf("%v says %q, want %q in it", command, errs, want)
			}
		}
	}
	if after := c.ok("episodes", "--store", "my.db", "--json"); after != before {
		t.Errorf("what was refused has changed the store: %s, before %s", after, before)
	}
	c.ok("fork", "desk-steady-1", "--store", "my.db")
	c.ok("checkpoint", "create", "desk-steady-1", "mine", "--rollout", "r 7", "--store", "my.db")
	c.ok("resume", "desk-steady-1", "--report", "none", "--rollout", "r 7", "--store", "my.db")
	c.ok("checkpoint", "create", "desk-steady-1@hour:2", "later", "--store", "my.db") // nobody writes to one that is over
	c.ok("run", "desk", "--report", "none", "--store", "my.db")
}

func TestTheHolderIsShown(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	for _, command := range []string{"episodes", "tree"} {
		if out := c.ok(command); strings.Contains(out, "HELD BY") {
			t.Errorf("%s has a column for holders and there are none:\n%s", command, out)
		}
	}
	c.ok("resume", "desk-steady-1", "--report", "none", "--until", "2h", "--rollout", "r7", "--attempt", "3")
	for _, command := range []string{"episodes", "tree"} {
		if out := c.ok(command); !strings.Contains(out, "r7, attempt 3") {
			t.Errorf("%s does not show who holds the episode:\n%s", command, out)
		}
		if out := c.ok(command, "--json"); !strings.Contains(out, `"rollout":"r7","attempt":3`) {
			t.Errorf("%s --json does not show who holds the episode: %s", command, out)
		}
	}
}

func TestHintsGoOnAsTheRunWas(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	out := c.ok("run", "desk", "--until", "1h", "--rollout", "r7", "--attempt", "2", "--checkpoint", "every=1h", "--store", "my.db")
	if want := binary + " resume desk-steady-1 --rollout r7 --attempt 2 --checkpoint every=1h --store my.db"; !strings.Contains(out, want) {
		t.Errorf("got %q, want %q in it", out, want)
	}
	if out := c.ok("run", "desk", "--until", "1h"); !strings.HasSuffix(out, "tenure resume desk-steady-1\n") {
		t.Errorf("got %q, want no more than is needed", out)
	}
}

// TestARunThatIsShutOutSaysByWhom takes the episode away from a run between its beginning and its first step.
func TestARunThatIsShutOutSaysByWhom(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	store, err := checkpoints.Open(c.dir+"/"+storeDefault, checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	s, err := loadSession(store, "desk-steady-1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Take("desk-steady-1", checkpoints.Holder{Rollout: "r9", Attempt: 4}); err != nil {
		t.Fatal(err)
	}
	cmd := newResume()
	cmd.SetContext(context.Background())
	cmd.SetOut(io.Discard)
	cmd.SetErr(io.Discard)
	err = s.run(cmd, runFlags{report: "none"})
	if err == nil || !strings.Contains(err.Error(), "attempt 4 of rollout r9") || strings.Contains(err.Error(), "nobody, ") || strings.Contains(err.Error(), "this is") {
		t.Errorf("got %v; want who has it, and nothing of nobody", err)
	}
}
