package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

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

// While a model thinks, the line of progress says that it is waited for.
func TestProgressSaysThatModelsAreWaitedFor(t *testing.T) {
	c, m, done := &casting{}, slow{make(chan struct{}), make(chan struct{})}, make(chan error)
	p := &progress{session: &session{casting: c}}
	go func() {
		_, err := waiting{m, &c.waits}.Complete(context.Background(), engine.Request{})
		done <- err
	}()
	<-m.asked
	if got := p.news(); !strings.Contains(got, "waits for 1 answer of") {
		t.Errorf("got %q", got)
	}
	close(m.answer)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if got := p.news(); strings.Contains(got, "waits") {
		t.Errorf("afterwards: got %q", got)
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
