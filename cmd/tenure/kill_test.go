package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/scenarios/generate"
)

// What a longer trial sets. 'make soak-kill' does.
const (
	killsEnv        = "TENURE_KILLS"
	killSeedEnv     = "TENURE_KILL_SEED"
	killScenarioEnv = "TENURE_KILL_SCENARIO"
)

const (
	killLanes    = 2 // at a time, each with a store of its own
	killsUsual   = 200
	killSeed     = 1
	killScenario = "desk"
)

// trialOf reads what the environment asks for.
func trialOf(t *testing.T) (kills, seed int, scenario string) {
	t.Helper()
	number := func(name string, usual int) int {
		text := os.Getenv(name)
		if text == "" {
			return usual
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			t.Fatalf("%s is a whole number from 1 on, not %q", name, text)
		}
		return n
	}
	scenario = os.Getenv(killScenarioEnv)
	if scenario == "" {
		scenario = killScenario
	}
	return number(killsEnv, few(killsUsual)), number(killSeedEnv, killSeed), scenario
}

// repeat is the command that draws the same kills again.
func repeat(t *testing.T) string {
	kills, seed, scenario := trialOf(t)
	return fmt.Sprintf("%s=%d %s=%d %s=%s go test ./cmd/tenure -count=1 -v -timeout 0 -run '^%s$'", killsEnv, kills,
		killSeedEnv, seed, killScenarioEnv, scenario, strings.ReplaceAll(t.Name(), "/", "$/^"))
}

func isMissing(err error) bool { return errors.Is(err, checkpoints.ErrMissing) }

// TestNoStepThatWasAnsweredIsLostByAKill kills a process that steps an episode, again and again, and goes on each
// time: every answer that came out of the pipe is in the log, and the log is that of a run that nobody killed. In one
// lane the agent lives in the process and through its past each time; in the other the actions are sent to it by name,
// and each that has no answer is sent again.
//
// A killed process leaves what it has written to the system: this is no power cut, and says nothing about fsync.
func TestNoStepThatWasAnsweredIsLostByAKill(t *testing.T) {
	t.Parallel()
	kills, seed, scenario := trialOf(t)
	for lane := range killLanes {
		mine := kills/killLanes + (lane+1)/killLanes*(kills%killLanes)
		t.Run(fmt.Sprintf("lane-%d", lane), func(t *testing.T) {
			t.Parallel()
			g := &gauntlet{t: t, kills: mine, random: rand.New(rand.NewPCG(uint64(seed), uint64(lane))), job: job{Scenario: scenario,
				Agent: "steady", Seed: uint64(lane) + 1, Sent: lane%2 == 1, Store: filepath.Join(t.TempDir(), "s.db")}}
			if err := g.run(); err != nil {
				t.Fatalf("%v\nrepeat with: %s", err, repeat(t))
			}
		})
	}
}

// TestKillsFindAnswersThatWereNotSaved shows that the test above can fail.
func TestKillsFindAnswersThatWereNotSaved(t *testing.T) {
	t.Parallel()
	g := &gauntlet{t: t, kills: 20, random: rand.New(rand.NewPCG(1, 1)),
		job: job{Scenario: "desk", Agent: "steady", Seed: 1, Store: filepath.Join(t.TempDir(), "s.db"), Hasty: true}}
	if err := g.run(); err == nil || !strings.Contains(err.Error(), "was answered, and is lost") {
		t.Errorf("a stepper that answers before it has saved: got %v, want a lost step", err)
	}
}

// gauntlet is a row of kills in one store. When an episode is over the next seed's begins.
type gauntlet struct {
	t      *testing.T
	kills  int
	random *rand.Rand
	job    job
	whole  *unbroken

	done, open, ahead, episodes int // kills; those before the first answer; with a step saved that was not answered yet
}

func (g *gauntlet) run() error {
	// Every process ends by a kill but the last of an episode; more than twice as many must not be needed.
	for rounds := 0; g.done < g.kills; rounds++ {
		if rounds > 2*g.kills+20 {
			return fmt.Errorf("only %d of %d kills met a living process", g.done, g.kills)
		}
		if err := g.prepare(); err != nil {
			return err
		}
		m := g.whole.draw(g.random)
		if err := g.round(m); err != nil {
			return fmt.Errorf("kill %d, %s of %s: %w", g.done, m, g.job.episode(), err)
		}
		if g.done%500 == 0 {
			g.t.Log(g)
		}
	}
	g.t.Log(g)
	return g.finish()
}

func (g *gauntlet) String() string {
	return fmt.Sprintf("%d kills of %d: %d while it opened, %d between a commit and its answer; %d episodes ended whole", g.done, g.kills, g.open, g.ahead, g.episodes)
}

func (g *gauntlet) prepare() (err error) {
	if g.whole == nil {
		g.whole, err = reference(g.job, filepath.Dir(g.job.Store))
	}
	return err
}

func (g *gauntlet) round(m shot) error {
	g.job.Attempt++
	got, killed, err := g.whole.shoot(g.job, m)
	if err != nil {
		return err
	}
	seq, err := g.whole.check(g.job, got)
	if err != nil {
		return err
	}
	if g.job.Sent {
		g.job.Have += len(got)
	}
	if !killed {
		return g.ended(seq)
	}
	g.done++
	if len(got) == 0 {
		g.open++
	} else if next := got[len(got)-1].Step + 1; next < len(g.whole.saved) && seq >= g.whole.saved[next] {
		g.ahead++
	}
	return nil
}

// ended takes the next seed after an episode that is whole.
func (g *gauntlet) ended(seq uint64) error {
	if seq != uint64(len(g.whole.events)) {
		return fmt.Errorf("the stepper ended at event %d, the unbroken run at %d", seq, len(g.whole.events))
	}
	if g.job.Sent && g.job.Have != len(g.whole.answers) {
		return fmt.Errorf("the sender has %d answers, want %d", g.job.Have, len(g.whole.answers))
	}
	g.episodes++
	g.job.Seed += killLanes
	g.job.Attempt, g.job.Have, g.whole = 0, 0, nil
	return nil
}

// finish lets the last episode come to its end.
func (g *gauntlet) finish() error {
	if err := g.prepare(); err != nil {
		return err
	}
	return g.round(shot{answers: len(g.whole.answers) + 1})
}

// TestKillsWhileAFoundationIsLaid kills processes on the way to their first answer, in a scenario whose history is
// longer than any step: the episode is there whole or it is laid again.
func TestKillsWhileAFoundationIsLaid(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder := filepath.Join(dir, generate.Name)
	if err := os.CopyFS(dir, generate.Project(generate.Options{Hours: 16, People: 3, Items: 2000})); err != nil {
		t.Fatal(err)
	}
	j := job{Scenario: folder, Agent: "null", Seed: 1}
	whole, err := reference(j, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(killSeed, 0))
	for i := range few(10) {
		j.Store = filepath.Join(t.TempDir(), "s.db")
		m := shot{0, whole.opening/2 + time.Duration(r.Int64N(int64(whole.opening/2)))}
		for _, m := range []shot{m, {answers: 1}} {
			j.Attempt++
			got, _, err := whole.shoot(j, m)
			if err == nil {
				_, err = whole.check(j, got)
			}
			if err != nil {
				t.Fatalf("kill %d, %s of %s, seed %d: %v", i, m, whole.opening, killSeed, err)
			}
		}
	}
}
