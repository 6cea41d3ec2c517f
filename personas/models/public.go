package models

import (
	"encoding/json"
	"net/url"
)

// Public is what may be stored with an episode: what has a part in the answers, and the prices. Keys' variables, limits and
// time-outs belong to a machine and stay there; of an address the host and the path are left.
func (c Config) Public() Config {
	out := Config{Roles: map[string]Role{}, Budget: c.Budget}
	for name, r := range c.Roles {
		out.Roles[name] = r
	}
	for _, m := range c.Models {
		m.KeyEnv, m.Limits, m.Timeouts, m.URL = "", Limits{}, Timeouts{}, publicURL(m.URL)
		m.Params, m.Single = withoutSecrets(m.Params), false
		out.Models = append(out.Models, m)
	}
	return out
}

func withoutSecrets(params map[string]json.RawMessage) map[string]json.RawMessage {
	if params == nil {
		return nil
	}
	out := map[string]json.RawMessage{}
	for name, v := range params {
		if !Secret(name) && !secretWithin(v) {
			out[name] = v
		}
	}
	return out
}

func publicURL(s string) string {
	u, err := url.Parse(s)
	if err != nil {
		return ""
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}
