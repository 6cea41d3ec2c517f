package models

import (
	"errors"
	"fmt"
	"strings"
)

// The environment variables that name a single model.
const (
	EnvURL = "TENURE_MODEL_URL"
	EnvID  = "TENURE_MODEL_ID"
	EnvKey = "TENURE_MODEL_KEY_ENV" // the name of the variable that holds the key
	KeyEnv = "OPENAI_API_KEY"       // the variable that holds the key when nothing else is said
)

// FromEnv is the configuration that the environment gives: one model for all roles. None is no error; ok tells.
func FromEnv(getenv func(string) string) (c Config, ok bool, err error) {
	url, id, key := strings.TrimSpace(getenv(EnvURL)), strings.TrimSpace(getenv(EnvID)), strings.TrimSpace(getenv(EnvKey))
	switch {
	case url == "" && id == "":
		return Config{}, false, nil
	case url == "":
		return Config{}, false, fmt.Errorf("%s is set and %s is not; both are needed, such as %s=http://127.0.0.1:8080/v1", EnvID, EnvURL, EnvURL)
	case id == "":
		return Config{}, false, fmt.Errorf("%s is set and %s is not; set it to the model's id as the endpoint lists it", EnvURL, EnvID)
	}
	if key == "" && getenv(KeyEnv) != "" {
		key = KeyEnv
	}
	c, err = Single(url, id, key)
	return c, err == nil, err
}

// Single is one model for all roles that are asked.
func Single(url, id, keyEnv string) (Config, error) {
	c := Config{Models: []Model{{Name: "single", URL: url, ID: id, KeyEnv: keyEnv, Single: true}}, Roles: map[string]Role{}}
	for role, most := range singleMost {
		c.Roles[role] = Role{Model: "single", Temperature: -1, Most: most}
	}
	var all []error
	for _, p := range c.Check() {
		all = append(all, errors.New(strings.TrimPrefix(p.Path, "models[0].")+": "+p.What))
	}
	return c, errors.Join(all...)
}

// singleMost are the most tokens of an answer of a model of which nothing is known.
var singleMost = map[string]int{Small: 400, Strong: 600, Reader: 700, Agent: 1200}
