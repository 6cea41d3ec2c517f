package scenarios

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
)

func TestModelsAreRead(t *testing.T) {
	c, err := ReadModels("testdata/models.yaml")
	if err != nil {
		t.Fatal(err)
	}
	hosted := models.Model{Name: "hosted", URL: "https://models.example.com/v1", ID: "large-2026", KeyEnv: "EXAMPLE_API_KEY", Context: 200_000,
		Price: models.Price{In: 2_500_000, Cached: 1_250_000, Out: 10_000_000}, Limits: models.Limits{Requests: 500, Tokens: 400_000, Calls: 16},
		Timeouts: models.Timeouts{Connect: 10 * time.Second, First: 90 * time.Second, Silence: 30 * time.Second, Whole: 5 * time.Minute},
		Params:   map[string]json.RawMessage{"top_p": json.RawMessage("0.95"), "seed": json.RawMessage("7")}}
	if len(c.Models) != 2 || !reflect.DeepEqual(c.Models[1], hosted) {
		t.Errorf("got %+v\nwant %+v as the second", c.Models, hosted)
	}
	strong := models.Role{Model: "hosted", Temperature: 700, Most: 600, Fallback: "persona.small",
		Budget: models.Budget{Calls: 2000, Tokens: 5_000_000, Money: 10_000_000, Wall: 3 * time.Hour}}
	if got := c.Roles["persona.strong"]; got != strong {
		t.Errorf("got %+v, want %+v", got, strong)
	}
	if got := c.Roles["reader"].Trust; got != models.TrustRules {
		t.Errorf("got trust %q, want rules", got)
	}
	if len(c.Roles) != 5 || c.Budget.Money != 60_000_000 || c.Roles["judge"].Temperature != 0 {
		t.Errorf("got roles %+v, budget %+v", c.Roles, c.Budget)
	}
}

func TestModelsOfThreePriceClassesAreRead(t *testing.T) {
	c, err := ReadModels("testdata/models-classes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for i, class := range models.Classes {
		if got := c.Models[i]; got.Name != class.Name || got.Price != class.Price {
			t.Errorf("got %s at %+v, want %s at %+v", got.Name, got.Price, class.Name, class.Price)
		}
	}
}

func TestARoleWithoutTemperatureHasTheEndpoints(t *testing.T) {
	c, err := ParseModels("m.yaml", []byte("models: [{name: a, url: 'http://h/v1', id: x}]\nroles: {reader: {model: a}}\n"))
	if err != nil || c.Roles["reader"].Temperature != -1 {
		t.Errorf("got %+v, %v", c.Roles, err)
	}
}

func TestMistakesInModelsSayWhere(t *testing.T) {
	good, err := os.ReadFile("testdata/models.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"model: local, temperature: 0.7", "model: locla, temperature: 0.7", `m.yaml:20:26: unknown model "locla"; expected one of local, hosted; did you mean "local"?`},
		{"trust: rules", "trust: ruels", `m.yaml:27:60: unknown trust "ruels"; expected one of model, rules; did you mean "rules"?`},
		{"{model: hosted, temperature: 0}", "{model: hosted, trust: model}", `trust: only a reader is trusted or not; leave it out`},
		{"  reader:", "  raeder:", `unknown role "raeder"; expected one of persona.small, persona.strong, reader, agent, judge; did you mean "reader"?`},
		{"context: 8192", "contxt: 8192", `m.yaml:7:5: unknown key "contxt"`},
		{"context: 8192", "context: lots", `m.yaml:7:14: context: expected a whole number from 0 on, got "lots"`},
		{"temperature: 0.2", "temperature: 2.5", `temperature: expected 0 to 2, got 2.500`},
		{"temperature: 0.2", "temperature: 0.12345", `temperature: expected a number from 0 to 2 with at most three decimals`},
		{"tools: text", "tools: txt", `unknown way "txt"; expected one of auto, native, text; did you mean "text"?`},
		{"in: 2.50", "in: cheap", `m.yaml:15:17: in: expected dollars such as 0.15`},
		{"in: 2.50", "in: -1", `in: expected dollars such as 0.15`},
		{"whole: 5m", "whole: 5", `whole: expected a duration`},
		{"whole: 5m", "whole: 5h", `whole: expected a duration up to 1h0m0s, got 5h0m0s`},
		{"money: 40", "money: 0", `money: expected dollars above 0 such as 2.50; leave the key out for no bound`},
		{"temperature: 0, most: 700,", "temperature: 0, budget: {money: 1}, most: 700,", `m.yaml:27:58: money: the model local has no prices, so that no sum is ever spent and the bound never holds; give it some`},
		{"    price: {in: 2.50, cached: 1.25, out: 10} # dollars for a million tokens\n", "", `m.yaml:29:17: money: the model hosted, which plays agent, is asked with a key and has no prices`},
		{"in: 2.50, cached: 1.25, out: 10", "in: 0, out: 0", `m.yaml:30:17: money: no model of a role costs anything`},
		{"wall: 3h", "wall: 0s", `wall: expected a duration above 0 such as 90m; leave the key out for no bound`},
		{"wall: 3h", "wall: 0", `wall: expected a duration above 0`},
		{"wall: 3h", "wall: -5m", `wall: expected a duration above 0`},
		{"calls: 2_000", "calls: 0", `calls: expected a whole number from 1 on; leave the key out for no bound`},
		{"name: hosted", "name: local", `m.yaml:10:11: name: the name "local" is taken by model 1 of the list`},
		{"http://127.0.0.1:8080/v1", "http://me:hunter2secret@127.0.0.1/v1", `m.yaml:5:10: url: it holds a user or a password; put the key into an environment variable`},
		{"http://127.0.0.1:8080/v1", "127.0.0.1:8080/v1", `url: it lacks http:// or https:// in front: write http://127.0.0.1:8080/v1`},
		{"http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1/chat/completions", `give the base before that`},
		{"key_env: EXAMPLE_API_KEY", "key_env: sk-hunter2secret-hunter2secret", `m.yaml:13:5: key_env: a key does not belong into a file`},
		{"key_env: EXAMPLE_API_KEY", "key_env: 'hunter2secret hunter2'", `key_env: expected the name of an environment variable`},
		{"key_env: EXAMPLE_API_KEY", "api_key: hunter2secret", `m.yaml:13:5: api_key: a key does not belong into a file; put it into an environment variable`},
		{"{top_p: 0.95, seed: 7}", "{Authorization: hunter2secret}", `Authorization: a key does not belong into a file`},
		{"{top_p: 0.95, seed: 7}", "{x_api_key: hunter2secret}", `x_api_key: a key does not belong into a file`},
		{"{top_p: 0.95, seed: 7}", "{extra: {x-auth: hunter2secret}}", `x-auth: a key does not belong into a file`},
		{"key_env: EXAMPLE_API_KEY", "key_env: gsk_hunter2", `key_env: expected the name of an environment variable in capitals`},
		{"key_env: EXAMPLE_API_KEY", "key_env: AIzahunter2secrethunter2", `key_env: a key does not belong into a file`},
		{"key_env: EXAMPLE_API_KEY", "key_env: hf_hunter2secrethunter2", `key_env: a key does not belong into a file`},
		{"fallback: persona.small", "fallback: persona.smal", `m.yaml:25:15: unknown role "persona.smal"; expected one of agent, judge, persona.small`},
		{"fallback: persona.small", "fallback: persona.strong", `fallback: it leads back to persona.strong`},
		{"most: 300", "most: 30_000", `most: an answer of 30000 tokens does not fit into the 8192 of model local`},
		{"    id: large-2026\n", "", `the key "id" is missing`},
		{"roles:", "rolls:", `unknown key "rolls"`},
		{"key_env: EXAMPLE_API_KEY", "key-env: EXAMPLE_API_KEY", `m.yaml:13:5: unknown key "key-env"; expected one of name, url, id, key_env, context, price, limits, timeouts, tools, schema, params; did you mean "key_env"?`},
		{"key_env: EXAMPLE_API_KEY", "keyEnv: EXAMPLE_API_KEY", `unknown key "keyEnv"`},
		{"key_env: EXAMPLE_API_KEY", "key-env: hunter2", `m.yaml:13:5: key-env: a key does not belong into a file`},
		{"key_env: EXAMPLE_API_KEY", "key_env: HUNTER2SECRETHUNTER2", `m.yaml:13:14: key_env: what stands there looks like a key itself, so that it is not shown`},
		{"{top_p: 0.95, seed: 7}", "{max_tokens: 7}", `m.yaml:18:26: max_tokens: each request says that by itself: write it as most of a role`},
		{"{top_p: 0.95, seed: 7}", "{seed: 7, model: other}", `model: each request says that by itself: write it as id of the model`},
	} {
		bad := strings.Replace(string(good), c.old, c.new, 1)
		if bad == string(good) {
			t.Fatalf("%q is not in the file", c.old)
		}
		_, err := ParseModels("m.yaml", []byte(bad))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s -> %s: got %v\nwant %s", c.old, c.new, err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: the message shows the secret: %v", c.new, err)
		}
	}
}

// slips are ways in which a key is mistyped.
func slips(name string) []string {
	out := []string{strings.ToUpper(name), strings.ToUpper(name[:1]) + name[1:], name[:1] + "-" + name[1:]}
	if len(name) > 3 {
		out = append(out, name[:1]+name[2:], name[:len(name)-1], name+"s", name[:1]+name[2:3]+name[1:2]+name[3:], strings.ReplaceAll(name, "_", "-"), "my_"+name)
	}
	return out
}

func TestAMistypedKeyIsRecognizedAtEveryLevel(t *testing.T) {
	head, names := "models:\n- {name: a, url: 'http://h/v1', id: x}\nroles: {reader: {model: a}}\n", 0
	for within, v := range map[string]any{"%s": modelsFile{}, "models: [{%s}]": modelEntry{}, "models: [{price: {%s}}]": priceEntry{}, "models: [{limits: {%s}}]": limitsEntry{},
		"models: [{timeouts: {%s}}]": timeoutsEntry{}, "roles: {reader: {%s}}": roleEntry{}, "roles: {reader: {budget: {%s}}}": budgetEntry{}, "budget: {%s}": budgetEntry{}} {
		own, _ := tags(reflect.TypeOf(v))
		for _, name := range own {
			names++
			value := "5"
			if name == keyEnv {
				value = "SOME_KEY"
			}
			for _, slip := range slips(name) {
				file := strings.Replace(within, "%s", slip+": "+value, 1) + "\n"
				if within == "%s" {
					file = head + file
				}
				want := fmt.Sprintf("did you mean %q?", name)
				if _, err := ParseModels("m.yaml", []byte(file)); slip != name && (err == nil || !strings.Contains(err.Error(), want)) {
					t.Errorf("%s: got %v, want %s", file, err, want)
				}
			}
		}
	}
	if names < 38 {
		t.Errorf("%d names were tried, want all", names)
	}
}

// A sum that bounds an episode is not refused for a model of one's own beside a hosted one, nor for one that is said to be free.
func TestModelsThatCostNothingNeedNoPrices(t *testing.T) {
	const head = "models:\n  - {name: own, url: 'http://h/v1', id: x}\n  - {name: free, url: 'http://h/v1', id: y, key_env: KEY, price: {in: 0, out: 0}}\n"
	text := head + "  - {name: dear, url: 'http://h/v1', id: z, key_env: KEY, price: {in: 1, out: 1}}\nroles: {reader: {model: own}, persona.small: {model: free}, agent: {model: dear}}\nbudget: {money: 1}\n"
	if _, err := ParseModels("m.yaml", []byte(text)); err != nil {
		t.Errorf("got %v", err)
	}
}

func FuzzParseModels(f *testing.F) {
	for _, name := range []string{"testdata/models.yaml", "testdata/models-classes.yaml"} {
		raw, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add([]byte("models: []\nroles: {}\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		c, err := ParseModels("m.yaml", raw)
		if err != nil {
			return
		}
		if bad := c.Check(); len(bad) > 0 {
			t.Fatalf("what was read is wrong: %+v", bad)
		}
		if _, err := json.Marshal(c.Public()); err != nil {
			t.Fatalf("what was read cannot be stored: %v", err)
		}
	})
}
