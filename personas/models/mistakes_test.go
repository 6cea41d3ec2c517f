package models

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestAURLIsMendedWhereItIsPlain(t *testing.T) {
	for s, want := range map[string]string{
		"127.0.0.1:8080/v1":            "it lacks http:// or https:// in front: write http://127.0.0.1:8080/v1",
		"localhost:8080/v1":            "write http://localhost:8080/v1",
		"localhost/v1":                 "write http://localhost/v1",
		"myhost:8000":                  "write http://myhost:8000",
		"[::1]:8080/v1":                "write http://[::1]:8080/v1",
		"api.example.com/v1":           "write https://api.example.com/v1",
		"api.example.com:443/v1/":      "write https://api.example.com:443/v1/",
		"//api.example.com/v1":         "it does not begin as a URL does: write https://api.example.com/v1",
		"htp://api.example.com/v1":     "it does not begin as a URL does: write https://api.example.com/v1",
		"http:/127.0.0.1:80/v1":        "write http://127.0.0.1:80/v1",
		"http:127.0.0.1:80/v1":         "write http://127.0.0.1:80/v1",
		"http//127.0.0.1:80/v1":        "write http://127.0.0.1:80/v1",
		"ftp://127.0.0.1/v1":           "write http://127.0.0.1/v1",
		"hunter2secret":                "it begins with neither http:// nor https://",
		"me:hunter2secret@host.com/v":  "it holds a user or a password",
		"host.com/v1?key=hunter2":      "it begins with neither",
		"host.com/hunter2secret":       "it begins with neither",
		"sk-hunter2hunter2hunter2.ab":  "it begins with neither",
		"http://":                      "it names no host",
		"http://h:port":                "it is no URL",
		"":                             "it has no URL",
		"http://h/v1/chat/completions": "give the base before that",
	} {
		got := URLProblem(s)
		if !strings.Contains(got, want) || strings.Contains(got, "hunter2") {
			t.Errorf("%q: got %q, want %q", s, got, want)
		}
		if _, better, ok := strings.Cut(got, "write "); ok && URLProblem(better) != "" {
			t.Errorf("%q: the advice %q is none: %s", s, better, URLProblem(better))
		}
	}
	if got := URLProblem("http://127.0.0.1:8080/v1"); got != "" {
		t.Errorf("a URL: got %q", got)
	}
}

func TestParamsSayNothingThatARequestSaysByItself(t *testing.T) {
	for _, name := range []string{"model", "messages", "tools", "tool_choice", "n", "max_tokens", "max_completion_tokens", "stream", "stream_options", "response_format",
		"functions", "function_call", "temperature", "Max_Tokens"} {
		c := Config{Models: []Model{{Name: "a", URL: "http://h/v1", ID: "x", Params: map[string]json.RawMessage{name: json.RawMessage("1"), "seed": json.RawMessage("1")}}}}
		got := c.Check()
		if len(got) != 1 || got[0].Path != "models[0].params."+name || !strings.HasPrefix(got[0].What, "each request says that by itself: ") {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}

func TestAKeyWhereItsVariableBelongsIsToldAndNotShown(t *testing.T) {
	for _, key := range []string{"sk-hunter2hunter2hunter2", "AKIAHUNTER2EXAMPLEXX", "hunter2hunter2hunter2hunter2", "9F86D081884C7D659A2FEAA0C55AD015"} {
		_, ok, err := FromEnv(env(map[string]string{EnvURL: "http://h/v1", EnvID: "x", EnvKey: key}))
		if ok || err == nil || !strings.Contains(err.Error(), "looks like a key itself") || strings.Contains(fmt.Sprint(err), key[:8]) {
			t.Errorf("%s: got %t, %v", key, ok, err)
		}
	}
	for _, name := range []string{"OPENAI_API_KEY", "KEY", "MY_KEY_2", "COMPANYWIDEAPIKEYNAME"} {
		if _, ok, err := FromEnv(env(map[string]string{EnvURL: "http://h/v1", EnvID: "x", EnvKey: name})); !ok || err != nil {
			t.Errorf("%s: got %t, %v", name, ok, err)
		}
	}
}
