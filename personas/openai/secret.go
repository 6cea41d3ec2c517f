package openai

import (
	"fmt"
	"strings"

	"github.com/tenure-sim/tenure/personas/models"
)

// secret is a key. It prints as nothing.
type secret struct{ value string }

func (secret) String() string   { return hidden }
func (secret) GoString() string { return hidden }

const hidden = "[key]"

// newKey reads a key. What is wrong with it is said without showing it.
func newKey(m models.Model, getenv func(string) string) (secret, error) {
	if m.KeyEnv == "" {
		return secret{}, nil
	}
	v := strings.TrimSpace(getenv(m.KeyEnv))
	if v == "" {
		named := ""
		if m.Single {
			named = " (" + models.EnvKey + " or --key-env names it)"
		}
		return secret{}, fmt.Errorf("model %s: the environment variable %s, which is to hold its key%s, is not set or empty; set it, or leave out key_env if the endpoint wants no key", m.Name, m.KeyEnv, named)
	}
	if v[0] == '"' || v[0] == '\'' {
		return secret{}, fmt.Errorf("model %s: the environment variable %s holds its key with quotes around it; leave them out", m.Name, m.KeyEnv)
	}
	if strings.ContainsFunc(v, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return secret{}, fmt.Errorf("model %s: the environment variable %s holds spaces or marks that no key has", m.Name, m.KeyEnv)
	}
	return secret{v}, nil
}
