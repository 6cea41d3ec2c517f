package openai

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// says serves answers of one kind.
func says(t testing.TB, kind, body string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		fmt.Fprint(w, body)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func TestTheKeyIsInNoPartOfAnAnswer(t *testing.T) {
	whole := `{"id":"K","model":"K","choices":[{"message":{"content":"K","tool_calls":[{"id":"K","function":{"name":"read_K","arguments":"{\"a\":\"K\"}"}}]},"finish_reason":"K"}]}`
	got, err := client(t, config(says(t, "application/json", strings.ReplaceAll(whole, "K", canary))), Options{Tries: 1}).Complete(context.Background(), question("hi"))
	if err != nil || strings.Contains(fmt.Sprintf("%+v", got), canary[:8]) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestAPartOfTheKeyIsInNoFault(t *testing.T) {
	for at := range 40 {
		body := fmt.Sprintf(`{"error":{"message":"%s %s"}}`, strings.Repeat("x", textMost-at), canary)
		for _, kind := range []string{"application/json", "text/event-stream"} {
			if kind == "text/event-stream" {
				body = "data: " + body + "\n\n"
			}
			var seen strings.Builder
			c := client(t, config(says(t, kind, body)), Options{Tries: 1, Attempt: func(a Attempt) { fmt.Fprintf(&seen, "%+v", a) }})
			_, err := c.Complete(context.Background(), question("hi"))
			if fmt.Fprintf(&seen, "%v", err); err == nil || strings.Contains(seen.String(), canary[:8]) || strings.Contains(seen.String(), canary[len(canary)-8:]) {
				t.Errorf("%s, %d bytes before the cut: got %s", kind, at, seen.String())
			}
		}
	}
}

func TestPartsOfAKeyAreHidden(t *testing.T) {
	k := secret{"sk-canary/7f3a9b2c1d"}
	for text, want := range map[string]string{
		"it is sk-canary/7f3a9b2c1d.":        "it is [key].",
		"it is sk-canary%2F7f3a9b2c1d.":      "it is [key].",
		`it is sk-canary\/7f3a9b2c1d.`:       "it is [key].",
		"it is sk-canary/7f3a9b":             "it is [key]",
		"7f3a9b2c1d it is":                   "[key] it is",
		"a sk-canary is a bird in a sk-":     "a sk-canary is a bird in a sk-",
		"nothing of it":                      "nothing of it",
		"sk-canary/7f3a9b2c1dsk-canary/7f3a": "[key][key]",
	} {
		if got := k.hide(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"wrong: sk-canary/7f3a***2c1d": "wrong: [key]***2c1d", "wrong: ***3a9b2c1d, sorry": "wrong: ***[key], sorry"} {
		if got := k.hideParts(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	short := secret{"none"}
	if got := short.hide("none of it") + short.hideParts("none of it"); got != "none of itnone of it" {
		t.Errorf("a word that is no key: got %q", got)
	}
	calls := []prompt.Call{{ID: k.value, Tool: k.value, Args: k.value}}
	if k.hideCalls(calls); strings.Contains(fmt.Sprint(calls), "canary") {
		t.Errorf("got %v", calls)
	}
}

// Quotes that a shell or a file of variables left around a key are told as such.
func TestQuotesAroundAKeyAreTold(t *testing.T) {
	_, err := newKey(models.Model{Name: "one", KeyEnv: "K"}, func(string) string { return `"sk-abcdefgh"` })
	if err == nil || !strings.Contains(err.Error(), "with quotes around it") || strings.Contains(err.Error(), "abcdefgh") {
		t.Errorf("got %v", err)
	}
}
