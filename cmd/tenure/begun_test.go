package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What the flags say of models must fit the episode: nothing of it is passed over in silence.
func TestAnEpisodeGoesOnWithTheModelsItWasBegunWith(t *testing.T) {
	t.Parallel()
	server := stageAt(t, nil)
	c := newCLI(t)
	file := c.modelsAt(server.URL(), "", "")
	c.ok("run", "desk", "--until", "1h", "--name", "scripted")
	c.ok("run", "desk", "--report", "none", "--name", "over", "--agent", "null")
	c.ok("run", "desk", "--until", "2h", "--name", "played", "--personas", file)
	few := filepath.Join(c.dir, "few.yaml")
	text := strings.ReplaceAll(readFile(t, file), "  reader:\n    model: one\n", "")
	if err := os.WriteFile(few, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		want string
		args []string
	}{
		{"begun with scripted coworkers", []string{"run", "desk", "--name", "scripted", "--personas", file}},
		{"begun with scripted coworkers", []string{"resume", "scripted", "--personas", file}},
		{"begun with scripted coworkers", []string{"run", "desk", "--name", "over", "--agent", "null", "--personas", file}},
		{"begun with scripted coworkers", []string{"resume", "over", "--personas", file}},
		{"--cassette is about models", []string{"resume", "scripted", "--cassette", "tape"}},
		{"--cassette is about models", []string{"run", "desk", "--cassette", "tape"}},
		{"--models is about models", []string{"run", "desk", "--models", file}},
		{"--on-budget is about models", []string{"resume", "over", "--on-budget", "templates"}},
		{"begun with models", []string{"run", "desk", "--name", "played"}},
		{"begun with models", []string{"resume", "played"}},
		{"for persona.small, persona.strong, reader", []string{"resume", "played", "--personas", few}},
		{"one file", []string{"run", "desk", "--name", "new", "--personas", file, "--models", few}},
		{"expected stop", []string{"resume", "played", "--personas", file, "--on-budget", "weep"}},
		{"--cassette-mode", []string{"resume", "played", "--personas", file, "--cassette-mode", "strict"}},
		{"there is no cassette", []string{"run", "desk", "--name", "new", "--personas", file, "--cassette", "none", "--cassette-mode", "strict"}},
		{"there is no tool", []string{"run", "desk", "--name", "new", "--agent", "model:one", "--models", file, "--tools", "chat_*,weep"}},
		{"did you mean one?", []string{"run", "desk", "--name", "new", "--agent", "model:on", "--models", file}},
		{"model example", []string{"run", "desk", "--name", "new", "--personas", "none.yaml"}},
		{"TENURE_MODEL_URL", []string{"run", "desk", "--name", "new", "--personas", "env"}},
	} {
		_, errs, code := c.run(x.args...)
		if code != 2 || !strings.Contains(errs, x.want) {
			t.Errorf("%v: exit %d, want 2 and %q\n%s", x.args, code, x.want, errs)
		}
	}
	if out := c.ok("episodes"); strings.Contains(out, "not run yet") || strings.Contains(out, "new") {
		t.Errorf("something was made:\n%s", out)
	}
	if _, err := os.Stat(filepath.Join(c.dir, "tape")); err == nil {
		t.Error("a cassette was made")
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// Another model may go on: the command says so, and the log says which model gave each answer.
func TestAnotherModelThatGoesOnIsToldOf(t *testing.T) {
	t.Parallel()
	server := stageAt(t, nil)
	c := newCLI(t)
	file := c.modelsAt(server.URL(), "", "")
	c.ok("run", "desk", "--until", "2h", "--name", "played", "--personas", file)
	_, errs, code := c.run("resume", "played", "--until", "3h", "--personas", file)
	if code != 0 || strings.Contains(errs, "was answered by") {
		t.Errorf("the same model: exit %d\n%s", code, errs)
	}
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(readFile(t, file), "id: fake", "id: other")), 0o600); err != nil {
		t.Fatal(err)
	}
	_, errs, code = c.run("resume", "played", "--until", "4h", "--personas", file)
	if code != 0 || !strings.Contains(errs, "was answered by fake so far, and is asked of other") {
		t.Errorf("another model: exit %d\n%s", code, errs)
	}
}

// The single model of the environment plays coworkers too.
func TestCoworkersArePlayedFromTheEnvironment(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.env = []string{"TENURE_MODEL_URL=" + stageAt(t, nil).URL(), "TENURE_MODEL_ID=fake"}
	got, errs, code := c.modelRun("run", "desk", "--personas", "env", "--until", "2h")
	if code != 0 || got.Models == nil || got.Models.Asked["words"] == 0 {
		t.Errorf("exit %d, %+v\n%s", code, got, errs)
	}
}

// The example that the command prints is one that it takes.
func TestTheExampleOfModelsCanBeUsed(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	if err := os.WriteFile(filepath.Join(c.dir, "models.yaml"), []byte(c.ok("model", "example")), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := c.ok("model", "list", "--models", "models.yaml"); !strings.Contains(out, "your-model") {
		t.Errorf("got %s", out)
	}
}
