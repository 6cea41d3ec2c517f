package openai

import (
	"net/url"
	"strings"
)

// badURL says what is wrong with a base URL, without showing it: it may hold a secret.
func badURL(s string) string {
	u, err := url.Parse(s)
	switch {
	case s == "":
		return "it has no URL, expected one as http://localhost:8080/v1"
	case err != nil:
		return "its URL cannot be read, expected one as http://localhost:8080/v1"
	case u.Scheme != "http" && u.Scheme != "https":
		return "its URL begins with neither http:// nor https://, expected one as http://localhost:8080/v1"
	case u.Host == "":
		return "its URL names no host, expected one as http://localhost:8080/v1"
	case u.User != nil:
		return "its URL holds a user or a password; put the key into an environment variable and name that"
	case u.RawQuery != "" || u.Fragment != "":
		return "its URL holds a query; give the base alone, as http://localhost:8080/v1"
	case strings.HasSuffix(strings.TrimRight(u.Path, "/"), "/chat/completions"):
		return "its URL ends in /chat/completions; give the base before that"
	}
	return ""
}
