package openai

import (
	"errors"
	"net"
	"net/url"
	"strconv"
	"strings"
	"syscall"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim/index/people"
)

// advice says how to mend what a fault tells.
func advice(f *Fault, m models.Model) string {
	var dns *net.DNSError
	switch {
	case errors.As(f.cause, &dns):
		return "no such host: look whether the name in url is spelt right and whether this machine has a network"
	case errors.Is(f.cause, syscall.ECONNREFUSED):
		return "nothing listens there: is the server up, and on that port?"
	}
	if f.elsewhere {
		return adviceElsewhere(m)
	}
	switch f.Kind {
	case Security:
		return adviceTLS(f, m)
	case Auth:
		return adviceKey(m)
	case Missing:
		return "look whether url ends where the API begins (mostly /v1), and whether id is a model that the endpoint has"
	case Quota:
		return "the account has nothing left to spend there: top it up or take another model"
	case Rate:
		return "the endpoint is asked too often: wait a while, and set limits in the configuration"
	case Timeout:
		return "it did not answer in time: a model that is being loaded needs a while; otherwise raise the time-outs in the configuration"
	case Garbled:
		return "what answers there speaks another protocol: look whether url is the base of an OpenAI-compatible API (mostly .../v1)"
	case Server:
		return "the endpoint itself failed: look into its log, or try again later"
	case Connect:
		return "the connection broke: look at host, port and http or https in url"
	case Cut:
		return "the answer broke off: look into the server's log, and at proxies on the way that cut streams"
	case Request:
		if strings.Contains(f.Text, "HTTPS server") {
			return "the server speaks TLS: write https:// in url"
		}
		return "the endpoint refuses the question: its words say why; params in the configuration are sent as they are"
	}
	return "look into the server's log"
}

func adviceTLS(f *Fault, m models.Model) string {
	if strings.HasPrefix(m.URL, "https:") && (strings.Contains(f.Text, "HTTP response to HTTPS") || strings.Contains(f.Text, "first record does not look like a TLS")) {
		return "the server speaks no TLS: write http:// in url"
	}
	return "the certificate of the server is not trusted here: look whether the host's name is right and its certificate valid, or add its authority to this machine"
}

// adviceElsewhere does not say what the endpoint said once more.
func adviceElsewhere(m models.Model) string {
	if m.Single {
		return "if that is the one you mean, give its base as " + models.EnvURL + " or --url"
	}
	return "if that is the one you mean, put its base into models.yaml as url"
}

// adviceKey says which variable was read, and whether it held anything.
func adviceKey(m models.Model) string {
	switch another := " (" + models.EnvKey + " or --key-env names another variable)"; {
	case m.KeyEnv == "" && m.Single:
		return "no key was sent, for " + models.KeyEnv + " is not set or empty: export " + models.KeyEnv + "=... with the key" + another
	case m.KeyEnv == "":
		return "no key was sent, for the model has no key_env: put the key into an environment variable and name that as key_env"
	case m.Single:
		return "the endpoint does not take the key in " + m.KeyEnv + ", which is set: is it the right one, and may it use this model?" + another
	}
	return "the endpoint does not take the key in " + m.KeyEnv + ", which is set: is it the right one, and may it use this model?"
}

// shown is a URL without what may be secret in it.
func shown(s string) string {
	u, err := url.Parse(s)
	if err != nil {
		return "(a URL that cannot be read)"
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}

func quoted(s string) string { return strconv.Quote(s) }

// nearest is the id that takes the fewest changes; among equals the first.
func nearest(want string, ids []string) string {
	best, fewest := "", -1
	for _, id := range ids {
		n := 2 * people.Distance(strings.ToLower(want), strings.ToLower(id))
		if strings.Contains(id, want) || strings.Contains(want, id) {
			n /= 2 // a part of the name is nearer than another name of that length
		}
		if fewest < 0 || n < fewest {
			best, fewest = id, n
		}
	}
	return best
}
