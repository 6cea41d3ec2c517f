package models

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Problem is one thing that is wrong with a configuration.
type Problem struct {
	Path string // of the value, such as models[0].url or roles.reader.model
	What string
	Near []string // the names that would have been right, where it is a wrong name
	Got  string   // and the wrong one
}

// Bounds of what a configuration may say.
const (
	tokensMost = 100_000_000 // of a context or an answer
	minuteMost = 1_000_000_000
	callsMost  = 10_000
	timeMost   = time.Hour
	hottest    = 2000 // thousandths
)

type checking struct {
	Config
	problems []Problem
}

func (c *checking) bad(path, format string, args ...any) {
	c.problems = append(c.problems, Problem{Path: path, What: fmt.Sprintf(format, args...)})
}

func (c *checking) unknown(path, what, got string, valid []string) {
	c.problems = append(c.problems, Problem{Path: path, What: fmt.Sprintf("unknown %s %q", what, got), Near: valid, Got: got})
}

// Check says all that is wrong.
func (c Config) Check() []Problem {
	k := &checking{Config: c}
	if len(c.Models) == 0 {
		k.bad("models", "there are none; name at least one")
	}
	for i, m := range c.Models {
		k.model(fmt.Sprintf("models[%d]", i), m)
		if j := slices.IndexFunc(c.Models, func(o Model) bool { return o.Name == m.Name }); j < i {
			k.bad(fmt.Sprintf("models[%d].name", i), "the name %q is taken by model %d of the list", m.Name, j+1)
		}
	}
	for _, name := range sortedKeys(c.Roles) {
		k.role(name)
	}
	k.budget("budget", c.Budget)
	k.paid()
	return k.problems
}

func (c *checking) model(path string, m Model) {
	if m.Name == "" {
		c.bad(path+".name", "it has no name")
	}
	if m.ID == "" {
		c.bad(path+".id", "it has no id, expected the one by which the endpoint knows the model")
	}
	if what := URLProblem(m.URL); what != "" {
		c.bad(path+".url", "%s", what)
	}
	if what := variableProblem(m.KeyEnv); what != "" {
		c.bad(path+".key_env", "%s", what)
	}
	c.within(path+".context", int64(m.Context), tokensMost)
	c.within(path+".price.in", m.Price.In, MoneyMost)
	c.within(path+".price.cached", m.Price.Cached, MoneyMost)
	c.within(path+".price.out", m.Price.Out, MoneyMost)
	c.within(path+".limits.requests", int64(m.Limits.Requests), minuteMost)
	c.within(path+".limits.tokens", int64(m.Limits.Tokens), minuteMost)
	c.within(path+".limits.calls", int64(m.Limits.Calls), callsMost)
	c.times(path+".timeouts", m.Timeouts)
	c.way(path+".tools", m.Tools)
	c.way(path+".schema", m.Schema)
	for _, name := range sortedKeys(m.Params) {
		if instead, ok := Own(name); ok {
			c.bad(path+".params."+name, "each request says that by itself: %s", instead)
		}
		if Secret(name) || secretWithin(m.Params[name]) {
			c.bad(path+".params."+name, "a key is never written here: put it into an environment variable and name that with key_env")
		}
	}
}

func (c *checking) times(path string, t Timeouts) {
	for name, d := range map[string]time.Duration{"connect": t.Connect, "first": t.First, "silence": t.Silence, "whole": t.Whole} {
		if d < 0 || d > timeMost {
			c.bad(path+"."+name, "expected a duration up to %s, got %s", timeMost, d)
		}
	}
}

func (c *checking) within(path string, n, most int64) {
	if n < 0 || n > most {
		c.bad(path, "expected 0 to %d, got %d", most, n)
	}
}

var ways = []string{"auto", "native", "text"}

func (c *checking) way(path, way string) {
	if way != "" && !slices.Contains(ways, way) {
		c.unknown(path, "way", way, ways)
	}
}

func (c *checking) role(name string) {
	path, r := "roles."+name, c.Roles[name]
	if !slices.Contains(RoleNames, name) {
		c.unknown(path, "role", name, RoleNames)
	}
	m, ok := c.Model(r.Model)
	switch {
	case r.Model == "":
		c.bad(path, "it names no model")
	case !ok:
		c.unknown(path+".model", "model", r.Model, c.names())
	case m.Context > 0 && r.Most > m.Context:
		c.bad(path+".most", "an answer of %d tokens does not fit into the %d of model %s", r.Most, m.Context, m.Name)
	}
	if r.Temperature > hottest {
		c.bad(path+".temperature", "expected 0 to 2, got %d.%03d", r.Temperature/1000, r.Temperature%1000)
	}
	c.within(path+".most", int64(r.Most), tokensMost)
	switch {
	case r.Trust == "":
	case name != Reader:
		c.bad(path+".trust", "only a reader is trusted or not; leave it out")
	case !slices.Contains(Trusts, r.Trust):
		c.unknown(path+".trust", "trust", r.Trust, Trusts)
	}
	c.fallback(path+".fallback", name)
	c.budget(path+".budget", r.Budget)
	if ok && r.Budget.Money > 0 && m.Price == (Price{}) {
		c.bad(path+".budget.money", "the model %s has no prices, so that no sum is ever spent and the bound never holds; give it some, as in price: {in: 0.15, out: 0.60}, or bound calls or tokens instead", m.Name)
	}
}

// paid wants the prices of whatever a sum for the episode is to bound. A model that is asked without a key is one's own and costs
// nothing, as one is that is said to; but where all are, nothing is bounded.
func (c *checking) paid() {
	if c.Config.Budget.Money <= 0 || len(c.Roles) == 0 {
		return
	}
	priced, told := false, map[string]bool{}
	for _, role := range sortedKeys(c.Roles) {
		m, ok := c.Playing(role)
		priced = priced || !ok || m.Price != Price{} // a wrong name is a problem of its own
		if ok && m.Price == (Price{}) && m.KeyEnv != "" && !m.Free && !told[m.Name] {
			told[m.Name], priced = true, true
			c.bad("budget.money", "the model %s, which plays %s, is asked with a key and has no prices, so that the sum does not bound it; give it some, as in price: {in: 0.15, out: 0.60}, or price: {in: 0, out: 0} if it costs nothing", m.Name, role)
		}
	}
	if !priced {
		c.bad("budget.money", "no model of a role costs anything, so that no sum is ever spent and the bound never holds; bound calls or tokens instead")
	}
}

// fallback wants another role that is played, and no circle.
func (c *checking) fallback(path, name string) {
	next := c.Roles[name].Fallback
	if next == "" {
		return
	}
	if _, ok := c.Roles[next]; !ok {
		c.unknown(path, "role", next, sortedKeys(c.Roles))
		return
	}
	seen := []string{name}
	for ; next != ""; next = c.Roles[next].Fallback {
		if slices.Contains(seen, next) {
			c.bad(path, "it leads back to %s; a role falls back to one that does not fall back to it", next)
			return
		}
		seen = append(seen, next)
	}
}

func (c *checking) budget(path string, b Budget) {
	if b.Calls < 0 || b.Tokens < 0 || b.Money < 0 || b.Wall < 0 {
		c.bad(path, "what may be spent is never below zero")
	}
}

func (c *checking) names() []string {
	var out []string
	for _, m := range c.Models {
		out = append(out, m.Name)
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// Variable says whether a text may be the name of an environment variable. It takes no small letters: a key that was pasted
// where its variable's name belongs mostly has some. Nor does it take a long word with digits, as keys in capitals are.
func Variable(name string) bool {
	word, digit := true, false
	for i, r := range name {
		letter := r == '_' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
		word, digit = word && r != '_', digit || !letter
	}
	return len(name) <= 80 && !(word && digit && len(name) >= wordMost)
}

// wordMost is from what length on a word is taken for a key where a name belongs.
const wordMost = 16

// variableProblem says what is wrong with the name of a key's variable, without showing it: it may be the key.
func variableProblem(name string) string {
	const put = "put the key into an environment variable such as OPENAI_API_KEY, and write its name here"
	switch {
	case Variable(name):
		return ""
	case LooksSecret(name), len(name) >= wordMost && !strings.ContainsAny(name, " _"):
		return "what stands there looks like a key itself, so that it is not shown: " + put
	}
	return "expected the name of an environment variable in capitals, digits and _, such as OPENAI_API_KEY; a key is never written here: " + put
}
