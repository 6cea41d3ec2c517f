package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/personas/models"
)

// What an agent is expected to send is bound by what its model holds and by the tools it is offered, and near to what a run
// with a fake model does send.
func TestTheEstimateOfAnAgentIsNearARun(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	file := filepath.Join(c.dir, "models.yaml")
	holds := func(tokens int) {
		t.Helper()
		text := fmt.Sprintf("models:\n  - {name: one, url: 'http://127.0.0.1:1/v1', id: fake, context: %d}\nroles:\n  agent: {model: one, most: 200}\n", tokens)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	estimated := func(tools string) models.Expected {
		t.Helper()
		var e estimateRow
		out := c.ok("run", "desk", "--agent", "model:one", "--models", file, "--tools", tools, "--dry-run", "--json")
		if err := json.Unmarshal([]byte(out), &e); err != nil || len(e.Roles) != 2 || e.Roles[0].Role != models.Agent {
			t.Fatalf("%v, got %s", err, out)
		}
		return e.Roles[0]
	}
	const tight, wide = 5000, 40_000
	holds(tight)
	e := estimated("chat_*")
	got, errs, code := c.modelRun("run", "desk", "--agent", "model:one", "--models", file, "--tools", "chat_*", "--idle", "1000", "--steps", "80",
		"--cassette", "tape", "--cassette-mode", "synthetic")
	if code != 0 {
		t.Fatalf("exit %d\n%s", code, errs)
	}
	ran := got.Models.Tokens[models.Agent]
	one, real := e.In/e.Calls, ran.In/ran.Calls
	t.Logf("tokens of a prompt: expected %d, in the run %d of %d calls", one, real, ran.Calls)
	if one > tight || one*3 < real*2 || one*2 > real*3 {
		t.Errorf("%d tokens a prompt are expected, and a run with a context of %d sends %d", one, tight, real)
	}
	holds(wide)
	chat, all := estimated("chat_*"), estimated("*")
	if chat.In <= e.In || all.In/all.Calls <= chat.In/chat.Calls || all.Calls <= chat.Calls || all.In > all.Calls*wide {
		t.Errorf("the estimates are %+v with %d tokens, %+v with %d and %+v with all tools", e, tight, chat, wide, all)
	}
}

// An estimate names those who are asked, and no others.
func TestAnEstimateNamesOnlyThoseWhoAreAsked(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	file := c.modelsAt("http://127.0.0.1:1/v1", "", "")
	const coworkers, agent = "coworkers", "model as the agent"
	for _, x := range []struct {
		args      []string
		has, lack string
	}{
		{[]string{"run", "desk", "--dry-run", "--agent", "model:one", "--models", file}, agent, coworkers},
		{[]string{"run", "desk", "--dry-run", "--personas", file}, coworkers, agent},
		{[]string{"run", "desk", "--dry-run", "--agent", "model:one", "--personas", file}, coworkers, "left out"},
	} {
		if out := c.ok(x.args...); !strings.Contains(out, x.has) || strings.Contains(out, x.lack) {
			t.Errorf("%v: want %q and not %q in\n%s", x.args, x.has, x.lack, out)
		}
	}
	text := "models:\n  - {name: one, url: 'http://127.0.0.1:1/v1', id: fake, context: 5000}\nroles:\n  agent: {model: one, most: 200}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := c.ok("model", "estimate", "desk", "--models", file); !strings.Contains(out, "agent is left out: the task and") {
		t.Errorf("a model that holds too little: got\n%s", out)
	}
	if out := c.ok("model", "estimate", "desk", "--models", file, "--tools", "chat_*"); !strings.Contains(out, agent) {
		t.Errorf("with fewer tools: got\n%s", out)
	}
}
