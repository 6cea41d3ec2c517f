package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/personas/openai/fake"
	"github.com/tenure-sim/tenure/scenarios"
)

// fakeModels starts an endpoint and writes a file whose models are there; the model gone is nowhere.
func fakeModels(t *testing.T, c *cli, roles string) {
	t.Helper()
	s, err := fake.Start(fake.Options{Key: "hunter2-hunter2", NoTools: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	file := "models:\n  - {name: here, url: '" + s.URL() + "', id: fake, key_env: TRY_KEY, price: {in: 0.15, out: 0.6}}\n" +
		"  - {name: gone, url: 'http://127.0.0.1:9/v1', id: x}\nroles:\n" + roles
	if err := os.WriteFile(filepath.Join(c.dir, "m.yaml"), []byte(file), 0o644); err != nil {
		t.Fatal(err)
	}
	c.env = append(c.env, "TRY_KEY=hunter2-hunter2")
}

func TestACheckFailsOnlyOverModelsThatAreNeeded(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	fakeModels(t, c, "  reader: {model: here}\n")
	out, errs, code := c.run("model", "check", "--models", "m.yaml", "--json")
	var rows []checkRow
	if err := json.Unmarshal([]byte(out), &rows); err != nil || code != 0 || len(rows) != 2 {
		t.Fatalf("exit %d, %s%s, %v", code, out, errs, err)
	}
	here, gone := rows[0], rows[1]
	if !here.Usable || here.Tools != "no" || here.Streaming != "yes" || here.Schema != "yes" || len(here.Roles) != 1 || here.Whole <= 0 {
		t.Errorf("the model that is there: %+v", here)
	}
	if gone.Usable || len(gone.Problems) == 0 || gone.Problems[0].Advice == "" {
		t.Errorf("the model that is nowhere: %+v", gone)
	}
	out, errs, code = c.run("model", "check", "gone", "--models", "m.yaml")
	if code != exitFailed || !strings.Contains(out, "CANNOT BE USED") || !strings.Contains(out, "is the server up") || !strings.Contains(errs, "gone") {
		t.Errorf("a model that was named: exit %d, %s%s", code, out, errs)
	}
	fakeModels(t, c, "  reader: {model: here}\n  agent: {model: gone}\n")
	if out, errs, code = c.run("model", "check", "--models", "m.yaml"); code != exitFailed || !strings.Contains(out, "here (fake") || !strings.Contains(out, "plays agent") {
		t.Errorf("a model that a role needs: exit %d, %s%s", code, out, errs)
	}
	c.env = append(c.env, "TRY_KEY=wrong-hunter2-key")
	out, errs, code = c.run("model", "check", "here", "--models", "m.yaml")
	if code != exitFailed || !strings.Contains(out, "TRY_KEY") || strings.Contains(out+errs, "hunter2") {
		t.Errorf("a wrong key: exit %d, %s%s", code, out, errs)
	}
}

func TestASingleModelNeedsNoFile(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	s, err := fake.Start(fake.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c.ok("model", "check", "--url", s.URL(), "--id", "fake")
	c.env = []string{"TENURE_MODEL_URL=" + s.URL(), "TENURE_MODEL_ID=fake", "OPENAI_API_KEY="}
	c.ok("model", "check")
	if out := c.ok("model", "list"); !strings.Contains(out, s.URL()) || !strings.Contains(out, "persona.small") {
		t.Errorf("got %s", out)
	}
}

func TestModelsAreListed(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	file, err := filepath.Abs("../../scenarios/testdata/models.yaml")
	if err != nil {
		t.Fatal(err)
	}
	out := c.ok("model", "list", "--models", file)
	for _, want := range []string{"hosted", "large-2026", "EXAMPLE_API_KEY", "2.50", "0.700", "rules", "2000 calls, 5000000 tokens, $10.00, 3h0m0s", "An episode may spend: $60.00."} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	var l modelList
	if err := json.Unmarshal([]byte(c.ok("model", "list", "--models", file, "--json")), &l); err != nil || len(l.Models) != 2 || len(l.Roles) != 5 {
		t.Errorf("got %+v, %v", l, err)
	}
}

func TestAnEstimateIsTold(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	file, err := filepath.Abs("../../scenarios/testdata/models-classes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var e estimateRow
	if err := json.Unmarshal([]byte(c.ok("model", "estimate", "portal", "--models", file, "--json")), &e); err != nil {
		t.Fatal(err)
	}
	total := e.Roles[len(e.Roles)-1]
	if len(e.Roles) != 5 || total.Role != "total" || total.Money <= 0 || e.Hours != 160 || !e.Assumed {
		t.Errorf("got %+v", e)
	}
	sc, err := scenarios.Open("portal")
	if err != nil {
		t.Fatal(err)
	}
	want, err := expected(t.Context(), usually(sc, allBacked))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range e.Roles[:3] { // as the table of README has it
		if w := want[r.Role]; r.Calls != w.Calls || r.In != w.In || r.Cached != w.Cached || r.Out != w.Out {
			t.Errorf("got %+v, want %+v", r, w)
		}
	}
	if out := c.ok("model", "estimate", "portal", "--models", file); !strings.Contains(out, "persona.strong") || !strings.Contains(out, "total") {
		t.Errorf("got %s", out)
	}
}

func TestMistakesAboutModelsAreTheUsers(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.env = []string{"TENURE_MODEL_URL=", "TENURE_MODEL_ID=", "TENURE_MODEL_KEY_ENV=", "OPENAI_API_KEY="}
	if err := os.WriteFile(filepath.Join(c.dir, "bad.yaml"), []byte("models:\n  - {name: a, url: 'http://h/v1', id: x}\nroles:\n  reader: {model: b}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		args string
		want string
	}{
		{"model list", "no models are named: give --models FILE"},
		{"model list --models none.yaml", "there is no file none.yaml"},
		{"model list --models bad.yaml", `bad.yaml:4:19: unknown model "b"; expected one of a`},
		{"model list --models bad.yaml --id x", "one or the other"},
		{"model list --id x", "TENURE_MODEL_URL is not"},
		{"model list --url http://me:hunter2@h/v1 --id x", "holds a user or a password"},
		{"model check nobody --url http://h/v1 --id x", `there is no model "nobody"; the models are single`},
		{"model estimate nowhere --url http://h/v1 --id x", "nowhere"},
		{"model chek", "did you mean check?"},
	} {
		out, errs, code := c.run(strings.Fields(x.args)...)
		if code != exitUsage || !strings.Contains(errs, x.want) || strings.Contains(out+errs, "hunter2") {
			t.Errorf("%s: exit %d, %s%s\nwant %d and %s", x.args, code, out, errs, exitUsage, x.want)
		}
	}
}
