package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Whoever mistypes what concerns models is offered what was probably meant, as it has to be typed.
func TestWhatWasMeantIsOffered(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	file := c.modelsAt("http://127.0.0.1:1/v1", "", "")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(string(text), "one", "smollm2")), 0o600); err != nil {
		t.Fatal(err)
	}
	agent := []string{"run", "desk", "--models", file, "--agent"}
	for _, x := range []struct {
		want string
		args []string
	}{
		{`did you mean notes_*`, append(agent, "model:smollm2", "--tools", "notez")},
		{`did you mean chat_*?`, append(agent, "model:smollm2", "--tools", "chatt_*")},
		{`did you mean docs_list?`, append(agent, "model:smollm2", "--tools", "docs_lst")},
		{`no tool "weep_*"; '`, append(agent, "model:smollm2", "--tools", "weep_*")},
		{`did you mean model:smollm2?`, append(agent, "smollm2")},
		{`did you mean model:smollm2?`, append(agent, "modle:smollm2")},
		{`did you mean smollm2?`, append(agent, "model:smolm")},
		{`did you mean steady?`, append(agent, "stedy")},
		{`did you mean models.yaml?`, []string{"run", "desk", "--personas", "modles.yaml"}},
		{`did you mean ` + file + `?`, []string{"run", "desk", "--personas", filepath.Join(c.dir, "model.yaml")}},
		{`there is no file weather.yaml; '`, []string{"run", "desk", "--personas", "weather.yaml"}},
	} {
		if _, errs, code := c.run(append(x.args, "--report", "none")...); code != exitUsage || !strings.Contains(errs, x.want) {
			t.Errorf("%v: exit %d, want 2 and %q\n%s", x.args, code, x.want, errs)
		}
	}
}

// README and the file that 'make model-up' writes call the small model the same.
func TestREADMENamesTheSmallModelAsItIsServed(t *testing.T) {
	t.Parallel()
	read := func(path string) string {
		raw, err := os.ReadFile(filepath.FromSlash(path))
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	name := regexp.MustCompile(`(?m)^\s+- name: (\S+)$`).FindStringSubmatch(read("../../personas/openai/local/model"))
	if name == nil {
		t.Fatal("the script writes no models.yaml")
	}
	if want := "--agent model:" + name[1] + " --models models.yaml"; !strings.Contains(read("../../README.md"), want) {
		t.Errorf("README does not say %q", want)
	}
}
