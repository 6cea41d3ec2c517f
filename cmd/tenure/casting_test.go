package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/personas/openai/fake"
	"github.com/tenure-sim/tenure/personas/standin"
)

// modelsAt writes a models.yaml with all roles on one endpoint, and more lines below a role.
func (c *cli) modelsAt(url, role, lines string) string {
	c.t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "models:\n  - name: one\n    url: %s\n    id: fake\n    context: 64000\n    price: {in: 1, out: 4}\nroles:\n", url)
	for _, r := range []string{"persona.small", "persona.strong", "reader", "agent"} {
		fmt.Fprintf(&b, "  %s:\n    model: one\n", r)
		if r == role {
			b.WriteString(lines)
		}
	}
	path := filepath.Join(c.dir, "models.yaml")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		c.t.Fatal(err)
	}
	return path
}

// stage is an endpoint whose answers are what coworkers' prompts ask for.
func stageAt(t *testing.T, faults fake.Faults) *fake.Server {
	t.Helper()
	s, err := fake.Start(fake.Options{Seed: 5, Faults: faults, Hang: 1, Answer: func(q fake.Question) fake.Answer {
		schema := ""
		if q.Format != nil {
			schema = string(q.Format.Schema.Schema)
		}
		return fake.Answer{Text: standin.Answer(q.Messages[len(q.Messages)-1].Content, schema)}
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

type modelSummary struct {
	Ended  string `json:"ended"`
	Why    string `json:"why"`
	Hash   string `json:"log_hash"`
	Models *voices
}

func (c *cli) modelRun(args ...string) (modelSummary, string, int) {
	c.t.Helper()
	out, errs, code := c.run(append(args, "--json", "--report", "none")...)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	var s modelSummary
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &s); err != nil {
		c.t.Fatalf("tenure %s: exit %d, %v\n%s%s", strings.Join(args, " "), code, err, out, errs)
	}
	return s, errs, code
}

// A run with models is played again from its cassette, to the same log and without the endpoint; replay asks nobody either.
func TestARunWithModelsIsPlayedAgainFromItsCassette(t *testing.T) {
	t.Parallel()
	server := stageAt(t, nil)
	c := newCLI(t)
	file := c.modelsAt(server.URL(), "", "")
	first, errs, code := c.modelRun("run", "desk", "--personas", file, "--cassette", "tape")
	if code != 0 || first.Ended != "finished" || first.Models == nil || first.Models.Asked["words"] < 5 {
		t.Fatalf("exit %d, %+v, models %+v\n%s", code, first, first.Models, errs)
	}
	calls := server.Counts().Calls
	server.Close()
	again, errs, code := c.modelRun("run", "desk", "--personas", file, "--cassette", "tape", "--cassette-mode", "strict", "--name", "again")
	if code != 0 || again.Hash != first.Hash {
		t.Errorf("from the cassette: exit %d, hash %s, want %s\n%s", code, again.Hash, first.Hash, errs)
	}
	if out := c.ok("replay", "desk-steady-1", "--json"); !strings.Contains(out, first.Hash) {
		t.Errorf("replay: got %s, want %s", out, first.Hash)
	}
	if n := server.Counts().Calls; n != calls {
		t.Errorf("the endpoint was called %d times more", n-calls)
	}
}

// The model's readings count unless the reader is told to trust the rules; the score counts the disagreements by whose counted.
func TestWhoseReadingsCount(t *testing.T) {
	t.Parallel()
	server := stageAt(t, nil)
	c := newCLI(t)
	for trust, other := range map[string]string{"model": "rules", "rules": "model"} {
		file := c.modelsAt(server.URL(), "reader", "    trust: "+trust+"\n")
		got, errs, code := c.modelRun("run", "desk", "--personas", file, "--name", trust)
		if code != 0 || got.Models.Differs == 0 {
			t.Fatalf("exit %d, %+v: nothing differs, that tests nothing\n%s", code, got.Models, errs)
		}
		if n := got.Models.Counted; n[trust] == 0 || n[trust]+n[other] != got.Models.Differs || trust == "model" && n[other] > 0 {
			t.Errorf("%s: of %d disagreements counted %v", trust, got.Models.Differs, n)
		}
		want := fmt.Sprintf("readings unlike the rules': the model's counted in %d, the rules' in %d", got.Models.Counted["model"], got.Models.Counted["rules"])
		if out := c.ok("score", trust); !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
		if out := c.ok("log", trust, "--all"); !strings.Contains(out, "[by the "+trust+"] [differs: the rules alone read") {
			t.Errorf("the log of %s does not say whose reading counts:\n%s", trust, out)
		}
	}
}

// An episode survives an endpoint that fails in every way three times out of ten, and says what was degraded.
func TestAnEndpointThatFailsDegradesTextsAndStopsNothing(t *testing.T) {
	t.Parallel()
	server := stageAt(t, fake.Even(300))
	c := newCLI(t)
	file := c.modelsAt(server.URL(), "", "")
	got, errs, code := c.modelRun("run", "desk", "--personas", file, "--cassette", "tape")
	if code != 0 || got.Ended != "finished" {
		t.Fatalf("exit %d, %+v\n%s", code, got, errs)
	}
	again, _, _ := c.modelRun("run", "desk", "--personas", file, "--cassette", "tape", "--cassette-mode", "strict", "--name", "again")
	if again.Hash != got.Hash {
		t.Errorf("from the cassette: %s, want %s", again.Hash, got.Hash)
	}
}

func TestASpentBudgetStopsAtACheckpointOrGoesOnWithTemplates(t *testing.T) {
	t.Parallel()
	server := stageAt(t, nil)
	c := newCLI(t)
	file := c.modelsAt(server.URL(), "persona.small", "    budget: {calls: 3}\n")
	got, errs, code := c.modelRun("run", "desk", "--personas", file)
	if code != 0 || got.Ended != "stopped" || !strings.Contains(got.Why, "budget") || !strings.Contains(got.Why, "persona.small") || strings.Contains(errs, "budget") {
		t.Fatalf("exit %d, %+v\n%s", code, got, errs)
	}
	// With nobody to ask it is refused, and nothing is lost.
	if _, errs, code := c.run("resume", "desk-steady-1"); code != 2 || !strings.Contains(errs, "--personas") {
		t.Errorf("without models: exit %d\n%s", code, errs)
	}
	c.modelsAt(server.URL(), "", "")
	whole, _, code := c.modelRun("resume", "desk-steady-1", "--personas", file)
	unbroken, _, _ := c.modelRun("run", "desk", "--personas", file, "--name", "unbroken")
	if code != 0 || whole.Hash != unbroken.Hash {
		t.Errorf("gone on with: exit %d, %+v, want the unbroken %s", code, whole, unbroken.Hash)
	}
	c.modelsAt(server.URL(), "persona.small", "    budget: {calls: 3}\n")
	rest, _, code := c.modelRun("run", "desk", "--personas", file, "--on-budget", "templates", "--name", "rest")
	if code != 0 || rest.Ended != "finished" || rest.Models.Reasons["budget"] == 0 || rest.Models.Marked != "budget" {
		t.Errorf("with templates: exit %d, %+v, models %+v", code, rest, rest.Models)
	}
}

func TestAnAgentThatIsAModelIsStoppedAndGoesOn(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	file := c.modelsAt("http://127.0.0.1:1/v1", "", "")
	play := func(args ...string) modelSummary {
		t.Helper()
		got, errs, code := c.modelRun(append(args, "--models", file, "--cassette", "tape", "--cassette-mode", "synthetic")...)
		if code != 0 {
			t.Fatalf("exit %d\n%s", code, errs)
		}
		return got
	}
	whole := play("run", "desk", "--agent", "model:one")
	play("run", "desk", "--agent", "model:one", "--name", "parts", "--until", "2h")
	if parts := play("resume", "parts"); parts.Hash != whole.Hash {
		t.Errorf("in parts: %s, want %s", parts.Hash, whole.Hash)
	}
}

// An agent that only talks does nothing; how long it may is the user's to say, and stopping on the way makes no difference.
func TestAnAgentThatDoesNothingHandsInWhenTheUserSays(t *testing.T) {
	t.Parallel()
	s, err := fake.Start(fake.Options{Answer: func(fake.Question) fake.Answer { return fake.Answer{Text: "Let me think about that."} }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	c := newCLI(t)
	file := c.modelsAt(s.URL(), "", "")
	for _, idle := range []string{"3", "5"} {
		name := "idle-" + idle
		c.modelRun("run", "desk", "--agent", "model:one", "--models", file, "--idle", idle, "--name", name, "--steps", "2")
		got, errs, code := c.modelRun("resume", name, "--models", file, "--idle", idle)
		if code != 0 || got.Ended != "finished" {
			t.Fatalf("exit %d, %+v\n%s", code, got, errs)
		}
		if log, want := c.ok("log", name, "--all"), "No step of the last "+idle+" had any effect"; !strings.Contains(log, want) {
			t.Errorf("with --idle %s: the log does not say %q", idle, want)
		}
	}
}

func TestModelsThatCannotPlayAreRefusedBeforeAnythingIsMade(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	file := c.modelsAt("http://127.0.0.1:1/v1", "", "")
	for want, args := range map[string][]string{
		`there is no model "two"`: {"run", "desk", "--agent", "model:two", "--models", file},
		"--tools is for an agent": {"run", "desk", "--tools", "chat_*"},
		"--idle is for an agent":  {"run", "desk", "--idle", "9"},
		"a number of steps":       {"run", "desk", "--agent", "model:one", "--models", file, "--idle", "0"},
		"none.yaml":               {"run", "desk", "--personas", "none.yaml"},
		"--dry-run":               {"run", "desk", "--dry-run"},
		"expected stop":           {"run", "desk", "--personas", file, "--on-budget", "weep"},
	} {
		_, errs, code := c.run(append(args, "--report", "none")...)
		if code != 2 || !strings.Contains(errs, want) {
			t.Errorf("%v: exit %d, want 2 and %q\n%s", args, code, want, errs)
		}
	}
	if out := c.ok("run", "desk", "--personas", file, "--dry-run", "--seed", "3"); !strings.Contains(out, "persona.small") || !strings.Contains(out, "DOLLARS") ||
		!strings.Contains(out, "seed 3") || strings.Contains(out, "as the agent") {
		t.Errorf("got %s", out)
	}
	if out := c.ok("run", "desk", "--agent", "model:one", "--models", file, "--dry-run", "--until", "2h"); strings.Contains(out, "persona.small") || !strings.Contains(out, "as the agent") {
		t.Errorf("got %s", out)
	}
	for want, args := range map[string][]string{
		"--on-budget":     {"--on-budget", "weep"},
		"--cassette-mode": {"--cassette", "t", "--cassette-mode", "weep"},
		"there is no cas": {"--cassette", "t", "--cassette-mode", "strict"},
		"no tool":         {"--agent", "model:one", "--tools", "weep_*"},
		"--until":         {"--until", "-1h"},
	} {
		if _, errs, code := c.run(append([]string{"run", "desk", "--personas", file, "--dry-run"}, args...)...); code != 2 || !strings.Contains(errs, want) {
			t.Errorf("%v: exit %d, want 2 and %q\n%s", args, code, want, errs)
		}
	}
}
