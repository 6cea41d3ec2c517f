package main

import (
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tenure-sim/tenure/personas/openai/fake"
)

// What a run was set up with is not lost by forgetting a flag: tools are taken over, a cassette is told of.
func TestAForgottenFlagChangesNothingInSilence(t *testing.T) {
	t.Parallel()
	var offered atomic.Int64
	server, err := fake.Start(fake.Options{Seed: 5, Answer: func(q fake.Question) fake.Answer {
		offered.Store(int64(len(q.Tools)))
		return fake.Answer{Text: "I do not know."}
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	c := newCLI(t)
	file := c.modelsAt(server.URL(), "", "")
	ran := func(args ...string) (tools int64, out, errs string) {
		t.Helper()
		offered.Store(0)
		out, errs, code := c.run(append(args, "--models", file, "--steps", "1", "--report", "none")...)
		if code != 0 || offered.Load() == 0 {
			t.Fatalf("exit %d, %d tools\n%s%s", code, offered.Load(), out, errs)
		}
		return offered.Load(), out, errs
	}
	few, _, errs := ran("run", "desk", "--agent", "model:one", "--tools", "chat_*", "--idle", "70", "--cassette", "tape")
	if strings.Contains(errs, "was run with") {
		t.Errorf("a first run says\n%s", errs)
	}
	const episode = "desk-model-one-1"
	same, out, errs := ran("resume", episode)
	if same != few {
		t.Errorf("%d tools are offered, and %d were", same, few)
	}
	for _, want := range []string{"was run with --tools 'chat_*'", "was run with --idle 70", "was run with --cassette tape, and this run is not", "give again --cassette tape"} {
		if !strings.Contains(errs, want) {
			t.Errorf("want %q in\n%s", want, errs)
		}
	}
	if !strings.Contains(out, "--tools 'chat_*' --idle 70") {
		t.Errorf("the line to go on with lacks them:\n%s", out)
	}
	if again, _, errs := ran("run", "desk", "--agent", "model:one", "--cassette", "tape"); again != few || strings.Contains(errs, "--cassette") {
		t.Errorf("the same by run: %d tools, want %d\n%s", again, few, errs)
	}
	if out := c.ok("fork", episode, "--name", "other"); !strings.Contains(out, "resume other --models "+file) {
		t.Errorf("the line after a fork does not name the file %s:\n%s", file, out)
	}
	if forked, _, errs := ran("resume", "other"); forked != few || strings.Contains(errs, "--cassette") {
		t.Errorf("a fork: %d tools, want %d, and the cassette was never its own\n%s", forked, few, errs)
	}
	all, _, errs := ran("resume", episode, "--tools", "*")
	if all <= few || !strings.Contains(errs, "was run with --tools 'chat_*', and is offered '*' from here on") {
		t.Errorf("with other tools: %d\n%s", all, errs)
	}
	if next, _, errs := ran("resume", episode); next != all || !strings.Contains(errs, "--cassette tape, and this run is not") {
		t.Errorf("after that %d tools, want %d\n%s", next, all, errs)
	}
}

// Where it is not known by which file models were named, a line to type says so rather than name one.
func TestALineToTypeNamesTheFileOfModelsThatWasUsed(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	file := c.modelsAt("http://127.0.0.1:1/v1", "", "")
	c.ok("run", "desk", "--personas", file, "--cassette", "tape", "--cassette-mode", "synthetic", "--until", "1h", "--report", "none")
	if out := c.ok("fork", "desk-steady-1", "--name", "other"); !strings.Contains(out, "resume other --personas "+file) {
		t.Errorf("got %s", out)
	}
	c.ok("export", "desk-steady-1", "file.tenure")
	c.ok("import", "file.tenure", "--store", "new.db")
	if out := c.ok("fork", "desk-steady-1", "--name", "other", "--store", "new.db"); !strings.Contains(out, "resume other --personas FILE") {
		t.Errorf("got %s", out)
	}
}
