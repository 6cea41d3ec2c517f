package openai

import (
	"net/http"
	"strings"
)

// redirected says where an endpoint sends on to, by the host alone: the rest of an address may hold a secret.
func redirected(resp *http.Response, keyed bool) string {
	kept := "the question was not sent on"
	if keyed {
		kept = "the question and the key were not sent on"
	}
	to, err := resp.Location()
	if err != nil {
		return "it redirects without saying where to; " + kept
	}
	where := to.Scheme + "://" + to.Host
	if from := resp.Request.URL; from.Scheme == to.Scheme && strings.EqualFold(from.Host, to.Host) {
		where = "another path of " + where
	}
	return "it redirects to " + where + "; " + kept
}
