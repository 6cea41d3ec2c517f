package models

import (
	"net/url"
	"regexp"
	"strings"
)

// URLProblem says what is wrong with a base URL. It shows nothing of it but what can hold no secret.
func URLProblem(s string) string {
	const example = ", expected one such as http://127.0.0.1:8080/v1"
	if s == "" {
		return "it has no URL" + example
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return unlike(s, err, example)
	}
	switch {
	case u.User != nil:
		return withUser
	case u.RawQuery != "" || u.Fragment != "":
		return "it holds a query" + example
	case strings.HasSuffix(strings.TrimRight(u.Path, "/"), "/chat/completions"):
		return "it ends in /chat/completions; give the base before that" + example
	}
	return ""
}

const withUser = "it holds a user or a password; put the key into an environment variable and name that with key_env"

// unlike says what is wrong with what is no URL of the web.
func unlike(s string, err error, example string) string {
	if strings.Contains(s, "@") {
		return withUser
	}
	better, ok := mendedURL(s)
	switch {
	case ok && headed.MatchString(s):
		return "it does not begin as a URL does: write " + better
	case ok:
		return "it lacks http:// or https:// in front: write " + better
	case err != nil:
		return "it is no URL" + example
	case headed.MatchString(s):
		return "it names no host" + example
	}
	return "it begins with neither http:// nor https://" + example
}

var (
	// headed is what has something like http:// in front, such as htp://, http:/ or ://.
	headed = regexp.MustCompile(`(?i)^([a-z]*:?//+|h?t?tps?:/*)`)
	// plainURL is a host with a dot, a port or the name of this machine, and a path of a few words.
	plainURL = regexp.MustCompile(`^(localhost|[A-Za-z0-9.-]+\.[A-Za-z0-9-]+|[A-Za-z0-9.-]+:\d+|\[[0-9a-fA-F:]+\])(:\d{1,5})?(/[A-Za-z]{1,14}[0-9]{0,2}){0,4}/?$`)
	address  = regexp.MustCompile(`^[0-9.]+$|:`)
)

// mendedURL puts in front what is missing. It is shown, so that it is only made of what surely is an address.
func mendedURL(s string) (string, bool) {
	rest := headed.ReplaceAllString(s, "")
	if !plainURL.MatchString(rest) || LooksSecret(rest) {
		return "", false
	}
	u, err := url.Parse("http://" + rest)
	if err != nil || u.Host == "" {
		return "", false
	}
	scheme := "https://"
	if host := u.Hostname(); u.Port() != "" && u.Port() != "443" || address.MatchString(host) || !strings.Contains(host, ".") {
		scheme = "http://" // a server of one's own
	}
	return scheme + rest, true
}
