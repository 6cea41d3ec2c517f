package scenarios

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/personas/models"
)

// ReadModels reads a models.yaml. MODELS.md says what stands in one. What is wrong with it comes as Problems.
func ReadModels(path string) (models.Config, error) {
	f, err := os.Open(path)
	if err != nil {
		return models.Config{}, fmt.Errorf("read the models: %w", err)
	}
	raw, err := io.ReadAll(io.LimitReader(f, yamlMost+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return models.Config{}, fmt.Errorf("read the models in %s: %w", path, err)
	}
	return ParseModels(path, raw)
}

// ParseModels is ReadModels of a file's bytes; name is shown in problems.
func ParseModels(name string, raw []byte) (models.Config, error) {
	s, n := (&report{name: name}).read("", raw, time.UTC)
	if n == nil {
		return models.Config{}, s.err()
	}
	s.unkey(n)
	var f modelsFile
	s.decode(n, &f)
	if err := s.err(); err != nil {
		return models.Config{}, err // what is checked below may be wrong only because of it
	}
	c := f.config()
	for _, p := range c.Check() {
		if p.Near != nil {
			p.What += choices(p.Got, p.Near)
		}
		s.bad(p.Path, "%s", named(p))
	}
	return c, s.err()
}

// named puts the key's name before what is wrong with its value.
func named(p models.Problem) string {
	key := p.Path[strings.LastIndexAny(p.Path, ".]")+1:]
	if p.Near != nil || key == "" || strings.HasPrefix(p.Path, "roles.") && strings.Count(p.Path, ".") < 2 {
		return p.What
	}
	return key + ": " + p.What
}

// unkey reports keys that were written into the file and takes them out, so that no message shows one.
func (s *source) unkey(n *node) {
	kept := n.keys[:0]
	for _, k := range n.keys {
		named := models.Secret(k.name) && !meansVariable(k) && (k.value.kind != number || len(k.value.text) > countMost)
		if named || k.value.kind == text && models.LooksSecret(k.value.text) {
			s.problem(s.file, k.pos, "%s: a key does not belong into a file; put it into an environment variable and write its name: key_env: OPENAI_API_KEY", short(k.name))
			continue
		}
		s.unkey(k.value)
		kept = append(kept, k)
	}
	n.keys = kept
	for _, item := range n.items {
		s.unkey(item)
	}
}

// meansVariable says whether a key of the file is key_env, or a slip of it with a variable's name behind: that is told like
// every other slip.
func meansVariable(k field) bool {
	return k.name == keyEnv || k.value.kind == text && models.Variable(k.value.text) && meant(k.name, []string{keyEnv}) != ""
}

const (
	keyEnv    = "key_env"
	countMost = 12 // digits of a count such as "token: 1000", which is no key
)

type modelsFile struct {
	Models []modelEntry         `yaml:"models" need:"1"`
	Roles  map[string]roleEntry `yaml:"roles" need:"1"`
	Budget budgetEntry          `yaml:"budget"`
}

type modelEntry struct {
	Name     string              `yaml:"name" need:"1"`
	URL      string              `yaml:"url" need:"1"`
	ID       string              `yaml:"id" need:"1"`
	KeyEnv   string              `yaml:"key_env"`
	Context  amount              `yaml:"context"`
	Price    *priceEntry         `yaml:"price"`
	Limits   limitsEntry         `yaml:"limits"`
	Timeouts timeoutsEntry       `yaml:"timeouts"`
	Tools    string              `yaml:"tools"`
	Schema   string              `yaml:"schema"`
	Params   map[string]anyValue `yaml:"params"`
}

type priceEntry struct {
	In     dollars `yaml:"in" need:"1"`
	Cached dollars `yaml:"cached"`
	Out    dollars `yaml:"out" need:"1"`
}

type limitsEntry struct {
	Requests amount `yaml:"requests"`
	Tokens   amount `yaml:"tokens"`
	Calls    amount `yaml:"calls"`
}

type timeoutsEntry struct {
	Connect clock.Duration `yaml:"connect"`
	First   clock.Duration `yaml:"first"`
	Silence clock.Duration `yaml:"silence"`
	Whole   clock.Duration `yaml:"whole"`
}

type roleEntry struct {
	Model       string       `yaml:"model" need:"1"`
	Temperature *thousandths `yaml:"temperature"`
	Most        amount       `yaml:"most"`
	Fallback    string       `yaml:"fallback"`
	Trust       string       `yaml:"trust"`
	Budget      budgetEntry  `yaml:"budget"`
}

type budgetEntry struct {
	Calls  bound `yaml:"calls"`
	Tokens bound `yaml:"tokens"`
	Money  sum   `yaml:"money"`
	Wall   while `yaml:"wall"`
}

func (f modelsFile) config() models.Config {
	c := models.Config{Roles: map[string]models.Role{}, Budget: f.Budget.budget()}
	for _, m := range f.Models {
		out := models.Model{Name: m.Name, URL: m.URL, ID: m.ID, KeyEnv: m.KeyEnv, Context: int(m.Context), Tools: m.Tools, Schema: m.Schema,
			Limits:   models.Limits{Requests: int(m.Limits.Requests), Tokens: int(m.Limits.Tokens), Calls: int(m.Limits.Calls)},
			Timeouts: models.Timeouts{Connect: time.Duration(m.Timeouts.Connect), First: time.Duration(m.Timeouts.First), Silence: time.Duration(m.Timeouts.Silence), Whole: time.Duration(m.Timeouts.Whole)}}
		if p := m.Price; p != nil {
			out.Price = models.Price{In: int64(p.In), Cached: int64(p.Cached), Out: int64(p.Out)}
			out.Free = out.Price == models.Price{}
		}
		for name, v := range m.Params {
			if out.Params == nil {
				out.Params = map[string]json.RawMessage{}
			}
			out.Params[name] = json.RawMessage(v.json)
		}
		c.Models = append(c.Models, out)
	}
	for name, r := range f.Roles {
		out := models.Role{Model: r.Model, Temperature: -1, Most: int(r.Most), Fallback: r.Fallback, Trust: r.Trust, Budget: r.Budget.budget()}
		if r.Temperature != nil {
			out.Temperature = int(*r.Temperature)
		}
		c.Roles[name] = out
	}
	return c
}

func (b budgetEntry) budget() models.Budget {
	return models.Budget{Calls: int(b.Calls), Tokens: int64(b.Tokens), Money: int64(b.Money), Wall: time.Duration(b.Wall)}
}

// amount is a whole number from 0 on, which may be written as 2_000_000.
type amount int64

func (a *amount) decode(s *source, n *node, path string) {
	v, ok := wholeOf(n)
	if !ok {
		s.wrong(n, path, "a whole number from 0 on")
		return
	}
	*a = amount(v)
}

// bound is an amount of a budget. Nobody means no bound by 0, or would want no call at all.
type bound int64

func (b *bound) decode(s *source, n *node, path string) {
	v, ok := wholeOf(n)
	if !ok || v == 0 {
		s.wrong(n, path, "a whole number from 1 on; leave the key out for no bound")
		return
	}
	*b = bound(v)
}

func wholeOf(n *node) (int64, bool) {
	v, err := strconv.ParseInt(strings.ReplaceAll(n.text, "_", ""), 10, 64)
	return v, (n.kind == number || n.kind == text && !n.quoted) && err == nil && v >= 0 && v < 1<<53
}

// dollars is a sum in dollars, kept in micro-dollars.
type dollars int64

func (d *dollars) decode(s *source, n *node, path string) {
	v, err := models.Dollars(n.text)
	if n.kind != number && n.kind != fraction || err != nil {
		s.wrong(n, path, "dollars such as 0.15, with at most six decimals")
		return
	}
	*d = dollars(v)
}

// sum is what may be spent in dollars.
type sum int64

func (m *sum) decode(s *source, n *node, path string) {
	v, err := models.Dollars(n.text)
	if n.kind != number && n.kind != fraction || err != nil || v == 0 {
		s.wrong(n, path, "dollars above 0 such as 2.50; leave the key out for no bound")
		return
	}
	*m = sum(v)
}

// while is what may be spent of time.
type while time.Duration

func (w *while) decode(s *source, n *node, path string) {
	d, err := time.ParseDuration(n.text)
	if n.kind != text || err != nil || d <= 0 || d > 20_000*time.Hour {
		s.wrong(n, path, "a duration above 0 such as 90m; leave the key out for no bound")
		return
	}
	*w = while(d)
}

// thousandths is a number with at most three decimals.
type thousandths int

func (t *thousandths) decode(s *source, n *node, path string) {
	v, err := models.Dollars(n.text)
	if n.kind != number && n.kind != fraction || err != nil || v%1000 != 0 {
		s.wrong(n, path, "a number from 0 to 2 with at most three decimals")
		return
	}
	*t = thousandths(v / 1000)
}

// anyValue is a value of whatever shape, as JSON.
type anyValue struct{ json []byte }

func (a *anyValue) decode(s *source, n *node, path string) {
	raw, err := json.Marshal(s.shape(n))
	if err != nil {
		s.wrong(n, path, "a value that JSON can hold")
		return
	}
	a.json = raw
}

func (s *source) shape(n *node) any {
	switch n.kind {
	case number, fraction:
		if json.Valid([]byte(n.text)) {
			return json.RawMessage(n.text)
		}
		s.problem(s.file, n.pos, "expected a number as JSON writes it, got %q", short(n.text))
		return nil
	case truth:
		return strings.EqualFold(n.text, "true")
	case list:
		out := []any{}
		for _, item := range n.items {
			out = append(out, s.shape(item))
		}
		return out
	case mapping:
		out := map[string]any{}
		for _, k := range n.keys {
			out[k.name] = s.shape(k.value)
		}
		return out
	case nothing:
		return nil
	}
	return n.text
}
