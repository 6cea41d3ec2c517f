package models

import (
	"encoding/json"
	"strings"
	"time"
)

// Config is the models that may be asked, and which of them plays which role.
type Config struct {
	Models []Model
	Roles  map[string]Role
	Budget Budget // of an episode, over all roles
}

// Model is one model at one endpoint.
type Model struct {
	Name     string // the user's own
	URL      string // base, as https://host/v1
	KeyEnv   string // environment variable that holds the key; empty: no key is sent
	ID       string // as the endpoint names it
	Context  int    // tokens; 0: not told
	Price    Price
	Free     bool // it is said that it costs nothing: a price of 0 that is given and not left out
	Limits   Limits
	Timeouts Timeouts
	Tools    string // auto, native or text
	Schema   string // auto, native or text
	// Params are further fields of the request, as the endpoint names them.
	Params map[string]json.RawMessage
	// Single is a model that flags or the environment name: messages name those and no file.
	Single bool `json:"-"`
}

// Price is in micro-dollars per million tokens: whole numbers.
type Price struct{ In, Cached, Out int64 }

// Limits are what an endpoint allows.
type Limits struct {
	Requests, Tokens int // a minute; 0: no limit
	Calls            int // at once; 4 when 0
}

// Timeouts are in real time and never enter a log.
type Timeouts struct{ Connect, First, Silence, Whole time.Duration }

// Role is how a model is asked for one purpose.
type Role struct {
	Model       string
	Temperature int    // thousandths; below 0: the endpoint's own
	Most        int    // tokens of answer
	Fallback    string // the role that is asked instead when this one gives no answer; empty: none
	Trust       string // of the reader: whose reading counts where the model's and the rules' differ; TrustModel when empty
	Budget      Budget
}

// Whose reading counts.
const (
	TrustModel = "model"
	TrustRules = "rules" // the rules', wherever they could make out all of a message
)

// Trusts are both.
var Trusts = []string{TrustModel, TrustRules}

// Budget is what may be spent; zero: no bound.
type Budget struct {
	Calls  int
	Tokens int64
	Money  int64 // micro-dollars
	Wall   time.Duration
}

// The roles there are.
const (
	Small  = "persona.small"
	Strong = "persona.strong"
	Reader = "reader"
	Agent  = "agent"
	Judge  = "judge" // nobody asks it yet
)

// RoleNames are all roles, in the order in which they are shown.
var RoleNames = []string{Small, Strong, Reader, Agent, Judge}

// Model is the configured model with that name.
func (c Config) Model(name string) (Model, bool) {
	for _, m := range c.Models {
		if m.Name == name {
			return m, true
		}
	}
	return Model{}, false
}

// Playing is the model that plays a role.
func (c Config) Playing(role string) (Model, bool) { return c.Model(c.Roles[role].Model) }

// Calls says whether a role, or one that it falls back to, is played by a model that an endpoint may call so: endpoints add a date
// to an id, or a path before it.
func (c Config) Calls(role, said string) bool {
	for seen := map[string]bool{}; role != "" && !seen[role]; role = c.Roles[role].Fallback {
		if m, ok := c.Playing(role); ok && (strings.Contains(said, m.ID) || strings.Contains(m.ID, said)) {
			return true
		}
		seen[role] = true
	}
	return false
}

// Bounded says whether there is a budget at all, of the episode or of a role.
func (c Config) Bounded() bool {
	for _, r := range c.Roles {
		if r.Budget != (Budget{}) {
			return true
		}
	}
	return c.Budget != Budget{}
}
