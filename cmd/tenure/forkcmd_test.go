package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func decode[T any](t *testing.T, text string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(strings.TrimSpace(text)), &v); err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	return v
}

func TestForksGoOnAsTheirParentDidAndReseededOnesDoNot(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	whole := c.last("run", "desk", "--report", "none")
	forks := decode[[]forked](t, c.ok("fork", "desk-steady-1@hour:3", "-n", "3", "--name", "same", "--json"))
	if len(forks) != 3 || forks[2].Episode != "same-3" || forks[0].Event != forks[2].Event {
		t.Fatalf("got %+v", forks)
	}
	for _, f := range forks[:2] {
		if s := c.last("resume", f.Episode, "--report", "none"); s.Hash != whole.Hash || s.Score != whole.Score {
			t.Errorf("%s ends with %s and %v, want %s and %v", f.Episode, s.Hash, s.Score, whole.Hash, whole.Score)
		}
	}
	seen := map[string]bool{whole.Hash: true}
	for _, f := range decode[[]forked](t, c.ok("fork", "desk-steady-1@hour:3", "-n", "3", "--reseed", "--json")) {
		s := c.last("resume", f.Episode, "--report", "none")
		if seen[s.Hash] || f.Seed == 0 {
			t.Errorf("%s, reseeded with %d, ends as another does", f.Episode, f.Seed)
		}
		seen[s.Hash] = true
		if r := c.last("replay", f.Episode); r.Hash != s.Hash {
			t.Errorf("%s replays to %s, want %s", f.Episode, r.Hash, s.Hash)
		}
	}
	// The seed is the point's and the name's: another name is another future, and the same name, once it is free, the same.
	one := decode[[]forked](t, c.ok("fork", "desk-steady-1@hour:3", "--name", "one", "--reseed", "--json"))
	two := decode[[]forked](t, c.ok("fork", "desk-steady-1@hour:3", "--name", "two", "--reseed", "--json"))
	c.ok("episodes", "rm", one[0].Episode)
	again := decode[[]forked](t, c.ok("fork", "same-1@hour:3", "--name", "one", "--reseed", "--json"))
	if one[0].Seed == two[0].Seed || one[0].Seed != again[0].Seed || one[0].Episode != again[0].Episode {
		t.Errorf("got %+v, then %+v under another name and %+v under the first again", one, two, again)
	}
}

func TestForksAreRefusedWhereNothingGoesOn(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none")
	for _, x := range []struct {
		args []string
		want string
	}{
		{[]string{"fork", "desk-steady-1"}, "is over"},
		{[]string{"fork", "desk-steady-1@hour:900"}, "ends at"},
		{[]string{"fork", "desk-steady-1@nowhere"}, "a point is"},
		{[]string{"fork", "desk-steady-1@1"}, "lies in the history"},
		{[]string{"fork", "nobody@hour:1"}, "no episode"},
		{[]string{"fork", "desk-steady-1@hour:1", "-n", "0"}, "from 1 to"},
		{[]string{"fork", "desk-steady-1@hour:1", "--name", "a/b"}, "not a name"},
		{[]string{"fork", "desk-steady-1@hour:1", "--name", "desk-steady-1"}, "is taken"},
		{[]string{"checkpoint", "create", "desk-steady-1@hour:1", "~x"}, "not a name"},
		{[]string{"checkpoint", "create", "desk-steady-1@hour:1", "hour:2"}, "reads as a point"},
		{[]string{"checkpoint", "create", "desk-steady-1@hour:1", "last"}, "reads as a point"},
		{[]string{"checkpoint", "rm", "desk-steady-1", "none"}, "none"},
		{[]string{"run", "desk", "--checkpoint", "every=often"}, "it is written"},
		{[]string{"run", "desk", "--checkpoint", "keep=3"}, "never marks"},
	} {
		_, errs, code := c.run(x.args...)
		if code != 2 || !strings.Contains(errs, x.want) {
			t.Errorf("tenure %s: exit %d, %q; want 2 and %q", strings.Join(x.args, " "), code, errs, x.want)
		}
	}
	if rows := decode[[]episodeRow](t, c.ok("episodes", "--json")); len(rows) != 1 {
		t.Errorf("what was refused has made %d episodes", len(rows)-1)
	}
}

func TestCheckpointsAreMarkedByHandAndByPolicy(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	plain := c.last("run", "desk", "--report", "none", "--name", "plain")
	marked := c.last("run", "desk", "--report", "none", "--checkpoint", "every=2h,steps=20,milestones,keep=5")
	if plain.Hash != marked.Hash {
		t.Error("checkpoints have changed the log")
	}
	rows := decode[[]markRow](t, c.ok("checkpoint", "ls", "desk-steady-1", "--json"))
	if len(rows) != 5 {
		t.Fatalf("%d checkpoints, want the 5 that are kept: %+v", len(rows), rows)
	}
	c.ok("checkpoint", "create", "desk-steady-1@hour:2", "early", "--note", "by hand")
	c.ok("checkpoint", "create", "desk-steady-1@before:agent.done", "late")
	for _, r := range decode[[]markRow](t, c.ok("checkpoint", "ls", "desk-steady-1", "--json")) {
		v := decode[pointView](t, c.ok("checkpoint", "show", "desk-steady-1@"+r.Name, "--json"))
		if v.Event != r.Event || v.Hash != r.Hash || len(v.Parts) < 10 || len(v.Latest) == 0 {
			t.Errorf("%s is shown as %+v, want %+v", r.Name, v, r)
		}
		fork := decode[[]forked](t, c.ok("fork", "desk-steady-1@"+r.Name, "--json"))[0]
		if s := c.last("resume", fork.Episode, "--report", "none"); s.Hash != plain.Hash {
			t.Errorf("from %s the episode ends with %s, want %s", r.Name, s.Hash, plain.Hash)
		}
	}
	inherited := decode[[]markRow](t, c.ok("checkpoint", "ls", "desk-steady-1.1", "--json"))
	if len(inherited) == 0 || inherited[0].Name != "early" {
		t.Errorf("a fork sees the checkpoints %+v of the past it shares, want early first", inherited)
	}
	c.ok("checkpoint", "rm", "desk-steady-1", "early")
	if out := c.ok("checkpoint", "ls", "desk-steady-1"); strings.Contains(out, "early") {
		t.Errorf("a name that was taken away is still there:\n%s", out)
	}
}

func TestALaterAttemptShutsOutTheEarlier(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "2h", "--rollout", "r7")
	c.ok("resume", "desk-steady-1", "--report", "none", "--until", "4h", "--rollout", "r7", "--attempt", "2")
	for _, args := range [][]string{{"--rollout", "r7", "--attempt", "1"}, {"--rollout", "r8", "--attempt", "9"}, nil} {
		_, errs, code := c.run(append([]string{"resume", "desk-steady-1", "--report", "none"}, args...)...)
		if code == 0 || !strings.Contains(errs, "attempt 2 of rollout r7") {
			t.Errorf("%v: exit %d, %q; want it refused with who has it", args, code, errs)
		}
	}
	held := c.last("resume", "desk-steady-1", "--report", "none", "--rollout", "r7", "--attempt", "2")
	if free := c.last("run", "desk", "--report", "none", "--name", "free"); held.Hash != free.Hash {
		t.Errorf("the held episode ends with %s, want %s", held.Hash, free.Hash)
	}
}

func TestPointsAreTakenByEveryCommandThatHasOne(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "4h")
	for _, point := range []string{"last", "hour:2", "day:1", "2026-05-06T11:00", "before:chat.posted", "after:chat.posted", fmt.Sprint(400), "after:400"} {
		c.ok("checkpoint", "show", "desk-steady-1@"+point)
	}
}

func TestEveryCommandTakesOneGrammarOfPoints(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "4h")
	c.ok("checkpoint", "create", "desk-steady-1@hour:2", "two")
	at := decode[pointView](t, c.ok("checkpoint", "show", "desk-steady-1@two", "--json"))
	if p := decode[picture](t, c.ok("show", "desk-steady-1@two", "--json")); p.Events != at.Event {
		t.Errorf("show shows the world after %d events, want %d", p.Events, at.Event)
	}
	if p := decode[picture](t, c.ok("show", "desk-steady-1", "--at", "two", "--json")); p.Events != at.Event {
		t.Errorf("show --at shows the world after %d events, want %d", p.Events, at.Event)
	}
	if out := c.ok("score", "desk-steady-1@hour:2"); !strings.Contains(out, fmt.Sprintf("as of event %d after 2.0 h", at.Event)) {
		t.Errorf("score at a point: %s", out)
	}
	c.ok("report", "desk-steady-1@two", "--out", "two.html")
	for _, args := range [][]string{{"log", "desk-steady-1@two", "--all"}, {"log", "desk-steady-1", "--all", "--to", "two"}} {
		if n := strings.Count(c.ok(args...), "\n"); uint64(n) != at.Event {
			t.Errorf("%v shows %d events, want %d", args, n, at.Event)
		}
	}
	all := strings.Count(c.ok("log", "desk-steady-1", "--all"), "\n")
	if n := strings.Count(c.ok("log", "desk-steady-1", "--all", "--from", "two"), "\n"); n != all-int(at.Event) {
		t.Errorf("from the point on there are %d of %d events", n, all)
	}
	c.ok("log", "desk-steady-1", "--from", "hour:1", "--to", "day:9") // the end may lie beyond the log's
	for _, x := range []struct {
		args []string
		want string
	}{
		{[]string{"resume", "desk-steady-1@hour:2"}, "tenure fork desk-steady-1@hour:2"},
		{[]string{"show", "desk-steady-1@two", "--at", "hour:1"}, "has a point already"},
		{[]string{"log", "desk-steady-1@two", "--to", "hour:1"}, "has a point already"},
		{[]string{"show", "desk-steady-1", "--at", "90m"}, "write hour:1.5"},
		{[]string{"score", "desk-steady-1@tow"}, "has no checkpoint \"tow\"; did you mean two?"},
		{[]string{"checkpoint", "rm", "desk-steady-1", "tow"}, "did you mean two?"},
		{[]string{"checkpoint", "rm", "desk-steady-1", "elsewhere"}, "checkpoint ls desk-steady-1"},
		{[]string{"tree", "desk-steady-1@two"}, "without a point: desk-steady-1"},
		{[]string{"verify", "desk-steady-1@two"}, "without a point: desk-steady-1"},
		{[]string{"checkpoint", "ls", "desk-steady-1@two"}, "without a point: desk-steady-1"},
		{[]string{"log", "desk-stedy-1"}, "did you mean desk-steady-1?"},
	} {
		if _, errs, code := c.run(x.args...); code != exitUsage || !strings.Contains(errs, x.want) {
			t.Errorf("%v: exit %d, %q; want %d and %q", x.args, code, errs, exitUsage, x.want)
		}
	}
	c.ok("resume", "desk-steady-1@last", "--report", "none")
}

// TestAPolicyMarksThePastAsWell marks an episode as it runs, when it is over, and in between.
func TestAPolicyMarksThePastAsWell(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	for _, policy := range []string{"every=1h,steps=20,milestones", "every=1h,steps=10,keep=4"} {
		name := "live" + fmt.Sprint(len(policy))
		marks := func(name string) string {
			var out []string
			for _, r := range decode[[]markRow](t, c.ok("checkpoint", "ls", name, "--json")) {
				out = append(out, fmt.Sprint(r.Name, r.Event, r.Hash, r.Note))
			}
			return strings.Join(out, "\n")
		}
		c.ok("run", "desk", "--report", "none", "--name", name, "--checkpoint", policy)
		c.ok("run", "desk", "--report", "none", "--name", name+"-late")
		if _, errs, _ := c.run("run", "desk", "--report", "none", "--name", name+"-late", "--checkpoint", policy); !strings.Contains(errs, "checkpoints marked") {
			t.Errorf("it does not say that it has marked any: %q", errs)
		}
		for _, until := range []string{"90m", "3h", "8h"} {
			c.ok("run", "desk", "--report", "none", "--name", name+"-stopped", "--checkpoint", policy, "--until", until)
		}
		want := marks(name)
		for _, how := range []string{"-late", "-stopped"} {
			if got := marks(name + how); got != want || want == "" {
				t.Errorf("%s%s has the checkpoints\n%s\nwant\n%s", policy, how, got, want)
			}
		}
		before := c.ok("checkpoint", "ls", name)
		c.ok("run", "desk", "--report", "none", "--name", name, "--checkpoint", policy)
		if after := c.ok("checkpoint", "ls", name); after != before {
			t.Errorf("the same command again changes the checkpoints:\n%s\nbefore\n%s", after, before)
		}
	}
}

// TestEveryRuleOfAPolicyHasItsMarks looks whether a step is passed over where an hour or a milestone is due too.
func TestEveryRuleOfAPolicyHasItsMarks(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--checkpoint", "every=30m,steps=1,milestones")
	steps := 0
	for _, m := range decode[[]markRow](t, c.ok("checkpoint", "ls", "desk-steady-1", "--json")) {
		if m.Why != "steps" {
			continue
		}
		steps++
		if want := fmt.Sprintf("step-%d", steps); m.Name != want {
			t.Fatalf("got %s, want %s", m.Name, want)
		}
	}
	if steps < 10 {
		t.Errorf("%d steps are marked", steps)
	}
}
