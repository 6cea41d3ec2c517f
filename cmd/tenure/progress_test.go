package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/transcript"
)

type slow struct{ asked, answer chan struct{} }

func (m slow) Complete(context.Context, engine.Request) (engine.Response, error) {
	close(m.asked)
	<-m.answer
	return engine.Response{}, nil
}

func asking(who sim.ActorID, role string) (r engine.Request) {
	r.For, r.Tier = who, role
	return r
}

// While a model thinks the progress says of whom what is awaited, and for how long: on the bar at once, and without a bar in
// a line when none was printed for half a minute.
func TestProgressSaysThatModelsAreWaitedFor(t *testing.T) {
	conf, err := models.Single("http://127.0.0.1:1/v1", "x", "")
	if err != nil {
		t.Fatal(err)
	}
	c, m, done := &casting{config: conf}, slow{make(chan struct{}), make(chan struct{})}, make(chan error)
	var out bytes.Buffer
	sc, err := scenarios.Open("desk")
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	p := &progress{session: &session{casting: c, scenario: sc}, out: &out, quiet: begun}
	go func() {
		_, err := waiting{m, &c.waits}.Complete(context.Background(), asking("lena", models.Small))
		done <- err
	}()
	<-m.asked
	c.waits.ask(asking("", models.Agent))
	const said = " for single as persona.small for lena and 1 more; 0 of 2 questions answered"
	if got := c.awaits(time.Now()); !strings.Contains(got, said) {
		t.Errorf("got %q, want %q in it", got, said)
	}
	for _, x := range []struct {
		after time.Duration
		lines int
	}{{waitLine - time.Second, 0}, {waitLine + 2*time.Second, 1}, {2 * waitLine, 1}, {2*waitLine + 3*time.Second, 2}} {
		if p.tellWait(begun.Add(x.after)); strings.Count(out.String(), said) != x.lines {
			t.Errorf("after %s: want %d lines, got\n%s", x.after, x.lines, out.String())
		}
	}
	close(m.answer)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	const rest = " for single as agent; 1 of 2 questions answered"
	if got := c.awaits(time.Now()); !strings.Contains(got, rest) {
		t.Errorf("afterwards: got %q, want %q in it", got, rest)
	}
	if got := (&casting{}).awaits(time.Now()); got != "" {
		t.Errorf("nothing is awaited, and it says %q", got)
	}
}

// What an agent writes into its arguments steers no terminal.
func TestALogIsPrintedPlainly(t *testing.T) {
	for _, text := range []string{"a\x1b[2Jb", "a\x00b", "a\u009bb", "a\u202eb", "a\x7fb"} {
		var out bytes.Buffer
		cmd := &cobra.Command{}
		cmd.SetOut(&out)
		p := &printer{cmd: cmd, zone: time.UTC, filter: transcript.Filter{Hidden: true}}
		if err := p.show(sim.Event{Seq: 1, Actor: "robin", Body: sim.Began{Tool: text, Args: text}}); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); strings.ContainsAny(got, "\x1b\x00\u009b\u202e\x7f") || !strings.Contains(got, "robin") {
			t.Errorf("%q was printed as %q", text, got)
		}
	}
}

// What was said before a run is not counted by it, and the line says so.
func TestAResumedRunCountsNewMessages(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	_, first, _ := c.run("run", "portal", "--report", "none", "--until", "10h")
	_, second, _ := c.run("resume", "portal-steady-1", "--report", "none", "--until", "20h")
	if !strings.Contains(first, " messages  ") || strings.Contains(first, "new message") || !strings.Contains(second, "new message") {
		t.Errorf("the first run says\n%s\nand the second\n%s", first, second)
	}
}
